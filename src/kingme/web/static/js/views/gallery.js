/** Positions that show what each algorithm is good and bad at. */

import { labHeading } from "../lab/heading.js";
import { h } from "../dom.js";
import { encodeFen } from "../files.js";
import { icon } from "../icons.js";
import { PositionField } from "../lab/setup.js";
import { needStyles } from "../analysis/style.js";
import { markTerms } from "../learn/terms.js";
import { miniBoard } from "../miniboard.js";
import { settings } from "../settings.js";
import { readFen } from "../position.js";
import { seen, sideName } from "../words.js";
import { unreachable } from "./message.js";

/** @returns {Promise<View>} */
export async function galleryView() {
  await needStyles("lab");
  try {
    const positions = await PositionField.load();
    const list = h("ul", { class: "gallery-list" });
    const forget = settings.watch(() => {
      list.replaceChildren(...positions.map(card));
      markTerms(list);
    });
    const intro =
      "Each position makes a point about one way of thinking, " +
      "and every claim here has been tested. Open one to see for yourself.";
    return {
      title: "Gallery",
      leave: forget,
      element: h(
        "div",
        { class: "page wide gallery" },
        h("div", { class: "page-head" }, labHeading("Gallery")),
        h("p", {}, intro),
        list,
      ),
    };
  } catch (error) {
    return unreachable(error);
  }
}

/** @param {Exhibit} exhibit */
function card({ id, title, theme, fen, watch, players, profile, claims }) {
  const place = `fen=${encodeFen(fen)}`;
  const compare = `/lab/compare?${place}&players=${players.map(encodeURIComponent).join(";")}`;
  return h(
    "li",
    { class: "card exhibit", id: `exhibit-${id}` },
    h(
      "div",
      { class: "exhibit-top" },
      miniBoard(fen, { label: title }),
      h(
        "div",
        {},
        h("p", { class: "theme-label" }, theme),
        h("h2", {}, title),
        h("p", { class: "note" }, `${sideName(readFen(fen).turn)} to move`),
      ),
    ),
    h("p", {}, seen(watch)),
    claims.length
      ? h(
          "ul",
          { "aria-label": "Tested claims" },
          claims.map((text) => h("li", {}, seen(text))),
        )
      : null,
    h(
      "div",
      { class: "row" },
      h("a", { class: "button primary small", href: compare }, icon("people"), "Compare"),
      h(
        "a",
        { class: "button small", href: `/lab/profiler?${place}&player=${encodeURIComponent(profile)}` },
        "Profile",
      ),
      h("a", { class: "button small", href: `/analyse?${place}` }, "Analyse"),
      h("a", { class: "button small", href: `/?${place}` }, "Play"),
    ),
  );
}
