/** What else there is to see of a run: games on the boards, where a test stands, how games ended, how it is played. */

import { h, put } from "../dom.js";
import { miniBoard } from "../miniboard.js";
import { number, plural, sideName } from "../words.js";
import { endingText } from "./words.js";

/** @typedef {{picture: HTMLElement, names: HTMLElement, note: HTMLElement, text: string, element: HTMLElement}} Card */

/** The games in progress, each on a small board that keeps its place. */
export class Boards {
  /** @type {Map<number, Card>} */
  #cards = new Map();

  constructor() {
    this.element = h("ul", { class: "live-boards" });
  }

  /** @param {Wire.LiveBoard[]} boards */
  update(boards) {
    for (const [place, card] of this.#cards) {
      if (place < boards.length) continue;
      card.element.remove();
      this.#cards.delete(place);
    }
    boards.forEach((board, place) => this.#show(place, board));
  }

  /** @param {number} place @param {Wire.LiveBoard} board */
  #show(place, { number: game, black, white, fen, last, plies }) {
    let card = this.#cards.get(place);
    if (!card) {
      const picture = h("div", { class: "live-picture" });
      const names = h("p", { class: "live-names" });
      const note = h("p", { class: "note" });
      card = { picture, names, note, text: "", element: h("li", { class: "live-board" }, picture, names, note) };
      this.#cards.set(place, card);
      this.element.append(card.element);
    }
    const text = `${game} ${plies} ${fen}`;
    if (card.text === text) return;
    card.text = text;
    put(card.picture, miniBoard(fen, { last, label: `Game ${game + 1}` }));
    put(
      card.names,
      h("span", { title: sideName("black") }, black),
      h("span", { class: "note" }, " v "),
      h("span", { title: sideName("white") }, white),
    );
    card.note.textContent = `Game ${number.format(game + 1)}, ${plural(plies, "ply")}`;
  }
}

/** The log-likelihood ratio between its two bounds. @param {Wire.Test} test */
export function testBar({ llr, lower, upper, decision, elo0, elo1, model }) {
  const at = Math.max(0, Math.min(100, (100 * (llr - lower)) / (upper - lower)));
  const zero = (100 * -lower) / (upper - lower);
  const words = decision
    ? `${decision} is accepted: ${decision === "H1" ? elo1 : elo0} Elo (${model})`
    : "not decided yet";
  const label = `LLR ${llr.toFixed(2)}, between ${lower.toFixed(2)} and ${upper.toFixed(2)}: ${words}`;
  return h(
    "div",
    { class: "test" },
    h(
      "div",
      { class: "llr", role: "img", "aria-label": label },
      h("span", { class: "llr-zero", style: { left: `${zero}%` } }),
      h("span", { class: "llr-fill", style: { left: `${Math.min(at, zero)}%`, width: `${Math.abs(at - zero)}%` } }),
      h("span", { class: "llr-dot", style: { left: `${at}%` } }),
    ),
    h(
      "div",
      { class: "llr-ends" },
      h("span", {}, `H0: ${elo0} Elo (${lower.toFixed(2)})`),
      h("span", {}, `H1: ${elo1} Elo (${upper.toFixed(2)})`),
    ),
    h("p", {}, h("strong", {}, `LLR ${llr.toFixed(2)}`), `: ${words}`),
  );
}

/** How games ended, as a line of words. @param {Record<string, number>} endings @param {number|null} plies */
export function endingsText(endings, plies) {
  const parts = Object.entries(endings).map(([why, count]) => `${endingText(why)} ${number.format(count)}`);
  if (!parts.length) return "";
  const length = plies === null ? "" : `Average length: ${plies.toFixed(1)} plies.`;
  return `Endings: ${parts.join(", ")}. ${length}`;
}

/** The conditions of a run. @param {Wire.RunDetail} run */
export function conditions(run) {
  /** @param {string} name @param {string} value @param {boolean} code */
  const fact = (name, value, code = false) =>
    value ? h("div", {}, h("dt", {}, name), h("dd", { class: code ? "code" : null }, value)) : null;
  return h(
    "dl",
    { class: "facts" },
    run.seats.map((seat) => fact(seat.name, [seat.spec, seat.limit ? ` (${seat.limit})` : ""].join(""), true)),
    fact("Limit per move", run.limit || "the players' own"),
    fact("Openings", run.openings),
    fact("Rules", run.rules),
    fact("Adjudication", run.adjudication === "off" ? "none" : run.adjudication),
    fact("Seed", String(run.seed)),
  );
}
