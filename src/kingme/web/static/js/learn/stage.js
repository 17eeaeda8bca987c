/** The page of a lesson or a drill: the board, and beside it what is to be done, what is said of it, and buttons. */

import { announce } from "../announce.js";
import { h, put, say } from "../dom.js";
import { icon } from "../icons.js";
import { seen } from "../words.js";
import { mascot } from "./mascot.js";
import { markTerms } from "./terms.js";

const PRAISE = ["Right!", "Well done!", "Exactly!", "That's it!", "Good move!"];
const COMFORT = ["Not quite", "Not yet", "Almost"];

/** @typedef {[label: string, action: () => unknown, primary?: boolean]} Choice */

export class LearnStage {
  #boardRow = h("div", { class: "board-row" });
  #count = h("span", { class: "learn-count" });
  #bar = h("progress", { class: "learn-progress", max: 1, value: 0, "aria-hidden": "true" });
  #task = h("p", { class: "learn-task" });
  #feedback = h("div", { class: "learn-feedback", hidden: true });
  #choices = h("div", { class: "learn-choices" });
  #said = 0; // how often something was praised or not, so that the words change

  /**
   * @param {string} title
   * @param {string} kind of page, for those who hear it
   * @param {[href: string, text: string]} back where the link above the title leads
   */
  constructor(title, kind, back = ["/learn", "All lessons"]) {
    this.title = h("h1", { class: "learn-title" }, title);
    this.element = h(
      "div",
      { class: "stage learn-stage" },
      h("section", { class: "table", "aria-label": "Board" }, this.#boardRow),
      h(
        "section",
        { class: "learn-side", "aria-label": kind },
        h("div", { class: "learn-top" }, h("a", { class: "link", href: back[0] }, back[1]), this.#count),
        this.title,
        this.#bar,
        this.#task,
        this.#feedback,
        this.#choices,
      ),
    );
  }

  /** Something of its own below the buttons. @param {HTMLElement} element */
  add(element) {
    this.#choices.after(element);
  }

  /** @param {HTMLElement} board */
  setBoard(board) {
    put(this.#boardRow, board);
  }

  /** @param {string} text @param {number} part of all that is done */
  setCount(text, part) {
    say(this.#count, text);
    this.#bar.value = part;
  }

  /** @param {string} text */
  setTask(text) {
    say(this.#task, seen(text));
    markTerms(this.#task, "checkers");
    this.#feedback.hidden = true;
    announce(seen(text));
  }

  /**
   * Say what is to be said of an answer. @param {string} text
   * @param {"right"|"wrong"|""} kind
   * @param {string} more smaller words below
   * @param {string} sign the word in front, in place of a praise
   */
  tell(text, kind = "", more = "", sign = this.#sign(kind)) {
    this.#feedback.hidden = !text;
    this.#feedback.dataset.kind = kind;
    put(
      this.#feedback,
      mascot(kind),
      h(
        "div",
        {},
        kind ? h("strong", {}, icon(kind === "right" ? "check" : "warn"), sign) : null,
        h("p", {}, seen(text)),
        more ? h("p", { class: "note" }, seen(more)) : null,
      ),
    );
    markTerms(this.#feedback, "checkers");
    announce(`${sign ? `${sign}${sign.endsWith("!") ? "" : "."} ` : ""}${seen(text)}`);
  }

  /** A word for an answer, another one each time. @param {"right"|"wrong"|""} kind */
  #sign(kind) {
    if (!kind) return "";
    const words = kind === "right" ? PRAISE : COMFORT;
    return words[this.#said++ % words.length];
  }

  /** @param {Choice[]} choices */
  offer(choices) {
    const focused = this.#choices.contains(document.activeElement);
    const buttons = choices.map(([label, action, primary]) =>
      h("button", { type: "button", class: `button ${primary ? "primary" : ""}`, onclick: action }, label),
    );
    put(this.#choices, buttons);
    if (focused) (buttons.find((button) => button.classList.contains("primary")) ?? buttons[0])?.focus();
  }
}
