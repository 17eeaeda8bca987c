/** A clock that runs down between the server's messages; what it shows is the server's time, never its own. */

import { h, mark, say } from "./dom.js";
import { clockText } from "./words.js";

const LOW = 20; // seconds from which it warns

export class Clock {
  /** @type {number|null} */
  #left = null;
  #since = 0;
  #running = false;
  #timer = 0;

  /** @param {string} label */
  constructor(label) {
    this.element = h("span", { class: "clock", role: "timer", "aria-label": `Clock of ${label}`, hidden: true });
  }

  /** @param {number|null} seconds @param {boolean} running @param {number} since */
  set(seconds, running, since = performance.now()) {
    this.#left = seconds;
    this.#since = since;
    this.#running = running && seconds !== null;
    this.element.hidden = seconds === null;
    clearInterval(this.#timer);
    if (this.#running) this.#timer = setInterval(() => this.#draw(), 100);
    this.#draw();
  }

  stop() {
    clearInterval(this.#timer);
  }

  #draw() {
    if (this.#left === null) return;
    const left = this.#left - (this.#running ? (performance.now() - this.#since) / 1000 : 0);
    say(this.element, clockText(left));
    mark(this.element, "data-running", this.#running);
    mark(this.element, "data-low", left < LOW);
  }
}
