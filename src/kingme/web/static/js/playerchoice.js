/** Choosing a player: a drop-down of all levels, or any player by its spec; and the ladder as a list of cards. */

import { h, uid } from "./dom.js";
import { findLevel, levelGroups, levelOptions, mainLevels, RATINGS } from "./levels.js";
import { face, rankLines } from "./opponents.js";
import { SpecForm } from "./specform.js";

const ANY = "…";

/** A drop-down with all levels, and a form for any other player. */
export class PlayerChoice {
  #select;
  #form;

  /** @param {Wire.Config} config @param {string} spec @param {string} label */
  constructor(config, spec, label) {
    const known = Boolean(findLevel(config, spec));
    this.#form = new SpecForm(config, known ? undefined : spec);
    const id = uid("player");
    this.#select = h(
      "select",
      { id, onchange: () => this.#update() },
      levelOptions(config),
      h("option", { value: ANY }, "Custom algorithm …"),
    );
    this.#select.value = known ? spec : ANY;
    this.element = h(
      "div",
      { class: "player-choice" },
      h("div", { class: "field" }, h("label", { for: id }, label), this.#select),
      this.#form.element,
    );
    this.#update();
  }

  get value() {
    return this.#select.value === ANY ? this.#form.value : this.#select.value;
  }

  #update() {
    this.#form.element.hidden = this.#select.value !== ANY;
  }
}

/** The ladder and one's own levels as cards, and any other opponent behind the last card. */
export class Ladder {
  #cards;
  #other;
  #config;
  #words = h("p", { class: "note", role: "status" });
  #name = uid("ladder");

  /** @param {Wire.Config} config @param {string} spec */
  constructor(config, spec) {
    const main = mainLevels(config)[0]?.group; // one ladder: other scales of levels are among the presets
    const groups = levelGroups(config).filter(({ group }) => group === main || group === "own");
    const among = groups.some(({ levels }) => levels.some((level) => level.name === spec));
    this.#config = config;
    this.#other = new PlayerChoice(config, spec, "Player");
    this.#cards = h(
      "div",
      { role: "radiogroup", "aria-label": "Opponent" },
      groups.map(({ title, levels }) => [
        groups.length > 1 ? h("p", { class: "label" }, title) : null,
        h(
          "div",
          { class: "ladder" },
          levels.map((level) =>
            this.#card(level.name, level.persona || level.title, rankLines(level), level.name === spec),
          ),
        ),
      ]),
      h(
        "div",
        { class: "ladder whole" },
        this.#card(
          ANY,
          "Other opponents",
          [h("span", { class: "note" }, "Research presets or a custom algorithm")],
          !among,
        ),
      ),
    );
    this.element = h(
      "div",
      { class: "ladder-box" },
      this.#cards,
      this.#words,
      h("p", { class: "note" }, RATINGS),
      this.#other.element,
    );
    this.#update();
  }

  get value() {
    const chosen = this.#chosen;
    return chosen === ANY ? this.#other.value : chosen;
  }

  get #chosen() {
    return /** @type {HTMLInputElement} */ (this.#cards.querySelector("input:checked")).value;
  }

  /** @param {string} value @param {string} title @param {HTMLElement[]} notes @param {boolean} checked */
  #card(value, title, notes, checked) {
    const input = h("input", {
      type: "radio",
      name: this.#name,
      value,
      class: "visually-hidden",
      onchange: () => this.#update(),
    });
    input.checked = checked;
    return h(
      "label",
      { class: "rung" },
      input,
      h(
        "span",
        { class: "rung-body" },
        value === ANY ? null : face(value),
        h("span", { class: "rung-words" }, h("span", { class: "rung-title" }, title), notes),
      ),
    );
  }

  #update() {
    const chosen = this.#chosen;
    this.#other.element.hidden = chosen !== ANY;
    this.#words.textContent = findLevel(this.#config, chosen)?.description ?? "";
  }
}
