/** Positions: FEN text to pieces on squares and back. The server checks; this only reads what it sent. */

import { readerOf } from "./games/fen.js";
import { ENGLISH, isShown, layoutOf } from "./games/layout.js";
import { SQUARES } from "./squares.js";

export const START_FEN = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

/** The game of a position: its name stands before it, but for English draughts. @param {string} fen */
export function gameOf(fen) {
  const name = fen.slice(0, Math.max(0, fen.indexOf(":")));
  return isShown(name) ? name : ENGLISH;
}

/** A position with the name of its game, if that is not there already. @param {string} fen @param {string} game */
export const namedFen = (fen, game) => (game === ENGLISH || gameOf(fen) === game ? fen : `${game}:${fen}`);

/** Pieces know which game they are of, so that boards can draw themselves. @param {string} fen */
export function readFen(fen) {
  const game = gameOf(fen);
  const rest = game === ENGLISH ? fen.replace(/^english:/, "") : fen.slice(game.length + 1);
  const position = readerOf(game)?.(rest) ?? readDraughts(rest, layoutOf(game));
  if (game !== ENGLISH) position.pieces.game = game;
  return position;
}

/**
 * Squares are numbers, or letters with numbers in games that write them so.
 * @param {string} fen
 * @param {import("./games/layout.js").Layout} layout
 * @returns {{turn: Color, pieces: Pieces}}
 */
function readDraughts(fen, layout) {
  /** @type {Pieces} */
  const pieces = new Map();
  const [turn, ...sides] = fen.trim().replace(/\.$/, "").split(":");
  for (const side of sides) {
    const letter = side[0]?.toLowerCase() === "w" ? "w" : "b";
    for (const part of side.slice(1).split(",").filter(Boolean)) {
      const king = part[0] === "K";
      const ends = part.replace("K", "").split("-");
      const [from, to] = ends.map((name) => (/^[a-z]/.test(name) ? layout.squareNamed(name) : Number(name)));
      for (let square = from; square <= (to || from); square++) pieces.set(square, king ? crowned(letter) : letter);
    }
  }
  return { turn: turn.toLowerCase() === "w" ? "white" : "black", pieces };
}

/** @param {"b"|"w"} letter */
const crowned = (letter) => (letter === "w" ? "W" : "B");

/** @param {Pieces} pieces @param {Color} turn */
export function writeFen(pieces, turn) {
  /** @param {"b"|"w"} letter */
  const list = (letter) =>
    SQUARES.filter((square) => pieces.get(square)?.toLowerCase() === letter)
      .map((square) => (pieces.get(square) === letter ? square : `K${square}`))
      .join(",");
  return `${turn === "white" ? "W" : "B"}:W${list("w")}:B${list("b")}`;
}

/** @param {string} letter @returns {Color} */
export const colorOf = (letter) => (letter[0].toLowerCase() === "w" ? "white" : "black");
/** @param {string} letter */
export const isKing = (letter) => letter === "B" || letter === "W";
/** @param {Color} color @returns {Color} */
export const other = (color) => (color === "black" ? "white" : "black");

/** How many pieces each side has. @param {Pieces} pieces */
export function count(pieces) {
  let white = 0;
  for (const letter of pieces.values()) if (colorOf(letter) === "white") white++;
  return { white, black: pieces.size - white };
}

/**
 * The pieces after a move, before anybody is crowned: that is for the server to say.
 * @param {Pieces} pieces
 * @param {number[]} path
 * @param {number[]} captured
 */
export function afterMove(pieces, path, captured) {
  /** @type {Pieces} */
  const next = new Map(pieces);
  if (pieces.game) next.game = pieces.game;
  const letter = next.get(path[0]);
  next.delete(path[0]);
  for (const square of captured) next.delete(square);
  if (letter) next.set(path[path.length - 1], letter);
  return next;
}
