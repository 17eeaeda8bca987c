/** How boards and pieces of the games that are not draughts look. A square is 60 units wide, as in `drawing.js`. */

import { s } from "../dom.js";
import { OUTLINES } from "./characters.js";

/** @typedef {import("./layout.js").Layout} Layout */

const UNIT = 60;
const FROM_OUTLINE = "scale(0.032 -0.032) translate(-512 -388)";
/** The empty board. @param {Layout} layout */
export function boardFace(layout) {
  const [width, height] = [UNIT * layout.columns, UNIT * layout.rows];
  const face = s("rect", { class: "g-field", width, height });
  if (layout.style === "upright") return s("g", {}, s("rect", { class: "g-behind", width, height }));
  const across = Array.from({ length: layout.rows + 1 }, (_, row) => `M0 ${UNIT * row}H${width}`);
  const down = Array.from({ length: layout.columns + 1 }, (_, col) => `M${UNIT * col} 0V${height}`);
  const lines = s("path", { class: "g-line", d: [...across, ...down].join("") });
  const dots = layout.style === "flat" ? [120, 360].flatMap((x) => [120, 360].map((y) => dot(x, y))) : null;
  return s("g", {}, face, lines, dots);
}

/** @param {number} cx @param {number} cy */
const dot = (cx, cy) => s("circle", { class: "g-dot", cx, cy, r: 4 });

/** What stands before the pieces: the grid whose holes they are seen through. @param {Layout} layout */
export function boardFront(layout) {
  if (layout.style !== "upright") return null;
  const [width, height] = [UNIT * layout.columns, UNIT * layout.rows];
  const centres = [];
  for (let row = 0; row < layout.rows; row++) {
    for (let col = 0; col < layout.columns; col++) centres.push([UNIT * col + 30, UNIT * row + 30]);
  }
  const holes = centres.map(([x, y]) => `M${x - 24} ${y}a24 24 0 1 0 48 0a24 24 0 1 0 -48 0z`).join("");
  return [
    s("path", { class: "g-front", "fill-rule": "evenodd", d: `M0 0h${width}v${height}h-${width}z${holes}` }),
    s("path", { class: "g-rim", d: holes }),
  ];
}

/** The disc that boards show with <use>; it stands once in the page. */
export function discShape() {
  return s(
    "g",
    { id: "shape-disc" },
    s("circle", { class: "p-shadow", cx: 1.5, cy: 3, r: 24 }),
    s("circle", { class: "p-face", r: 24 }),
    s("path", { class: "p-gleam", d: "M-17.3 -7.7A19 19 0 0 1 7.7 -17.3" }),
  );
}

/** The shapes of a piece. @param {Letter} letter @param {Layout} layout */
export function stoneParts(letter, layout) {
  const disc = s("use", { href: "#shape-disc" });
  if (layout.style !== "characters") return disc;
  const kind = letter[1] ?? "k";
  return [
    disc,
    s("circle", { class: "g-ring", r: 20 }),
    s("path", { class: "g-character", d: OUTLINES[letter] ?? OUTLINES[`b${kind}`], transform: FROM_OUTLINE }),
    s("text", { class: "g-latin", y: 9 }, kind.toUpperCase()),
  ];
}
