/** A position that no game has begun from yet: its board can be played on, and the first move begins the game. */

import { Emitter } from "./emitter.js";
import { readFen } from "./position.js";

/** @extends {Emitter<GameEvents>} */
export class FirstMove extends Emitter {
  length = 0;
  shown = 0;
  live = true;
  connected = true;
  watching = false;
  pending = false;
  #begin;

  /**
   * @param {string} fen
   * @param {Color|"random"} color  of the person
   * @param {(path: number[]) => Promise<boolean>} begin  whether the game has begun
   */
  constructor(fen, color, begin) {
    super();
    this.color = color;
    this.#begin = begin;
    const { turn } = readFen(fen);
    /** @type {BoardState} */
    this.state = {
      version: 0,
      owner: true,
      fen,
      start_fen: fen,
      turn,
      legal: [],
      must_capture: false,
      outcome: null,
      plies: [],
    };
  }

  /** What the server knows of the position has come. @param {Wire.PositionReport} report */
  know({ legal, outcome }) {
    this.#change({ legal, outcome, must_capture: legal.some((move) => move.captured.length > 0) });
  }

  /** The person takes another colour. @param {Color|"random"} color */
  take(color) {
    this.color = color;
    this.#change({});
  }

  /** @param {Partial<BoardState>} more */
  #change(more) {
    const before = this.state;
    this.state = { ...before, ...more };
    this.tell("state", { state: this.state, before });
  }

  get myTurn() {
    return this.color === this.state.turn && !this.state.outcome;
  }

  /** @returns {Color} */
  get homeSide() {
    return this.color === "white" ? "white" : "black";
  }

  /** @param {number[]} path */
  async move(path) {
    this.pending = true;
    const begun = await this.#begin(path);
    this.pending = false;
    if (!begun) this.tell("refused", { message: "The game could not be started. Try again." });
  }

  look() {
    // there is nothing to look back at
  }

  fenAt() {
    return this.state.fen;
  }

  plyAt() {
    return null;
  }
}
