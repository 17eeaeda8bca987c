/** The moves of a game in standard notation, two to a line; the one that is shown is marked, each can be clicked. */

import { h, mark, put } from "./dom.js";
import { readFen } from "./position.js";
import { sideName } from "./words.js";

const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

export class MoveList {
  #game;
  #buttons = [];
  #key = "";

  constructor(game) {
    this.#game = game;
    this.element = h("ol", { class: "move-list", "aria-label": "Moves" });
    this.empty = h("p", { class: "empty" }, "No moves yet.");
    this.comment = h("p", { class: "comment", hidden: true });
    this.box = h("div", { class: "moves", tabindex: 0, role: "region", "aria-label": "Moves of the game" }, this.empty, this.element);
    new ResizeObserver(() => this.#scroll(this.#buttons[this.#game.shown - 1])).observe(this.box);
  }

  update() {
    const { plies, start_fen: start } = this.#game.state;
    const key = plies.map((ply) => ply.text).join(" ");
    if (key !== this.#key || !plies.length) this.#draw(plies, readFen(start).turn);
    this.#key = key;
    this.empty.hidden = plies.length > 0;
    const shown = this.#game.shown;
    this.#buttons.forEach((button, index) => mark(button, "aria-current", index + 1 === shown ? "true" : null));
    const note = this.#game.plyAt(shown)?.comment ?? "";
    this.comment.hidden = !note;
    this.comment.textContent = note;
    this.#scroll(this.#buttons[shown - 1]);
  }

  /** Only what changed is drawn anew: usually the last line. */
  #draw(plies, first) {
    const offset = first === "white" ? 1 : 0;
    const rows = [];
    this.#buttons = plies.map((ply, index) => {
      const color = (index + offset) % 2 ? "white" : "black";
      const glyphs = (ply.nags ?? []).map((nag) => GLYPHS[nag] ?? "").join("");
      const button = h("button", { type: "button", class: "move", "aria-label": `${ply.text}${glyphs}, ${sideName(color)}`, onclick: () => this.#game.look(index + 1) }, ply.text + glyphs);
      const row = (index + offset) >> 1;
      rows[row] ??= h("li", { class: "move-row" }, h("span", { class: "move-number" }, `${row + 1}.`));
      if (index === 0 && offset) rows[row].append(h("span", { class: "move gap" }, "…"));
      rows[row].append(button);
      return button;
    });
    put(this.element, rows);
  }

  #scroll(button) {
    const box = this.box;
    if (!button) {
      box.scrollTop = 0;
      return;
    }
    const [top, bottom] = [button.offsetTop - box.offsetTop, button.offsetTop - box.offsetTop + button.offsetHeight];
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + button.offsetHeight;
  }
}

/** First, back, forward, last. */
export function historyButtons(game, icon) {
  const make = (name, label, to) => h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: () => game.look(to()) }, icon(name));
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
