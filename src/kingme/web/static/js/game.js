/**
 * One game as the page knows it: the server's last state, the line to the server, and which position is looked at.
 *
 * Events: "state" (detail: {state, before}), "view" (another position is looked at), "line" (connected or not),
 * "gone" (no such game), "full" (too many pages are open), and the server's "thinking", "refused", "hint", "draw",
 * "error", "presence", "chat", "declined" with the message as detail.
 */

import { Emitter } from "./emitter.js";
import { other } from "./position.js";
import { GameSocket } from "./socket.js";

/** @type {Color[]} */
const COLORS = ["black", "white"];

/** @extends {Emitter<GameEvents>} */
export class Game extends Emitter {
  /** @type {GameState} */
  state;
  /** @type {GameSocket|null} */
  #socket = null;
  /** @type {number|null} */
  #view = null; // plies shown, or null for the game as it stands
  #watches = false;
  /** @type {{path: number[], fen: string, again?: boolean}|null} */
  #pending = null; // a move on its way: {path, fen}
  #asking = false; // whether the coach is being asked about a move
  /** Who is asked before a move is sent: whether to send it. @type {((path: number[]) => Promise<boolean>)|null} */
  adviser = null;

  /** @param {GameState} state */
  constructor(state) {
    super();
    this.state = state;
    /** When the state came: the clocks in it are of that moment. */
    this.arrived = performance.now();
  }

  // --- the line ---------------------------------------------------------------------------------------------------

  open() {
    const socket = new GameSocket(this.state.id);
    this.#socket = socket;
    socket.on("message", (message) => this.#hear(message));
    socket.on("open", () => {
      if (this.#pending) this.#pending.again = true;
      if (this.#watches) socket.send({ type: "watch", on: true });
      this.tell("line", true);
    });
    socket.on("lost", () => this.tell("line", false));
    socket.on("gone", (why) => this.tell("gone", why));
    socket.on("full", (why) => this.tell("full", why));
  }

  close() {
    this.#socket?.close();
  }

  /** Say whether the figures of searches are wanted; they cost the server something. @param {boolean} on */
  watch(on) {
    this.#watches = on;
    this.#socket?.send({ type: "watch", on });
  }

  get connected() {
    return Boolean(this.#socket?.connected);
  }

  /** Ask the server for something; without a line the person is told. @param {string} type @param {object} more */
  send(type, more = {}) {
    if (this.#socket?.send({ type, ...more })) return true;
    this.tell("error", { message: "There is no connection to the server right now; the page keeps trying." });
    return false;
  }

  /**
   * Make a move; it is shown at once, and sent again should the line break before it is confirmed.
   * @param {number[]} path
   */
  move(path) {
    if (this.adviser) this.#consider(path, this.adviser);
    else this.#send(path);
  }

  /** @param {number[]} path */
  #send(path) {
    this.#pending = { path, fen: this.state.fen };
    this.#socket?.send({ type: "move", path, version: this.state.version });
  }

  /** @param {number[]} path @param {(path: number[]) => Promise<boolean>} adviser */
  async #consider(path, adviser) {
    const { fen } = this.state;
    this.#asking = true;
    const wanted = await adviser(path);
    this.#asking = false;
    if (fen !== this.state.fen)
      this.tell("view", this.length); // the game has gone on meanwhile
    else if (wanted) this.#send(path);
    else this.tell("refused", { message: "Your move is taken back.", squares: [] });
  }

  get pending() {
    return this.#pending !== null || this.#asking;
  }

  /** @param {GameMessage} message */
  #hear(message) {
    if (message.type !== "state") {
      if (message.type === "refused") this.#pending = null;
      if (message.type === "thinking") this.state.thinking = message.thinking;
      if (message.type === "presence" && this.state.shared) {
        const { present, watchers, claim_at } = message;
        Object.assign(this.state.shared, { present, watchers, claim_at });
      }
      if (message.type === "thinking") this.tell("thinking", message.thinking);
      else this.tell(message.type, message);
      return;
    }
    const before = this.state;
    const { state } = message;
    if (before && state.version < before.version) return; // overtaken on the way
    if (this.#pending && state.fen === this.#pending.fen) {
      // The line broke before this move arrived: it still answers to the same position, so it goes out again.
      if (this.#pending.again) this.#socket?.send({ type: "move", path: this.#pending.path, version: state.version });
      this.#pending.again = false;
    } else this.#pending = null;
    this.state = state;
    this.arrived = performance.now();
    if (state.plies.length !== before.plies.length || state.fen !== before.fen) this.#view = null;
    this.tell("state", { state, before });
  }

  // --- looking back -----------------------------------------------------------------------------------------------

  get length() {
    return this.state.plies.length;
  }

  /** How many plies of the game are shown. */
  get shown() {
    return this.#view ?? this.length;
  }

  get live() {
    return this.#view === null;
  }

  /** @param {number} plies */
  look(plies) {
    const to = Math.max(0, Math.min(this.length, plies));
    this.#view = to === this.length ? null : to;
    this.tell("view", to);
  }

  /** @param {number} plies */
  fenAt(plies) {
    return plies === 0 ? this.state.start_fen : this.state.plies[plies - 1].fen;
  }

  /** The last move shown, or null at the start. @param {number} plies */
  plyAt(plies) {
    return plies === 0 ? null : this.state.plies[plies - 1];
  }

  // --- who plays --------------------------------------------------------------------------------------------------

  /** Colours that a person at this screen plays. @returns {Color[]} */
  get mine() {
    if (!this.state.owner) return [];
    const { shared } = this.state;
    if (shared?.me) return [shared.me];
    return COLORS.filter((color) => this.state.players[color].kind === "human");
  }

  get myTurn() {
    return !this.state.outcome && this.mine.includes(this.state.turn);
  }

  /** Two programs play each other. */
  get watching() {
    return this.state.players.black.kind === "ai" && this.state.players.white.kind === "ai";
  }

  /** The colour at the bottom when nobody has turned the board: one's own, or that of who begins. @returns {Color} */
  get homeSide() {
    if (this.mine.length === 1) return this.mine[0];
    if (!this.mine.length) return "white";
    return this.state.plies.length % 2 ? other(this.state.turn) : this.state.turn;
  }
}
