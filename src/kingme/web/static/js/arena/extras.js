/** What else there is to see of a run: games on the boards, where a test stands, how games ended, how it is played. */

import { h, put } from "../dom.js";
import { miniBoard } from "../miniboard.js";
import { number, plural, sideName } from "../words.js";

/** The games in progress, each on a small board that keeps its place. */
export class Boards {
  #cards = new Map();

  constructor() {
    this.element = h("ul", { class: "live-boards" });
  }

  update(boards) {
    for (const [place, card] of this.#cards) {
      if (place < boards.length) continue;
      card.element.remove();
      this.#cards.delete(place);
    }
    boards.forEach((board, place) => this.#show(place, board));
  }

  #show(place, { number: game, black, white, fen, last, plies }) {
    let card = this.#cards.get(place);
    if (!card) {
      card = {
        picture: h("div", { class: "live-picture" }),
        names: h("p", { class: "live-names" }),
        note: h("p", { class: "note" }),
      };
      card.element = h("li", { class: "live-board" }, card.picture, card.names, card.note);
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
    card.note.textContent = `Game ${number.format(game + 1)} · ${plural(plies, "move")}`;
  }
}

/** The log-likelihood ratio between its two bounds. */
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

/** How games ended, as a line of words. */
export function endingsText(endings, plies) {
  const parts = Object.entries(endings).map(([why, count]) => `${why} ${number.format(count)}`);
  if (!parts.length) return "";
  const length = plies === null ? "" : `A game has ${plies.toFixed(1)} moves on average, each side's counted.`;
  return `Ended by ${parts.join(", ")}. ${length}`;
}

/** The conditions of a run. */
export function conditions(run) {
  const fact = (name, value, code = false) =>
    value ? h("div", {}, h("dt", {}, name), h("dd", { class: code ? "code" : null }, value)) : null;
  return h(
    "dl",
    { class: "facts" },
    run.seats.map((seat) => fact(seat.name, [seat.spec, seat.limit ? ` (${seat.limit})` : ""].join(""), true)),
    fact("Limit for a move", run.limit || "the players' own"),
    fact("Openings", run.openings),
    fact("Rules", run.rules),
    fact("Adjudication", run.adjudication === "off" ? "none" : run.adjudication),
    fact("Seed", String(run.seed)),
  );
}
