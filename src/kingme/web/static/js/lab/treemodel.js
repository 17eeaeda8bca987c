/**
 * `TreeModel`: a search tree as the page knows it. It grows by steps (`apply`, one simulation) or is replaced by what
 * the stream shows (`load`), and is asked what to draw.
 *
 * A node's `value` is the mean result for the side that moved into it, as the search counts; `forFirst(node)` is the
 * same for the side that moves first in a game, as all of analysis shows it.
 */

import { readFen } from "../position.js";

export class TreeModel {
  /** @type {Map<number, TreeNode>} */
  #nodes = new Map();
  /** Where nodes were drawn, for when they come again. @type {Map<number, {x: number, y: number}>} */
  #places = new Map();
  #firstSearches;

  /** @param {{fen?: string, c?: number}} search */
  constructor({ fen = "", c = 1.4 } = {}) {
    this.c = c;
    this.fen = fen;
    this.#firstSearches = !fen || readFen(fen).turn === "black";
    this.version = 1;
    this.simulations = 0;
    /** @type {TreeNode} */
    this.root = this.#add({ id: 0, parent: null, move: null, fen });
  }

  clear() {
    this.#forget();
    this.version++;
    this.simulations = 0;
    this.root = this.#add({ id: 0, parent: null, move: null, fen: this.fen });
  }

  get size() {
    return this.#nodes.size;
  }

  /** @param {number|null} id */
  node(id) {
    return id === null ? undefined : this.#nodes.get(id);
  }

  /** Take all nodes away, but not where they were. */
  #forget() {
    for (const { id, x, y } of this.#nodes.values()) {
      if (x !== undefined && y !== undefined) this.#places.set(id, { x, y });
    }
    this.#nodes.clear();
  }

  /** @param {{id: number, parent: number|null, move: string|null, fen?: string|null, path?: number[]|null}} made */
  #add({ id, parent, move, fen = null, path = null }) {
    const above = parent === null ? null : this.#nodes.get(parent);
    /** @type {TreeNode} */
    const node = {
      id,
      parent,
      move,
      fen,
      path,
      depth: above ? above.depth + 1 : 0,
      visits: 0,
      sum: 0,
      value: null,
      proof: "",
      children: [],
      ...this.#places.get(id),
    };
    above?.children.push(node);
    this.#nodes.set(id, node);
    return node;
  }

  /** One step of the search, as the server tells it. @param {BriefStep} step */
  apply(step) {
    for (const { id, parent, move, fen } of step.opened) {
      if (!this.#nodes.has(id)) this.#add({ id, parent, move: move.text, path: move.path, fen });
    }
    for (const [id, visits, sum] of step.counts) {
      const node = this.#nodes.get(id);
      if (!node) continue;
      node.visits = visits;
      node.sum = sum;
      node.value = visits ? sum / visits : null;
    }
    this.simulations = step.number + step.count - 1;
    this.version++;
  }

  /**
   * The nodes of a snapshot, parents first; what it does not name is no longer shown.
   * @param {Omit<TreeEntry, "depth">[]} entries
   */
  load(entries) {
    this.clear();
    for (const entry of entries) {
      if (entry.id !== 0 && !(entry.parent !== null && this.#nodes.has(entry.parent))) continue;
      const node = entry.id === 0 ? this.root : this.#add({ id: entry.id, parent: entry.parent, move: entry.move });
      node.visits = entry.visits;
      node.value = entry.value;
      node.sum = entry.exploit === null ? 0 : entry.exploit * entry.visits;
      node.proof = entry.proof ?? "";
      node.parts = { exploit: entry.exploit, explore: entry.explore, uct: entry.uct };
    }
    for (const node of this.#nodes.values()) node.children.sort((a, b) => a.id - b.id);
    this.simulations = this.root.visits;
  }

  /**
   * The expected score at a node for the side that moves first in a game, from 0 to 1; null without a visit.
   * @param {TreeNode} node
   */
  forFirst(node) {
    if (node.value === null) return null;
    return (node.depth % 2 === 1) === this.#firstSearches ? node.value : 1 - node.value;
  }

  /** The parts of a node's score as the next selection would see them. @param {TreeNode} node @returns {Score} */
  score(node) {
    if (node.parts) return node.parts;
    if (node.parent === null || !node.visits) return { exploit: node.value, explore: null, uct: null };
    const exploit = node.sum / node.visits;
    const explore = this.c * Math.sqrt(Math.log(Math.max(this.#nodes.get(node.parent)?.visits ?? 1, 1)) / node.visits);
    return { exploit, explore, uct: exploit + explore };
  }

  /** The moves from the root to a node. @param {TreeNode} node */
  line(node) {
    /** @type {string[]} */
    const moves = [];
    for (let at = /** @type {TreeNode|undefined} */ (node); at && at.parent !== null; at = this.#nodes.get(at.parent)) {
      moves.unshift(at.move ?? "");
    }
    return moves;
  }

  /** The most visited way down. */
  principal() {
    const way = [this.root];
    for (;;) {
      /** @type {TreeNode|null} */
      let best = null;
      for (const node of way[way.length - 1].children) if (node.visits > (best?.visits ?? 0)) best = node;
      if (!best) return way;
      way.push(best);
    }
  }

  /**
   * What is drawn: nodes with enough visits, not below a collapsed one; `hidden` counts what a node does not show.
   * @param {number} minimum
   * @param {Set<number>} collapsed
   * @param {number} most
   * @param {Map<number, string>} always
   */
  visible(minimum = 0, collapsed = new Set(), most = Infinity, always = new Map()) {
    /** @type {TreeNode[]} */
    const shown = [];
    const stack = [this.root];
    while (stack.length && shown.length < most) {
      const node = /** @type {TreeNode} */ (stack.pop());
      node.shown = collapsed.has(node.id)
        ? []
        : node.children.filter((child) => child.visits >= minimum || always.has(child.id));
      node.hidden = node.children.length - node.shown.length;
      shown.push(node);
      for (let i = node.shown.length - 1; i >= 0; i--) stack.push(node.shown[i]);
    }
    if (stack.length) {
      const kept = new Set(shown);
      for (const node of shown) node.shown = node.shown?.filter((child) => kept.has(child));
    }
    return shown;
  }

  /** The fewest visits with which at most `most` nodes are drawn. @param {number} most */
  minimumFor(most) {
    if (this.size <= most) return 0;
    const visits = [...this.#nodes.values()].map((node) => node.visits).sort((a, b) => b - a);
    return visits[most] + 1;
  }

  nodes() {
    return this.#nodes.values();
  }

  /** Everything as plain numbers, to compare trees: move, parent, visits and sum of each node. */
  plain() {
    return [...this.#nodes.values()]
      .sort((a, b) => a.id - b.id)
      .map(({ id, parent, move, visits, sum }) => ({ id, parent, move, visits, sum }));
  }
}
