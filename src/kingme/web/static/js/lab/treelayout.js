/** Where the nodes of a tree go: d3-hierarchy's tidy tree, downwards or round the root. */

import { hierarchy, tree } from "../../vendor/d3-hierarchy.min.mjs";

const ROW = 64;
const GAP = 5;

/**
 * How large a node is drawn: its area grows with its share of the visits.
 * @param {{visits: number}} node
 * @param {number} total
 */
export function radius(node, total) {
  return 3 + 15 * Math.sqrt(node.visits / Math.max(total, 1));
}

/**
 * Set `tx`, `ty` and `r` of every node that is drawn.
 * @template {Drawn<N>} N
 * @param {N} root
 * @param {{shape?: "down"|"round", row?: number, gap?: number, size?: (node: N) => number}} options
 */
export function layOut(
  root,
  { shape = "down", row = ROW, gap = GAP, size = (node) => radius(node, root.visits) } = {},
) {
  const top = hierarchy(root, (node) => node.shown);
  top.each((place) => {
    place.data.r = size(place.data);
  });
  const unit = 10;
  /** @type {import("../../vendor/d3-hierarchy.min.mjs").Layout<N>} */
  const layout = tree();
  layout
    .nodeSize([unit, row])
    .separation((a, b) => ((a.data.r ?? 0) + (b.data.r ?? 0) + (a.parent === b.parent ? gap : 2 * gap)) / unit)(top);
  if (shape === "round") turn(top, row);
  else
    top.each((place) => {
      place.data.tx = place.x;
      place.data.ty = place.y;
    });
  return top;
}

/**
 * Bend the tree into a circle, wide enough that neighbours keep their distance.
 * @template {Drawn<N>} N
 * @param {import("../../vendor/d3-hierarchy.min.mjs").Place<N>} top
 * @param {number} row
 */
function turn(top, row) {
  let [left, right] = [0, 0];
  top.each(({ x }) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
  });
  const width = Math.max(right - left + 40, 1);
  const first = Math.max(row, width / (2 * Math.PI * Math.max(1, top.height / 2)));
  top.each((place) => {
    const angle = ((place.x - left) / width) * 2 * Math.PI - Math.PI / 2;
    const far = place.depth * first;
    place.data.tx = far * Math.cos(angle);
    place.data.ty = far * Math.sin(angle);
  });
}

/** The box around all nodes, by their targets. @param {{tx: number, ty: number, r: number}[]} nodes @returns {Box} */
export function bounds(nodes) {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { tx, ty, r } of nodes) {
    box.left = Math.min(box.left, tx - r);
    box.right = Math.max(box.right, tx + r);
    box.top = Math.min(box.top, ty - r);
    box.bottom = Math.max(box.bottom, ty + r);
  }
  return box;
}
