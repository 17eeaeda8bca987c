/**
 * Controls of a game between two players: pause, one move, and how fast. Of a game with a person only the first, and
 * only while it is paused, which it is after its player has failed.
 */

import { h, mark, put, uid } from "./dom.js";
import { icon } from "./icons.js";
import { settings } from "./settings.js";

export class Pace {
  #game;
  #toggle;
  #step;
  #speed;
  #label;
  #text = h("output");
  #timer = 0;

  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.#game = game;
    this.#toggle = h("button", { type: "button", class: "button primary", onclick: () => this.toggle() });
    this.#step = h(
      "button",
      { type: "button", class: "button", onclick: () => game.send("step") },
      icon("step"),
      "Step",
    );
    const id = uid("pace");
    this.#speed = h("input", { id, type: "range", min: 0, max: 5, step: 0.25, oninput: () => this.#change() });
    this.#label = h("label", { for: id }, "Delay");
    this.element = h(
      "div",
      { class: "pace", hidden: true },
      this.#toggle,
      this.#step,
      this.#label,
      this.#speed,
      this.#text,
    );
  }

  update() {
    const { state, watching, myTurn } = this.#game;
    const on = state.owner && !state.outcome && (watching || (state.paused && !myTurn));
    this.element.hidden = !on;
    if (!on) return;
    for (const part of [this.#step, this.#label, this.#speed, this.#text]) part.hidden = !watching;
    this.#step.disabled = !state.paused;
    put(this.#toggle, icon(state.paused ? "play" : "pause"), state.paused ? "Resume" : "Pause");
    mark(this.#toggle, "aria-label", state.paused ? "Resume (space)" : "Pause (space)");
    if (document.activeElement !== this.#speed) this.#speed.value = String(state.autoplay?.delay ?? 1);
    this.#show();
  }

  toggle() {
    if (!this.element.hidden) this.#game.send(this.#game.state.paused ? "resume" : "pause");
  }

  #show() {
    this.#text.textContent = Number(this.#speed.value) ? `${Number(this.#speed.value)} s` : "none";
  }

  /** The slider may move fast; the server hears where it stops. */
  #change() {
    this.#show();
    settings.set("speed", Number(this.#speed.value));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#game.send("speed", { delay: Number(this.#speed.value) }), 200);
  }
}
