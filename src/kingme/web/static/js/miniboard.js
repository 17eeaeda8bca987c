/** A small board to look at: the previous position, the games of a list. */

import { s } from "./dom.js";
import { at, drawArrow, drawSquares, drawTint } from "./drawing.js";
import { drawPiece } from "./pieces.js";
import { count, readFen } from "./position.js";
import { plural, sideName } from "./words.js";

/** The position in a few words, for people who hear the page. @param {Pieces} pieces */
export function describe(pieces) {
  const { black, white } = count(pieces);
  return `${sideName("black")} has ${plural(black, "piece")}, ${sideName("white")} has ${plural(white, "piece")}`;
}

/** A corner of a board of some set, to choose it by, whatever set is in use around it. @param {string} set */
export function swatch(set) {
  /** @param {Letter} letter @param {number} x @param {number} y */
  const piece = (letter, x, y) => {
    const drawn = drawPiece(letter);
    drawn.setAttribute("transform", `translate(${x} ${y})`);
    return drawn;
  };
  return s(
    "svg",
    { class: "swatch", viewBox: "0 0 120 120", "data-board": set, "aria-hidden": "true", focusable: "false" },
    drawSquares(),
    piece("B", 90, 30),
    piece("w", 30, 90),
  );
}

/** @param {string} fen @param {{bottom?: Color, last?: number[], arrows?: number[][], label?: string}} options */
export function miniBoard(fen, { bottom = "white", last = [], arrows = [], label = "" } = {}) {
  const { pieces } = readFen(fen);
  const words = label ? `${label}: ${describe(pieces)}` : describe(pieces);
  return s(
    "svg",
    { class: "mini-board", viewBox: "0 0 480 480", role: "img", "aria-label": words },
    drawSquares(),
    [...new Set(last)].map((square) => drawTint(square, bottom, "tint last")),
    [...pieces].map(([square, letter]) => {
      const piece = drawPiece(letter);
      piece.setAttribute("transform", at(square, bottom));
      return piece;
    }),
    arrows.map((path) => drawArrow(path, bottom)),
  );
}
