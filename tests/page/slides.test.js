import assert from "node:assert/strict";
import { test } from "node:test";
import { readFen } from "../../src/kingme/web/static/js/position.js";
import { slides } from "../../src/kingme/web/static/js/slides.js";
import { rowCol } from "../../src/kingme/web/static/js/squares.js";

/** @param {string} from @param {string} to */
const between = (from, to) =>
  slides(readFen(from).pieces, readFen(to).pieces, { rowCol: (square) => rowCol(square, "white") });

test("a move that is taken back slides, and what it captured appears", () => {
  assert.deepEqual(between("W:W15:B12", "B:W11:B12"), [{ path: [15, 11], captured: [] }]);
  assert.deepEqual(between("W:W22:B15", "B:W22,18:B11"), [{ path: [15, 11], captured: [] }]);
});

test("the nearest piece of its colour is the one that came, and a new position does not slide", () => {
  assert.deepEqual(between("W:W5,29:B12", "B:W25:B12"), [{ path: [29, 25], captured: [] }]);
  assert.deepEqual(between("W:W21-32:B1-12", "W:W13,14,15,16,17,18,19,20:BK1"), []);
});
