/** The numbers of a chart as a table, for readers; long series are thinned to a hundred rows. */

import { h } from "../dom.js";

/** @param {number|null|undefined} value */
export const plain = (value) =>
  value === null || value === undefined ? "–" : Number.isInteger(value) ? String(value) : value.toFixed(3);

/**
 * What the table holds.
 * @param {import("./chart.js").ChartData} data
 * @param {{title: string, x: import("./chart.js").Axis, y: import("./chart.js").Axis}} options
 */
export function tableOf({ x, series }, { title, x: axis, y }) {
  const step = Math.max(1, Math.ceil(x.length / 100));
  const rows = x.map((_, index) => index).filter((index) => index % step === 0);
  /** @param {number|null|undefined} value */
  const cell = (value) => (value === null || value === undefined ? "–" : (y.format ?? plain)(value));
  const heads = series.map(({ label }) => h("th", { scope: "col" }, label));
  const body = rows.map((index) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, axis.format ? axis.format(x[index]) : plain(x[index])),
      series.map(({ values }) => h("td", {}, cell(values[index]))),
    ),
  );
  return [
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, axis.label ?? ""), heads)),
    h("tbody", {}, body),
  ];
}
