/** A button that opens a list of actions. */

import { h, mark, put, uid } from "./dom.js";
import { icon } from "./icons.js";

const EDGE = 12; // pixels between a list and the edge of the window
const LEAST = 96; // pixels: two items

/**
 * @typedef {{icon?: IconName, text: string, action?: () => unknown, href?: string, download?: string,
 *            danger?: boolean}} Item
 */

/**
 * The items are asked for each time that it opens; null is left out.
 * @param {{label: string, content: Child, items: () => (Item|null)[], className?: string, up?: boolean}} options
 */
export function menu({ label, content, items, className = "icon-button", up = false }) {
  const id = uid("menu");
  const list = h("div", { class: up ? "menu-list up" : "menu-list", id, hidden: true });
  const button = h(
    "button",
    {
      type: "button",
      class: className,
      "aria-label": label,
      title: label,
      "aria-expanded": "false",
      "aria-controls": id,
      onclick: () => toggle(),
    },
    content,
  );
  const element = h("div", { class: "menu" }, button, list);

  /** @param {Event} event */
  const outside = (event) => {
    if (!element.contains(/** @type {Node} */ (event.target))) toggle(false);
  };
  /** @param {KeyboardEvent} event */
  const closeOnEscape = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    toggle(false);
    button.focus();
  };

  /** Beside the button where there is room for it; where there is not enough, it scrolls. */
  function place() {
    list.style.maxHeight = "";
    const { top, bottom } = button.getBoundingClientRect();
    const [above, below] = [top - EDGE, innerHeight - bottom - EDGE];
    const [wanted, other] = up ? [above, below] : [below, above];
    const turned = list.scrollHeight > wanted && other > wanted;
    list.classList.toggle("up", up !== turned);
    list.style.maxHeight = `${Math.max(turned ? other : wanted, LEAST)}px`;
  }

  function toggle(open = list.hidden) {
    if (open)
      put(
        list,
        items()
          .filter((item) => item !== null)
          .map(entry),
      );
    list.hidden = !open;
    mark(button, "aria-expanded", String(open));
    if (open) {
      place();
      addEventListener("resize", place);
      document.addEventListener("pointerdown", outside, true);
      element.addEventListener("keydown", closeOnEscape);
      /** @type {HTMLElement|null} */ (list.querySelector("a, button"))?.focus();
    } else {
      removeEventListener("resize", place);
      document.removeEventListener("pointerdown", outside, true);
      element.removeEventListener("keydown", closeOnEscape);
    }
  }

  /** @param {Item} item */
  function entry({ icon: name, text, action, href, download, danger }) {
    const inside = [name ? icon(name) : h("span", { class: "icon" }), text];
    const properties = { class: danger ? "menu-item danger" : "menu-item" };
    if (href) return h("a", { ...properties, href, download: download ?? null, onclick: () => toggle(false) }, inside);
    const act = () => {
      toggle(false);
      action?.();
    };
    return h("button", { ...properties, type: "button", onclick: act }, inside);
  }

  return element;
}
