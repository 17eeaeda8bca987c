/** A chart as a picture that stands on its own: with its title, what its colours mean, and paper below it. */

import { css } from "./chartcolors.js";

const [MARGIN, ROW, SWATCH] = [10, 20, 10];

/** @typedef {{label: string, color: string}} Name */

/**
 * @param {HTMLCanvasElement} drawing
 * @param {number} width of the drawing on the page
 * @param {{title: string, names: Name[], note?: string}} words
 * @returns {HTMLCanvasElement}
 */
export function chartPicture(drawing, width, { title, names, note = "" }) {
  const ratio = drawing.width / width;
  const canvas = document.createElement("canvas");
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const font = css("--font") || "sans-serif";
  context.font = `12px ${font}`;
  const places = arrange(names, width, ({ label }) => 2 * SWATCH + context.measureText(label).width);
  const lines = wrap(note, width, (text) => context.measureText(text).width);
  const legend = ROW * ((places.at(-1)?.row ?? -1) + 1);
  const height = drawing.height / ratio;
  canvas.width = drawing.width + 2 * MARGIN * ratio;
  canvas.height = Math.ceil(ratio * (2 * MARGIN + ROW + height + legend + ROW * lines.length));
  context.fillStyle = css("--surface");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(ratio, ratio);
  context.translate(MARGIN, MARGIN);
  context.drawImage(drawing, 0, ROW, width, height);
  context.textBaseline = "middle";
  context.fillStyle = css("--text");
  context.font = `bold 13px ${font}`;
  context.fillText(title, 0, ROW / 2);
  context.font = `12px ${font}`;
  const top = ROW + height;
  names.forEach(({ label, color }, index) => {
    const y = top + ROW * (places[index].row + 0.5);
    context.fillStyle = color;
    context.fillRect(places[index].x, y - SWATCH / 2, SWATCH, SWATCH);
    context.fillStyle = css("--text");
    context.fillText(label, places[index].x + 1.5 * SWATCH, y);
  });
  context.fillStyle = css("--muted");
  lines.forEach((line, index) => {
    context.fillText(line, 0, top + legend + ROW * (index + 0.5));
  });
  return canvas;
}

/** Names side by side, in as many rows as they need.
 * @param {Name[]} names @param {number} width @param {(name: Name) => number} measure */
function arrange(names, width, measure) {
  let [x, row] = [0, 0];
  return names.map((name) => {
    const size = measure(name);
    if (x && x + size > width) [x, row] = [0, row + 1];
    const place = { x, row };
    x += size + SWATCH;
    return place;
  });
}

/** A text in lines that fit. @param {string} text @param {number} width @param {(text: string) => number} measure */
function wrap(text, width, measure) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
