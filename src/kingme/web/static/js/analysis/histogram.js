/** How the simulations ended, from loss to win: bars with letters, counts and shares. */

import { h, mark, put, say } from "../dom.js";
import { number, sideName } from "../words.js";

export class Histogram {
  #bars = h("div", { class: "histogram-bars" });
  #caption = h("figcaption", {});

  constructor() {
    this.element = h("figure", { class: "histogram", hidden: true }, this.#caption, this.#bars);
  }

  /**
   * @param {number[]} outcomes counts from loss to win: three, or more where results are graded
   * @param {Color} side whose results they are
   */
  update(outcomes, side) {
    say(this.#caption, `Results of the simulations for ${sideName(side)}`);
    const total = outcomes.reduce((sum, count) => sum + count, 0);
    this.element.hidden = !total;
    if (!total) return;
    const most = Math.max(...outcomes);
    const middle = (outcomes.length - 1) / 2;
    if (this.#bars.children.length !== outcomes.length) {
      put(
        this.#bars,
        outcomes.map((_, index) =>
          h(
            "div",
            { class: `histogram-bar ${index < middle ? "loss" : index > middle ? "win" : "draw"}` },
            h("span", { class: "histogram-count" }),
            h("div", { class: "histogram-column" }),
            h("span", { class: "histogram-name" }),
          ),
        ),
      );
    }
    mark(this.#bars, "data-many", outcomes.length > 5);
    outcomes.forEach((count, index) => {
      const [label, column, name] = /** @type {HTMLElement[]} */ ([...this.#bars.children[index].children]);
      const words = nameOf(index, outcomes.length);
      label.textContent = outcomes.length > 5 ? "" : number.format(count);
      column.style.height = `${Math.max(count ? 2 : 0, (100 * count) / most).toFixed(1)}%`;
      name.textContent = outcomes.length > 5 ? words.letter : `${words.name} ${Math.round((100 * count) / total)} %`;
      mark(this.#bars.children[index], "title", `${words.name}: ${number.format(count)} of ${number.format(total)}`);
    });
    mark(this.#bars, "role", "img");
    mark(
      this.#bars,
      "aria-label",
      outcomes.map((count, index) => `${nameOf(index, outcomes.length).name} ${count}`).join(", "),
    );
  }
}

/** @param {number} index @param {number} length */
function nameOf(index, length) {
  if (length === 3)
    return [
      { name: "Loss", letter: "L" },
      { name: "Draw", letter: "D" },
      { name: "Win", letter: "W" },
    ][index];
  const middle = (length - 1) / 2;
  const share = Math.round((100 * index) / (length - 1));
  return {
    name: `result ${(share / 100).toFixed(2)}`,
    letter: index === 0 ? "L" : index === length - 1 ? "W" : index === middle ? "D" : "",
  };
}
