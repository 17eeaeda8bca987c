/**
 * A line to the server: opens a WebSocket, and opens it again for as long as somebody needs it.
 *
 * Events: "message" (detail: the message), "open", "lost" (the line broke), and where it is not opened again, with the
 * server's reason as detail: "gone" (there is nothing at its other end), "full" (too many pages are open).
 */

const FIRST_WAIT = 250; // milliseconds, doubled up to
const LONGEST_WAIT = 4000;
const PING_EVERY = 15_000;
const PATIENCE = 8_000;
/** @type {Record<number, "gone"|"full">} */
const FINAL = { 4404: "gone", 4429: "full" }; // close codes

import { Emitter } from "./emitter.js";

/** @template Message @extends {Emitter<{message: Message, open: null, lost: null, gone: string, full: string}>} */
export class LiveSocket extends Emitter {
  #address;
  /** @type {WebSocket|null} */
  #socket = null;
  #wait = FIRST_WAIT;
  #retry = 0;
  #heart = 0;
  #heard = 0;
  #closed = false;
  #hurry = () => document.visibilityState === "visible" && !this.connected && this.#open();

  /** @param {string} path */
  constructor(path) {
    super();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#address = `${scheme}//${location.host}${path}`;
    window.addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#open();
  }

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** @param {object} message @returns {boolean} whether the message went out */
  send(message) {
    if (!this.#socket || !this.connected) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heart);
    window.removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  #open() {
    if (this.#closed || this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#heard = Date.now();
      clearInterval(this.#heart);
      this.#heart = setInterval(() => this.#beat(), PING_EVERY);
      this.tell("open", null);
    });
    socket.addEventListener("message", (event) => {
      this.#heard = Date.now();
      this.#wait = FIRST_WAIT; // not before: a server may open a line only to close it
      const message = JSON.parse(event.data);
      if (message.type !== "pong") this.tell("message", message);
    });
    socket.addEventListener("close", (event) => this.#ended(socket, event));
  }

  /** @param {WebSocket} socket @param {CloseEvent} event */
  #ended(socket, event) {
    if (this.#closed || socket !== this.#socket) return;
    clearInterval(this.#heart);
    if (FINAL[event.code]) {
      this.close();
      this.tell(FINAL[event.code], event.reason);
      return;
    }
    this.tell("lost", null);
    this.#retry = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, 2 * this.#wait);
  }

  /** A line that says nothing to a ping is broken, even if nobody has noticed yet. */
  #beat() {
    if (Date.now() - this.#heard > PING_EVERY + PATIENCE) this.#socket?.close();
    else this.send({ type: "ping" });
  }
}

/** The line to one game. @extends {LiveSocket<GameMessage>} */
export class GameSocket extends LiveSocket {
  /** @param {string} id */
  constructor(id) {
    super(`/api/games/${encodeURIComponent(id)}/ws`);
  }
}
