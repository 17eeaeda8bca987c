/** Why moves are legal: every candidate that a rule proposes, the rules behind it, and the rule that removed it. */

import { api, reason } from "../api.js";
import { h, put } from "../dom.js";
import { named, seen, sentence, sideName } from "../words.js";

export class Legality {
  #rules = h("dl", { class: "legality-rules" });
  #body = h("tbody");
  #head = h("p", { class: "legality-head", role: "status" });
  #turn = 0;
  /** @type {((candidate: Wire.Candidate|null) => unknown)|null} */
  onpoint = null;

  constructor() {
    const table = h(
      "table",
      { class: "legality-moves" },
      h("caption", { class: "visually-hidden" }, "Candidates"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Move", "Produced by", "Verdict"].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      this.#body,
    );
    this.element = h(
      "div",
      { class: "legality" },
      this.#head,
      table,
      h("details", {}, h("summary", {}, "The five rules"), this.#rules),
    );
  }

  /** @param {string} fen */
  async show(fen) {
    const mine = ++this.#turn;
    try {
      const report = await api.get(`/api/explain?fen=${encodeURIComponent(fen)}`);
      if (mine === this.#turn) this.#draw(report);
    } catch (error) {
      if (mine === this.#turn) this.#head.textContent = sentence(reason(error));
    }
  }

  /** @param {Wire.ExplanationReport} report */
  #draw({ rules, candidates, turn }) {
    const legal = candidates.filter((candidate) => candidate.legal).length;
    const removed = candidates.length - legal;
    const fewer = removed ? `R3 removes ${removed} of them, ` : "";
    this.#head.textContent = candidates.length
      ? `The rules propose ${candidates.length} moves; ${fewer}${legal} ${legal === 1 ? "is" : "are"} legal.`
      : `No rule proposes a move for ${sideName(turn)}.`;
    put(
      this.#rules,
      Object.entries(rules).map(([name, text]) => [h("dt", {}, name), h("dd", {}, seen(text))]),
    );
    put(
      this.#body,
      candidates.map((candidate) => this.#row(candidate)),
    );
  }

  /** @param {Wire.Candidate} candidate */
  #row(candidate) {
    const over = candidate.captured.length ? ` over ${named(candidate.captured.join(", "))}` : "";
    const row = h(
      "tr",
      { class: candidate.legal ? "legal" : "removed", "data-move": candidate.move },
      h("th", { scope: "row" }, named(candidate.move), h("span", { class: "note" }, over)),
      h("td", {}, candidate.produced_by.join(" + ")),
      h("td", {}, candidate.legal ? "✓ legal" : `✗ ${candidate.removed_by}: ${seen(candidate.reason)}`),
    );
    row.addEventListener("pointerenter", () => this.onpoint?.(candidate));
    row.addEventListener("pointerleave", () => this.onpoint?.(null));
    return row;
  }
}
