/** Views that say that something is not there. */

import { reason } from "../api.js";
import { h } from "../dom.js";
import { face } from "../opponents.js";
import { go } from "../router.js";

/** @param {string} title @param {string} text @param {HTMLElement[]} actions @returns {View} */
function message(title, text, actions) {
  return {
    title,
    element: h(
      "div",
      { class: "page message" },
      h("div", { class: "message-picture", "aria-hidden": "true" }, face("random")),
      h("h1", {}, title),
      h("p", {}, text),
      h("div", { class: "row" }, actions),
    ),
  };
}

/** @param {string} text */
export function notFound(text = "There is nothing at this address.") {
  return message("Not found", text, [
    h("a", { class: "button primary", href: "/" }, "Play a game"),
    h("a", { class: "button", href: "/games" }, "My games"),
  ]);
}

/** The server does not answer, or answers with an error: nothing is lost, try again. @param {unknown} error */
export function unreachable(error) {
  const again = () => go(location.pathname + location.search);
  return message("That did not work", reason(error), [
    h("button", { type: "button", class: "button primary", onclick: again }, "Try again"),
    h("a", { class: "button", href: "/" }, "To the start"),
  ]);
}
