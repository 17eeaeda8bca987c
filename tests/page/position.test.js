import assert from "node:assert/strict";
import { test } from "node:test";
import { afterMove, count, readFen, START_FEN, writeFen } from "../../src/kingme/web/static/js/position.js";

test("a FEN is read and written", () => {
  const { turn, pieces } = readFen("W:WK10,18,24:B12,K16.");
  assert.equal(turn, "white");
  assert.deepEqual(
    [...pieces],
    [
      [10, "W"],
      [18, "w"],
      [24, "w"],
      [12, "b"],
      [16, "B"],
    ],
  );
  assert.equal(writeFen(pieces, turn), "W:WK10,18,24:B12,K16");
  assert.equal(writeFen(readFen(START_FEN).pieces, "black"), START_FEN);
});

test("ranges stand for every square in them", () => {
  assert.equal(writeFen(readFen("B:W21-32:B1-12").pieces, "black"), START_FEN);
});

test("pieces are counted by side", () => {
  assert.deepEqual(count(readFen("W:WK10,18,24:B12").pieces), { white: 3, black: 1 });
});

test("a move takes what it passes, and crowns nobody", () => {
  const { pieces } = readFen("W:W11:B8,3");
  const after = afterMove(pieces, [11, 4], [8]);
  assert.deepEqual(
    [...after],
    [
      [3, "b"],
      [4, "w"],
    ],
  );
  assert.equal(pieces.size, 3, "what it was given is left alone");
});
