/** The finished games of a run: filtered, a page at a time, each with a link to its replay. */

import { api, reason } from "../api.js";
import { factLine, h, put } from "../dom.js";
import { number, plural, seen, sideName } from "../words.js";
import { endingText } from "./words.js";

const PAGE = 30;
/** @type {Record<string, string>} */
const SCORES = { "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½" };

export class GameList {
  #run;
  /** @type {Wire.Listed[]} */
  #games = [];
  #asked = 0;
  #known = -1;

  /** @param {Wire.RunDetail} run */
  constructor(run) {
    this.#run = run;
    /** @param {string} value @param {string} text */
    const option = (value, text) => h("option", { value }, text);
    const choose = () => this.load(0);
    const player = () => {
      this.#results();
      this.load(0);
    };
    this.player = h(
      "select",
      { "aria-label": "Player", onchange: player },
      option("", "All players"),
      run.players.map((name) => option(name, name)),
    );
    this.result = h("select", { "aria-label": "Result", onchange: choose });
    this.ending = h("select", { "aria-label": "Ending", onchange: choose }, option("", "Any ending"));
    this.count = h("p", { class: "note", role: "status" });
    this.list = h("ol", { class: "arena-games" });
    this.more = h(
      "button",
      { type: "button", class: "button", hidden: true, onclick: () => this.load(this.#games.length) },
      "Show more",
    );
    this.#results();
    this.element = h(
      "section",
      { class: "arena-part", "aria-labelledby": "games-title" },
      h("div", { class: "part-head" }, h("h2", { id: "games-title" }, "Games"), this.count),
      h("div", { class: "filters" }, this.player, this.result, this.ending),
      this.list,
      h("div", { class: "row center" }, this.more),
    );
  }

  #results() {
    const some = this.player.value
      ? [
          ["won", "Won by the player"],
          ["draw", "Drawn"],
          ["lost", "Lost by the player"],
        ]
      : [
          ["black", `Won by ${sideName("black")}`],
          ["draw", "Drawn"],
          ["white", `Won by ${sideName("white")}`],
        ];
    const before = this.result.value;
    put(
      this.result,
      h("option", { value: "" }, "Any result"),
      some.map(([value, text]) => h("option", { value }, text)),
    );
    this.result.value = some.some(([value]) => value === before) ? before : "";
  }

  /**
   * New games have come: the list follows while its top is shown and nobody has asked for more.
   * @param {Wire.RunTable} table
   */
  follow(table) {
    const kinds = Object.keys(table.endings);
    const known = [...this.ending.options].map(({ value }) => value);
    this.ending.append(
      ...kinds.filter((kind) => !known.includes(kind)).map((kind) => h("option", { value: kind }, endingText(kind))),
    );
    if (table.done === this.#known || this.#games.length > PAGE) return;
    this.#known = table.done;
    this.load(0);
  }

  /** @param {number} offset */
  async load(offset) {
    const mine = ++this.#asked;
    const query = new URLSearchParams({
      player: this.player.value,
      result: this.result.value,
      ending: this.ending.value,
      offset: `${offset}`,
      limit: `${PAGE}`,
    });
    try {
      const { total, games } = await api.get(`/api/arena/runs/${this.#run.id}/games?${query}`);
      if (mine !== this.#asked) return;
      this.#games = offset ? [...this.#games, ...games] : games;
      this.count.textContent = total ? plural(total, "game") : "";
      this.more.hidden = this.#games.length >= total;
      put(
        this.list,
        this.#games.length
          ? this.#games.map((game) => this.#row(game))
          : h(
              "li",
              { class: "note" },
              this.player.value || this.result.value || this.ending.value
                ? "No game matches."
                : "No game has ended yet.",
            ),
      );
    } catch (error) {
      if (mine === this.#asked) put(this.list, h("li", { class: "problem" }, reason(error)));
    }
  }

  /** @param {Wire.Listed} game */
  #row(game) {
    const score = SCORES[game.result] ?? game.result;
    return h(
      "li",
      {},
      h(
        "a",
        { class: "arena-game", href: `/lab/arena/${this.#run.id}/games/${game.number}` },
        h("span", { class: "game-number" }, number.format(game.number + 1)),
        h("span", { class: "game-pair" }, `${game.black} – ${game.white}`),
        h("strong", { class: "game-score" }, score),
        factLine([
          game.reason ? `${endingText(game.ending)}: ${seen(game.reason)}` : endingText(game.ending),
          plural(game.plies, "ply"),
          game.opening,
        ]),
      ),
    );
  }
}
