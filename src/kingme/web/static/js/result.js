/** The card at the end of a game: who won, why, and what one can do next. */

import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { sentence, sideName } from "./words.js";

export class ResultCard {
  #game;
  #actions;
  #key = "";

  /** @param {import("./game.js").Game} game @param {{rematch: () => void, fresh: () => void}} actions */
  constructor(game, actions) {
    this.#game = game;
    this.#actions = actions;
    this.element = h("section", { class: "result-card", "aria-label": "Result", hidden: true });
  }

  /** What it means to the person here. */
  get title() {
    const winner = this.#game.state.outcome?.winner;
    if (!winner) return "Draw";
    const { mine } = this.#game;
    if (mine.length === 1) return mine[0] === winner ? "You won" : "You lost";
    return `${sideName(winner)} won`;
  }

  update() {
    const { outcome, id, owner } = this.#game.state;
    this.element.hidden = !outcome;
    if (!outcome) return;
    const kind = !outcome.winner ? "draw" : this.title === "You lost" ? "loss" : "win";
    const score = { "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½" }[outcome.result];
    this.element.dataset.kind = kind;
    const key = JSON.stringify([this.title, outcome, owner, sideName("black")]);
    if (key === this.#key) return; // its buttons keep the focus
    this.#key = key;
    put(
      this.element,
      h(
        "p",
        { class: "result-title" },
        h("span", {}, this.title),
        h("span", { class: "result-score", title: `${sideName("black")} – ${sideName("white")}` }, score),
      ),
      h("p", { class: "result-text" }, sentence(outcome.text)),
      h(
        "div",
        { class: "row" },
        owner
          ? h(
              "button",
              { type: "button", class: "button primary", onclick: this.#actions.rematch },
              icon("again"),
              "Rematch",
            )
          : null,
        h("a", { class: "button", href: `/replay/${id}` }, icon("play"), "Replay"),
        h("a", { class: "button", href: `/analyse/${id}` }, icon("search"), "Analyse"),
        h("button", { type: "button", class: "button", onclick: this.#actions.fresh }, icon("plus"), "New game"),
      ),
    );
  }
}
