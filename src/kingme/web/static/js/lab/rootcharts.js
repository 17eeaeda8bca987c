/** What became of the root moves over time: their visits as a stacked stream, and UCT with its two parts for some. */

import { h, put } from "../dom.js";
import { Chart } from "../analysis/chart.js";
import { color } from "../analysis/chartcolors.js";
import { icon } from "../icons.js";
import { settings } from "../settings.js";
import { short } from "../words.js";
import { RootHistory } from "./history.js";
import { savePngOf } from "./pictures.js";

const PARTS = "Thick: the score. Dashed: exploit, Q / N. Dotted: explore, c √(ln Np / N). Q is for the side to move.";
const CHOSEN = 2; // moves whose scores are shown unless a person chooses others

export class RootCharts {
  #history = new RootHistory("simulations");
  /** @type {string[]|null} */
  #chosen = null;
  #visits;
  #scores;
  #chips = h("div", { class: "move-chips", role: "group", "aria-label": "Moves whose scores are shown" });
  #saves;
  #unwatch;

  /** @param {"simulations"|"seconds"} unit */
  constructor(unit = "simulations") {
    const x = { label: unit };
    this.#visits = new Chart({
      title: "Visits of each move",
      x,
      y: { label: "visits", format: short },
      stacked: true,
      height: 190,
      empty: "Run some simulations to see where they go.",
    });
    this.#scores = new Chart({
      title: "Score and its parts",
      x,
      y: { label: "UCT" },
      height: 190,
      empty: "Run some simulations to see scores.",
    });
    this.#saves = [
      saveButton(this.#visits, "visits-of-moves"),
      saveButton(this.#scores, "scores-of-moves", PARTS), // what its lines mean goes with it
    ];
    this.element = h(
      "section",
      { class: "root-charts", "aria-label": "Over time" },
      this.#chips,
      h(
        "div",
        { class: "chart-pair" },
        h("div", {}, this.#visits.element, this.#saves[0]),
        h("div", {}, this.#scores.element, h("p", { class: "note" }, PARTS), this.#saves[1]),
      ),
    );
    this.#unwatch = settings.watch(() => this.set(this.#history));
  }

  destroy() {
    this.#unwatch();
    this.#visits.destroy();
    this.#scores.destroy();
  }

  /** @param {import("./history.js").RootHistory} history */
  set(history) {
    this.#history = history;
    this.#draw();
  }

  /** The moves whose scores are shown: those that were chosen, or the most visited. */
  #shown() {
    const last = this.#history.points.at(-1)?.moves ?? {};
    const known = (this.#chosen ?? []).filter((move) => this.#history.moves.includes(move));
    if (this.#chosen) return new Set(known);
    return new Set(
      Object.keys(last)
        .sort((a, b) => last[b].visits - last[a].visits)
        .slice(0, CHOSEN),
    );
  }

  #draw() {
    const { points, moves } = this.#history;
    const shown = this.#shown();
    const x = points.map(({ at }) => at);
    for (const button of this.#saves) button.hidden = !points.length;
    this.#visits.set({
      x,
      series: moves.map((move, index) => ({
        label: move,
        values: points.map((point) => point.moves[move]?.visits ?? 0),
        color: color(index),
      })),
    });
    /** @param {string} move @param {(of: {exploit: number|null, explore: number|null}) => number|null} pick */
    const parts = (move, pick) => points.map((point) => pick(point.moves[move] ?? { exploit: null, explore: null }));
    /** @param {{exploit: number|null, explore: number|null}} parts */
    const sum = ({ exploit, explore }) => (exploit === null || explore === null ? null : exploit + explore);
    this.#scores.set({
      x,
      series: moves.flatMap((move, index) =>
        shown.has(move)
          ? [
              { label: move, values: parts(move, sum), color: color(index), width: 3 },
              {
                label: "exploit",
                values: parts(move, ({ exploit }) => exploit),
                color: color(index),
                width: 1.5,
                dash: [8, 5],
              },
              {
                label: "explore",
                values: parts(move, ({ explore }) => explore),
                color: color(index),
                width: 1.5,
                dash: [2, 4],
              },
            ]
          : [],
      ),
    });
    this.#drawChips(moves, shown);
  }

  /** @param {string[]} moves @param {Set<string>} shown */
  #drawChips(moves, shown) {
    const last = this.#history.points.at(-1)?.moves ?? {};
    const total = Object.values(last).reduce((sum, { visits }) => sum + visits, 0);
    const key = `${[...shown]} ${moves.map((move) => last[move]?.visits)} ${color(0)}`;
    if (this.#chips.dataset.key === key) return;
    this.#chips.dataset.key = key;
    put(
      this.#chips,
      moves.map((move, index) => {
        const visits = last[move]?.visits ?? 0;
        const share = total ? `${Math.round((100 * visits) / total)} %` : "";
        const toggle = () => {
          const now = new Set(shown);
          if (!now.delete(move)) now.add(move);
          this.#chosen = [...now];
          this.#draw();
        };
        return h(
          "button",
          {
            type: "button",
            class: "move-chip",
            "aria-pressed": String(shown.has(move)),
            "data-move": move,
            "data-visits": visits,
            onclick: toggle,
          },
          h("span", { class: "swatch", style: { background: color(index) } }),
          h("span", {}, move),
          h("span", { class: "note" }, share),
        );
      }),
    );
  }
}

/** @param {Chart} chart @param {string} name of the file @param {string} note that goes with the picture */
function saveButton(chart, name, note = "") {
  const save = () => {
    const picture = chart.picture(note);
    if (picture) savePngOf(picture, name);
  };
  const label = `Save picture: ${chart.title}`;
  return h(
    "button",
    { type: "button", class: "button small", "aria-label": label, title: label, hidden: true, onclick: save },
    icon("save"),
    "Save picture",
  );
}
