/** Short messages at the edge of the page, and banners for what lasts. */

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** Say something for a few seconds. @param {string} text @param {"info"|"error"} kind */
export function toast(text, kind = "info") {
  const box = /** @type {HTMLElement} */ (document.getElementById("toasts"));
  const close = () => {
    item.remove();
  };
  const item = h(
    "div",
    { class: `toast ${kind}` },
    icon(kind === "error" ? "warn" : "info"),
    h("span", {}, text),
    h("button", { class: "icon-button small", type: "button", "aria-label": "Dismiss", onclick: close }, icon("close")),
  );
  box.append(item);
  while (box.children.length > 3) box.firstElementChild?.remove();
  place(box);
  window.onresize = () => box.children.length && place(box); // what is below has moved
  setTimeout(close, kind === "error" ? 9000 : 4500);
}

const CONTROLS = "a[href], button, input, select, textarea, summary, [role=tab], [role=gridcell]";
const READ = "h1, .strip, .status-line, .hint-line, .offer, .coach, .result-card, .learn-side p, .problem";
const LESS = 0.1; // of covering a control: covering what is read
const GAP = 8; // pixels between a message and what is around it

/**
 * Put the messages where they cover nothing that can be pressed or must be read, as low as possible; where there is no
 * such place, over as few controls as can be.
 * @param {HTMLElement} box
 */
function place(box) {
  const { width, height } = box.getBoundingClientRect();
  const [right, bottom] = [innerWidth - width - GAP, innerHeight - height - GAP];
  /** @param {string} selector */
  const areas = (selector) =>
    [...document.querySelectorAll(selector)]
      .filter((one) => !box.contains(one))
      .map((one) => one.getBoundingClientRect())
      .filter((area) => area.width && area.bottom > 0 && area.top < innerHeight);
  const [controls, words] = [areas(CONTROLS), areas(READ)];
  /** @param {DOMRect[]} all @param {number} left @param {number} top */
  const under = (all, left, top) =>
    all.filter((area) => area.left < left + width && area.right > left && area.top < top + height && area.bottom > top)
      .length;
  /** @param {number} left @param {number} top */
  const covered = (left, top) => under(controls, left, top) + LESS * under(words, left, top);
  let best = { left: right, top: bottom, count: covered(right, bottom) };
  for (let top = bottom; top >= 0 && best.count; top -= GAP) {
    for (const left of [right, right / 2, GAP]) {
      const count = covered(left, top);
      if (count < best.count) best = { left, top, count };
    }
  }
  box.style.left = `${Math.max(0, best.left)}px`;
  box.style.top = `${Math.max(0, best.top)}px`;
}

/** @type {Map<string, HTMLElement>} */
const banners = new Map();

/**
 * Show a banner under a name, change it, or with null take it away.
 * @param {string} name
 * @param {HTMLElement|string|null} content
 */
export function banner(name, content) {
  const box = /** @type {HTMLElement} */ (document.getElementById("banners"));
  const shown = banners.get(name);
  if (content === null) {
    shown?.remove();
    banners.delete(name);
    return;
  }
  if (shown) shown.replaceChildren(content);
  else {
    const element = h("div", { class: `banner ${name}`, role: "status" }, content);
    banners.set(name, element);
    box.append(element);
  }
}
