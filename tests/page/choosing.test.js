import assert from "node:assert/strict";
import { test } from "node:test";
import { Choosing } from "../../src/kingme/web/static/js/choosing.js";

const QUIET = { path: [11, 15], captured: [], text: "11-15" };
const SHORT = { path: [22, 15], captured: [18], text: "22x15" };
const LONG = { path: [22, 15, 8], captured: [18, 11], text: "22x8" };
const OTHER = { path: [22, 17, 8], captured: [18, 13], text: "22x8" };

test("a quiet move is complete with its second square", () => {
  const choosing = new Choosing([QUIET]);
  assert.deepEqual([...choosing.starts()], [11]);
  choosing.pick(11);
  assert.deepEqual([...choosing.targets()], [[15, "dot"]]);
  assert.deepEqual(choosing.choose(15), { done: QUIET });
});

test("a multi-jump goes square by square, or at once to its end", () => {
  const choosing = new Choosing([LONG]);
  choosing.pick(22);
  assert.deepEqual([...choosing.targets().keys()], [15, 8]);
  assert.deepEqual(choosing.choose(15), { step: { path: [22, 15], captured: [18] } });
  assert.ok(choosing.jumping);
  assert.deepEqual(choosing.choose(8), { done: LONG });
  choosing.pick(22);
  assert.deepEqual(choosing.choose(8), { done: LONG });
});

test("two ways that take different pieces must be told apart", () => {
  const choosing = new Choosing([LONG, OTHER]);
  choosing.pick(22);
  assert.deepEqual(choosing.choose(8), { several: [LONG, OTHER] });
});

test("a square that no move leads to is refused", () => {
  const choosing = new Choosing([SHORT]);
  choosing.pick(22);
  assert.deepEqual(choosing.choose(26), { refused: [22, 26] });
  choosing.clear();
  assert.deepEqual(choosing.candidates(), []);
});
