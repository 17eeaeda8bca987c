/** The coach of a game: asks before a blunder is made, and tells afterwards which moments mattered. */

import { announce } from "./announce.js";
import { api } from "./api.js";
import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { settings } from "./settings.js";
import { named, seen } from "./words.js";

const MOMENTS = 3;
const LEAST = 0.06; // of the expected result: less than that did not matter

export class Coach {
  #game;
  /**
   * The review after the game; its code is loaded when there is one.
   * @type {import("./analysis/reviewjob.js").ReviewJob|null}
   */
  #job = null;
  #left = false;
  #reviewed = "";
  /** Ends the question that is open. @type {((wanted: boolean) => void)|null} */
  #decide = null;

  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.#game = game;
    this.element = h("section", { class: "coach", "aria-label": "Coach", hidden: true });
    game.adviser = (path) => this.ask(path);
    game.on("state", ({ state, before }) => state.fen !== before.fen && this.#decide?.(false));
  }

  get #on() {
    const { rated, outcome } = this.#game.state;
    return settings.get("coach") && this.#game.mine.length > 0 && (!rated || Boolean(outcome));
  }

  leave() {
    this.#decide?.(false);
    this.#left = true;
    this.#job?.forget();
  }

  /** Whether to make a move; where it gives something away the person decides. @param {number[]} path */
  async ask(path) {
    if (!this.#on) return true;
    const { fen } = this.#game.state;
    const report = await api.post("/api/coach/move", { fen, path }).catch(() => null);
    if (!report?.warning || fen !== this.#game.state.fen) return true;
    const words = named(seen(report.warning));
    return new Promise((done) => {
      this.#decide = (wanted) => {
        this.#decide = null;
        this.element.hidden = true;
        done(wanted);
      };
      const back = h(
        "button",
        { type: "button", class: "button primary", onclick: () => this.#decide?.(false) },
        "Take it back",
      );
      this.element.hidden = false;
      put(
        this.element,
        h("p", { class: "coach-words" }, icon("warn"), ` ${words} Play it anyway?`),
        h(
          "div",
          { class: "row" },
          back,
          h("button", { type: "button", class: "button", onclick: () => this.#decide?.(true) }, "Play it anyway"),
        ),
      );
      import("./learn/terms.js").then(({ markTerms }) => markTerms(this.element, "checkers"));
      announce(`${words} Play it anyway?`);
      back.focus();
    });
  }

  /** When the game is over: look for the moments that mattered. */
  update() {
    const { state, mine } = this.#game;
    if (!state.outcome || !this.#on || mine.length !== 1 || !state.plies.length) {
      if (!this.#decide) this.element.hidden = true;
      return;
    }
    const key = `${state.id} ${state.version}`;
    if (key === this.#reviewed) return;
    this.#reviewed = key;
    this.element.hidden = false;
    put(this.element, h("p", { class: "note" }, "The coach is looking at your game …"));
    this.#review();
  }

  async #review() {
    const { start_fen: fen, plies } = this.#game.state;
    const module = await import("./analysis/reviewjob.js").catch(() => null);
    if (!module || this.#left) return;
    this.#job?.forget();
    this.#job = new module.ReviewJob();
    this.#job.on("report", (report) => this.#tell(report));
    this.#job.start({ fen, moves: plies.map(({ path }) => path) }, "quick");
  }

  /** @param {Wire.ReviewReport|null} report */
  #tell(report) {
    if (!report || report.state === "failed") put(this.element, h("p", { class: "note" }, this.#job?.error));
    if (report?.state !== "done") return;
    const [color] = this.#game.mine;
    const found = report.plies
      .filter((ply) => ply.color === color && ply.why && ply.loss >= LEAST)
      .sort((a, b) => b.loss - a.loss)
      .slice(0, MOMENTS)
      .sort((a, b) => a.number - b.number);
    const words = found.length ? "The moments that mattered" : "The coach found no mistake of yours. Well played!";
    put(
      this.element,
      h("p", { class: "coach-head" }, h("strong", {}, words)),
      h(
        "ol",
        { class: "coach-moments" },
        found.map((ply) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", class: "coach-moment", onclick: () => this.#game.look(ply.number) },
              h("strong", {}, `${Math.floor(ply.number / 2) + 1}${ply.number % 2 ? "…" : "."} ${named(ply.text)} `),
              named(seen(ply.why)),
            ),
          ),
        ),
      ),
    );
    announce(words);
  }
}
