/** Opening games and positions to look at. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { Opener } from "../opener.js";

export function analyseView() {
  const opener = new Opener();
  return {
    title: "Analyse",
    element: h(
      "div",
      { class: "page analyse" },
      h("div", { class: "page-head" }, h("h1", {}, "Analyse"), h("a", { class: "button", href: "/editor" }, icon("edit"), "Set up a position")),
      h("p", {}, "Open a game to go through it move by move, or a position to play it out against any player."),
      opener.element,
    ),
  };
}
