import "../browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { framesOf, marksOf, trim } = await import("../../../src/kingme/web/static/js/lab/frames.js");
const { TreeModel } = await import("../../../src/kingme/web/static/js/lab/treemodel.js");

/** @type {StepsHead} */
const HEAD = { fen: "B:W32:B1", turn: "black", c: 1.4 };
const MOVE = { path: [1, 6], captured: [], text: "1-6" };

/** @param {number} id @param {boolean} chosen @returns {Candidate} */
const child = (id, chosen) => ({
  id,
  move: "1-5",
  visits: 3,
  value: 2,
  exploit: 2 / 3,
  explore: 0.5,
  score: 7 / 6,
  proof: "",
  chosen,
  rave: null,
});

/** @param {Partial<DetailedStep>} more @returns {DetailedStep} */
const step = (more) => ({
  number: 11,
  count: 1,
  path: [0, 1, 2],
  opened: [{ id: 2, parent: 1, move: MOVE, fen: "W:W32:B6" }],
  ending: "win",
  result: 1,
  plies: 30,
  counts: [],
  levels: [
    { id: 0, fen: HEAD.fen, visits: 10, reason: "score", children: [child(1, true), child(3, false)] },
    { id: 1, fen: "W:W32:B5", visits: 3, reason: "new", children: [] },
  ],
  playout: [{ move: MOVE, fen: "W:W32:B6" }],
  backed_up: [{ id: 0, gain: 0, visits: 11, value: 4 }],
  ...more,
});

test("a simulation is shown in its four phases", () => {
  const frames = framesOf(step({}), new TreeModel(HEAD), HEAD);
  assert.deepEqual(
    frames.map(({ phase }) => phase),
    ["select", "expand", "simulate", "backup"],
  );
  assert.deepEqual(
    frames.map(({ title }) => title),
    ["Select at the root", "Expand node 1", "Simulate 30 plies", "Back up"],
  );
  assert.equal(frames[2].text, "Red wins the playout: the result is 1 for Red.");
  assert.match(frames[3].text, /1 for Red, 0 for the other side\.$/);
});

test("where the game is over nothing is expanded", () => {
  const over = step({ opened: [], plies: 0, ending: "over", result: 0, playout: [] });
  const frames = framesOf(over, new TreeModel(HEAD), HEAD);
  assert.equal(frames[1].title, "Nothing to expand");
  assert.equal(frames[2].text, "The game is over at this node: the result is 0 for Red.");
  assert.equal(frames[2].fen, "W:W32:B5");
});

test("the nodes of a phase are marked", () => {
  const [select, expand, , backup] = framesOf(step({}), new TreeModel(HEAD), HEAD);
  assert.deepEqual(
    [...marksOf(select)],
    [
      [0, "select"],
      [1, "select"],
    ],
  );
  assert.equal(marksOf(expand).get(2), "expand");
  assert.deepEqual(new Set(marksOf(backup).values()), new Set(["backup"]));
});

test("numbers have no needless digits", () => {
  assert.deepEqual([0.5, 1, 1 / 3, 2.00001].map(trim), ["0.5", "1", "0.3333", "2"]);
});
