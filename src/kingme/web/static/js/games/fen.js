/**
 * Positions of the games that are not draughts: text to pieces on squares. The server checks; this only reads what it
 * sent. Letters begin with the side, `b` for the one that moves first; the characters of Banqi have their kind behind.
 */

/** @typedef {{turn: Color, pieces: Pieces}} Position */

/** `X` and `O` on 64 squares, then the side to move. @param {string} fen @returns {Position} */
function readOthello(fen) {
  const letters = fen.replace(/\s+/g, "");
  /** @type {Pieces} */
  const pieces = new Map();
  for (let square = 1; square <= 64; square++) {
    const letter = letters[square - 1];
    if (letter === "X" || letter === "O") pieces.set(square, letter === "X" ? "b" : "w");
  }
  return { turn: letters[64] === "O" ? "white" : "black", pieces };
}

/**
 * Rows from the top with figures for empty squares, then the side to move.
 * @param {string} fen
 * @param {string} second  the letter of the side that moves second
 * @param {(row: number, col: number) => number} squareOf
 * @param {(letter: string) => Letter} letterOf
 * @returns {Position}
 */
function readRows(fen, second, squareOf, letterOf) {
  const [board, turn] = fen.trim().split(/\s+/);
  /** @type {Pieces} */
  const pieces = new Map();
  board.split("/").forEach((letters, row) => {
    let col = 0;
    for (const letter of letters) {
      if (/\d/.test(letter)) col += Number(letter);
      else pieces.set(squareOf(row, col++), letterOf(letter));
    }
  });
  return { turn: turn === second ? "white" : "black", pieces };
}

/** @type {Record<string, (fen: string) => Position>} */
const READERS = {
  othello: readOthello,
  "connect-four": (fen) =>
    readRows(
      fen,
      "y",
      (row, col) => 7 * col + 6 - row,
      (letter) => (letter === "r" ? "b" : "w"),
    ),
  banqi: (fen) =>
    readRows(
      fen,
      "b",
      (row, col) => 8 * row + col + 1,
      (letter) =>
        /** @type {Letter} */ (
          `${letter === letter.toUpperCase() ? "b" : "w"}${letter.toLowerCase().replace("h", "n")}`
        ),
    ),
};

/** The reader of a game's positions, if they are not written like those of draughts. @param {string} game */
export const readerOf = (game) => READERS[game];
