/** A small board to look at: the previous position, the games of a list. */

import { s } from "./dom.js";
import { at, drawArrow, drawSquares, drawTint } from "./drawing.js";
import { boardFront } from "./games/faces.js";
import { layoutOf } from "./games/layout.js";
import { drawPiece } from "./pieces.js";
import { count, readFen } from "./position.js";
import { plural, sideName } from "./words.js";

/** The position in a few words, for people who hear the page. @param {Pieces} pieces */
export function describe(pieces) {
  const { black, white } = count(pieces);
  const [first, second] = ["black", "white"].map((color) => sideName(/** @type {Color} */ (color), pieces.game));
  return `${first} has ${plural(black, "piece")}, ${second} has ${plural(white, "piece")}`;
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
  const layout = layoutOf(pieces.game);
  const seen = { layout, bottom };
  const words = label ? `${label}: ${describe(pieces)}` : describe(pieces);
  return s(
    "svg",
    { class: "mini-board", viewBox: layout.viewBox, "data-game": layout.name, role: "img", "aria-label": words },
    drawSquares(layout),
    [...new Set(last)].map((square) => drawTint(square, seen, "tint last")),
    [...pieces].map(([square, letter]) => {
      const piece = drawPiece(letter, layout);
      piece.setAttribute("transform", at(square, seen));
      return piece;
    }),
    boardFront(layout),
    arrows.map((path) => drawArrow(path, seen)),
  );
}
