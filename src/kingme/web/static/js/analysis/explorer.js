/** What the endgame tables say of a position: each legal move is a win, a draw or a loss, with its distance. */

import { api, reason } from "../api.js";
import { h, mark, put } from "../dom.js";
import { other, readFen } from "../position.js";
import { named, plural, sentence, sideName } from "../words.js";

/** @type {Record<string, string>} */
const LETTERS = { win: "W", draw: "D", loss: "L" };
/** By position; they never change. @type {Map<string, Promise<Wire.EndgameReport>>} */
const answers = new Map();

/**
 * Ask the tables; null where the position has too many pieces to be worth a question.
 * @param {string} fen
 * @returns {Promise<Wire.EndgameReport|null>}
 */
export async function askTables(fen) {
  if (readFen(fen).pieces.size > 6) return null;
  let answer = answers.get(fen);
  if (!answer) {
    if (answers.size > 500) answers.clear();
    answer = api.get(`/api/endgame?fen=${encodeURIComponent(fen)}`);
    answers.set(fen, answer);
    answer.catch(() => answers.delete(fen));
  }
  return answer;
}

/** "Red wins in 5 moves". @param {{value: string|null, plies: number|null}} report @param {Color} turn */
export function verdictText({ value, plies }, turn) {
  if (value !== "win" && value !== "loss") return value ?? "";
  const winner = sideName(value === "win" ? turn : other(turn));
  return plies === null ? `${winner} wins` : `${winner} wins in ${plural(Math.ceil(plies / 2), "move")}`;
}

export class Explorer {
  #head = h("p", { class: "explorer-head", role: "status" });
  #body = h("tbody");
  #whose = h("th", { scope: "col" });
  #table;
  #line = h("p", { class: "explorer-line" });
  #turn = 0;
  /** @type {((move: Wire.EndgameMove) => unknown)|null} */
  onpick = null;
  /** @type {((move: Wire.EndgameMove|null) => unknown)|null} */
  onpoint = null;

  constructor() {
    this.#table = h(
      "table",
      { class: "explorer-moves", hidden: true },
      h("caption", { class: "visually-hidden" }, "Moves by the endgame tables"),
      h(
        "thead",
        {},
        h("tr", {}, h("th", { scope: "col" }, "Move"), this.#whose, h("th", { scope: "col" }, "Moves to the end")),
      ),
      this.#body,
    );
    this.element = h(
      "div",
      { class: "explorer" },
      this.#head,
      this.#table,
      this.#line,
      h(
        "p",
        { class: "note" },
        "Set up any position with few pieces in the ",
        h("a", { href: "/editor" }, "editor"),
        ". The tables assume best play by both sides. Draws by repetition or the 40-move rule aren't included.",
      ),
    );
  }

  /** @param {string} fen */
  async show(fen) {
    const mine = ++this.#turn;
    const { pieces, turn } = readFen(fen);
    let report = null;
    try {
      report = await askTables(fen);
    } catch (error) {
      if (mine === this.#turn) this.#tell(sentence(reason(error)));
      return null;
    }
    if (mine !== this.#turn) return report;
    this.#table.hidden = !report?.moves.length;
    if (!report || report.value === null) {
      this.#tell(report ? sentence(report.message) : `Tables cover up to 6 pieces; this position has ${pieces.size}.`);
      put(this.#line);
      return report;
    }
    this.#tell(`${sideName(turn)} to move: ${verdictText(report, turn)}.`, report.value);
    this.#whose.textContent = `For ${sideName(turn)}`;
    put(
      this.#body,
      report.moves.map((move) => this.#row(move)),
    );
    put(this.#line, report.line.length ? ["Best play: ", named(report.line.join(" "))] : []);
    return report;
  }

  /** @param {string} text @param {string} kind */
  #tell(text, kind = "") {
    put(this.#head, kind ? h("span", { class: `wdl ${kind}`, "aria-hidden": "true" }, LETTERS[kind]) : null, text);
  }

  /** @param {Wire.EndgameMove} move */
  #row(move) {
    const distance = h("td", { class: "bars-number" }, move.plies === null ? "–" : `${Math.ceil(move.plies / 2)}`);
    mark(distance, "title", move.plies === null ? null : plural(move.plies, "ply"));
    const row = h(
      "tr",
      { "data-move": move.text },
      h(
        "th",
        { scope: "row" },
        h("button", { type: "button", class: "bars-move", onclick: () => this.onpick?.(move) }, named(move.text)),
      ),
      h("td", {}, h("span", { class: `wdl ${move.value}`, "aria-hidden": "true" }, LETTERS[move.value]), move.value),
      distance,
    );
    row.addEventListener("pointerenter", () => this.onpoint?.(move));
    row.addEventListener("pointerleave", () => this.onpoint?.(null));
    return row;
  }
}
