/** The 32 squares over a board's picture that can be clicked, walked through with arrow keys, and read out. */

import { h, mark, put } from "./dom.js";
import { settings } from "./settings.js";
import { rowCol, squareName } from "./squares.js";
import { pieceName, sideName } from "./words.js";

export class Cells {
  /** @type {Map<number, HTMLElement>} */
  #cells = new Map();
  #label;

  /** @param {string} label @param {Color} bottom */
  constructor(label, bottom) {
    this.#label = label;
    this.element = h("div", { class: "cells", role: "grid", "aria-label": label });
    for (let square = 1; square <= 32; square++) {
      this.#cells.set(square, h("div", { class: "cell", role: "gridcell", "data-square": square, tabindex: -1 }));
    }
    this.order(bottom);
  }

  /** Make a square the one that the Tab key leads to. @param {number} square */
  stand(square) {
    for (const [key, cell] of this.#cells) cell.tabIndex = key === square ? 0 : -1;
  }

  /** @param {number} square */
  focus(square) {
    this.stand(square);
    this.#cells.get(square)?.focus({ preventScroll: true });
  }

  /** Lay the cells out as seen from a side; readers follow the rows from the top left. @param {Color} bottom */
  order(bottom) {
    const focused = [...this.#cells.values()].find((cell) => cell === document.activeElement);
    const rows = Array.from({ length: 8 }, () => h("div", { role: "row", class: "cell-row" }));
    const cells = [...this.#cells];
    if (bottom === "black") cells.reverse();
    for (const [square, cell] of cells) {
      const [row, col] = rowCol(square, bottom);
      cell.style.left = `${12.5 * col}%`;
      cell.style.top = `${12.5 * row}%`;
      rows[row].append(cell);
    }
    put(this.element, rows);
    if (!cells.some(([, cell]) => cell.tabIndex === 0)) cells[cells.length - 3][1].tabIndex = 0;
    focused?.focus({ preventScroll: true });
  }

  /**
   * Say what stands where, and what can be done there.
   * @param {Pieces} pieces
   * @param {Marks} marks
   * @param {Color} bottom
   */
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
