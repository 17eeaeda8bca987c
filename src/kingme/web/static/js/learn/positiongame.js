/**
 * A position to make one move in, for a `PlayBoard`: it stands where a game would stand, without a line to the server.
 * Whoever owns it is told the move and decides what is shown next.
 */

import { Emitter } from "../emitter.js";
import { readFen } from "../position.js";

/** @typedef {{fen: string, legal?: MoveInfo[], move?: MoveInfo|null}} Shown */

/** @extends {Emitter<GameEvents>} */
export class PositionGame extends Emitter {
  /** @type {GameState} */
  state;
  /** @type {Color} */
  homeSide;
  live = true;
  connected = true;
  watching = false;
  pending = false;
  #make;

  /** @param {Shown} first @param {(path: number[]) => unknown} make is told the path of a move @param {Color} bottom */
  constructor(first, make, bottom = "white") {
    super();
    this.#make = make;
    this.homeSide = bottom;
    this.state = stateOf(first, 0, null);
  }

  /** Moves are made only where the owner has given some. */
  get myTurn() {
    return this.state.legal.length > 0;
  }

  get length() {
    return this.state.plies.length;
  }

  get shown() {
    return this.length;
  }

  fenAt() {
    return this.state.fen;
  }

  plyAt() {
    return this.state.plies.at(-1) ?? null;
  }

  look() {}

  /** @param {number[]} path */
  move(path) {
    this.pending = true;
    this.#make(path);
  }

  /** Show a position; `move` is what led to it and slides. @param {Shown} next */
  show(next) {
    const before = this.state;
    this.pending = false;
    this.state = stateOf(next, before.version + 1, before);
    this.tell("state", { state: this.state, before });
  }

  /** Put a piece back, and say why. @param {string} message */
  refuse(message) {
    this.pending = false;
    this.tell("refused", { message, squares: [] });
  }
}

/** @param {Shown} shown @param {number} version @param {GameState|null} before @returns {GameState} */
function stateOf({ fen, legal = [], move = null }, version, before) {
  const plies = move ? [...(before?.plies ?? []), { ...move, fen }] : [];
  const state = {
    fen,
    legal,
    plies,
    version,
    turn: readFen(fen).turn,
    must_capture: legal.some(({ captured }) => captured.length > 0),
    outcome: null,
    owner: true,
  };
  return /** @type {GameState} */ (/** @type {unknown} */ (state));
}
