/** The parts of a board's picture: squares, tints, coordinates, rings and dots, arrows. A square is 60 units wide. */

import { s } from "./dom.js";
import { ENGLISH, layoutOf } from "./games/layout.js";
import { boardFace } from "./games/faces.js";

export const UNIT = 60;

/** The centre of a square in the board's units. @param {number} square @param {Seen} seen @returns {Point} */
export function centre(square, { layout, bottom }) {
  const [row, col] = layout.rowCol(square, bottom);
  return [UNIT * col + UNIT / 2, UNIT * row + UNIT / 2];
}

/** @param {number} square @param {Seen} seen */
export function at(square, seen) {
  const [x, y] = centre(square, seen);
  return `translate(${x} ${y})`;
}

/** The same for animations. @param {number} square @param {Seen} seen */
export function cssAt(square, seen) {
  const [x, y] = centre(square, seen);
  return `translate(${x}px, ${y}px)`;
}

/** The empty board. */
export function drawSquares(layout = layoutOf(ENGLISH)) {
  if (!layout.isDraughts) return boardFace(layout);
  const whole = { width: UNIT * layout.columns, height: UNIT * layout.rows };
  const dark = layout.squares.map((square) => {
    const [row, col] = layout.rowCol(square);
    return `M${UNIT * col} ${UNIT * row}h${UNIT}v${UNIT}h-${UNIT}z`;
  });
  const grained = layout.name === ENGLISH;
  return s(
    "g",
    {},
    s("rect", { class: "b-light", ...whole }),
    s("path", { class: "b-dark", d: dark.join("") }),
    grained ? s("use", { class: "b-grain", href: "#shape-grain" }) : null,
    s("rect", { class: "b-warmth", ...whole, fill: "url(#warmth)" }),
  );
}

/**
 * The grain of the wooden board: lines along the dark squares and across the light ones, the same as those of
 * `kingme.text.svg`.
 */
function grainLines() {
  const lines = [];
  for (let cell = 0; cell < 64; cell++) {
    const [row, col] = [cell >> 3, cell & 7];
    const turn = (5 * row + 3 * col) % 7;
    for (let line = 0; line < 3; line++) {
      const [bend, drift, start] = [2 + ((turn + line) % 4), ((turn + 2 * line) % 5) - 2, 8 + turn + 18 * line];
      const [x, y] = [UNIT * col, UNIT * row];
      lines.push(
        (row + col) % 2
          ? `M${x} ${y + start}c20 ${bend} 40 ${-bend} 60 ${drift}`
          : `M${x + start} ${y}c${bend} 20 ${-bend} 40 ${drift} 60`,
      );
    }
  }
  return lines.join("");
}

/** What the wooden board has beside its colours, once for the page: its grain, and light that falls on one corner. */
export function woodShapes() {
  return [
    s("path", { id: "shape-grain", d: grainLines() }),
    s(
      "radialGradient",
      { id: "warmth", cx: "28%", cy: "18%", r: "105%" },
      s("stop", { offset: "0", "stop-color": "#fff3d0", "stop-opacity": "0.34" }),
      s("stop", { offset: "0.55", "stop-color": "#fff3d0", "stop-opacity": "0" }),
      s("stop", { offset: "1", "stop-color": "#2b1200", "stop-opacity": "0.22" }),
    ),
  ];
}

/** @param {number} square @param {Seen} seen @param {string} name */
export function drawTint(square, seen, name) {
  const [x, y] = centre(square, seen);
  return s("rect", { class: name, x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT });
}

/**
 * A ring or dot on a square; its dark edge makes it stand out from every square and piece.
 * @param {string} name
 * @param {number} r
 * @param {number} square
 * @param {Seen} seen
 */
export function drawMark(name, r, square, seen) {
  return s(
    "g",
    { class: `mark ${name}`, transform: at(square, seen) },
    s("circle", { class: "mark-edge", r }),
    s("circle", { class: "mark-face", r }),
  );
}

/** Numbers in the squares, or letters and figures along the edges. @param {Coordinates} wanted @param {Seen} seen */
export function drawLabels(wanted, seen) {
  const { layout, bottom } = seen;
  const system = layout.labelSystem(wanted);
  if (system === "none") return [];
  if (system === "numeric") {
    return layout.squares.map((square) => {
      const [x, y] = centre(square, seen);
      return s("text", { class: "b-number", x: x - 28, y: y - 19.5 }, String(square));
    });
  }
  const [rows, columns] = layout.edgeLabels(system, bottom);
  const top = system === "rowcol";
  /** @param {number} row @param {number} col */
  const shade = (row, col) => (layout.squareAt(row, col, bottom) ? "b-edge on-dark" : "b-edge on-light");
  const [last, height] = [layout.rows - 1, UNIT * layout.rows];
  return [
    ...rows.map((text, i) => s("text", { class: shade(i, 0), x: 3, y: UNIT * i + (top && i === 0 ? 26 : 14) }, text)),
    ...columns.map((text, i) =>
      s("text", { class: `${shade(top ? 0 : last, i)} end`, x: UNIT * i + 57, y: top ? 14 : height - 5 }, text),
    ),
  ];
}

/**
 * An arrow from near the centre of one square to that of another, by way of others if a piece jumps.
 * A piece that is put on the board has a path of one square, and a ring there; a pass has nothing.
 * @param {number[]} path
 * @param {Seen} seen
 * @param {string} name
 */
export function drawArrow(path, seen, name = "") {
  if (path.length < 2) return s("g", {}, path.length ? drawMark(`arrow-ring ${name}`, 21, path[0], seen) : null);
  const points = path.map((square) => centre(square, seen));
  const [before, to] = points.slice(-2);
  const angle = Math.atan2(to[1] - before[1], to[0] - before[0]);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const neck = [to[0] - 22 * cos, to[1] - 22 * sin];
  const line = [...points.slice(0, -1), neck]
    .map((point) => point.map((value) => value.toFixed(1)).join(" "))
    .join("L");
  const [left, right] = [`${neck[0] - 15 * sin} ${neck[1] + 15 * cos}`, `${neck[0] + 15 * sin} ${neck[1] - 15 * cos}`];
  const head = `M${to[0]} ${to[1]}L${left}L${right}Z`;
  return s(
    "g",
    { class: `arrow ${name}` },
    s("path", { class: "arrow-line", d: `M${line}` }),
    s("path", { class: "arrow-head", d: head }),
  );
}

/**
 * Figures on squares: in the lower right corner, or where several moves end on one square, each in the corner that its
 * move comes from.
 * @param {Badge[]} badges
 * @param {Seen} seen
 */
export function drawBadges(badges, seen) {
  /** Corners that are taken, by square. @type {Map<number, Set<string>>} */
  const taken = new Map();
  const shared = (/** @type {Badge} */ { square }) => badges.filter((other) => other.square === square).length > 1;
  return badges.map((badge) => {
    const used = taken.get(badge.square) ?? new Set();
    taken.set(badge.square, used);
    const wanted = shared(badge) ? [cornerOf(badge, seen), ...CORNERS] : CORNERS;
    const corner = wanted.find((name) => !used.has(name)) ?? wanted[0];
    used.add(corner);
    return drawBadge(badge, seen, corner);
  });
}

const CORNERS = ["lower right", "lower left", "upper right", "upper left"];

/** @param {Badge} badge @param {Seen} seen */
function cornerOf({ square, from = square }, seen) {
  const [[x, y], [fromX, fromY]] = [centre(square, seen), centre(from, seen)];
  return `${fromY < y ? "upper" : "lower"} ${fromX < x ? "left" : "right"}`;
}

/** @param {Badge} badge @param {Seen} seen @param {string} corner */
function drawBadge({ square, text, kind = "" }, seen, corner) {
  const [x, y] = centre(square, seen);
  const width = 12 + 9 * text.length;
  const left = corner.endsWith("left") ? x - 29 : x + 29 - width;
  return s(
    "g",
    { class: `badge ${kind}`, transform: `translate(${left} ${corner.startsWith("upper") ? y - 29 : y + 9})` },
    s("rect", { class: "badge-face", width, height: 20, rx: 5 }),
    s("text", { class: "badge-text", x: width / 2, y: 15 }, text),
  );
}
