/** The players of a run: a list that can grow and shrink. */

import { h, put } from "../dom.js";
import { mainLevels } from "../levels.js";
import { PlayerChoice } from "../playerchoice.js";

/** The label of a field. @param {HTMLElement} field */
export const caption = (field) => /** @type {HTMLLabelElement} */ (field.querySelector("label"));

export class PlayerList {
  #config;
  /** @type {PlayerChoice[]} */
  #choices = [];
  #least = 0;
  #most;
  /** @type {string[]} */
  labels = [];
  most = 0;

  /** @param {Wire.Config} config @param {number} most */
  constructor(config, most) {
    this.#config = config;
    this.#most = most;
    this.list = h("div", { class: "player-list" });
    this.add = h("button", { type: "button", class: "button", onclick: () => this.#add() }, "Add a player");
    this.element = h("div", { class: "players" }, this.list, this.add);
  }

  /**
   * Show this many players at least, at most; those that were chosen stay.
   * @param {number} least
   * @param {number} most
   * @param {string[]} labels
   */
  set(least, most, labels) {
    this.#least = least;
    this.most = Math.min(most, this.#most);
    this.labels = labels;
    while (this.#choices.length < least) this.#add(false);
    this.#choices.length = Math.min(this.#choices.length, this.most);
    this.#draw();
  }

  get value() {
    return this.#choices.map((choice) => ({ spec: choice.value }));
  }

  #add(draw = true) {
    const levels = mainLevels(this.#config);
    const index = this.#choices.length;
    const level = levels[Math.min(levels.length - 1, [3, 1, 0, 2, 4, 5, 6, 7][index] ?? index)];
    this.#choices.push(new PlayerChoice(this.#config, level.name, `Player ${index + 1}`));
    if (draw) this.#draw();
  }

  #draw() {
    const rows = this.#choices.map((choice, index) => {
      const label = this.labels[index] ?? this.labels.at(-1) ?? "";
      const place = this.labels[0].includes("#") ? index + 1 : index;
      caption(choice.element).textContent = label.replace("#", String(place));
      const drop = () => {
        this.#choices.splice(index, 1);
        this.#draw();
      };
      const removable = this.#choices.length > this.#least && index >= this.#least - 1;
      return h(
        "div",
        { class: "player-row" },
        choice.element,
        removable
          ? h(
              "button",
              { type: "button", class: "button small", "aria-label": `Remove player ${index + 1}`, onclick: drop },
              "Remove",
            )
          : null,
      );
    });
    put(this.list, rows);
    this.add.hidden = this.#choices.length >= this.most;
  }
}
