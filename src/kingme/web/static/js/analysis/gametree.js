/**
 * A game with variations, comments and glyphs, and the position that is looked at. It stands in for a `Game`, so that
 * the board of a game in play serves for analysis too: whatever is moved there becomes a move of the main line, or of a
 * variation. Moves are checked by the server, which also says what is legal next.
 *
 * Events: "state" (detail: {state, before}; another position is shown), "edit" (moves, comments or glyphs changed),
 * "refused" (a move was not possible).
 */

import { api, reason } from "../api.js";
import { Emitter } from "../emitter.js";
import { other, readFen, START_FEN } from "../position.js";
import { attach, detach, merge, Node, same, whole } from "./gamenode.js";

/** @extends {Emitter<GameEvents>} */
export class GameTree extends Emitter {
  pending = false;
  connected = true;
  live = true;
  watching = false;
  #version = 0;

  /** @param {string} start */
  constructor(start = START_FEN) {
    super();
    this.root = new Node(null, { fen: start });
    this.node = this.root;
    /** @type {Record<string, string>} */
    this.tags = {};
    /** @type {Wire.ReadGame["result"]} */
    this.result = "*";
    /** @type {Wire.OutcomeInfo|null} */
    this.outcome = null;
  }

  /** @param {string} fen */
  reset(fen) {
    this.root = new Node(null, { fen });
    this.node = this.root;
    this.tags = {};
    this.result = "*";
    this.outcome = null;
  }

  /**
   * Take a game as the server reads it from a text.
   * @param {Omit<Wire.ReadGame, "plies"> & {plies: import("./gamenode.js").Nested[]}} game
   */
  load({ start_fen: start, tags, comment, result, outcome, plies }) {
    this.reset(start);
    this.tags = { ...tags };
    this.result = result;
    this.outcome = outcome;
    this.root.comment = comment;
    attach(this.root, plies);
  }

  /**
   * Add the moves and comments of another version of the same game; the main line stays.
   * @param {{comment: string, plies: import("./gamenode.js").Nested[]}} game
   */
  merge({ comment, plies }) {
    if (comment) this.root.comment = comment;
    merge(this.root, plies);
  }

  // --- what a board wants to know -----------------------------------------------------------------------------------

  /** @returns {BoardState} */
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

  /** @returns {Color[]} */
  get mine() {
    return ["black", "white"];
  }

  get myTurn() {
    return !this.node.position?.outcome;
  }

  /** @returns {Color} */
  get homeSide() {
    return "black";
  }

  get shown() {
    return this.node.depth;
  }

  get length() {
    return this.node.depth;
  }

  /** @param {number} plies */
  fenAt(plies) {
    return plies === 0 ? this.root.fen : this.line()[plies - 1].fen;
  }

  /** @param {number} plies */
  plyAt(plies) {
    return plies === 0 ? null : this.line()[plies - 1];
  }

  /** A game goes to another of its positions; here they are all shown already. @param {number} _plies */
  look(_plies) {}

  /** The nodes from the start to a node, without the start. */
  line(node = this.node) {
    /** @type {Node[]} */
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  /** The main line of the game, without the start. */
  mainLine() {
    /** @type {Node[]} */
    const nodes = [];
    for (let at = this.root.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  isMain(node = this.node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }

  // --- going about --------------------------------------------------------------------------------------------------

  /** Show a position. @param {Node} node */
  async go(node) {
    const before = this.state;
    this.node = node;
    this.#version += 1;
    this.tell("state", { state: this.state, before });
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

  /** Legal moves of a position, asked for once. @param {Node} node */
  async #ask(node) {
    if (node.position) return;
    try {
      node.position = await api.post("/api/analysis/position", { fen: node.fen });
    } catch (error) {
      this.tell("error", { message: reason(error) });
      return;
    }
    if (node === this.node) this.#renew();
  }

  #renew() {
    const before = this.state;
    this.#version += 1;
    this.tell("state", { state: this.state, before: { ...before, legal: [] } });
  }

  // --- making moves -------------------------------------------------------------------------------------------------

  /** Make a move here: one that is known is followed, another becomes a variation. @param {number[]} path */
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
      if (!move) throw new Error(refused ?? "This move is not legal.");
      const node = from.children.find((child) => same(child.path, move.path)) ?? this.#add(from, move, position);
      await this.go(node);
      return node;
    } catch (error) {
      this.pending = false;
      this.tell("refused", { message: reason(error), squares: path.slice(0, 1) });
      return null;
    }
  }

  /** @param {Node} from @param {MoveInfo} move @param {import("./gamenode.js").Position} position */
  #add(from, move, position) {
    const node = new Node(from, { ...move, fen: position.fen });
    node.position = position;
    from.children.push(node);
    this.tell("edit", null);
    return node;
  }

  /**
   * Add a line of play from here without going there.
   * @param {Node} from
   * @param {number[][]} paths
   * @param {string[]} texts
   * @param {string[]} fens
   * @param {number[][]} captured
   * @returns {Node|null}
   */
  addLine(from, paths, texts, fens, captured = []) {
    let at = from;
    /** @type {Node|null} */
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
    this.tell("edit", null);
    return first;
  }

  // --- editing ------------------------------------------------------------------------------------------------------

  /** @param {Node} node @param {string} text */
  comment(node, text) {
    if (node.comment === text) return;
    node.comment = text;
    this.tell("edit", null);
  }

  /** Set the glyph of a move (a number of PDN), or take it away. @param {Node} node @param {number} nag */
  glyph(node, nag) {
    const had = node.nags.includes(nag);
    node.nags = node.nags.filter((number) => number > 6);
    if (nag && !had) node.nags.unshift(nag);
    this.tell("edit", null);
  }

  /** Make the line of a move the main line, as far as it can be. @param {Node} node */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
    }
    this.tell("edit", null);
  }

  /** Delete a move and what follows it. @param {Node} node */
  async remove(node) {
    const { parent } = node;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    this.tell("edit", null);
    for (let at = /** @type {Node|null} */ (this.node); at; at = at.parent) {
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

  /**
   * The number of the move after so many plies, and whether it is the first of its row: White may have begun.
   * @param {number} plies
   */
  numberOf(plies) {
    const ply = plies + (readFen(this.root.fen).turn === "white" ? 1 : 0);
    return { number: (ply >> 1) + 1, black: ply % 2 === 0 };
  }

  /** The colour that made a node's move. @param {Node} node */
  moverOf(node) {
    return other(readFen(node.fen).turn);
  }
}
