/** One position of a game with variations, and such games as nested data. */

/** @typedef {Omit<Wire.AnalysedPosition, "move"|"refused">} Position */
/** @typedef {Ply & {variations: Nested[][]}} Nested */

let numbers = 0;

/** One position of the tree, with the move that led to it. */
export class Node {
  /** How the line goes on comes first. @type {Node[]} */
  children = [];
  /** What the server says of it: legal moves, outcome. @type {Position|null} */
  position = null;
  /** What a search has found here. @type {(Info & {spec?: string})|null} */
  info = null;
  depth = 0;

  /** @param {Node|null} parent @param {Partial<Ply> & {fen: string}} ply */
  constructor(parent, { path = [], captured = [], text = "", fen, comment = "", nags = [] }) {
    this.id = ++numbers;
    this.parent = parent;
    if (parent) this.depth = parent.depth + 1;
    this.path = path;
    this.captured = captured;
    this.text = text;
    this.fen = fen;
    this.comment = comment;
    this.nags = [...nags];
  }
}

/**
 * Hang a line with its variations below a node; they stand before the move that they replace.
 * @param {Node} parent
 * @param {Nested[]} plies
 */
export function attach(parent, plies) {
  let at = parent;
  for (const ply of plies) {
    const node = new Node(at, ply);
    at.children.push(node);
    for (const variation of ply.variations) attach(at, variation);
    at = node;
  }
}

/**
 * Add a line with its variations to what is there: known moves are followed and take over what was written of them.
 * @param {Node} parent
 * @param {Nested[]} plies
 */
export function merge(parent, plies) {
  let at = parent;
  for (const ply of plies) {
    let node = at.children.find((child) => same(child.path, ply.path));
    if (!node) {
      node = new Node(at, ply);
      at.children.push(node);
    }
    if (ply.comment) node.comment = ply.comment;
    if (ply.nags.length) node.nags = [...ply.nags];
    for (const variation of ply.variations) merge(at, variation);
    at = node;
  }
}

/** A line with its variations as data again. @param {Node} parent @returns {Wire.TreePly[]} */
export function detach(parent) {
  /** @type {Wire.TreePly[]} */
  const plies = [];
  for (let at = parent; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    plies.push({
      path: main.path,
      comment: main.comment,
      nags: main.nags,
      variations: others.map((node) => [plain(node), ...detach(node)]),
    });
  }
  return plies;
}

/** @param {Node} node */
const plain = ({ path, comment, nags }) => ({ path, comment, nags, variations: [] });

/** @param {number[]} a @param {number[]} b */
export const same = (a, b) => a.length === b.length && a.every((square, index) => square === b[index]);

/** Everything about a line, for keeping it in the browser. @param {Node} parent @returns {Nested[]} */
export function whole(parent) {
  /** @type {Nested[]} */
  const plies = [];
  for (let at = parent; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    plies.push({ ...all(main), variations: others.map((node) => [all(node), ...whole(node)]) });
  }
  return plies;
}

/** @param {Node} node @returns {Nested} */
const all = ({ path, captured, text, fen, comment, nags }) => ({
  path,
  captured,
  text,
  fen,
  comment,
  nags,
  variations: [],
});
