/** What stands over the lines of a chart: error bars, labels at the ends of the lines, and where one stands. */

import { css } from "./chartcolors.js";

/** @typedef {import("./chart.js").Series & {color: string}} Colored */
/** @typedef {import("../../vendor/uPlot.min.mjs").default} Plot */

/** Intervals as bars with caps. @param {Plot} plot @param {number[]} x @param {Colored[]} order */
export function drawIntervals(plot, x, order) {
  const { ctx } = plot;
  const cap = 4 * devicePixelRatio;
  for (const { low, high, color, hidden } of order) {
    if (!low || !high || hidden) continue;
    ctx.strokeStyle = color;
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.beginPath();
    low.forEach((value, index) => {
      const top = high[index];
      if (value === null || top === null) return;
      const at = plot.valToPos(x[index], "x", true);
      const [from, to] = [plot.valToPos(value, "y", true), plot.valToPos(top, "y", true)];
      ctx.moveTo(at, from);
      ctx.lineTo(at, to);
      for (const end of [from, to]) {
        ctx.moveTo(at - cap, end);
        ctx.lineTo(at + cap, end);
      }
    });
    ctx.stroke();
  }
}

/** The name of each line beside its end, and apart from each other. @param {Plot} plot @param {Colored[]} order */
export function drawNames(plot, order) {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.font = `${12 * ratio}px ${css("--font") || "sans-serif"}`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  const ends = order
    .filter(({ hidden }) => !hidden)
    .map(({ label, values, color }) => ({
      label,
      color,
      y: plot.valToPos(values.findLast((value) => value !== null && value !== undefined) ?? NaN, "y", true),
    }))
    .filter((end) => Number.isFinite(end.y))
    .sort((a, b) => a.y - b.y);
  const places = apart(
    ends.map(({ y }) => y),
    14 * ratio,
    bbox.top + bbox.height,
  );
  ends.forEach((end, index) => {
    ctx.fillStyle = end.color;
    ctx.fillText(shortened(ctx, end.label, 68 * ratio), bbox.left + bbox.width + 6 * ratio, places[index]);
  });
}

/**
 * Places in ascending order, moved so that neighbours keep their distance and none is below the lowest.
 * @param {number[]} wanted
 * @param {number} distance
 * @param {number} lowest
 */
export function apart(wanted, distance, lowest) {
  const places = [...wanted];
  for (let i = 1; i < places.length; i++) places[i] = Math.max(places[i], places[i - 1] + distance);
  for (let i = places.length - 1, limit = lowest; i >= 0; i--, limit -= distance)
    places[i] = Math.min(places[i], limit);
  return places;
}

/** A label that fits into a width. @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} width */
function shortened(ctx, text, width) {
  if (ctx.measureText(text).width <= width) return text;
  let length = text.length - 1;
  while (length > 1 && ctx.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}

/** A line from top to bottom. @param {Plot} plot @param {number} x @param {string} color */
export function drawPlace(plot, x, color) {
  const { ctx, bbox } = plot;
  const at = plot.valToPos(x, "x", true);
  ctx.strokeStyle = color;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(at, bbox.top);
  ctx.lineTo(at, bbox.top + bbox.height);
  ctx.stroke();
}
