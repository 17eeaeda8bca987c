/** Writing about a move: glyphs, a comment, and what to do with its line. */

import { h, mark } from "../dom.js";
import { icon } from "../icons.js";
import { GLYPHS, GLYPH_NAMES } from "./movetree.js";

const ORDER = [1, 3, 5, 6, 2, 4];

export class Annotate {
  #tree;
  #glyphs;
  #comment;
  #promote;
  #remove;
  /** @type {import("./gamenode.js").Node|null} */
  #last = null;

  /** @param {import("./gametree.js").GameTree} tree */
  constructor(tree) {
    this.#tree = tree;
    this.#glyphs = ORDER.map((nag) =>
      h(
        "button",
        {
          type: "button",
          class: "glyph",
          "data-nag": nag,
          "aria-label": GLYPH_NAMES[nag],
          title: GLYPH_NAMES[nag],
          onclick: () => tree.glyph(tree.node, nag),
        },
        GLYPHS[nag],
      ),
    );
    this.#comment = h("textarea", {
      rows: 2,
      class: "annotate-comment",
      maxlength: 2000,
      "aria-label": "Comment",
      placeholder: "Comment on this move",
      oninput: () => void tree.comment(tree.node, this.#comment.value.trim()),
    });
    this.#promote = h(
      "button",
      {
        type: "button",
        class: "icon-button small",
        "aria-label": "Make this the main line",
        title: "Make this the main line",
        onclick: () => tree.promote(tree.node),
      },
      icon("open"),
    );
    this.#remove = h(
      "button",
      {
        type: "button",
        class: "icon-button small",
        "aria-label": "Delete from here",
        title: "Delete from here",
        onclick: () => tree.remove(tree.node),
      },
      icon("trash"),
    );
    this.element = h(
      "details",
      { class: "annotate" },
      h("summary", {}, icon("edit"), "Comments and symbols"),
      h(
        "div",
        { class: "annotate-row" },
        h("div", { class: "glyphs", role: "group", "aria-label": "Symbols" }, this.#glyphs),
        this.#promote,
        this.#remove,
      ),
      this.#comment,
    );
    tree.on("state", () => this.update());
    tree.on("edit", () => this.update());
    this.update();
  }

  update() {
    const { node } = this.#tree;
    const start = !node.parent;
    for (const button of this.#glyphs) {
      mark(button, "aria-pressed", String(node.nags.includes(Number(button.dataset.nag))));
      button.disabled = start;
    }
    if (document.activeElement !== this.#comment || this.#last !== node) this.#comment.value = node.comment;
    this.#last = node;
    this.#promote.disabled = start || this.#tree.isMain();
    this.#remove.disabled = start;
  }
}
