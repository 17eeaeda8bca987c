import assert from "node:assert/strict";
import { test } from "node:test";
import { Choosing } from "../../src/kingme/web/static/js/choosing.js";
import { GAMES, layoutOf } from "../../src/kingme/web/static/js/games/layout.js";
import { gameOf, readFen } from "../../src/kingme/web/static/js/position.js";
import * as squares from "../../src/kingme/web/static/js/squares.js";

/** @type {Color[]} */
const SIDES = ["white", "black"];

test("every square of every game has a place, and every place its square", () => {
  for (const layout of GAMES.map(layoutOf)) {
    for (const bottom of SIDES) {
      const places = new Set();
      for (const square of layout.squares) {
        const [row, col] = layout.rowCol(square, bottom);
        assert.equal(layout.squareAt(row, col, bottom), square);
        places.add(`${row},${col}`);
      }
      assert.equal(places.size, layout.squares.length);
    }
  }
});

test("English draughts lies where it always lay", () => {
  const layout = layoutOf();
  for (const bottom of SIDES) {
    for (const square of squares.SQUARES) {
      assert.deepEqual(layout.rowCol(square, bottom), squares.rowCol(square, bottom));
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
        assert.equal(layout.neighbour(square, key, bottom), squares.neighbour(square, key, bottom));
      for (const system of /** @type {Coordinates[]} */ (["numeric", "algebraic", "rowcol"]))
        assert.equal(layout.squareName(square, system, bottom), squares.squareName(square, system, bottom));
    }
    for (const system of /** @type {Coordinates[]} */ (["algebraic", "rowcol"]))
      assert.deepEqual(layout.edgeLabels(system, bottom), squares.edgeLabels(system, bottom));
  }
});

test("squares are called what the notation of their game calls them", () => {
  assert.equal(layoutOf("othello").squareName(38), "f5");
  assert.equal(layoutOf("othello").squareName(1), "a1");
  assert.equal(layoutOf("banqi").squareName(1), "a4");
  assert.equal(layoutOf("connect-four").squareName(24), "d3");
});

test("positions say which game they are of", () => {
  const othello = readFen(`othello:${"-".repeat(27)}OX------XO${"-".repeat(27)} X`);
  assert.equal(othello.pieces.game, "othello");
  assert.equal(othello.turn, "black");
  assert.deepEqual(
    [...othello.pieces],
    [
      [28, "w"],
      [29, "b"],
      [36, "b"],
      [37, "w"],
    ],
  );
  const four = readFen("connect-four:7/7/7/7/7/2yr3 y");
  assert.equal(four.turn, "white");
  assert.deepEqual(
    [...four.pieces],
    [
      [15, "w"],
      [22, "b"],
    ],
  );
  const banqi = readFen("banqi:K6h/8/8/7p r");
  assert.deepEqual(
    [...banqi.pieces],
    [
      [1, "bk"],
      [8, "wn"],
      [32, "wp"],
    ],
  );
  assert.equal(gameOf("B:W21:B1"), "english");
  assert.equal(readFen("english:W:W21:B1").pieces.get(21), "w");
});

test("draughts are written with numbers or with letters", () => {
  assert.deepEqual([...readFen("russian:W:Wa3,Kh2:Bb8").pieces].sort(), [...readFen("W:W21,K28:B1").pieces].sort());
  assert.equal(readFen("international:W:W31-50:B1-20").pieces.size, 40);
});

test("a click on a column means the square that a disc falls to; a pass is the only move", () => {
  const move = { path: [23], captured: [], text: "4" };
  const choosing = new Choosing([move]);
  assert.equal(choosing.put(27, layoutOf("connect-four")), move);
  assert.equal(choosing.put(20, layoutOf("connect-four")), undefined);
  assert.equal(choosing.pass, null);
  const pass = { path: [], captured: [], text: "pass" };
  assert.equal(new Choosing([pass]).pass, pass);
});
