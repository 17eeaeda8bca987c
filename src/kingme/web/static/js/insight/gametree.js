/**
 * A game with variations, comments and glyphs, and the position that is looked at. It stands in for a `Game`, so that
 * the board of a game in play serves for analysis too: whatever is moved there becomes a move of the main line, or of a
 * variation. Moves are checked by the server, which also says what is legal next.
 *
 * Events: "state" (detail: {state, before}; another position is shown), "edit" (moves, comments or glyphs changed),
 * "refused" (a move was not possible).
 */

import { api } from "../api.js";
import { other, readFen, START_FEN } from "../position.js";
import { attach, detach, merge, Node, same, whole } from "./gamenode.js";

export class GameTree extends EventTarget {
  pending = false;
  connected = true;
  live = true;
  watching = false;
  #version = 0;

  constructor(start = START_FEN) {
    super();
    this.reset(start);
  }

  reset(fen) {
    this.root = new Node(null, { fen });
    this.node = this.root;
    this.tags = {};
    this.result = "*";
    this.outcome = null;
  }

  /** Take a game as the server reads it from a text. */
  load({ start_fen: start, tags, comment, result, outcome, plies }) {
    this.reset(start);
    Object.assign(this, { tags: { ...tags }, result, outcome });
    this.root.comment = comment;
    attach(this.root, plies);
  }

  /** Add the moves and comments of another version of the same game; the main line stays. */
  merge({ comment, plies }) {
    if (comment) this.root.comment = comment;
    merge(this.root, plies);
  }

  // --- what a board wants to know -----------------------------------------------------------------------------------

  get state() {
    const { fen, position } = this.node;
    const plies = this.line();
    return {
      version: this.#version,
      owner: true,
      fen,
      start_fen: this.root.fen,
      turn: readFen(fen).turn,
      plies,
      legal: position?.legal ?? [],
      must_capture: Boolean(position?.must_capture),
      outcome: position?.outcome ?? null,
    };
  }

  get mine() {
    return ["black", "white"];
  }

  get myTurn() {
    return !this.node.position?.outcome;
  }

  get homeSide() {
    return "black";
  }

  get shown() {
    return this.node.depth;
  }

  get length() {
    return this.node.depth;
  }

  fenAt(plies) {
    return plies === 0 ? this.root.fen : this.line()[plies - 1].fen;
  }

  plyAt(plies) {
    return plies === 0 ? null : this.line()[plies - 1];
  }

  look() {}

  /** The nodes from the start to a node, without the start. */
  line(node = this.node) {
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** The main line of the game, without the start. */
  mainLine() {
    const nodes = [];
    for (let at = this.root.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  isMain(node = this.node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }

  // --- going about --------------------------------------------------------------------------------------------------

  /** Show a position. */
  async go(node) {
    const before = this.state;
    this.node = node;
    this.#version += 1;
    this.#tell("state", { state: this.state, before });
    await this.#ask(node);
  }

  back() {
    return this.node.parent ? this.go(this.node.parent) : null;
  }

  forward() {
    return this.node.children[0] ? this.go(this.node.children[0]) : null;
  }

  first() {
    return this.go(this.root);
  }

  last() {
    let at = this.node;
    while (at.children[0]) at = at.children[0];
    return this.go(at);
  }

  /** Legal moves of a position, asked for once. */
  async #ask(node) {
    if (node.position) return;
    try {
      node.position = await api.post("/api/analysis/position", { fen: node.fen });
    } catch (error) {
      this.#tell("error", { message: error.message });
      return;
    }
    if (node === this.node) this.#renew();
  }

  #renew() {
    const before = this.state;
    this.#version += 1;
    this.#tell("state", { state: this.state, before: { ...before, legal: [] } });
  }

  // --- making moves -------------------------------------------------------------------------------------------------

  /** Make a move here: one that is known is followed, another becomes a variation. */
  async move(path) {
    const from = this.node;
    const known = from.children.find((child) => same(child.path, path));
    if (known) {
      await this.go(known);
      return known;
    }
    this.pending = true;
    try {
      const { move, refused, ...position } = await api.post("/api/analysis/position", { fen: from.fen, path });
      this.pending = false;
      if (!move) throw new Error(refused);
      const node = from.children.find((child) => same(child.path, move.path)) ?? this.#add(from, move, position);
      await this.go(node);
      return node;
    } catch (error) {
      this.pending = false;
      this.#tell("refused", { message: error.message, squares: path.slice(0, 1) });
      return null;
    }
  }

  #add(from, move, position) {
    const node = new Node(from, { ...move, fen: position.fen });
    node.position = position;
    from.children.push(node);
    this.#tell("edit");
    return node;
  }

  /** Add a line of play from here without going there. @returns {Node} the first of its moves */
  addLine(from, paths, texts, fens, captured = []) {
    let at = from;
    let first = null;
    paths.forEach((path, index) => {
      let next = at.children.find((child) => same(child.path, path));
      if (!next) {
        next = new Node(at, { path, captured: captured[index] ?? [], text: texts[index], fen: fens[index] });
        at.children.push(next);
      }
      first ??= next;
      at = next;
    });
    this.#tell("edit");
    return first;
  }

  // --- editing ------------------------------------------------------------------------------------------------------

  comment(node, text) {
    if (node.comment === text) return;
    node.comment = text;
    this.#tell("edit");
  }

  /** Set the glyph of a move (a number of PDN), or take it away. */
  glyph(node, nag) {
    const had = node.nags.includes(nag);
    node.nags = node.nags.filter((number) => number > 6);
    if (nag && !had) node.nags.unshift(nag);
    this.#tell("edit");
  }

  /** Make the line of a move the main line, as far as it can be. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
    }
    this.#tell("edit");
  }

  /** Delete a move and what follows it. */
  async remove(node) {
    const { parent } = node;
    parent.children.splice(parent.children.indexOf(node), 1);
    this.#tell("edit");
    for (let at = this.node; at; at = at.parent) {
      if (at === node) {
        await this.go(parent);
        return;
      }
    }
  }

  // --- the way out --------------------------------------------------------------------------------------------------

  /** As the server takes it to write PDN. */
  data() {
    return {
      start_fen: this.root.fen,
      tags: this.tags,
      comment: this.root.comment,
      result: this.result,
      plies: detach(this.root),
    };
  }

  /** Everything, as `load` takes it. */
  whole() {
    const { root, tags, result, outcome } = this;
    return { start_fen: root.fen, tags, comment: root.comment, result, outcome, plies: whole(root) };
  }

  /** Where to think: the start and the moves since, so that repetitions are known. */
  place(node = this.node) {
    return { fen: this.root.fen, moves: this.line(node).map(({ path }) => path) };
  }

  /** The number of the move after so many plies, and whether it is the first of its row: White may have begun. */
  numberOf(plies) {
    const ply = plies + (readFen(this.root.fen).turn === "white" ? 1 : 0);
    return { number: (ply >> 1) + 1, black: ply % 2 === 0 };
  }

  /** The colour that made a node's move. */
  moverOf(node) {
    return other(readFen(node.fen).turn);
  }

  #tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
