/** The table of the profiler: a board and words on one side, a tree with its tools on the other, more below. */

import { Board } from "../board.js";
import { h, put, say } from "../dom.js";
import { readFen } from "../position.js";

export class Workbench {
  #caption = h("p", { class: "wb-caption", role: "status" });
  #panel = h("div", { class: "wb-panel" });
  #below = h("div", { class: "wb-below" });
  #controls = h("div", { class: "wb-controls" });
  #fen = "";

  /** @param {{tree: {element: HTMLElement, destroy: () => void}, tools: {element: HTMLElement}}} parts */
  constructor({ tree, tools }) {
    this.board = new Board({ label: "Position", cells: false });
    this.tree = tree;
    this.element = h(
      "div",
      { class: "workbench" },
      h("div", { class: "wb-side" }, h("div", { class: "wb-board" }, this.board.element, this.#caption), this.#panel),
      h(
        "div",
        { class: "wb-main" },
        this.#controls,
        h("div", { class: "wb-tree" }, tools.element, tree.element),
        this.#below,
      ),
    );
  }

  destroy() {
    this.board.destroy();
    this.tree.destroy();
  }

  /** @param {...Child} parts */
  controls(...parts) {
    put(this.#controls, ...parts);
  }

  /** @param {...Child} parts */
  panel(...parts) {
    put(this.#panel, ...parts);
  }

  /** @param {...Child} parts */
  below(...parts) {
    put(this.#below, ...parts);
  }

  /** @param {string} text */
  caption(text) {
    say(this.#caption, text);
  }

  /**
   * Show a position, with the move that led to it or that is about to be made.
   * @param {string} fen
   * @param {{move?: MoveInfo|null, arrow?: number[]|null, animate?: boolean}} options
   */
  position(fen, { move = null, arrow = null, animate = true } = {}) {
    if (fen !== this.#fen) this.board.show(readFen(fen).pieces, { move, animate });
    this.#fen = fen;
    this.board.setLast(move ? move.path : []);
    this.board.setArrows(arrow ? [arrow] : []);
  }
}
