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
