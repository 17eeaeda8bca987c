/** The bar beside the board: the expected score, from a win for one side to a win for the other. */

import { h, mark, say } from "../dom.js";
import { readFen } from "../position.js";
import { distance, inMoves } from "../score.js";
import { percent, plural, scoreFor, sideName } from "../words.js";

export class EvalBar {
  #fill = h("div", { class: "eval-fill" });
  #label = h("span", { class: "eval-label" });

  constructor() {
    this.element = h(
      "div",
      { class: "eval-bar", role: "img" },
      this.#fill,
      h("div", { class: "eval-middle" }),
      this.#label,
    );
    this.set(null, "white");
  }

  /** The numbers are those of the side that moves first in a game. @param {Info|null} info @param {Color} bottom */
  set(info, bottom) {
    const value = info?.value ?? null;
    const known = info && value !== null ? info : null;
    const turn = info ? readFen(info.fen).turn : "black";
    const black = value === null ? 0.5 : turn === "black" ? value : 1 - value;
    const below = bottom === "black" ? black : 1 - black;
    this.#fill.style.height = `${(100 * below).toFixed(1)}%`;
    this.#fill.dataset.color = bottom;
    this.element.dataset.top = bottom === "black" ? "white" : "black";
    this.element.dataset.known = known ? "yes" : "no";
    this.element.dataset.place = below >= 0.5 ? "bottom" : "top";
    const text = known ? shortValue(known, turn, black) : "";
    say(this.#label, text);
    mark(this.#label, "data-long", text.length > 3);
    mark(this.element, "aria-label", known ? words(known, turn, black) : "No evaluation yet");
    mark(this.element, "title", known ? words(known, turn, black) : null);
  }
}

/**
 * For the side that moves first: moves to a forced win or loss, or the expected score in percent.
 * @param {Info} info
 * @param {Color} turn
 * @param {number} black
 */
function shortValue(info, turn, black) {
  const plies = distance(info.score);
  if (plies === null) return String(Math.round(100 * black));
  return `${plies > 0 === (turn === "black") ? "" : "−"}#${inMoves(plies)}`;
}

/** @param {Info} info @param {Color} turn @param {number} black */
export function words(info, turn, black) {
  const plies = distance(info.score);
  if (plies) {
    const winner = plies > 0 === (turn === "black") ? "black" : "white";
    return `${sideName(winner)} wins in ${plural(inMoves(plies), "move")}`;
  }
  return `${scoreFor("black")}: ${percent(black)}`;
}
