/** The icons: strokes on a 24 x 24 grid, coloured by the text around them. */

import { s } from "./dom.js";

/** A circle as a path. @type {(x: number, y: number, r: number) => string} */
function disc(x, y, r) {
  return `M${x} ${y - r}a${r} ${r} 0 1 0 0 ${2 * r} ${r} ${r} 0 0 0 0-${2 * r}Z`;
}

export const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3Z",
  flip: "M7 4v15M7 4 3 8M7 4l4 4M17 20V5M17 20l-4-4M17 20l4-4",
  more: [5, 12, 19].map((x) => disc(x, 12, 0.8)).join(""),
  menu: "M4 7h16M4 12h16M4 17h16",
  flag: "M5 21V4M5 4h12l-2 4 2 4H5",
  draw: "M5 9h14M5 15h14",
  plus: "M12 5v14M5 12h14",
  first: "M18 6l-6 6 6 6M6 6v12",
  back: "m15 6-6 6 6 6",
  forward: "m9 6 6 6-6 6",
  last: "m6 6 6 6-6 6M18 6v12",
  down: "m6 9 6 6 6-6",
  play: "M7 5v14l12-7Z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7ZM19 5v14",
  stop: "M7 7h10v10H7Z",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5",
  save: "M12 4v11M7 10l5 5 5-5M5 20h14",
  open: "M12 20V9M7 14l5-5 5 5M5 4h14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5",
  edit: "M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3",
  close: "M6 6l12 12M18 6 6 18",
  again: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  check: "m5 13 4 4L19 7",
  crown: "M5 19h14M5 15 3 7l5 4 4-6 4 6 5-4-2 8Z",
  warn: "M12 4 3 20h18ZM12 10v4M12 17h.01",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5M12 8h.01",
  keys: "M3 7h18v10H3ZM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  learn: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1ZM12 6v13",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  people: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 20c0-4 3-6 6-6s6 2 6 6M16 11a3 3 0 1 0-1-5.8M17 14c3 .4 5 2.5 5 6",
  robot: "M6 8h12v10H6ZM12 8V4M9.5 12v1.5M14.5 12v1.5M3 12v3M21 12v3",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  tree: `M12 5v4M12 9 6 14M12 9l6 5M12 9v5${disc(12, 5, 1.8)}${[6, 12, 18].map((x) => disc(x, 16, 1.8)).join("")}`,
  wifi: "M3 9a13 13 0 0 1 18 0M6.5 12.5a8 8 0 0 1 11 0M10 16a3 3 0 0 1 4 0M12 19h.01",
};

/** @param {IconName} name */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: PATHS[name] }),
  );
}
