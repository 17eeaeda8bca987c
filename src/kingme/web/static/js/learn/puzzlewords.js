/** What the puzzle trainer says: the task, the rating of the person, and what is known of a puzzle once it is over. */

import { other } from "../position.js";
import { sideName } from "../words.js";
import { THEMES } from "./puzzlethemes.js";

/** @type {Record<Wire.PuzzleTask["kind"], string>} */
export const TITLES = {
  endless: "Puzzle",
  mistake: "A mistake to go over",
  daily: "Puzzle of the day",
  run: "Three minutes",
};

/** @param {Wire.PuzzleTask} task */
export function taskText({ goal, turn }) {
  const move = goal === "win" ? "the only move that wins" : "the only move that does not lose";
  return `${sideName(turn)} to move: find ${move}.`;
}

/** @param {Wire.SolverReport} solver @param {boolean} rated whether this puzzle counts */
export function ratingText({ rating, deviation }, rated) {
  const shown = `${rating}${deviation > 110 ? "?" : ""}`;
  return rated ? `Your rating: ${shown}` : `Not rated (your rating: ${shown})`;
}

/** @param {Wire.PuzzleResult} result @param {boolean} rated */
export function resultText(result, rated) {
  const themes = result.themes.map((name) => THEMES[name]).join(", ");
  const sign = result.change > 0 ? "+" : result.change < 0 ? "−" : "±";
  const change = rated && result.counted ? `Rating ${sign}${Math.abs(result.change)}. ` : "";
  return `${change}Theme: ${themes}. Puzzle rating: ${result.rating}.`;
}

/**
 * What refutes a wrong move, in words. @param {Wire.PuzzleTask} task @param {Wire.LineMove} move
 * @param {Wire.LineMove[]} line what follows it @param {Wire.ScoreInfo|null} score for the solver
 */
export function refutationText({ goal, turn }, move, line, score) {
  const [answer, ...rest] = line.map(({ text }) => text);
  const follows = rest.length ? ` (then ${rest.join(" ")})` : "";
  const gone = goal === "win" ? ", and the win is gone" : "";
  const stands = score ? `: ${standing(score)}${gone}` : "";
  return `After ${move.text} ${sideName(other(turn))} answers ${answer}${follows}${stands}.`;
}

/** @param {Wire.ScoreInfo} score */
function standing({ men, result }) {
  if (result !== null) return result < 0 ? "you lose" : result > 0 ? "you still win" : "it is a draw";
  if (men <= -2) return "you are far behind";
  if (men <= -0.7) return "you are behind";
  return men < 0.7 ? "the game is even" : "you are a little ahead";
}
