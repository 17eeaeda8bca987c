/**
 * A chart of series over a common axis: lines, areas (stacked or not) and bars, with intervals drawn as error bars,
 * labels beside the lines instead of a legend, a table for readers, and the colours of the theme.
 *
 *     const chart = new Chart({ title: "Evaluation", x: { label: "move" }, y: { label: "result", range: [0, 1] } });
 *     chart.set({ x: [0, 1, 2], series: [{ label: "Red", values: [0.5, 0.6, null], low: [...], high: [...] }] });
 *     chart.onpick = (index) => ...;      // a point was clicked, or chosen with the arrow keys and Enter
 *     chart.mark(2);                      // a line where one stands
 *     chart.element, chart.destroy()
 *
 * `kind` of a series: "line" (default), "area", "step", "bars", "points"; `stacked: true` of the chart piles areas up.
 */

import uPlot from "../../vendor/uPlot.min.mjs";
import { h, put } from "../dom.js";
import { settings } from "../settings.js";
import { color, css } from "./chartcolors.js";
import { drawIntervals, drawNames, drawPlace } from "./chartoverlay.js";
import { chartPicture } from "./chartpicture.js";
import { plain, tableOf } from "./charttable.js";

/**
 * @typedef {{label?: string, format?: (value: number) => string, whole?: boolean, range?: [number, number],
 *            ticks?: number[]}} Axis
 * @typedef {{title: string, x?: Axis, y?: Axis, height?: number, labels?: boolean, stacked?: boolean, empty?: string,
 *            baseline?: number}} ChartOptions
 * @typedef {{label: string, values: (number|null)[], low?: (number|null)[], high?: (number|null)[], color?: string,
 *            kind?: string, width?: number, dash?: number[], hidden?: boolean}} Series
 * @typedef {{x: number[], series: Series[]}} ChartData
 */

/** Draw this charts's styles once; they come with the first chart. */
let styled = false;
function style() {
  if (styled) return;
  styled = true;
  document.head.append(
    h("link", { rel: "stylesheet", href: new URL("../../vendor/uPlot.min.css", import.meta.url).pathname }),
  );
}

export class Chart {
  /** @type {uPlot|null} */
  #plot = null;
  /** @type {ChartData} */
  #data = { x: [], series: [] };
  #options;
  #box = h("div", { class: "chart-box", tabindex: 0 });
  #table = h("table");
  #tip = h("p", { class: "chart-tip", "aria-live": "polite" });
  #title = h("span", {});
  #empty;
  /** @type {number|null} */
  #at = null;
  /** @type {number|null} */
  #hover = null;
  #observer;
  #unwatch;
  /** @type {((index: number) => unknown)|null} */
  onpick = null;

  /** @param {ChartOptions} options */
  constructor(options) {
    style();
    /** @type {ChartOptions & {x: Axis, y: Axis, height: number}} */
    this.#options = { height: 180, x: {}, y: {}, ...options };
    this.#empty = h("p", { class: "empty" }, options.empty ?? "No data yet.");
    this.#box.setAttribute("role", "img");
    this.title = options.title;
    this.element = h(
      "figure",
      { class: "chart" },
      h("figcaption", {}, this.#title, this.#tip),
      this.#box,
      this.#empty,
      h("div", { class: "visually-hidden" }, this.#table),
    );
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(this.#box);
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    this.#box.addEventListener("click", () => this.#hover !== null && this.onpick?.(this.#hover));
    this.#unwatch = settings.watch(() => this.#redraw());
    this.#show();
  }

  get title() {
    return this.#options.title;
  }

  /** @param {string} text */
  set title(text) {
    this.#options.title = text;
    this.#title.textContent = text;
    this.#box.setAttribute("aria-label", text);
  }

  destroy() {
    this.#observer.disconnect();
    this.#unwatch();
    this.#plot?.destroy();
    this.#plot = null;
  }

  /** @param {ChartData} data */
  set(data) {
    const same = shape(data) === shape(this.#data);
    this.#data = data;
    if (this.#plot && same) this.#plot.setData(this.#columns());
    else this.#redraw();
    this.#show();
    put(this.#table, ...tableOf(data, this.#options));
  }

  /** Where one stands, as an index into `x`; null takes the line away. @param {number|null} index */
  mark(index) {
    this.#at = index;
    this.#plot?.redraw(false);
  }

  /** The chart as it looks now, with what it needs to stand alone; null without data. @param {string} note */
  picture(note = "") {
    const plot = this.#plot;
    if (!plot) return null;
    const shown = this.#data.series.map((item, index) => ({ ...item, color: item.color ?? color(index) }));
    const names = this.#labels() || shown.length < 2 ? [] : shown.filter(({ hidden }) => !hidden);
    return chartPicture(plot.ctx.canvas, plot.width, { title: this.#options.title, names, note });
  }

  #show() {
    const some = Boolean(this.#data.x.length && this.#data.series.length);
    this.#empty.hidden = some;
    this.#box.hidden = !some;
  }

  /** The numbers for uPlot; stacked series are piled up, and drawn from the top down. @returns {(number|null)[][]} */
  #columns() {
    const { x, series } = this.#data;
    if (!this.#options.stacked) return [x, ...series.map(({ values }) => values)];
    const sums = x.map(() => 0);
    const piled = series.map(({ values }) => values.map((value, index) => (sums[index] += value ?? 0)));
    return [x, ...piled.reverse()];
  }

  #redraw() {
    this.#plot?.destroy();
    this.#plot = null;
    if (!this.#data.x.length) return;
    const { stacked, x, y, height } = this.#options;
    const [text, line, grid] = [css("--muted"), css("--text"), css("--line")];
    const font = `12px ${css("--font") || "sans-serif"}`;
    const order = this.#data.series.map((item, index) => ({ ...item, color: item.color ?? color(index) }));
    if (stacked) order.reverse();
    const axis = {
      stroke: text,
      font,
      labelFont: font,
      grid: { stroke: grid, width: 1 },
      ticks: { stroke: grid, width: 1 },
      labelSize: 18,
      size: 30,
    };
    this.#plot = new uPlot(
      {
        width: Math.max(120, this.#box.clientWidth),
        height,
        padding: [8, this.#labels() ? 76 : 10, 0, 0],
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, points: { size: 7 }, focus: { prox: 24 } },
        scales: {
          x: { time: false, range: this.#data.x.length === 1 ? around : undefined },
          y: { range: y.range ? () => y.range : stacked ? fromZero : undefined },
        },
        axes: [
          {
            ...axis,
            label: x.label,
            values: (/** @type {unknown} */ _, /** @type {number[]} */ values) =>
              values.map((value) => {
                if (x.format) return Number.isInteger(value) ? x.format(value) : "";
                return Number.isInteger(value) || !x.whole ? value : "";
              }),
          },
          {
            ...axis,
            size: 52,
            label: y.label,
            splits: y.ticks ? () => y.ticks : undefined,
            values: y.format
              ? (/** @type {unknown} */ _, /** @type {number[]} */ values) => values.map((value) => y.format?.(value))
              : undefined,
          },
        ],
        series: [{}, ...order.map((item) => this.#series(item))],
        hooks: {
          draw: [(/** @type {uPlot} */ plot) => this.#overlay(plot, order, line)],
          setCursor: [(/** @type {uPlot} */ plot) => this.#follow(plot)],
        },
      },
      this.#columns(),
      this.#box,
    );
  }

  /** @param {Series & {color: string}} series */
  #series({ label, color: stroke, kind = "line", width = 2, dash, hidden }) {
    const paths =
      kind === "bars"
        ? uPlot.paths.bars({ size: [0.7, 60] })
        : kind === "step"
          ? uPlot.paths.stepped({ align: 1 })
          : undefined;
    const filled = kind === "area" || kind === "bars" || this.#options.stacked;
    return {
      label,
      stroke,
      width: kind === "points" ? 0 : width,
      dash,
      show: !hidden,
      fill: filled ? (this.#options.stacked ? stroke : `${stroke}33`) : undefined,
      fillTo: this.#options.baseline,
      paths,
      points: { show: kind === "points" || this.#data.x.length < 3, size: 7, fill: stroke },
    };
  }

  #labels() {
    return (
      this.#options.labels !== false &&
      this.#data.series.length > 1 &&
      this.#data.series.length <= 8 &&
      this.#box.clientWidth > 340 &&
      !this.#options.stacked
    );
  }

  /** @param {uPlot} plot @param {(Series & {color: string})[]} order @param {string} line */
  #overlay(plot, order, line) {
    const { x } = this.#data;
    plot.ctx.save();
    if (!this.#options.stacked) drawIntervals(plot, x, order);
    if (this.#labels()) drawNames(plot, order);
    if (this.#at !== null && this.#at < x.length) drawPlace(plot, x[this.#at], line);
    plot.ctx.restore();
  }

  /** Say the values under the pointer. @param {uPlot} plot */
  #follow(plot) {
    this.#hover = plot.cursor.idx ?? null;
    this.#tell(this.#hover);
  }

  /** @param {number|null} index */
  #tell(index) {
    const { x, y } = this.#options;
    if (index === null || !this.#data || index >= this.#data.x.length) {
      this.#tip.textContent = "";
      return;
    }
    const format = y.format ?? plain;
    const at = x.format ? x.format(this.#data.x[index]) : `${x.label ?? ""} ${plain(this.#data.x[index])}`;
    const values = this.#data.series
      .filter(({ hidden }) => !hidden)
      .slice(0, 6)
      .map(({ label, values, low, high }) => {
        const value = values[index];
        const [from, to] = [low?.[index] ?? null, high?.[index] ?? null];
        const spread = from !== null && to !== null ? ` (${format(from)} to ${format(to)})` : "";
        const name = this.#data.series.length > 1 ? `${label} ` : "";
        return `${name}${value === null || value === undefined ? "–" : format(value)}${spread}`;
      });
    this.#tip.textContent = `${at.trim()}: ${values.join(", ")}`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#data.x.length) return;
    const last = this.#data.x.length - 1;
    const now = this.#hover ?? this.#at ?? 0;
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last };
    const to = ways[event.key];
    if (to !== undefined) {
      this.#hover = Math.max(0, Math.min(last, to));
      this.#plot?.setCursor({ left: this.#plot.valToPos(this.#data.x[this.#hover], "x"), top: 20 });
      this.#tell(this.#hover);
    } else if (event.key === "Enter" && this.#hover !== null) this.onpick?.(this.#hover);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #resize() {
    const width = this.#box.clientWidth;
    if (this.#plot && width && Math.abs(width - this.#plot.width) > 1)
      this.#plot.setSize({ width, height: this.#options.height });
  }
}

/** One point in the middle of its axis. @param {unknown} _ @param {number} low */
const around = (_, low) => [low - 1, low + 1];

/** Piles stand on zero. @param {unknown} _ @param {number} __ @param {number} high */
const fromZero = (_, __, high) => [0, high || 1];

/** @param {ChartData} data */
const shape = ({ x, series }) => {
  const names = series.map(({ label, color: stroke, kind, hidden }) => `${label}/${stroke}/${kind}/${hidden}`);
  return `${x.length < 3} ${names.join("|")}`;
};
