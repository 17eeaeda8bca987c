/** Choosing an opponent by its face: the one that is chosen with its name and character, and those of the ladder. */

import { h, put, uid } from "./dom.js";
import { mainLevels } from "./levels.js";
import { face, opponent, rankLines, rankText } from "./opponents.js";

export class OpponentPicker {
  #config;
  #card = h("div", { class: "opponent-card" });
  #value;
  #onchange;

  /**
   * @param {Wire.Config} config
   * @param {string} value  a level or any other spec
   * @param {(value: string) => void} onchange
   */
  constructor(config, value, onchange) {
    this.#config = config;
    this.#value = value;
    this.#onchange = onchange;
    const name = uid("opponent");
    const faces = mainLevels(config).map((level) => {
      const input = h("input", {
        type: "radio",
        name,
        value: level.name,
        class: "visually-hidden",
        "aria-label": `${level.persona || level.title}, ${rankText(level)}`,
        onchange: () => this.#choose(level.name),
      });
      input.checked = level.name === value;
      return h(
        "label",
        { class: "opponent", title: rankText(level) },
        input,
        h("span", { class: "opponent-face" }, face(level.name)),
        h("span", { class: "opponent-name", "aria-hidden": "true" }, level.persona || level.title),
      );
    });
    this.card = this.#card;
    this.faces = h("div", { class: "opponents", role: "radiogroup", "aria-label": "Opponent" }, faces);
    this.#show();
  }

  get value() {
    return this.#value;
  }

  /** What people call the one that is chosen. */
  get name() {
    return opponent(this.#value).name;
  }

  /** @param {string} value */
  #choose(value) {
    this.#value = value;
    this.#show();
    this.#onchange(value);
  }

  #show() {
    const { name, character } = opponent(this.#value);
    const level = this.#config.levels.find((item) => item.name === this.#value);
    put(
      this.#card,
      face(this.#value),
      h(
        "div",
        { class: "opponent-words" },
        h("strong", { class: "opponent-title" }, name),
        level ? rankLines(level) : null,
        h("p", { class: "opponent-character" }, level?.description ?? character),
      ),
    );
  }
}
