/** The colours of charts, from the theme. */

/** Colours that differ in lightness as well as in hue; the same number is the same colour on every page. */
const PALETTE = {
  light: ["#1f6b3b", "#b5521b", "#2a5db0", "#8a2f7d", "#7a6a00", "#0b7285", "#9b2c1f", "#4a5568", "#5b8c2a", "#6741d9"],
  dark: ["#7fd3a0", "#f2a76b", "#8ab8ff", "#e39ad8", "#e3d26f", "#7fd6e6", "#f0978a", "#c3ccd6", "#b5e48c", "#c4b0ff"],
};

export const isDark = () => document.documentElement.dataset.theme !== "light";
/** @param {number} index */
export const color = (index) => PALETTE[isDark() ? "dark" : "light"][index % 10];

/** @param {string} name */
export const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
