/** A line of play on a small board: step through it, play it, or go to any of its moves. */

import { h, mark, put } from "../dom.js";
import { icon } from "../icons.js";
import { miniBoard } from "../miniboard.js";
import { readFen } from "../position.js";
import { settings } from "../settings.js";
import { named } from "../words.js";

const PACE = 700; // milliseconds

/** @typedef {{fen: string, texts: string[], paths: number[][], fens: string[]}} PlayedLine */

export class LineBox {
  /** @type {PlayedLine} */
  #line = { fen: "", texts: [], paths: [], fens: [] };
  #at = 0;
  #timer = 0;
  #key = "";
  #board = h("div", { class: "line-board" });
  #moves = h("p", { class: "line-moves" });
  #play;
  /** @type {Color} */
  #bottom = "white";
  /** The line is wanted as a variation. @type {((line: PlayedLine) => unknown)|null} */
  onadd = null;

  constructor({ label = "Principal variation" } = {}) {
    /** @param {IconName} name @param {string} text @param {() => unknown} action */
    const button = (name, text, action) =>
      h(
        "button",
        { type: "button", class: "icon-button small", "aria-label": text, title: text, onclick: action },
        icon(name),
      );
    this.#play = button("play", "Play the line", () => this.toggle());
    this.add = h(
      "button",
      { type: "button", class: "button small", hidden: true, onclick: () => this.onadd?.(this.#line) },
      "Add as variation",
    );
    this.element = h(
      "section",
      { class: "line-box", "aria-label": label, hidden: true },
      h("h3", {}, label),
      h(
        "div",
        { class: "line-body" },
        this.#board,
        h(
          "div",
          { class: "line-side" },
          this.#moves,
          h(
            "div",
            { class: "line-buttons" },
            button("first", "To the position", () => this.go(0)),
            button("back", "Back in the line", () => this.go(this.#at - 1)),
            this.#play,
            button("forward", "On in the line", () => this.go(this.#at + 1)),
            this.add,
          ),
        ),
      ),
    );
  }

  /**
   * Show a line; while somebody steps through one, it stays until `force`.
   * @param {PlayedLine} line
   * @param {Color} bottom
   * @param {boolean} force
   */
  set({ fen, texts, paths, fens }, bottom = "white", force = false) {
    const key = `${fen} ${texts.join(" ")}`;
    const turned = bottom !== this.#bottom;
    this.#bottom = bottom;
    if (key === this.#key && !turned) return;
    if (!force && !turned && (this.#timer || this.#at) && fen === this.#line.fen) return;
    if (key !== this.#key) {
      this.stop();
      this.#at = 0;
    }
    this.#key = key;
    this.#line = { fen, texts, paths, fens };
    this.element.hidden = !texts.length;
    this.add.hidden = !this.onadd;
    this.#draw();
  }

  /** @param {number} at */
  go(at) {
    this.stop();
    this.#show(at);
  }

  toggle() {
    if (this.#timer) {
      this.stop();
      return;
    }
    if (this.#at >= this.#line.fens.length) this.#show(0);
    this.#timer = setInterval(() => {
      this.#show(this.#at + 1);
      if (this.#at >= this.#line.fens.length) this.stop();
    }, PACE);
    put(this.#play, icon("pause"));
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    put(this.#play, icon("play"));
  }

  /** @param {number} at */
  #show(at) {
    this.#at = Math.max(0, Math.min(this.#line.fens.length, at));
    this.#draw();
  }

  #draw() {
    const { fen, texts, paths, fens } = this.#line;
    const at = this.#at;
    const next = paths[at];
    put(
      this.#board,
      miniBoard(at ? fens[at - 1] : fen, {
        bottom: this.#bottom,
        last: at ? paths[at - 1] : [],
        arrows: next ? [next] : [],
        label: at ? `After ${named(texts.slice(0, at).join(" "), this.#bottom)}` : "The position",
      }),
    );
    const black = fen ? readFen(fen).turn === "black" : true;
    put(
      this.#moves,
      texts.map((text, index) => {
        const chip = h(
          "button",
          { type: "button", class: "line-move", disabled: index >= fens.length, onclick: () => this.go(index + 1) },
          named(text, this.#bottom),
        );
        mark(chip, "data-color", (index % 2 === 0) === black ? "black" : "white");
        mark(chip, "aria-current", index + 1 === at ? "true" : null);
        return [chip, " "];
      }),
    );
    mark(this.element, "data-board", settings.get("board"));
  }
}
