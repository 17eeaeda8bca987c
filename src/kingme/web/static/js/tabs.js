/** Tabs in the way that screen readers and keyboards expect; a view adds its own. */

import { h, mark, uid } from "./dom.js";

export class Tabs {
  /** @type {{name: string, tab: HTMLButtonElement, panel: HTMLElement}[]} */
  #tabs = [];
  #list;
  /** @type {((name: string) => unknown)|null} */
  onselect = null;
  selected = "";

  /** @param {string} label */
  constructor(label) {
    this.#list = h("div", {
      class: "tab-list",
      role: "tablist",
      "aria-label": label,
      onkeydown: (event) => this.#key(event),
    });
    this.element = h("div", { class: "tabs" }, this.#list);
  }

  /** @param {string} name @param {string} title @param {HTMLElement} content */
  add(name, title, content) {
    const id = uid("tab");
    const tab = h(
      "button",
      {
        role: "tab",
        type: "button",
        id,
        "aria-controls": `${id}-panel`,
        class: "tab",
        onclick: () => this.select(name),
      },
      title,
    );
    const panel = h(
      "div",
      { role: "tabpanel", id: `${id}-panel`, "aria-labelledby": id, class: `tab-panel ${name}` },
      content,
    );
    this.#tabs.push({ name, tab, panel });
    this.#list.append(tab);
    this.element.append(panel);
    this.select(this.#tabs[0].name);
    return this;
  }

  /** @param {string} name */
  select(name) {
    this.selected = name;
    for (const { name: key, tab, panel } of this.#tabs) {
      const on = key === name;
      mark(tab, "aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      panel.hidden = !on;
    }
    this.onselect?.(name);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const now = this.#tabs.findIndex(({ name }) => name === this.selected);
    const next = this.#tabs[(now + step + this.#tabs.length) % this.#tabs.length];
    this.select(next.name);
    next.tab.focus();
  }
}
