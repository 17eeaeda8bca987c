/** What was expected of a game after each of its moves; a click goes there. */

import { percent, scoreFor, sideName } from "../words.js";
import { Chart } from "./chart.js";

export class EvalGraph {
  #side;

  /**
   * @param {(plies: number) => void} onpick
   * @param {{height?: number, side?: () => Color}} options `side`: whose expected score it shows
   */
  constructor(onpick, { height = 170, side = () => "black" } = {}) {
    this.#side = side;
    this.chart = new Chart({
      title: scoreFor(side()),
      x: { label: "plies played", whole: true, format: (ply) => (ply === 0 ? "start" : String(ply)) },
      y: { range: [-0.03, 1.03], ticks: [0, 0.5, 1], format: percent },
      height,
      baseline: 0.5,
      labels: false,
      empty: "The graph appears as soon as the engine has analysed some positions.",
    });
    this.chart.onpick = onpick;
    this.element = this.chart.element;
    this.element.classList.add("eval-graph");
  }

  /** @param {Wire.ReviewReport|null} report */
  set(report) {
    const side = this.#side();
    this.chart.title = scoreFor(side);
    const values = (report?.evaluations ?? []).map((value) => (value === null || side === "black" ? value : 1 - value));
    const known = values.some((value) => value !== null);
    if (!known) {
      this.chart.set({ x: [], series: [] });
      return;
    }
    /** @param {string} kind */
    const marked = (kind) => {
      const found = new Set((report?.plies ?? []).filter((ply) => ply.judgement === kind).map((ply) => ply.number + 1));
      return values.map((value, index) => (found.has(index) ? value : null));
    };
    const css = getComputedStyle(document.documentElement);
    /** @param {string} name */
    const color = (name) => css.getPropertyValue(name).trim();
    this.chart.set({
      x: values.map((_, index) => index),
      series: [
        {
          label: sideName(side),
          values,
          kind: "area",
          color: color("--accent-text"),
        },
        { label: "mistake", values: marked("mistake"), kind: "points", color: color("--warn") },
        { label: "blunder", values: marked("blunder"), kind: "points", color: color("--loss") },
      ],
    });
  }

  /** @param {number|null} plies */
  mark(plies) {
    this.chart.mark(plies);
  }

  destroy() {
    this.chart.destroy();
  }
}
