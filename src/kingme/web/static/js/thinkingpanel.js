/**
 * What a player thinks, while it thinks and afterwards: the statistics of its search, drawn on the board too while it
 * searches. They are a part of the page that is loaded when somebody first looks here.
 */

import { h, mark, put, say } from "./dom.js";
import { readFen } from "./position.js";
import { thinkingText } from "./strip.js";
import { toast } from "./toast.js";
import { sideName } from "./words.js";

const IDLE = "The computer's thinking will appear here.";

export class ThinkingPanel {
  #game;
  #board;
  #head = h("p", { class: "thinking-head" });
  #ending = h("p", { class: "ending-note", hidden: true });
  #place = h("div", {});
  /** @type {import("./analysis/dashboard.js").Dashboard|null} */
  #dashboard = null;
  /**
   * @type {Promise<[typeof import("./analysis/dashboard.js"), typeof import("./analysis/explorer.js"), unknown]>|null}
   */
  #parts = null;
  /** What is known of the last search. @type {{info: Info, live: boolean}|null} */
  #last = null;
  #on = false;
  #asked = "";

  /** @param {import("./game.js").Game} game @param {import("./board.js").Board} board */
  constructor(game, board) {
    this.#game = game;
    this.#board = board;
    this.element = h("div", { class: "thinking-panel" }, this.#head, this.#ending, this.#place);
    say(this.#head, IDLE);
  }

  /** Somebody looks here, or away. @param {boolean} on */
  async show(on) {
    this.#on = on;
    this.#game.watch(on);
    if (!on) {
      this.#dashboard?.undraw();
      return;
    }
    this.#parts ??= Promise.all([
      import("./analysis/dashboard.js"),
      import("./analysis/explorer.js"),
      import("./analysis/style.js").then(({ needStyles }) => needStyles("dashboard", "chart", "verdicts")),
    ]);
    let parts;
    try {
      parts = await this.#parts;
    } catch {
      this.#parts = null;
      toast("The figures could not be loaded. Load the page again to see them.", "error");
      return;
    }
    if (!this.#dashboard) {
      const [{ Dashboard }] = parts;
      this.#dashboard = new Dashboard({ board: this.#board, side: () => this.#board.bottom });
      put(this.#place, this.#dashboard.element);
      this.#dashboard.clear("");
    }
    this.#draw();
    this.#consult();
  }

  /** A search goes on, or none does. @param {Thinking|null} thinking */
  update(thinking) {
    mark(this.element, "data-live", Boolean(thinking));
    if (thinking?.info) this.#last = { info: thinking.info, live: true };
    else if (this.#last?.live && thinking?.color !== this.#whose) {
      this.#last.live = false;
      this.#dashboard?.undraw();
    }
    this.#title(thinking);
    if (thinking) this.#draw();
    else this.#consult();
  }

  /** The board was turned: the figures are for the side at its bottom. */
  redraw() {
    this.#draw();
  }

  /** The side whose search is shown. */
  get #whose() {
    return this.#last && readFen(this.#last.info.fen).turn;
  }

  /** Whose figures are shown; between two moves the player's before. @param {Thinking|null} thinking */
  #title(thinking) {
    if (thinking && (!this.#last || this.#last.live))
      say(this.#head, `${sideName(thinking.color)}, ${thinking.player}: ${thinkingText(thinking)}`);
    else if (this.#last && this.#whose)
      say(this.#head, `${sideName(this.#whose)}, ${this.#last.info.player}: search behind its last move`);
    else say(this.#head, IDLE);
  }

  /** A player has decided: the last word of its search. @param {Info|null} info */
  decided(info) {
    if (!info) return;
    this.#last = { info, live: false };
    this.#dashboard?.undraw();
    this.#title(null);
    this.#draw();
  }

  #draw() {
    if (!this.#on || !this.#dashboard || !this.#last) return;
    const { info, live } = this.#last;
    this.#dashboard.update(info, { live, title: "", draw: live && this.#game.live });
  }

  /** Where few pieces are left, what the tables know. */
  async #consult() {
    if (!this.#on || !this.#dashboard || !this.#parts) return; // before it is there, the parts are still on their way
    const fen = this.#game.fenAt(this.#game.shown);
    if (fen === this.#asked) return;
    this.#asked = fen;
    const [, { askTables, verdictText }] = await this.#parts;
    const report = await askTables(fen).catch(() => null);
    if (fen !== this.#asked) return;
    this.#ending.hidden = !report?.value;
    if (report?.value)
      say(
        this.#ending,
        `Endgame tables, ${sideName(readFen(fen).turn)} to move: ${verdictText(report, readFen(fen).turn)}.`,
      );
  }
}
