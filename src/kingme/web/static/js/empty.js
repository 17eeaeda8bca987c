/** What a place shows as long as it holds nothing: a faint picture of what it will hold, and what to do first. */

import { h, s } from "./dom.js";
import { miniBoard } from "./miniboard.js";
import { face } from "./opponents.js";

/**
 * @param {{title: string, text: Child, actions?: HTMLElement[], picture?: Element|null, tag?: "div"|"li",
 *   level?: "h2"|"h3"}} options
 */
export function emptyState({ title, text, actions = [], picture = null, tag = "div", level = "h2" }) {
  return h(
    tag,
    { class: "empty-state" },
    picture,
    h(level, {}, title),
    h("p", {}, text),
    actions.length ? h("div", { class: "row center" }, actions) : null,
  );
}

/** Three games as a list shows them. */
export function gamesPicture() {
  const games = [
    ["level-2", "W:W17,21,22,25,26,29,30,31,32:B1,2,3,5,6,8,10,11,12"],
    ["level-5", "B:WK3,18,27:BK24,1,5,12"],
    ["minimax", "W:WK14,K15:BK23,K30"],
  ];
  return h(
    "div",
    { class: "empty-picture games-picture", "aria-hidden": "true" },
    games.map(([called, fen]) =>
      h("div", { class: "sample-game" }, miniBoard(fen), h("div", {}, face(called), h("i", {}), h("i", {}))),
    ),
  );
}

/** Players in the order of their results, with intervals. */
export function standingsPicture() {
  const rows = [
    ["engine", 86, 7],
    ["mcts", 62, 9],
    ["minimax", 44, 9],
    ["random", 8, 5],
  ];
  return h(
    "div",
    { class: "empty-picture standings-picture", "aria-hidden": "true" },
    rows.map(([called, share, error]) => {
      const [from, to] = [Number(share) - Number(error), Number(share) + Number(error)];
      return h(
        "div",
        { class: "sample-row" },
        face(String(called)),
        s(
          "svg",
          { viewBox: "0 0 100 12", preserveAspectRatio: "none" },
          s("rect", { class: "sample-bar", y: 3, width: share, height: 6, rx: 2 }),
          s("path", { class: "sample-whisker", d: `M${from} 6H${to}M${from} 3V9M${to} 3V9` }),
        ),
      );
    }),
  );
}
