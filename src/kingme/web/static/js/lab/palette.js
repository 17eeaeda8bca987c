/** Colours of values and of moves, from the theme; never the only sign of anything. */

import { settings } from "../settings.js";

/**
 * The theme's colours as text, and those of loss, draw and win as numbers.
 * @typedef {{text: string, muted: string, line: string, surface: string, bg: string, accent: string, focus: string,
 *            win: string, loss: string, draw: string, warn: string, dark: boolean, scale: number[][]}} Theme
 */

/** @type {Theme|null} */
let cached = null;

settings.addEventListener("change", () => {
  cached = null;
});

/** @param {string} text */
function parse(text) {
  const hex = text.trim().replace("#", "");
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** The theme's colours as text, and those of values as numbers. @returns {Theme} */
export function theme() {
  if (cached) return cached;
  const style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const get = (name) => style.getPropertyValue(`--${name}`).trim();
  cached = {
    text: get("text"),
    muted: get("muted"),
    line: get("line"),
    surface: get("surface"),
    bg: get("bg"),
    accent: get("accent-text"),
    focus: get("focus"),
    win: get("win"),
    loss: get("loss"),
    draw: get("draw"),
    warn: get("warn"),
    dark: document.documentElement.dataset.theme !== "light",
    scale: ["loss", "draw", "win"].map((name) => parse(get(name))),
  };
  return cached;
}

/** @type {Map<string, string>} */
const shades = new Map();

/** Results near one half are the usual ones: the colours there are drawn apart. @param {number} value */
function stretch(value) {
  const away = 2 * value - 1;
  return 0.5 + 0.5 * Math.sign(away) * Math.sqrt(Math.abs(away));
}

/** The colour of an expected score from 0 (loss) over grey (draw) to 1 (win). @param {number|null} value */
export function valueColor(value) {
  const colors = theme();
  if (value === null) return colors.line;
  const step = Math.round(stretch(value) * 40);
  const key = `${colors.text}${step}`;
  let found = shades.get(key);
  if (!found) {
    const at = step / 20;
    const [from, to] = at < 1 ? [colors.scale[0], colors.scale[1]] : [colors.scale[1], colors.scale[2]];
    const share = at < 1 ? at : at - 1;
    found = `rgb(${from.map((channel, i) => Math.round(channel + (to[i] - channel) * share)).join(" ")})`;
    shades.set(key, found);
  }
  return found;
}

/** The sign that goes with the colour. @param {number|null} value */
export function valueSign(value) {
  if (value === null) return "?";
  return value > 0.55 ? "+" : value < 0.45 ? "−" : "=";
}
