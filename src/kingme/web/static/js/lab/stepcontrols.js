/** The buttons over a search that is stepped through: make simulations, stop, and go to any step of them. */

import { h, say } from "../dom.js";
import { icon } from "../icons.js";
import { number } from "../words.js";

export class StepControls {
  #counter = h("output", { class: "counter" });
  #slider;
  #runs;
  #halt;

  /**
   * @param {{run: (count: number) => unknown, stop: () => void, move: (by: number) => unknown,
   *          seek: (length: number) => unknown}} actions
   */
  constructor({ run, stop, move, seek }) {
    this.#slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Step",
      oninput: () => void seek(Number(this.#slider.value)),
    });
    this.#runs = [1, 10, 100].map((count) =>
      h(
        "button",
        { type: "button", class: "button run", "data-count": count, onclick: () => run(count) },
        `+ ${count}`,
      ),
    );
    this.#halt = h(
      "button",
      { type: "button", class: "button halt", hidden: true, onclick: stop },
      icon("stop"),
      "Stop",
    );
    const label = h("span", { class: "label" }, "Simulations");
    this.elements = [
      h("div", { class: "run-row" }, label, this.#runs, this.#halt, this.#counter),
      h(
        "div",
        { class: "seek-row" },
        small("first", "To the start", () => seek(0)),
        small("back", "One phase back", () => move(-1)),
        small("forward", "One phase on", () => move(1)),
        small("last", "To the end", () => seek(Infinity)),
        this.#slider,
      ),
    ];
  }

  /** While simulations are made, they can only be stopped. @param {boolean} on */
  busy(on) {
    this.#halt.hidden = !on;
    for (const button of this.#runs) button.disabled = on;
  }

  /** @param {number} cursor @param {number} length @param {number} simulations */
  show(cursor, length, simulations) {
    this.#slider.max = String(length);
    this.#slider.value = String(cursor);
    say(this.#counter, `${number.format(simulations)} done`);
  }
}

/** @param {IconName} name @param {string} label @param {() => unknown} action */
function small(name, label, action) {
  return h(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: action },
    icon(name),
  );
}
