/** Players side by side: two to four think about one position at the same time, and where they agree is shown. */

import { WatchText } from "../lab/watchtext.js";
import { labHeading } from "../lab/heading.js";
import { api } from "../api.js";
import { h, put, uid } from "../dom.js";
import { encodeFen } from "../files.js";
import { icon } from "../icons.js";
import { needStyles } from "../analysis/style.js";
import { Comparison } from "../lab/comparison.js";
import { PlayerField, PositionField } from "../lab/setup.js";
import { note } from "../router.js";
import { unreachable } from "./message.js";

const MOST = 4;
const USUAL = ["a-minimax4", "mcts", "engine"];
const NEXT = ["mcts", "engine", "a-minimax4", "flat"];
/** @type {[text: string, limit: Limit][]} */
const BUDGETS = [
  ["1 s each", { time: 1 }],
  ["3 s each", { time: 3 }],
  ["10 s each", { time: 10 }],
  ["1,000 positions or simulations each", { nodes: 1000, iterations: 1000 }],
  ["100,000 positions or simulations each", { nodes: 100_000, iterations: 100_000 }],
];

/** @param {Context} context @returns {Promise<View>} */
export async function compareView({ query }) {
  try {
    const [config, positions] = await Promise.all([
      api.config(),
      PositionField.load(),
      needStyles("setup", "compare", "dashboard", "chart"),
    ]);
    return new Compare(config, positions, query).view;
  } catch (error) {
    return unreachable(error);
  }
}

class Compare {
  #config;
  #place;
  #players;
  #fields = h("div", { class: "compare-players" });
  #watch = new WatchText();
  #budget;
  #start;
  #comparison;

  /** @param {Wire.Config} config @param {Exhibit[]} positions @param {URLSearchParams} query */
  constructor(config, positions, query) {
    this.#config = config;
    this.#comparison = new Comparison();
    const given = (query.get("players") ?? "").split(";").filter(Boolean).slice(0, MOST);
    this.#players = given.length > 1 ? given : USUAL.slice();
    this.#place = new PositionField(positions, { fen: query.get("fen") ?? positions[0].fen }, () => this.#reset());
    const id = uid("budget");
    this.#budget = h(
      "select",
      { id },
      BUDGETS.map(([text], index) => h("option", { value: index }, text)),
    );
    this.#budget.value = "1";
    this.#start = h("button", { type: "button", class: "button primary compare-start", onclick: () => this.#run() });
    this.#comparison.onstate = (on) => this.#state(on);
    this.#draw();
    this.view = {
      title: "Side by side",
      element: h(
        "div",
        { class: "page wide compare" },
        h(
          "div",
          { class: "page-head" },
          labHeading("Side by side"),
          h(
            "div",
            { class: "row" },
            h("a", { class: "button small", href: "/lab/gallery" }, icon("list"), "Gallery"),
            h("a", { class: "button small", href: "/lab/profiler" }, icon("tree"), "Profiler"),
          ),
        ),
        h(
          "div",
          { class: "profiler-setup" },
          this.#place.element,
          h(
            "div",
            { class: "setup-fields" },
            h("label", { for: id }, "Budget"),
            h("div", { class: "compare-budget" }, this.#budget, this.#start),
          ),
        ),
        this.#fields,
        this.#watch.element,
        this.#comparison.element,
      ),
      shown: () => this.#reset(), // not before: it writes the address
      leave: () => this.#comparison.leave(),
    };
  }

  /** The fields of the players. */
  #draw() {
    /** @param {number} index @param {PlayerField} field */
    const change = (index, field) => {
      this.#players[index] = field.value;
      this.#reset();
    };
    put(
      this.#fields,
      this.#players.map((spec, index) => {
        /** @type {PlayerField} */
        const field = new PlayerField(this.#config, spec, () => change(index, field), { label: `Player ${index + 1}` });
        const remove =
          this.#players.length > 2
            ? h(
                "button",
                {
                  type: "button",
                  class: "icon-button small",
                  "aria-label": `Remove player ${index + 1}`,
                  onclick: () => this.#remove(index),
                },
                icon("close"),
              )
            : null;
        return h("div", { class: "compare-player", "data-lane": index }, field.element, remove);
      }),
      this.#players.length < MOST
        ? h(
            "button",
            { type: "button", class: "button small", onclick: () => this.#add() },
            icon("plus"),
            "Add a player",
          )
        : null,
    );
  }

  #add() {
    this.#players.push(NEXT[this.#players.length - 1] ?? "mcts");
    this.#draw();
    this.#reset();
  }

  /** @param {number} index */
  #remove(index) {
    this.#players.splice(index, 1);
    this.#draw();
    this.#reset();
  }

  #reset() {
    const { exhibit, value } = this.#place;
    this.#watch.show(exhibit);
    note(`/lab/compare?fen=${encodeFen(value.fen)}&players=${this.#players.map(encodeURIComponent).join(";")}`);
    this.#comparison.prepare(value, this.#players);
    this.#state(false);
  }

  #run() {
    if (this.#comparison.running) this.#comparison.stop();
    else this.#comparison.start(BUDGETS[Number(this.#budget.value)][1]);
  }

  /** @param {boolean} on */
  #state(on) {
    this.#start.replaceChildren(icon(on ? "stop" : "play"), on ? "Stop" : "Think");
  }
}
