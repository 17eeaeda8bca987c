import assert from "node:assert/strict";
import { test } from "node:test";
import { TreeModel } from "../../../src/kingme/web/static/js/lab/treemodel.js";

const MOVE = { path: [11, 15], captured: [], text: "11-15" };
const OTHER = { path: [12, 16], captured: [], text: "12-16" };

/** @param {Partial<BriefStep>} step @returns {BriefStep} */
const step = (step) => ({
  number: 1,
  count: 1,
  path: [0, 1],
  opened: [],
  ending: "win",
  result: 1,
  plies: 40,
  counts: [],
  ...step,
});

function grown() {
  const model = new TreeModel({ fen: "B:W32:B1", c: 2 });
  model.apply(
    step({
      opened: [{ id: 1, parent: 0, move: MOVE, fen: "W:W32:B6" }],
      counts: [
        [0, 1, 0],
        [1, 1, 1],
      ],
    }),
  );
  model.apply(
    step({
      number: 2,
      opened: [{ id: 2, parent: 0, move: OTHER, fen: "W:W32:B5" }],
      counts: [
        [0, 3, 1],
        [2, 2, 0],
      ],
    }),
  );
  return model;
}

test("steps add nodes and count visits", () => {
  const model = grown();
  assert.deepEqual(model.plain(), [
    { id: 0, parent: null, move: null, visits: 3, sum: 1 },
    { id: 1, parent: 0, move: "11-15", visits: 1, sum: 1 },
    { id: 2, parent: 0, move: "12-16", visits: 2, sum: 0 },
  ]);
  assert.equal(model.simulations, 2);
  assert.deepEqual(model.line(/** @type {TreeNode} */ (model.node(2))), ["12-16"]);
  assert.deepEqual(
    model.principal().map(({ id }) => id),
    [0, 2],
  );
});

test("values are for the side that moved, or for the side that moves first", () => {
  const model = grown();
  const [first, second] = model.root.children;
  assert.equal(model.forFirst(first), 1);
  assert.equal(model.forFirst(second), 0);
  assert.equal(model.forFirst(model.root), 1 - 1 / 3);
});

test("the score is the formula", () => {
  const model = grown();
  const { exploit, explore, uct } = model.score(model.root.children[1]);
  assert.equal(exploit, 0);
  assert.equal(explore, 2 * Math.sqrt(Math.log(3) / 2));
  assert.equal(uct, explore);
  assert.deepEqual(model.score(model.root), { exploit: model.root.value, explore: null, uct: null });
});

test("what has few visits or is folded is not drawn, and counted", () => {
  const model = grown();
  assert.deepEqual(
    model.visible(2).map(({ id }) => id),
    [0, 2],
  );
  assert.equal(model.root.hidden, 1);
  assert.deepEqual(model.visible(2, new Set(), Infinity, new Map([[1, "select"]])).length, 3);
  assert.deepEqual(model.visible(0, new Set([0])).length, 1);
  assert.equal(model.visible(0, new Set(), 2).length, 2);
  assert.deepEqual(model.root.shown?.length, 1, "no line leads to a node that is not drawn");
  assert.equal(model.minimumFor(2), 2);
  assert.equal(model.minimumFor(3), 0);
});

test("a snapshot replaces the tree, and nodes keep their places", () => {
  const model = grown();
  Object.assign(/** @type {TreeNode} */ (model.node(2)), { x: 5, y: 7 });
  const entry = { value: 0.5, exploit: 0.5, explore: 0.1, uct: 0.6, proof: "" };
  model.load([
    { id: 0, parent: null, move: null, visits: 10, ...entry },
    { id: 2, parent: 0, move: "12-16", visits: 6, ...entry },
    { id: 9, parent: 77, move: "lost", visits: 1, ...entry },
  ]);
  assert.deepEqual(
    model.plain().map(({ id }) => id),
    [0, 2],
  );
  assert.deepEqual([model.node(2)?.x, model.node(2)?.y], [5, 7]);
  assert.equal(model.simulations, 10);
  assert.equal(model.root.children[0], model.node(2));
  model.load([]);
  assert.equal(model.size, 1, "the root is always there");
});
