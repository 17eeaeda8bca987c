/** The moves of a game in the board's coordinates, two to a line; the one shown is marked, each can be clicked. */

import { h, mark } from "./dom.js";
import { readFen } from "./position.js";
import { named, sideName } from "./words.js";

/** @type {Record<number, string>} */
const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

export class MoveList {
  #game;
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** @type {Color} */
  bottom = "white";

  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.#game = game;
    this.element = h("ol", { class: "move-list", "aria-label": "Moves" });
    this.empty = h("p", { class: "empty" }, "Moves will be listed here. Click one to see the board as it was then.");
    this.comment = h("p", { class: "comment", hidden: true });
    this.box = h(
      "div",
      { class: "moves", tabindex: 0, role: "region", "aria-label": "Moves of the game" },
      this.empty,
      this.element,
    );
    new ResizeObserver(() => this.#scroll(this.#buttons[this.#game.shown - 1])).observe(this.box);
  }

  update() {
    const { plies, start_fen: start } = this.#game.state;
    const offset = readFen(start).turn === "white" ? 1 : 0;
    this.#draw(plies, offset);
    this.empty.hidden = plies.length > 0;
    const shown = this.#game.shown;
    this.#buttons.forEach((button, index) => {
      mark(button, "aria-current", index + 1 === shown ? "true" : null);
      mark(button, "aria-label", `${button.textContent}, ${sideName((index + offset) % 2 ? "white" : "black")}`);
    });
    const note = this.#game.plyAt(shown)?.comment ?? "";
    this.comment.hidden = !note;
    this.comment.textContent = note;
    this.#scroll(this.#buttons[shown - 1]);
  }

  /**
   * Moves that are there stay as they are, and with them the keyboard's focus; `offset` is 1 if White began.
   * @param {Ply[]} plies
   * @param {number} offset
   */
  #draw(plies, offset) {
    const texts = plies.map((ply) => moveText(ply, this.bottom));
    const differs = this.#buttons.findIndex((button, index) => button.textContent !== texts[index]);
    const kept = differs < 0 ? this.#buttons.length : differs;
    for (const button of this.#buttons.splice(kept)) button.remove();
    const rows = kept ? ((kept - 1 + offset) >> 1) + 1 : 0;
    while (this.element.children.length > rows) this.element.lastElementChild?.remove();
    texts.slice(kept).forEach((text) => this.#append(text, offset));
  }

  /** @param {string} text @param {number} offset */
  #append(text, offset) {
    const plies = this.#buttons.length + 1;
    const place = plies - 1 + offset;
    const row = place >> 1;
    const button = h("button", { type: "button", class: "move", onclick: () => this.#game.look(plies) }, text);
    if (!this.element.children[row]) {
      const gap = place % 2 ? h("span", { class: "move gap" }, "…") : null;
      this.element.append(h("li", { class: "move-row" }, h("span", { class: "move-number" }, `${row + 1}.`), gap));
    }
    this.element.children[row].append(button);
    this.#buttons.push(button);
  }

  /** @param {HTMLElement|undefined} button */
  #scroll(button) {
    const box = this.box;
    if (!button) {
      box.scrollTop = 0;
      return;
    }
    const [top, bottom] = [button.offsetTop - box.offsetTop, button.offsetTop - box.offsetTop + button.offsetHeight];
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight)
      box.scrollTop = bottom - box.clientHeight + button.offsetHeight;
  }
}

/** In the coordinates of the board. @param {Ply} ply @param {Color} bottom */
const moveText = (ply, bottom) => named(ply.text, bottom) + (ply.nags ?? []).map((nag) => GLYPHS[nag] ?? "").join("");

/** First, back, forward, last. @param {import("./game.js").Game} game @param {typeof import("./icons.js").icon} icon */
export function historyButtons(game, icon) {
  /** @param {IconName} name @param {string} label @param {() => number} to */
  const make = (name, label, to) =>
    h(
      "button",
      { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: () => game.look(to()) },
      icon(name),
    );
  const buttons = [
    make("first", "To the start", () => 0),
    make("back", "One move back", () => game.shown - 1),
    make("forward", "One move forward", () => game.shown + 1),
    make("last", "To the last move", () => game.length),
  ];
  const element = h("div", { class: "history", role: "group", "aria-label": "Go through the moves" }, buttons);
  const update = () => {
    buttons.slice(0, 2).forEach((button) => (button.disabled = game.shown === 0));
    buttons.slice(2).forEach((button) => (button.disabled = game.shown === game.length));
  };
  return { element, update };
}
