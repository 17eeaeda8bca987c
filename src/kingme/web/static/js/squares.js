/**
 * Where squares lie and what they are called. Geometry only: which moves are legal is the server's word.
 *
 * Squares are 1-32, as printed with Black on top: 1-4 in the top row. `bottom` is the colour seen at the bottom.
 */

export const SQUARES = Array.from({ length: 32 }, (_, index) => index + 1);
const FILES = "abcdefgh";
/** @type {Record<string, [down: number, right: number]>} */
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Row and column from the top left of the board as seen, both from 0.
 * @param {number} square
 * @param {Color} bottom
 * @returns {[row: number, col: number]}
 */
export function rowCol(square, bottom = "white") {
  const row = (square - 1) >> 2;
  const col = 2 * ((square - 1) & 3) + ((row + 1) % 2);
  return bottom === "white" ? [row, col] : [7 - row, 7 - col];
}

/**
 * The square in a row and column as seen, or null where the board is light or ends.
 * @param {number} row
 * @param {number} col
 * @param {Color} bottom
 */
export function squareAt(row, col, bottom = "white") {
  if (row < 0 || row > 7 || col < 0 || col > 7 || (row + col) % 2 === 0) return null;
  const square = 4 * row + (col >> 1) + 1;
  return bottom === "white" ? square : 33 - square;
}

/**
 * The name of a square in a system: numeric 18, algebraic d4, rowcol 5,4 (as seen).
 * @param {number} square
 * @param {Coordinates} system
 * @param {Color} bottom
 */
export function squareName(square, system = "numeric", bottom = "white") {
  if (system === "algebraic") {
    const [row, col] = rowCol(square);
    return `${FILES[col]}${8 - row}`;
  }
  if (system === "rowcol") {
    const [row, col] = rowCol(square, bottom);
    return `${row + 1},${col + 1}`;
  }
  return String(square);
}

/**
 * What to write along the left edge from the top, and along the other edge from the left.
 * @param {Coordinates} system
 * @param {Color} bottom
 */
export function edgeLabels(system, bottom = "white") {
  const count = [...Array(8).keys()];
  if (system === "algebraic") {
    const white = bottom === "white";
    return [count.map((i) => String(white ? 8 - i : i + 1)), count.map((i) => FILES[white ? i : 7 - i])];
  }
  return [count.map((i) => String(i + 1)), count.map((i) => String(i + 1))];
}

/**
 * The square next to one, in the direction of an arrow key; the rows of four are walked through like a table.
 * @param {number} square
 * @param {string} key
 * @param {Color} bottom
 */
export function neighbour(square, key, bottom) {
  const [row, col] = rowCol(square, bottom);
  const place = col >> 1;
  const [down, right] = WAYS[key] ?? [0, 0];
  const to = [row + down, place + right];
  if (to[0] < 0 || to[0] > 7 || to[1] < 0 || to[1] > 3) return square;
  return squareAt(to[0], 2 * to[1] + ((to[0] + 1) % 2), bottom) ?? square;
}
