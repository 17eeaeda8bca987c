/** The laboratory: what can be explored, and every algorithm with its parameters. */

import { api, reason } from "../api.js";
import { newGameDialog, startGame } from "../dialogs/newgame.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { needStyles } from "../analysis/style.js";
import { defaultText } from "../levels.js";
import { face } from "../opponents.js";
import { toast } from "../toast.js";
import { plural, sentence } from "../words.js";
import { unreachable } from "./message.js";

/** @type {[href: string, icon: IconName, title: string, text: string][]} */
const DOORS = [
  ["/lab/tours", "learn", "Guided tours", "Go through real searches step by step, and say what happens next."],
  ["/lab/alpha-beta", "tree", "Alpha-beta on and off", "One search with and without pruning, tree beside tree."],
  [
    "/lab/profiler",
    "tree",
    "Search profiler",
    "Watch a search tree grow, step through single simulations with the formula filled in, or follow alpha and beta.",
  ],
  [
    "/lab/compare",
    "people",
    "Side by side",
    "Two to four players think about one position at the same time: where do they agree?",
  ],
  ["/lab/memories", "robot", "Memories", "What players with a memory have learned from their games, and how it grew."],
  ["/lab/gallery", "search", "Gallery", "Positions that show what each algorithm is good and bad at."],
  ["/lab/arena", "flag", "Arena", "Matches, tournaments and experiments: start them, watch them, read their reports."],
];

/** @returns {Promise<View>} */
export async function labView() {
  await needStyles("lab");
  try {
    const config = await api.config();
    return { title: "Lab", element: page(config) };
  } catch (error) {
    return unreachable(error);
  }
}

/** @param {Wire.Config} config */
function page({ algorithms }) {
  return h(
    "div",
    { class: "page lab" },
    h(
      "div",
      { class: "page-head" },
      h("h1", {}, "Lab"),
      h(
        "button",
        { type: "button", class: "button primary", onclick: () => newGameDialog({ mode: "watch" }) },
        icon("robot"),
        "Computer vs computer",
      ),
    ),
    h(
      "nav",
      { class: "lab-doors", "aria-label": "Laboratory" },
      DOORS.map(([href, name, title, text]) =>
        h("a", { class: "lab-door", href }, icon(name), h("strong", {}, title), h("span", { class: "note" }, text)),
      ),
    ),
    h("h2", {}, "Algorithms"),
    h(
      "p",
      {},
      `${plural(algorithms.length, "algorithm")}, from the simplest to the strongest. ` +
        "Each can be an opponent, with any of its parameters.",
    ),
    h("ul", { class: "card-list" }, algorithms.map(card)),
  );
}

/** @param {string} name */
async function meet(name) {
  try {
    await startGame({ black: { kind: "human" }, white: { kind: "ai", spec: name } });
  } catch (error) {
    toast(sentence(reason(error)), "error");
  }
}

/** @param {Wire.Algorithm} algorithm */
function card({ name, summary, parameters }) {
  const rows = parameters.map((parameter) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, parameter.name),
      h("td", {}, defaultText(parameter) || "–"),
      h("td", {}, parameter.help),
    ),
  );
  return h(
    "li",
    { class: "card" },
    h(
      "div",
      { class: "card-head" },
      face(name),
      h("div", {}, h("h2", {}, name), h("p", { class: "note" }, sentence(summary))),
    ),
    parameters.length
      ? h(
          "details",
          {},
          h("summary", {}, plural(parameters.length, "parameter")),
          h(
            "div",
            { class: "scroller", tabindex: 0, role: "region", "aria-label": `Parameters of ${name}` },
            h(
              "table",
              { class: "plain" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  ["Name", "Default", "Meaning"].map((text) => h("th", { scope: "col" }, text)),
                ),
              ),
              h("tbody", {}, rows),
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: `/learn/algorithms/${name}` }, icon("learn"), "How it works"),
      h("button", { type: "button", class: "button", onclick: () => meet(name) }, icon("play"), "Play against it"),
    ),
  );
}
