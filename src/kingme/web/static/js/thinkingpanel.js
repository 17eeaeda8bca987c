/** What a player thinks while it thinks: how far it is, how fast, and the moves it considers. */

import { h, mark, put, say } from "./dom.js";
import { number, percent, short, sideName } from "./words.js";
import { thinkingText } from "./strip.js";

export class ThinkingPanel {
  #head = h("p", { class: "thinking-head" });
  #figures = h("dl", { class: "figures" });
  #rows = h("tbody");
  #table = h(
    "table",
    { class: "lines", hidden: true },
    h("caption", { class: "visually-hidden" }, "Moves that are considered"),
    h("thead", {}, h("tr", {}, ["Move", "Value", "Visits", "Score"].map((text) => h("th", { scope: "col" }, text)))),
    this.#rows,
  );
  #last = null;

  constructor() {
    this.element = h("div", { class: "thinking-panel" }, this.#head, this.#figures, this.#table);
    this.update(null);
  }

  /** Show a search; what the last one found stays until another begins. */
  update(thinking) {
    if (!thinking) {
      say(this.#head, this.#last ? `${this.#last.player} has moved` : "No player is thinking. What it considers shows here.");
      mark(this.element, "data-live", null);
      return;
    }
    this.#last = thinking;
    mark(this.element, "data-live", true);
    say(this.#head, `${sideName(thinking.color)}, ${thinking.player}: ${thinkingText(thinking)}`);
    const figures = [
      ["Best so far", thinking.move ?? "–"],
      ["Win chance", thinking.value === null ? "–" : percent(thinking.value)],
      ["Positions", short(thinking.nodes)],
      ["Speed", thinking.rate ? `${short(thinking.rate)}/s` : "–"],
      ["Time", `${thinking.time.toFixed(1)} s`],
    ];
    put(this.#figures, figures.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
    this.#table.hidden = !thinking.lines.length;
    put(
      this.#rows,
      thinking.lines.map((line) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, line.text),
          h("td", {}, line.value === null ? "–" : percent(line.value)),
          h("td", {}, line.visits ? number.format(line.visits) : "–"),
          h("td", {}, line.score === null ? "–" : line.score.toFixed(2)),
        ),
      ),
    );
  }
}
