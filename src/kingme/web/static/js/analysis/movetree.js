/** The moves of a game with its variations: the main line two to a row, variations as running text below their move. */

import { h, mark, put } from "../dom.js";
import { named, sideName } from "../words.js";

/** @type {Record<number, string>} */
export const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
/** @type {Record<number, string>} */
export const GLYPH_NAMES = {
  1: "good move",
  2: "mistake",
  3: "very good move",
  4: "blunder",
  5: "interesting move",
  6: "dubious move",
};

/** @typedef {import("./gamenode.js").Node} Node */

export class MoveTree {
  #tree;
  /** @type {Map<Node, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {Map<Node, Verdict>} */
  #verdicts = new Map();

  /** @param {import("./gametree.js").GameTree} tree */
  constructor(tree) {
    this.#tree = tree;
    this.list = h("ol", { class: "move-list tree-list", "aria-label": "Moves" });
    this.empty = h(
      "div",
      { class: "empty" },
      h("p", {}, "Move a piece on the board to begin a line. Alternative moves become variations."),
    );
    this.element = h(
      "div",
      { class: "moves tree-moves", tabindex: 0, role: "region", "aria-label": "Moves and variations" },
      this.empty,
      this.list,
    );
    tree.on("edit", () => this.draw());
    tree.on("state", () => this.update());
    this.draw();
  }

  /** What a review says of moves: a map from node to {sign, kind, words}. @param {Map<Node, Verdict>} verdicts */
  setVerdicts(verdicts) {
    this.#verdicts = verdicts;
    this.draw();
  }

  draw() {
    this.#buttons.clear();
    const { root } = this.#tree;
    this.empty.hidden = root.children.length > 0;
    put(this.list, root.comment ? h("li", { class: "tree-comment" }, root.comment) : null, this.#rows());
    this.update();
  }

  update() {
    const { node } = this.#tree;
    for (const [key, button] of this.#buttons) mark(button, "aria-current", key === node ? "true" : null);
    this.#scroll(this.#buttons.get(node));
  }

  /** The main line; a row is closed early where a variation or a comment follows. */
  #rows() {
    /** @type {HTMLElement[]} */
    const rows = [];
    /** @type {HTMLElement|null} */
    let row = null;
    for (let at = this.#tree.root; at.children.length; at = at.children[0]) {
      const [main, ...others] = at.children;
      const { number, black } = this.#tree.numberOf(main.depth - 1);
      if (!row)
        row = h(
          "li",
          { class: "move-row" },
          h("span", { class: "move-number" }, `${number}.`),
          black ? null : h("span", { class: "move gap" }, "…"),
        );
      row.append(this.#button(main));
      if (!black || others.length || main.comment) {
        if (black) row.append(h("span", { class: "move gap" }, main.children.length ? "…" : ""));
        rows.push(row);
        row = null;
      }
      if (main.comment) rows.push(h("li", { class: "tree-comment" }, main.comment));
      if (others.length)
        rows.push(
          h(
            "li",
            { class: "tree-variations" },
            others.map((node) => h("div", { class: "tree-variation" }, this.#inline(node, true))),
          ),
        );
    }
    if (row) rows.push(row);
    return rows;
  }

  /**
   * A variation as running text, with its own variations in brackets.
   * @param {Node} node
   * @param {boolean} first
   * @returns {HTMLElement[]}
   */
  #inline(node, first) {
    /** @type {HTMLElement[]} */
    const parts = [];
    let begin = first;
    for (let at = node; at; at = at.children[0]) {
      const { number, black } = this.#tree.numberOf(at.depth - 1);
      parts.push(
        h("span", { class: "tree-move" }, black ? `${number}. ` : begin ? `${number}… ` : "", this.#button(at)),
      );
      begin = Boolean(at.comment);
      if (at.comment) parts.push(h("span", { class: "tree-comment" }, at.comment));
      const siblings = at === node ? [] : (at.parent?.children.slice(1) ?? []);
      for (const other of siblings)
        parts.push(h("span", { class: "tree-nested" }, "(", this.#inline(other, true), ")"));
      if (siblings.length) begin = true;
    }
    return parts;
  }

  /** @param {Node} node */
  #button(node) {
    const glyphs = node.nags.map((nag) => GLYPHS[nag] ?? "").join("");
    const verdict = this.#verdicts.get(node);
    const text = named(node.text) + glyphs;
    const words = [text, sideName(this.#tree.moverOf(node)), verdict?.words].filter(Boolean).join(", ");
    const sign =
      verdict && !glyphs
        ? h("span", { class: `verdict-sign ${verdict.kind}`, "aria-hidden": "true" }, verdict.sign)
        : null;
    const button = h(
      "button",
      {
        type: "button",
        class: "move",
        "data-node": node.id,
        "aria-label": words,
        title: verdict?.words ?? null,
        onclick: () => this.#tree.go(node),
      },
      text,
      sign,
    );
    this.#buttons.set(node, button);
    return button;
  }

  /** @param {HTMLElement|undefined} button */
  #scroll(button) {
    const box = this.element;
    if (!button) {
      box.scrollTop = 0;
      return;
    }
    const [outer, inner] = [box.getBoundingClientRect(), button.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 8;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 8;
  }
}
