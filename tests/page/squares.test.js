import assert from "node:assert/strict";
import { test } from "node:test";
import {
  edgeLabels,
  neighbour,
  rowCol,
  SQUARES,
  squareAt,
  squareName,
} from "../../src/kingme/web/static/js/squares.js";

/** @type {Color[]} */
const SIDES = ["white", "black"];

test("every square has a place, and every place its square", () => {
  for (const bottom of SIDES) {
    for (const square of SQUARES) {
      const [row, col] = rowCol(square, bottom);
      assert.equal((row + col) % 2, 1, "squares are dark");
      assert.equal(squareAt(row, col, bottom), square);
    }
  }
});

test("light places and those beyond the edge have no square", () => {
  assert.equal(squareAt(0, 0), null);
  assert.equal(squareAt(-1, 0), null);
  assert.equal(squareAt(3, 8), null);
});

test("White at the bottom sees 1 to 4 in the top row", () => {
  assert.deepEqual(
    [1, 2, 3, 4].map((square) => rowCol(square)),
    [
      [0, 1],
      [0, 3],
      [0, 5],
      [0, 7],
    ],
  );
  assert.deepEqual(rowCol(1, "black"), [7, 6]);
});

test("names follow the system", () => {
  assert.equal(squareName(18), "18");
  assert.equal(squareName(18, "algebraic"), "d4");
  assert.equal(squareName(18, "algebraic", "black"), "d4", "a name does not turn with the board");
  assert.equal(squareName(18, "rowcol"), "5,4");
  assert.equal(squareName(18, "rowcol", "black"), "4,5");
});

test("labels along the edges turn with the board", () => {
  assert.deepEqual(edgeLabels("algebraic")[0], ["8", "7", "6", "5", "4", "3", "2", "1"]);
  assert.deepEqual(edgeLabels("algebraic", "black")[1], ["h", "g", "f", "e", "d", "c", "b", "a"]);
  assert.deepEqual(edgeLabels("rowcol", "black")[0], ["1", "2", "3", "4", "5", "6", "7", "8"]);
});

test("arrow keys lead to the next square and stop at the edge", () => {
  for (const bottom of SIDES) {
    for (const square of SQUARES) {
      const right = neighbour(square, "ArrowRight", bottom);
      if (right !== square) assert.equal(neighbour(right, "ArrowLeft", bottom), square);
      const down = neighbour(square, "ArrowDown", bottom);
      if (down !== square) assert.equal(neighbour(down, "ArrowUp", bottom), square);
    }
  }
  assert.equal(neighbour(32, "ArrowDown", "white"), 32);
  assert.equal(neighbour(1, "ArrowDown", "black"), 1);
  assert.equal(neighbour(5, "Enter", "white"), 5);
});
