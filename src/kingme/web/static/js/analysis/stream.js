/**
 * Watching players think: up to four searches at a time ("lanes") over one line to the server, which is opened when it
 * is first needed and opened again if it breaks; searches that were running then start again.
 *
 *     const stream = new AnalysisStream();
 *     stream.on("info", ({ lane, info }) => ...);       // also "done", "error", "queued", "line" (connected)
 *     stream.start(0, { position: { fen, moves: [] }, player: "engine", limit: { time: 5 }, lines: 3 });
 *     stream.stop(0);                                   // "done" follows with what was found so far
 *     stream.close();                                   // for good
 */

import { Emitter } from "../emitter.js";
import { LiveSocket } from "../socket.js";

/**
 * What the server says; without a lane it is about the line itself.
 * @typedef {{type: "info"|"done", lane: number, id: number, info: Info}
 *   | {type: "queued", lane: number, id: number, preparing: boolean}
 *   | {type: "error", lane: number, id: number, message: string}} Answer
 * @typedef {Answer | {type: "error", lane?: undefined, message: string}} Told
 */

/** @extends {Emitter<SearchEvents>} */
export class AnalysisStream extends Emitter {
  /** @type {LiveSocket<Told>|null} */
  #socket = null;
  /** The request that each lane is answering. @type {Map<number, {id: number}>} */
  #lanes = new Map();
  #number = 0;
  #closed = false;

  /**
   * Begin a search; what the lane did before is forgotten.
   * @param {number} lane
   * @param {SearchRequest} request
   */
  start(lane, { position, player, limit = null, lines = 1, tree = false, tables = false }) {
    if (this.#closed) return; // a timer or an answer may come after the page has gone
    const { fen, moves = [] } = position;
    const message = {
      type: "start",
      lane,
      id: ++this.#number,
      position: { fen, moves },
      player,
      limit,
      lines,
      tree,
      tables,
    };
    this.#lanes.set(lane, message);
    this.#line().send(message);
  }

  /** Come to an end with what was found so far. @param {number} lane */
  stop(lane) {
    if (!this.#lanes.has(lane)) return;
    if (!this.#socket?.send({ type: "stop", lane })) this.#lanes.delete(lane);
  }

  /** End a search without a last word. @param {number} lane */
  drop(lane) {
    if (!this.#lanes.delete(lane)) return;
    this.#socket?.send({ type: "stop", lane });
  }

  /** @param {number} lane */
  running(lane) {
    return this.#lanes.has(lane);
  }

  close() {
    this.#closed = true;
    this.#lanes.clear();
    this.#socket?.close();
    this.#socket = null;
  }

  #line() {
    if (this.#socket) return this.#socket;
    /** @type {LiveSocket<Told>} */
    const socket = new LiveSocket("/api/analysis/ws");
    socket.on("open", () => {
      for (const message of this.#lanes.values()) socket.send(message);
      this.tell("line", true);
    });
    socket.on("lost", () => this.tell("line", false));
    socket.on("full", (detail) => {
      this.#lanes.clear();
      this.#socket = null; // the next search opens another line
      this.tell("error", { lane: null, message: detail });
    });
    socket.on("message", (detail) => this.#hear(detail));
    this.#socket = socket;
    return socket;
  }

  /** @param {Told} message */
  #hear(message) {
    if (message.lane === undefined) {
      if (message.type === "error") this.tell("error", { lane: null, message: message.message });
      return;
    }
    if (this.#lanes.get(message.lane)?.id !== message.id) return; // about a search that nobody waits for any more
    if (message.type === "done" || message.type === "error") this.#lanes.delete(message.lane);
    if (message.type === "error") this.tell("error", message);
    else if (message.type === "queued") this.tell("queued", message);
    else this.tell(message.type, message);
  }
}
