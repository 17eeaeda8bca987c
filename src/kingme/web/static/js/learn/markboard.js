/** A board on which squares are marked, to answer a question about a position. */

import { announce } from "../announce.js";
import { Board } from "../board.js";
import { boardInput } from "../boardinput.js";
import { readFen } from "../position.js";

export class MarkBoard {
  /** @type {Set<number>} */
  #marked = new Set();
  #changed;
  open = true;

  /** @param {string} fen @param {Color} bottom @param {(count: number) => void} changed */
  constructor(fen, bottom, changed) {
    this.#changed = changed;
    this.board = new Board({ bottom, coordinates: "numeric" });
    this.board.show(readFen(fen).pieces, { animate: false });
    boardInput(this.board, {
      canLift: () => false,
      press: () => null,
      tap: (square) => square !== null && this.#toggle(square),
      drop: () => null,
      cancel: () => this.set([]),
    });
  }

  get element() {
    return this.board.element;
  }

  get squares() {
    return [...this.#marked].sort((a, b) => a - b);
  }

  destroy() {
    this.board.destroy();
  }

  /** @param {number[]} squares */
  set(squares) {
    this.#marked = new Set(squares);
    this.#show();
  }

  /** @param {number} square */
  #toggle(square) {
    if (!this.open) return;
    const on = !this.#marked.has(square);
    if (on) this.#marked.add(square);
    else this.#marked.delete(square);
    announce(`${square} ${on ? "marked" : "not marked"}`);
    this.#show();
  }

  #show() {
    this.board.setLast(this.squares);
    this.board.setBadges(this.squares.map((square) => ({ square, text: "✓", kind: "good" })));
    this.#changed(this.#marked.size);
  }
}
