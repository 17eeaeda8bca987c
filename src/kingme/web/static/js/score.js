/** What a search thinks a position is worth to the side to move: the server's `Score`. */

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
