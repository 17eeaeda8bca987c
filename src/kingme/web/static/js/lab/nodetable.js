/** The nodes of a tree as a table, for people who do not see the picture, and for copying figures. */

import { h, put } from "../dom.js";
import { number } from "../words.js";

const MOST = 500;
const EVERY = 400; // milliseconds between two fillings while the tree grows

export class NodeTable {
  #body = h("tbody");
  #note = h("p", { class: "note" });
  /** @type {import("./treemodel.js").TreeModel|null} */
  #model = null;
  #timer = 0;

  constructor() {
    const heads = ["Line", "Visits", "Results", "Value"];
    this.element = h(
      "details",
      { class: "node-table", ontoggle: () => void this.#fill() },
      h("summary", {}, "Nodes as a table"),
      this.#note,
      h(
        "div",
        { class: "scroller", tabindex: 0, role: "region", "aria-label": "Nodes" },
        h(
          "table",
          { class: "plain score-table" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              heads.map((text) => h("th", { scope: "col" }, text)),
            ),
          ),
          this.#body,
        ),
      ),
    );
  }

  /** @param {import("./treemodel.js").TreeModel} model */
  update(model) {
    this.#model = model;
    if (this.element.open && !this.#timer) this.#timer = setTimeout(() => this.#fill(), EVERY);
  }

  #fill() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const model = this.#model;
    if (!this.element.open || !model) return;
    const nodes = [...model.nodes()].sort((a, b) => b.visits - a.visits || a.id - b.id);
    const some = nodes.length > MOST ? `The ${MOST} most visited of ${number.format(nodes.length)} nodes. ` : "";
    this.#note.textContent = `${some}Results and values are for the side that made the last move.`;
    put(
      this.#body,
      nodes
        .slice(0, MOST)
        .map((node) =>
          h(
            "tr",
            { "data-node": node.id, "data-parent": node.parent, "data-visits": node.visits, "data-sum": node.sum },
            h("th", { scope: "row" }, model.line(node).join(" ") || "root"),
            h("td", {}, number.format(node.visits)),
            h("td", {}, String(Math.round(node.sum * 100) / 100)),
            h("td", {}, node.value === null ? "–" : node.value.toFixed(3)),
          ),
        ),
    );
  }
}
