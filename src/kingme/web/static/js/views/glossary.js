/** The glossary: every word of the trade in one or two plain sentences. */

import { needStyles } from "../analysis/style.js";
import { h } from "../dom.js";
import { loadTerms, termId, termPage } from "../learn/terms.js";
import { seen } from "../words.js";

/** @returns {Promise<View>} */
export async function glossaryView() {
  const [terms] = await Promise.all([loadTerms(), needStyles("terms")]);
  const checkers = terms.filter(({ about }) => about !== "search");
  const search = terms.filter(({ about }) => about === "search");
  return {
    title: "Glossary",
    shown: () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView(),
    element: h(
      "div",
      { class: "page glossary" },
      h(
        "div",
        { class: "page-head" },
        h("h1", {}, "Glossary"),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button", href: "/learn" }, "Lessons"),
          h("a", { class: "button", href: "/lab/tours" }, "Guided tours"),
        ),
      ),
      terms.length
        ? [part("Words of checkers", checkers), part("Words of programs that play", search)]
        : h("p", { class: "problem" }, "The glossary could not be loaded. Try again in a moment."),
    ),
  };
}

/** @param {string} title @param {Wire.Term[]} terms */
function part(title, terms) {
  return [h("h2", {}, title), h("dl", { class: "glossary-list" }, terms.map(entry))];
}

/** @param {Wire.Term} term */
function entry(term) {
  const { name, text, also } = term;
  const page = termPage(term);
  return [
    h("dt", { id: termId(name) }, name),
    h(
      "dd",
      {},
      seen(text),
      also.length ? h("span", { class: "note" }, ` Also: ${also.join(", ")}.`) : null,
      page ? [" ", h("a", { href: page.href }, `See it in a ${page.kind}`)] : null,
    ),
  ];
}
