/** What a search thinks a position is worth: the server's `Score`, for the side to move, and turned for another. */

import { readFen } from "./position.js";

/** @typedef {Wire.ScoreInfo} Score */

/**
 * Plies to a certain end, negative for a loss; null where that is not known.
 * @param {Score | null | undefined} score
 */
export function distance(score) {
  return score?.result && score.plies !== null ? score.result * score.plies : null;
}

/**
 * Moves to a certain end, as players count them.
 * @param {number} plies
 */
export const inMoves = (plies) => Math.ceil(Math.abs(plies) / 2);

/**
 * Where a score stands between the worst and the best of some others, from 0 to 1.
 * @param {Score} score
 * @param {Score[]} others
 */
export function place(score, others) {
  if (score.result) return score.result > 0 ? 1 : 0.05;
  const men = others.filter((other) => !other.result).map((other) => other.men);
  const [low, high] = [Math.min(...men), Math.max(...men)];
  return high > low ? 0.05 + (0.95 * (score.men - low)) / (high - low) : 0.5;
}

/** @param {Score | null | undefined} score */
export function scoreText(score) {
  if (!score) return null;
  return score.result === null ? `score ${score.text}` : score.text;
}

/** @type {Record<string, string>} */
const OPPOSITE = { "+": "-", "-": "+", win: "loss", loss: "win" };

/** The same for the other side. @template {Score | null} S @param {S} score @returns {S} */
export function turnScore(score) {
  if (!score) return score;
  const { men, result, text } = score;
  return {
    ...score,
    men: 0 - men,
    result: /** @type {Score["result"]} */ (result && -result),
    text: text.replace(/^([+-]|win|loss)/, (word) => OPPOSITE[word]),
  };
}

/** @param {number | null} value */
const turnValue = (value) => (value === null ? null : 1 - value);

/**
 * The figures of a search for one side: in a game the one at the bottom of the board, in analysis the one that moves
 * first in a game. Searches tell them for the side to move.
 * @param {Info} info
 * @param {Color} side
 * @returns {Info}
 */
export function seenBy(info, side) {
  if (readFen(info.fen).turn === side) return info;
  const { expected, table } = info;
  return {
    ...info,
    value: turnValue(info.value),
    score: turnScore(info.score),
    outcomes: [...info.outcomes].reverse(),
    expected: expected && { win: expected.loss, draw: expected.draw, loss: expected.win },
    table: table && { ...table, value: OPPOSITE[table.value] ?? table.value },
    lines: info.lines.map((line) => ({
      ...line,
      value: turnValue(line.value),
      score: turnScore(line.score),
      interval: line.interval && [1 - line.interval[1], 1 - line.interval[0]],
    })),
  };
}
