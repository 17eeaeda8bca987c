import assert from "node:assert/strict";
import { test } from "node:test";
import { bounds, layOut, radius } from "../../../src/kingme/web/static/js/lab/treelayout.js";

/** @param {number} id @param {number} visits @param {TreeNode[]} children @returns {TreeNode} */
function node(id, visits, children = []) {
  const numbers = { id, visits, depth: 0, sum: 0, value: null, proof: "" };
  return { ...numbers, parent: null, move: null, fen: null, path: null, children, shown: children };
}

const tree = () => node(0, 100, [node(1, 60, [node(3, 30), node(4, 20)]), node(2, 40)]);

/** @param {TreeNode} top @returns {Placed<TreeNode>[]} */
const all = (top) => [/** @type {Placed<TreeNode>} */ (top), ...(top.shown ?? []).flatMap(all)];

test("the area of a node is its share of the visits", () => {
  assert.equal(radius({ visits: 100 }, 100), 18);
  assert.equal(radius({ visits: 25 }, 100), 10.5);
  assert.equal(radius({ visits: 0 }, 0), 3);
});

test("rows lie below each other, and neighbours keep apart", () => {
  const top = tree();
  layOut(top, { row: 50 });
  const [root, first, , , second] = all(top);
  assert.deepEqual([root.ty, first.ty, second.ty], [0, 50, 50]);
  assert.ok(second.tx - first.tx >= first.r + second.r);
});

test("round the root, rows are circles", () => {
  const top = tree();
  layOut(top, { shape: "round" });
  const [root, first, third, , second] = all(top);
  assert.ok(Math.hypot(root.tx, root.ty) < 1e-9);
  assert.ok(Math.abs(Math.hypot(first.tx, first.ty) - Math.hypot(second.tx, second.ty)) < 1e-9);
  assert.ok(Math.hypot(third.tx, third.ty) > Math.hypot(first.tx, first.ty));
});

test("the box holds every node", () => {
  assert.deepEqual(
    bounds([
      { tx: 0, ty: 0, r: 5 },
      { tx: 20, ty: -10, r: 2 },
    ]),
    { left: -5, right: 22, top: -12, bottom: 5 },
  );
  assert.equal(bounds([]).left, Infinity);
});
