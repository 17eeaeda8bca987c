/** The title of a page of the laboratory, below the links that lead back to where it belongs. */

import { h } from "../dom.js";

/** @type {[address: string, title: string][]} */
const ABOVE = [
  ["/lab", "Lab"],
  ["/lab/arena", "Arena"],
];

/** @param {string} title @param {{under?: "Lab"|"Arena"}} options @param {...Child} more what stands below the title */
export function labHeading(title, { under = "Lab" } = {}, ...more) {
  const links = ABOVE.slice(0, ABOVE.findIndex(([, name]) => name === under) + 1);
  return h(
    "div",
    { class: "lab-heading" },
    h(
      "p",
      { class: "crumbs" },
      links.map(([href, text], index) => [index ? " / " : null, h("a", { href, class: "link" }, text)]),
    ),
    h("h1", {}, title),
    ...more,
  );
}
