/** One position of a game with variations, and such games as nested data. */

let numbers = 0;

/** One position of the tree, with the move that led to it. */
export class Node {
  constructor(parent, { path = [], captured = [], text = "", fen, comment = "", nags = [] }) {
    this.id = ++numbers;
    this.parent = parent;
    this.children = []; // the first one is how the line goes on
    this.depth = parent ? parent.depth + 1 : 0;
    Object.assign(this, { path, captured, text, fen, comment, nags: [...nags] });
    this.position = null; // what the server says of it: legal moves, outcome
  }
}

/** Hang a line with its variations below a node; they stand before the move that they replace. */
export function attach(parent, plies) {
  let at = parent;
  for (const ply of plies) {
    const node = new Node(at, ply);
    at.children.push(node);
    for (const variation of ply.variations) attach(at, variation);
    at = node;
  }
}

/** Add a line with its variations to what is there: known moves are followed and take over what was written of them. */
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

/** A line with its variations as data again. */
export function detach(parent) {
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

const plain = ({ path, comment, nags }) => ({ path, comment, nags, variations: [] });

export const same = (a, b) => a.length === b.length && a.every((square, index) => square === b[index]);

/** Everything about a line, for keeping it in the browser. */
export function whole(parent) {
  const plies = [];
  for (let at = parent; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    plies.push({ ...all(main), variations: others.map((node) => [all(node), ...whole(node)]) });
  }
  return plies;
}

const all = ({ path, captured, text, fen, comment, nags }) => ({
  path,
  captured,
  text,
  fen,
  comment,
  nags,
  variations: [],
});
