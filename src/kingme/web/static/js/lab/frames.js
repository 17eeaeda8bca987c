/** The phases of one simulation as frames to show: select at each node on the way, expand, simulate, back up. */

import { sideName } from "../words.js";

/** @type {[name: SimulationFrame["phase"], title: string][]} */
export const PHASES = [
  ["select", "Select"],
  ["expand", "Expand"],
  ["simulate", "Simulate"],
  ["backup", "Back up"],
];

/** @type {Record<string, string>} */
const ENDINGS = {
  over: "The game is over at this node",
  drawn: "The game is drawn at this node",
  draw: "The playout ends in a draw",
  cut: "The playout is cut",
};

/**
 * @param {DetailedStep} step
 * @param {import("./treemodel.js").TreeModel} model
 * @param {StepsHead} head
 * @returns {SimulationFrame[]}
 */
export function framesOf(step, model, head) {
  /** @type {Omit<SimulationFrame, "step">[]} */
  const frames = [];
  /** @param {number} id */
  const name = (id) =>
    id === 0
      ? "the root"
      : (model.node(id)?.move ?? step.opened.find((item) => item.id === id)?.move.text ?? `node ${id}`);
  for (const level of step.levels) {
    const chosen = level.children.find((child) => child.chosen);
    if (!chosen) continue;
    const text =
      level.reason === "first"
        ? `${chosen.move} has no visit yet, so it comes first.`
        : `${chosen.move} has the best score.`;
    frames.push({
      phase: "select",
      title: `Select at ${name(level.id)}`,
      text,
      node: level.id,
      next: chosen.id,
      level,
      fen: level.fen,
    });
  }
  const last = step.levels[step.levels.length - 1];
  const end = step.path[step.path.length - 1];
  if (step.opened.length) {
    const fresh = step.opened.find((item) => item.id === end) ?? step.opened[0];
    const others = step.opened.length - 1;
    const more = others ? `, and ${others} more` : "";
    const many = last.reason === "new" && last.children.length ? " These have been tried before:" : "";
    frames.push({
      phase: "expand",
      title: `Expand ${name(last.id)}`,
      text: `${fresh.move.text} was never tried: it becomes a node of the tree${more}.${many}`,
      node: fresh.id,
      level: last.children.length ? last : null,
      fen: fresh.fen,
      move: fresh.move,
    });
  } else {
    frames.push({
      phase: "expand",
      title: "Nothing to expand",
      text:
        step.plies || step.ending === "cut"
          ? "The tree does not grow here."
          : "The game is over at this node, so nothing can be added.",
      node: end,
      fen: last.fen,
    });
  }
  frames.push({
    phase: "simulate",
    title: step.plies ? `Simulate ${step.plies} plies` : "Simulate",
    text: ending(step, head),
    node: end,
    playout: step.playout,
    fen: step.playout.at(-1)?.fen ?? frames[frames.length - 1].fen,
  });
  const side = sideName(head.turn);
  const rounds =
    step.count > 1
      ? ` ${step.count} simulations were made in this round; the numbers are those after all of them.`
      : "";
  frames.push({
    phase: "backup",
    title: "Back up",
    text:
      "Every node on the way counts one visit more and the result for the side that moved there: " +
      `${trim(step.result)} for ${side}, ${trim(1 - step.result)} for the other side.${rounds}`,
    node: 0,
    backed: step.backed_up,
    fen: head.fen,
  });
  return frames.map((frame) => ({ ...frame, step }));
}

/** @param {DetailedStep} step @param {StepsHead} head */
function ending(step, head) {
  const [mine, theirs] = [sideName(head.turn), sideName(head.turn === "black" ? "white" : "black")];
  const words =
    step.ending === "win"
      ? `${mine} wins the playout`
      : step.ending === "loss"
        ? `${theirs} wins the playout`
        : ENDINGS[step.ending];
  return `${words}: the result is ${trim(step.result)} for ${mine}.`;
}

/** A number without needless digits. @param {number} value */
export function trim(value) {
  return String(Math.round(value * 1e4) / 1e4);
}

/** The nodes that take part in a frame, for the tree. @param {SimulationFrame} frame @returns {Map<number, string>} */
export function marksOf(frame) {
  const { phase, step } = frame;
  if (phase === "select") {
    const at = step.path.indexOf(frame.node);
    return new Map(step.path.slice(0, at + 2).map((id) => [id, "select"]));
  }
  const marks = new Map(step.path.map((id) => [id, phase === "backup" ? "backup" : "select"]));
  if (phase === "expand") for (const { id } of step.opened) marks.set(id, "expand");
  return marks;
}
