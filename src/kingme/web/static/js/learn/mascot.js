/** Crowny, the king that stands beside what is said to a learner: it listens, is glad, or thinks again with them. */

import { s } from "../dom.js";

/** @typedef {"right"|"wrong"|""} Mood */

/** What the mouth and the brows do. @type {Record<Mood, [mouth: string, brows: string]>} */
const FACES = {
  "": ["M25 45 Q32 50 39 45", "M22 31 q3 -2 6 0 M36 31 q3 -2 6 0"],
  right: ["M23 43 Q32 55 41 43 Z", "M21 29 q4 -4 8 0 M35 29 q4 -4 8 0"],
  wrong: ["M27 46 Q33 49 38 44", "M21 30 q4 -3 7 -1 M36 28 q4 -3 7 0"],
};

/** A drawing without a name: what it feels is said in words beside it. @param {Mood} mood */
export function mascot(mood = "") {
  const [mouth, brows] = FACES[mood];
  const pupil = mood === "wrong" ? -1.2 : 0.6; // looks up when it thinks
  return s(
    "svg",
    { class: "mascot", viewBox: "0 0 64 64", "aria-hidden": "true", "data-mood": mood },
    s("ellipse", { class: "mascot-edge", cx: 32, cy: 41, rx: 24, ry: 20 }),
    s("circle", { class: "mascot-body", cx: 32, cy: 38, r: 23 }),
    s("circle", { class: "mascot-ring", cx: 32, cy: 38, r: 19.5 }),
    s("path", { class: "mascot-crown", d: "M17 23 L14 7 L24 14 L32 3 L40 14 L50 7 L47 23 Q32 17 17 23 Z" }),
    [25, 39].flatMap((x) => [
      s("circle", { class: "mascot-eye", cx: x, cy: 37, r: 4 }),
      s("circle", { class: "mascot-pupil", cx: x + 0.4, cy: 37 + pupil, r: 2.1 }),
    ]),
    s("path", { class: "mascot-line", d: brows }),
    s("path", { class: mood === "right" ? "mascot-smile" : "mascot-line", d: mouth }),
  );
}
