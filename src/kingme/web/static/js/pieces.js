/**
 * How pieces look: a disc seen from above with a little of its side showing, a rim and grooves; a king is two of
 * them and a crown. The same drawing as `kingme.text.svg`, about its own centre on a square of 60 units.
 *
 * The shapes stand once in the page and every board shows them with <use>; their colours are custom properties of the
 * board set, which reach through.
 */

import { s } from "./dom.js";
import { woodShapes } from "./drawing.js";
import { currentLayout } from "./games/current.js";
import { discShape, stoneParts } from "./games/faces.js";
import { ENGLISH, layoutOf } from "./games/layout.js";
import { colorOf, isKing } from "./position.js";

const CROWN = "M-10.5 8.5L-13 -6L-6.2 0L0 -9.5L6.2 0L13 -6L10.5 8.5Z";

/** @param {number} y @param {number[]} grooves */
function disc(y, grooves) {
  /** @param {string} name @param {number} offset */
  const ring = (name, offset) => grooves.map((r) => s("circle", { class: name, cy: y + offset, r }));
  return [
    s("circle", { class: "p-side", cy: y + 2.8, r: 22 }),
    s("circle", { class: "p-face", cy: y, r: 22 }),
    ring("p-shine", 1),
    s("path", { class: "p-gleam", d: `M-18.6 ${y - 8.7}A20.5 20.5 0 0 1 8.7 ${y - 18.6}` }),
    ring("p-groove", 0),
  ];
}

/** The shapes that every board on the page uses. */
export function pieceShapes() {
  const shadow = () => [
    s("circle", { class: "p-shadow", cx: 1.5, cy: 4.5, r: 24 }),
    s("circle", { class: "p-shadow", cx: 1, cy: 3.5, r: 23.2 }),
  ];
  return s(
    "svg",
    { class: "shapes", width: 0, height: 0, "aria-hidden": "true" },
    woodShapes(),
    s("g", { id: "shape-man" }, shadow(), disc(-1, [18.5, 13.5, 8.5])),
    s(
      "g",
      { id: "shape-king" },
      shadow(),
      disc(4, []),
      disc(-3.5, [18.5]),
      s("path", { class: "p-crown", d: CROWN, transform: "translate(0 -3)" }),
    ),
    discShape(),
  );
}

/** A piece at the centre of its own coordinates. @param {Letter} letter */
export function drawPiece(letter, layout = layoutOf(ENGLISH)) {
  const parts = layout.isDraughts
    ? s("use", { href: isKing(letter) ? "#shape-king" : "#shape-man" })
    : stoneParts(letter, layout);
  return s("g", { class: `piece ${colorOf(letter)} ${layout.isDraughts ? "" : layout.name}`.trim() }, parts);
}

/** Make a man a king, or back; turn a disc over. @param {SVGElement} element @param {Letter} letter */
export function changePiece(element, letter) {
  element.classList.remove("black", "white");
  element.classList.add(colorOf(letter));
  if (element.firstElementChild?.getAttribute("href") === "#shape-disc") return;
  element.firstElementChild?.setAttribute("href", isKing(letter) ? "#shape-king" : "#shape-man");
}

/** A piece of a side in the game that is shown, as a small picture. @param {Color} color */
export function sideIcon(color) {
  const layout = currentLayout();
  const letter = color === "white" ? "w" : "b";
  return pieceIcon(layout.style === "characters" ? `${letter}k` : letter, layout);
}

/** A piece as a small picture in a line of text or on a button. @param {Letter} letter */
export function pieceIcon(letter, layout = layoutOf(ENGLISH)) {
  return s(
    "svg",
    { class: "piece-icon", viewBox: "-28 -27.5 56 59", "aria-hidden": "true", focusable: "false" },
    drawPiece(letter, layout),
  );
}
