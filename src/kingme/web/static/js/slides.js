/** Which pieces slide where when a position follows that no move leads to: undo and history move as games do. */

import { colorOf } from "./position.js";

const MOST = 8; // pieces that differ: with more of them it is another position

/**
 * Pair pieces that went with pieces of their colour that came.
 * @param {Pieces} shown
 * @param {Pieces} wanted
 * @param {{rowCol: (square: number) => [row: number, column: number]}} layout
 * @returns {Step[]}
 */
export function slides(shown, wanted, layout) {
  const gone = [...shown].filter(([square, letter]) => differ(wanted.get(square), letter));
  const came = [...wanted].filter(([square, letter]) => differ(shown.get(square), letter));
  if (gone.length > MOST || came.length > MOST) return [];
  /** @param {number} a @param {number} b */
  const distance = (a, b) => {
    const [[ar, ac], [br, bc]] = [layout.rowCol(a), layout.rowCol(b)];
    return Math.hypot(ar - br, ac - bc);
  };
  /** @type {Step[]} */
  const steps = [];
  for (const [square, letter] of came) {
    const near = gone
      .filter(([, piece]) => colorOf(piece) === colorOf(letter))
      .sort(([a], [b]) => distance(a, square) - distance(b, square))[0];
    if (!near || came.filter(([, piece]) => colorOf(piece) === colorOf(letter)).length > 1) continue;
    gone.splice(gone.indexOf(near), 1);
    if (!shown.has(square)) steps.push({ path: [near[0], square], captured: [] });
  }
  return steps;
}

/** Whether what stands on a square is not of a colour. @param {Letter|undefined} there @param {Letter} letter */
export const differ = (there, letter) => !there || colorOf(there) !== colorOf(letter);
