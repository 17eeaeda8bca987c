/** The line that says what is going on: whose turn, what must be done, and why a move was refused. */

import { announce } from "./announce.js";
import { h, mark, say } from "./dom.js";
import { opponentName } from "./opponents.js";
import { timeLeft } from "./people/terms.js";
import { sideName } from "./words.js";

const WARNING = 6000; // milliseconds

export class Status {
  #text = h("span", { class: "status-text" });
  #usual = { text: "", kind: "" };
  #timer = 0;

  constructor() {
    this.element = h(
      "div",
      { class: "status-line" },
      h("span", { class: "status-mark", "aria-hidden": "true" }),
      this.#text,
    );
  }

  /** What holds until something else does. @param {string} text @param {string} kind */
  set(text, kind = "") {
    this.#usual = { text, kind };
    if (!this.#timer) this.#show(text, kind);
  }

  /** Say why something did not work; it stays for some seconds. @param {string} text */
  warn(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.clear(), WARNING);
    this.#show(text, "warn");
    announce(text);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#show(this.#usual.text, this.#usual.kind);
  }

  /** @param {string} text @param {string} kind */
  #show(text, kind) {
    say(this.#text, text);
    mark(this.element, "data-kind", kind || null);
  }
}

/**
 * What to say about a game as it stands.
 * @param {import("./game.js").Game} game
 * @returns {[text: string, kind: string]}
 */
export function statusOf(game) {
  const { state } = game;
  if (!game.live) return [`Move ${game.shown} of ${game.length}`, "past"];
  if (state.outcome) return ["The game is over", "over"];
  const side = sideName(state.turn);
  if (!state.owner) return [`You are watching. ${side} to move`, ""];
  const { shared } = state;
  if (shared) {
    const left = shared.deadline ? ` (${timeLeft(shared.deadline)} left)` : "";
    if (!game.myTurn) return [`Waiting for ${state.players[state.turn].name}${left}`, ""];
    return [`Your turn${state.must_capture ? ": you must capture" : ""}${left}`, state.must_capture ? "must" : "turn"];
  }
  if (game.watching) return [state.paused ? `Paused. ${side} to move` : `${side} to move`, state.paused ? "past" : ""];
  if (!game.myTurn)
    return state.paused
      ? [`Paused before ${side}'s move`, "past"]
      : [`${opponentName(state.players[state.turn].title)} is thinking`, ""];
  const who = game.mine.length === 2 ? `${side} to move` : "Your turn";
  return [state.must_capture ? `${who}: you must capture` : who, state.must_capture ? "must" : "turn"];
}
