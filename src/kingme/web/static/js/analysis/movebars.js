/**
 * Every legal move with what the player thinks of it: its expected score as a bar on a common scale, the 95 %
 * interval as an error bar, visits or nodes as a second bar. A table, so that it can be read out and copied.
 */

import { h, mark, say } from "../dom.js";
import { place, scoreText } from "../score.js";
import { exactPercent, named, number, scoreFor, sideName } from "../words.js";
import { readFen } from "../position.js";

/**
 * @typedef {{bar: HTMLElement, whisker: HTMLElement, value: HTMLElement, visits: HTMLElement, share: HTMLElement,
 *            track: HTMLElement, count: HTMLElement, button: HTMLElement, element: HTMLElement, line: Line}} Row
 * @typedef {{title: string, at: (line: Line) => number|null, text: (line: Line) => string,
 *            exact: (line: Line) => string|null}} Scale
 */

export class MoveBars {
  /** The parts of each row, by the text of its move. @type {Map<string, Row>} */
  #rows = new Map();
  #body = h("tbody");
  #caption = h("caption", {});
  #scale = h("th", { scope: "col", class: "bars-scale" });
  #amount = h("th", { scope: "col", class: "bars-number" });
  /** The move of a level that errs on purpose. @type {string|null} */
  #played = null;
  /** A row is pointed at. @type {((line: Line|null) => unknown)|null} */
  onpoint = null;
  /** A row is clicked. @type {((line: Line) => unknown)|null} */
  onpick = null;

  constructor() {
    this.element = h(
      "table",
      { class: "bars" },
      this.#caption,
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Move"),
          this.#scale,
          h("th", { scope: "col", class: "bars-number" }, "Value"),
          this.#amount,
        ),
      ),
      this.#body,
    );
  }

  clear() {
    this.#rows.clear();
    this.#body.replaceChildren();
  }

  /** The moves, best for the side to move first. @param {Info} info @param {Color} side whose figures they are */
  update({ lines, errs, move, fen }, side) {
    const scale = scaleOf(lines, side);
    const turn = sideName(readFen(fen).turn);
    say(
      this.#caption,
      errs
        ? `Moves considered, best for ${turn} first. This level errs on purpose: it plays ${named(move ?? "")}.`
        : `Moves considered, best for ${turn} first`,
    );
    this.#played = errs ? move : null;
    say(this.#scale, scale.title);
    const visits = lines.some((line) => line.visits > 0);
    say(this.#amount, visits ? "Visits" : "");
    const most = Math.max(1, ...lines.map((line) => line.visits));
    const wanted = new Set(lines.map((line) => line.move.text));
    for (const [text, row] of this.#rows) {
      if (wanted.has(text)) continue;
      row.element.remove();
      this.#rows.delete(text);
    }
    lines.forEach((line, rank) => {
      const row = this.#rows.get(line.move.text) ?? this.#make(line);
      row.line = line;
      if (this.#body.children[rank] !== row.element)
        this.#body.insertBefore(row.element, this.#body.children[rank] ?? null);
      this.#fill(row, line, rank, scale, visits, most);
    });
  }

  /** @param {Line} line */
  #make(line) {
    const { text } = line.move;
    const parts = {
      bar: h("div", { class: "bar-fill" }),
      whisker: h("div", { class: "bar-whisker" }),
      value: h("td", { class: "bars-number bars-value" }),
      visits: h("td", { class: "bars-number bars-visits" }),
      share: h("div", { class: "share-fill" }),
      count: h("span", {}),
      button: h("button", { type: "button", class: "bars-move" }, named(text)),
      track: h("div", { class: "share-track", "aria-hidden": "true" }),
      line,
    };
    parts.track.append(parts.share);
    parts.visits.append(parts.count, parts.track);
    const element = h(
      "tr",
      { "data-move": text },
      h("th", { scope: "row" }, parts.button),
      h(
        "td",
        { class: "bars-cell" },
        h("div", { class: "bar-track", "aria-hidden": "true" }, parts.bar, parts.whisker),
      ),
      parts.value,
      parts.visits,
    );
    const row = { ...parts, element };
    row.button.addEventListener("click", () => this.onpick?.(row.line));
    for (const name of ["pointerenter", "focusin"]) row.element.addEventListener(name, () => this.onpoint?.(row.line));
    for (const name of ["pointerleave", "focusout"]) row.element.addEventListener(name, () => this.onpoint?.(null));
    this.#rows.set(text, row);
    return row;
  }

  /**
   * @param {Row} row
   * @param {Line} line
   * @param {number} rank
   * @param {Scale} scale
   * @param {boolean} visits
   * @param {number} most
   */
  #fill(row, line, rank, { at, text, exact }, visits, most) {
    const value = at(line);
    mark(row.element, "data-best", rank === 0);
    mark(row.element, "data-played", line.move.text === this.#played);
    say(row.button, named(line.move.text));
    row.bar.hidden = value === null;
    row.bar.style.width = value === null ? "0" : `${(100 * value).toFixed(2)}%`;
    const { interval } = line;
    row.whisker.hidden = !interval;
    if (interval) {
      const [low, high] = interval.map((bound) => Math.max(0, Math.min(1, bound)));
      row.whisker.style.left = `${(100 * low).toFixed(2)}%`;
      row.whisker.style.width = `${(100 * (high - low)).toFixed(2)}%`;
    }
    say(row.value, text(line));
    mark(row.value, "title", exact(line));
    say(row.count, visits ? number.format(line.visits) : "");
    row.track.hidden = !visits;
    row.share.style.width = `${((100 * line.visits) / most).toFixed(1)}%`;
  }
}

/**
 * Expected scores where the player has them, else its evaluations between the worst and the best of them.
 * @param {Line[]} lines
 * @param {Color} side
 * @returns {Scale}
 */
function scaleOf(lines, side) {
  if (lines.some((line) => line.value !== null)) {
    return {
      title: scoreFor(side),
      at: (line) => line.value,
      text: (line) => (line.value === null ? "–" : exactPercent(line.value)),
      exact: (line) =>
        line.interval ? `95 % interval ${line.interval.map(exactPercent).join(" to ")}` : scoreText(line.score),
    };
  }
  const scores = lines.map((line) => line.score).filter((score) => score !== null);
  return {
    title: scores.length ? `Evaluation for ${sideName(side)}` : "",
    at: (line) => (line.score === null ? null : place(line.score, scores)),
    text: (line) => line.score?.text ?? "–",
    exact: () => null,
  };
}
