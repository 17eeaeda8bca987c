/** The squares over a board's picture that can be clicked, walked through with arrow keys, and read out. */

import { h, mark, put } from "./dom.js";
import { settings } from "./settings.js";
import { pieceName, sideName } from "./words.js";

export class Cells {
  /** @type {Map<number, HTMLElement>} */
  #cells = new Map();
  #label;
  #system;

  /** @param {string} label @param {Seen} seen @param {Coordinates|null} system the person's choice if null */
  constructor(label, seen, system = null) {
    this.#label = label;
    this.#system = system;
    this.element = h("div", { class: "cells", role: "grid", "aria-label": label });
    this.fill(seen);
  }

  /** Have the squares of a game. @param {Seen} seen */
  fill(seen) {
    this.#cells.clear();
    const size = { width: `${100 / seen.layout.columns}%`, height: `${100 / seen.layout.rows}%` };
    for (const square of seen.layout.squares) {
      const cell = h("div", { class: "cell", role: "gridcell", "data-square": square, tabindex: -1 });
      Object.assign(cell.style, size);
      this.#cells.set(square, cell);
    }
    this.order(seen);
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

  /** Lay the cells out as seen from a side; readers follow the rows from the top left. @param {Seen} seen */
  order({ layout, bottom }) {
    const focused = [...this.#cells.values()].find((cell) => cell === document.activeElement);
    const rows = Array.from({ length: layout.rows }, () => h("div", { role: "row", class: "cell-row" }));
    const cells = [];
    for (let row = 0; row < layout.rows; row++) {
      for (let col = 0; col < layout.columns; col++) {
        const cell = this.#cells.get(layout.squareAt(row, col, bottom) ?? 0);
        if (!cell) continue;
        cell.style.left = `${(100 / layout.columns) * col}%`;
        cell.style.top = `${(100 / layout.rows) * row}%`;
        rows[row].append(cell);
        cells.push(cell);
      }
    }
    put(this.element, rows);
    if (!cells.some((cell) => cell.tabIndex === 0)) cells[cells.length - 3].tabIndex = 0;
    focused?.focus({ preventScroll: true });
  }

  /**
   * Say what stands where, and what can be done there.
   * @param {Pieces} pieces
   * @param {Marks} marks
   * @param {Seen} seen
   */
  name(pieces, { movable, targets, selected, must }, { layout, bottom }) {
    const system = this.#system ?? settings.get("coordinates");
    for (const [square, cell] of this.#cells) {
      const letter = pieces.get(square);
      const words = [layout.squareName(square, system, bottom), letter ? pieceName(letter, layout) : "empty"];
      if (square === selected) words.push("picked");
      else if (movable.has(square)) words.push(must ? "must capture" : "can move");
      if (targets.has(square)) words.push(targets.get(square) === "ring" ? "capture to here" : "move here");
      mark(cell, "aria-label", words.join(", "));
      mark(cell, "aria-selected", square === selected ? "true" : null);
      cell.classList.toggle("movable", movable.has(square));
      cell.classList.toggle("target", targets.has(square));
    }
    const side = layout.fixed ? "" : `, ${sideName(bottom, layout.name)} at the bottom`;
    mark(this.element, "aria-label", `${this.#label}${side}`);
  }
}
