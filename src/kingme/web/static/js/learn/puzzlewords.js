/** What the puzzle trainer says: the task, the rating of the person, and what is known of a puzzle once it is over. */

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
