/** Saving a drawing of the page as SVG or PNG, as it looks now: what the style sheets say is written into it. */

import { reason } from "../api.js";
import { toast } from "../toast.js";

const STYLE = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin"],
  ...["opacity", "font-family", "font-size", "font-weight", "text-anchor", "font-variant-numeric"],
];
const SCALE = 2; // pixels of a PNG for each unit

/** The picture as a text that stands on its own. @param {SVGSVGElement} svg */
export function svgText(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [old, fresh] = [svg, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  old.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of STYLE) fresh[index].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role", "data-node", "data-parent"]) fresh[index].removeAttribute(name);
  });
  const { x, y, width, height } = svg.viewBox.baseVal;
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const places = {
    x,
    y,
    width,
    height,
    fill: getComputedStyle(document.documentElement).getPropertyValue("--surface"),
  };
  for (const [name, value] of Object.entries(places)) paper.setAttribute(name, String(value));
  copy.prepend(paper);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {SVGSVGElement} svg @param {string} name of the file, without its ending */
export function saveSvg(svg, name) {
  save(new Blob([svgText(svg)], { type: "image/svg+xml" }), `${name}.svg`);
}

/** @param {SVGSVGElement} svg @param {string} name of the file, without its ending */
export async function savePng(svg, name) {
  try {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = SCALE * svg.viewBox.baseVal.width;
    canvas.height = SCALE * svg.viewBox.baseVal.height;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    savePngOf(canvas, name);
  } catch (error) {
    toast(`This browser cannot make the picture: ${reason(error)}`, "error");
  }
}

/** @param {HTMLCanvasElement} canvas @param {string} name of the file, without its ending */
export function savePngOf(canvas, name) {
  canvas.toBlob((blob) => blob && save(blob, `${name}.png`));
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
