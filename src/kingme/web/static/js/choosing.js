/**
 * Choosing one of the legal moves square by square: pick a piece, then the end of its move, or each square of a
 * multi-jump in turn. Knows no rules: it matches squares with the list that the server sent.
 */

/**
 * What choosing a square comes to: the move is complete, one step of it is made, several moves end there, or none does.
 * @typedef {{done?: MoveInfo, step?: Step, several?: MoveInfo[], refused?: number[]}} Choice
 */

export class Choosing {
  /** @param {MoveInfo[]} legal */
  constructor(legal = []) {
    this.legal = legal;
    /** Squares chosen so far; the first is the piece. @type {number[]} */
    this.path = [];
  }

  /** Squares of the pieces that can move. */
  starts() {
    return new Set(this.legal.filter((move) => move.path.length > 1).map((move) => move.path[0]));
  }

  /** The squares that a piece can be put on, where that is a move. @returns {Map<number, "dot">} */
  puts() {
    return new Map(this.legal.filter((move) => move.path.length === 1).map((move) => [move.path[0], "dot"]));
  }

  /**
   * The move that puts a piece on a square; where pieces fall, its column is meant.
   * @param {number} square
   * @param {import("./games/layout.js").Layout} layout
   */
  put(square, layout) {
    /** @param {number} to */
    const meant = (to) =>
      layout.style === "upright" ? layout.rowCol(to)[1] === layout.rowCol(square)[1] : to === square;
    return this.legal.find((move) => move.path.length === 1 && meant(move.path[0]));
  }

  /** The pass, where that is the only move. */
  get pass() {
    return this.legal.length === 1 && !this.legal[0].path.length ? this.legal[0] : null;
  }

  /** The moves that begin with the squares chosen. */
  candidates() {
    return this.path.length
      ? this.legal.filter((move) => this.path.every((square, index) => move.path[index] === square))
      : [];
  }

  /** Whether a jump has begun that must be finished. */
  get jumping() {
    return this.path.length > 1;
  }

  /** @param {number} square */
  pick(square) {
    this.path = [square];
  }

  clear() {
    this.path = [];
  }

  /** Where the picked piece may go: the next squares, and the ends. @returns {Map<number, "dot"|"ring">} */
  targets() {
    /** @type {Map<number, "dot"|"ring">} */
    const targets = new Map();
    for (const move of this.candidates()) {
      const kind = move.captured.length ? "ring" : "dot";
      targets.set(move.path[this.path.length], kind);
      const end = move.path[move.path.length - 1];
      if (end !== this.path[0] || this.jumping) targets.set(end, kind);
    }
    return targets;
  }

  /**
   * Choose a square.
   * @param {number} square
   * @returns {Choice}
   */
  choose(square) {
    const moves = this.candidates();
    const length = this.path.length;
    const next = moves.find((move) => move.path[length] === square);
    if (next) {
      this.path.push(square);
      const done = this.candidates().find((move) => move.path.length === this.path.length);
      return done
        ? { done }
        : { step: { path: next.path.slice(length - 1, length + 1), captured: [next.captured[length - 1]] } };
    }
    const ends = moves.filter((move) => move.path.at(-1) === square);
    if (!ends.length) return { refused: [...this.path, square] };
    const ways = new Set(ends.map((move) => [...move.captured].sort((a, b) => a - b).join()));
    return ways.size === 1 ? { done: ends[0] } : { several: ends };
  }
}
