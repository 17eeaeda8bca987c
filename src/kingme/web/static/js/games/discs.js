/** How discs move that are put on the board: they fall to their square, and turn over where they lie. */

import { cssAt, UNIT } from "../drawing.js";
import { changePiece } from "../pieces.js";

const TURN = 90; // milliseconds, twice
const FALL = 60; // a square

/** @typedef {import("../animations.js").Animations} Animations */

/**
 * Let a disc that stands on its square fall there from above the board.
 * @param {Animations} animations
 * @param {Element} element
 * @param {number} square
 * @param {Seen} seen
 */
export function fall(animations, element, square, seen) {
  const [row, col] = seen.layout.rowCol(square);
  const above = `translate(${UNIT * (col + 0.5)}px, ${-UNIT / 2}px)`;
  const frames = [{ transform: above }, { transform: cssAt(square, seen) }];
  animations.play(element, frames, { duration: FALL * (row + 2), easing: "cubic-bezier(.5, 0, .9, .6)" });
}

/**
 * Turn a disc over: it narrows, changes its colour and widens.
 * @param {Animations} animations
 * @param {SVGElement} element
 * @param {Letter} letter
 */
export function turnOver(animations, element, letter) {
  const shape = /** @type {Element} */ (element.firstElementChild);
  const [wide, narrow] = [{ transform: "scaleX(1)" }, { transform: "scaleX(0.05)" }];
  animations.play(shape, [wide, narrow], { duration: TURN }, () => {
    changePiece(element, letter);
    if (shape.isConnected) shape.animate([narrow, wide], { duration: TURN, easing: "ease-out" });
  });
}
