/** The 32 squares over a board's picture that can be clicked, walked through with arrow keys, and read out. */

import { h, mark, put } from "./dom.js";
import { settings } from "./settings.js";
import { rowCol, squareName } from "./squares.js";
import { pieceName, sideName } from "./words.js";

export class Cells {
  #cells = new Map();
  #label;

  constructor(label, bottom) {
    this.#label = label;
    this.element = h("div", { class: "cells", role: "grid", "aria-label": label });
    for (let square = 1; square <= 32; square++) {
      this.#cells.set(square, h("div", { class: "cell", role: "gridcell", "data-square": square, tabindex: -1 }));
    }
    this.order(bottom);
  }

  /** Make a square the one that the Tab key leads to. */
  stand(square) {
    for (const [key, cell] of this.#cells) cell.tabIndex = key === square ? 0 : -1;
  }

  focus(square) {
    this.stand(square);
    this.#cells.get(square)?.focus({ preventScroll: true });
  }

  /** Lay the cells out as seen from a side; readers follow the rows from the top left. */
  order(bottom) {
    const focused = [...this.#cells.values()].find((cell) => cell === document.activeElement);
    const rows = Array.from({ length: 8 }, () => h("div", { role: "row", class: "cell-row" }));
    const squares = [...this.#cells.keys()];
    if (bottom === "black") squares.reverse();
    for (const square of squares) {
      const [row, col] = rowCol(square, bottom);
      const cell = this.#cells.get(square);
      cell.style.left = `${12.5 * col}%`;
      cell.style.top = `${12.5 * row}%`;
      rows[row].append(cell);
    }
    put(this.element, rows);
    if (![...this.#cells.values()].some((cell) => cell.tabIndex === 0)) this.#cells.get(squares.at(-3)).tabIndex = 0;
    focused?.focus({ preventScroll: true });
  }

  /** Say what stands where, and what can be done there. */
  name(pieces, { movable, targets, selected, must }, bottom) {
    const system = settings.get("coordinates");
    for (const [square, cell] of this.#cells) {
      const letter = pieces.get(square);
      const words = [squareName(square, system, bottom), letter ? pieceName(letter) : "empty"];
      if (square === selected) words.push("picked");
      else if (movable.has(square)) words.push(must ? "must capture" : "can move");
      if (targets.has(square)) words.push(targets.get(square) === "ring" ? "capture to here" : "move here");
      mark(cell, "aria-label", words.join(", "));
      mark(cell, "aria-selected", square === selected ? "true" : null);
      cell.classList.toggle("movable", movable.has(square));
      cell.classList.toggle("target", targets.has(square));
    }
    mark(this.element, "aria-label", `${this.#label}, ${sideName(bottom)} at the bottom`);
  }
}
