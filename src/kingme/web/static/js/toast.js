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
  setTimeout(close, kind === "error" ? 9000 : 4500);
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
