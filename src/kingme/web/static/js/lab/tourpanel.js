/** The panel of a tour beside the picture: what a step says, its question, the answers, and why. */

import { h, mark, put } from "../dom.js";
import { icon } from "../icons.js";
import { withTerms } from "../learn/terms.js";
import { seen } from "../words.js";

/**
 * What the panel tells: a right answer, a wrong one, and the buttons for the steps before and after.
 * @typedef {{answered: (choice: number, atOnce: boolean) => void, missed: (choice: number) => void,
 *   go: (by: number) => void}} Told
 */

export class TourPanel {
  element = h("div", { class: "tour-panel" });
  answered = false;
  /** @type {Wire.TourStep|null} */
  #step = null;
  /** @type {Set<number>} */
  #wrong = new Set();
  /** @type {Set<string>} */
  #told = new Set();
  #terms;
  #tell;
  #isLast = false;

  /** @param {Wire.Term[]} terms @param {Told} tell */
  constructor(terms, tell) {
    this.#terms = terms;
    this.#tell = tell;
  }

  /** @param {string} text */
  #words(text) {
    return withTerms(seen(text), this.#terms, this.#told);
  }

  /** Begin a step. @param {Wire.TourStep} step @param {number} number @param {number} all */
  ask(step, number, all) {
    this.#step = step;
    this.#isLast = number === all;
    this.answered = false;
    this.#wrong = new Set();
    this.#told = new Set();
    put(
      this.element,
      h("p", { class: "tour-counter note" }, `Step ${number} of ${all}`),
      h("h2", { tabindex: -1 }, seen(step.title)),
      h("p", { class: "tour-text" }, this.#words(step.text)),
      h("p", { class: "tour-prompt", id: "tour-prompt" }, this.#words(step.prompt)),
      h(
        "div",
        { class: "tour-choices", role: "group", "aria-labelledby": "tour-prompt" },
        step.choices.map(({ text }, index) =>
          h(
            "button",
            { type: "button", class: "button tour-choice", "data-choice": index, onclick: () => this.answer(index) },
            seen(text),
          ),
        ),
      ),
      h("div", { class: "tour-feedback", role: "status" }),
      h(
        "div",
        { class: "row tour-moves" },
        h(
          "button",
          { type: "button", class: "button small", disabled: number === 1, onclick: () => this.#tell.go(-1) },
          icon("back"),
          "Back",
        ),
      ),
    );
  }

  /** Give the answer away. */
  reveal() {
    if (this.#step) this.answer(this.#step.answer, true);
  }

  /** @param {number} choice @param {boolean} shown the answer was asked for and not given */
  answer(choice, shown = false) {
    const step = this.#step;
    if (!step || this.answered || !(choice in step.choices) || this.#wrong.has(choice)) return;
    const button = this.element.querySelector(`[data-choice="${choice}"]`);
    if (choice !== step.answer) {
      this.#wrong.add(choice);
      button?.classList.add("is-wrong");
      mark(button ?? this.element, "disabled", true);
      this.#say(step.wrong, "wrong");
      if (this.#wrong.size > 1 || step.choices.length === 2) this.#offer();
      this.#tell.missed(choice);
      return;
    }
    this.answered = true;
    button?.classList.add("is-right");
    this.#say(step.right, "right");
    for (const other of this.element.querySelectorAll(".tour-choice:not(.is-right)")) mark(other, "disabled", true);
    this.#tell.answered(choice, !this.#wrong.size && !shown);
    this.#next();
  }

  /** @param {string} text @param {"right"|"wrong"} kind */
  #say(text, kind) {
    const feedback = /** @type {HTMLElement} */ (this.element.querySelector(".tour-feedback"));
    feedback.dataset.kind = kind;
    const right = kind === "right";
    put(
      feedback,
      h("strong", {}, icon(right ? "check" : "close"), right ? "Right." : "Not quite."),
      " ",
      this.#words(text),
    );
  }

  /** For whoever does not want to guess on. */
  #offer() {
    const button = h(
      "button",
      { type: "button", class: "button small", onclick: () => this.reveal() },
      "Show the answer",
    );
    this.element.querySelector(".tour-feedback")?.append(" ", button);
  }

  #next() {
    const next = h(
      "button",
      { type: "button", class: "button primary tour-next", onclick: () => this.#tell.go(1) },
      this.#isLast ? "Finish" : "Next",
      icon("forward"),
    );
    this.element.querySelector(".tour-moves")?.append(next);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  /**
   * The end of the tour.
   * @param {string} title
   * @param {string} words
   * @param {...Child} ways that lead on
   */
  finish(title, words, ...ways) {
    this.#step = null;
    this.answered = true;
    put(
      this.element,
      h("h2", { tabindex: -1 }, title),
      h("p", { class: "tour-text" }, words),
      h("div", { class: "row" }, ways),
    );
    this.focus();
  }

  focus() {
    this.element.querySelector("h2")?.focus();
  }
}
