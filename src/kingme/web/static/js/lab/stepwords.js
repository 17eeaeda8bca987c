/** What the page says: before the first step, about each phase of a simulation, and about a node that was clicked. */

import { h } from "../dom.js";
import { number } from "../words.js";
import { trim } from "./frames.js";
import { backupTable, scoreTable, workedOut } from "./formula.js";

/** Before anything has happened: what there is to see. */
export function introduction() {
  return [
    h("h2", {}, "Nothing simulated yet"),
    h(
      "p",
      {},
      "Run one simulation and watch its four phases: select, expand, simulate, back up. Arrow keys go through them.",
    ),
    h(
      "ol",
      { class: "phase-help" },
      [
        ["Select", "from the root, go to the child with the best score until a node has something untried."],
        ["Expand", "add it to the tree."],
        ["Simulate", "play a quick game from there to its end."],
        ["Back up", "count the result at every node on the way back."],
      ].map(([name, text]) => h("li", {}, h("strong", {}, name), ` ${text}`)),
    ),
    h("p", { class: "formula-plain" }, "score = Q / N + c √(ln Np / N)"),
  ];
}

/**
 * What happens in one phase of a simulation, with the formula and its numbers; `chips` lead to the other phases.
 * @param {SimulationFrame} frame
 * @param {import("./treemodel.js").TreeModel} model
 * @param {StepsHead} head
 * @param {HTMLElement} chips
 * @returns {Child[]}
 */
export function account(frame, model, head, chips) {
  return [
    h("h2", {}, `Simulation ${number.format(frame.step.number)}: ${frame.title}`),
    chips,
    h("p", { class: "frame-text" }, frame.text),
    frame.level && frame.phase === "select" ? workedOut(frame.level, head.c) : null,
    frame.level
      ? h(
          "p",
          { class: "note" },
          `Np = ${number.format(Math.max(frame.level.visits, 1))} visits of this node, c = ${trim(head.c)}`,
        )
      : null,
    frame.level ? scoreTable(frame.level, { amaf: head.amaf }) : null,
    frame.backed ? backupTable(frame.backed, model) : null,
    frame.playout?.length
      ? h("p", { class: "playout-moves code" }, frame.playout.map(({ move }) => move.text).join(" "))
      : null,
  ];
}

/** The figures of a node; `score` has the parts of its UCT value. @param {TreeNode} node @param {Score} score */
export function nodeFacts(node, { exploit, explore, uct }) {
  /** @param {number|null} value */
  const show = (value) => (value === null ? "–" : value.toFixed(3));
  const rows = [
    ["Visits N", number.format(node.visits)],
    ["Results Q", String(Math.round(node.sum * 1e4) / 1e4)],
    ["Q / N", show(exploit)],
    ["Exploration", show(explore)],
    ["Score", show(uct)],
    ["Depth", String(node.depth)],
  ];
  return h(
    "dl",
    { class: "facts" },
    rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );
}
