/** What was played in a position: each move with its games and results, and the games themselves, one click away. */

import { api, reason } from "../api.js";
import { factLine, h, mark, put } from "../dom.js";
import { emptyState, gamesPicture } from "../empty.js";
import { opponentName } from "../opponents.js";
import { readFen } from "../position.js";
import { go } from "../router.js";
import { inMoves, turnScore } from "../score.js";
import { percent, plural, sentence, sideName } from "../words.js";

const OWN = "@own";

export class OpeningsPanel {
  #name = h("h2", { class: "openings-name" });
  #status = h("p", { class: "openings-status", role: "status" });
  #body = h("tbody");
  #table;
  #listed = h("h3", { class: "openings-title", hidden: true }, "Games");
  #choice = h("select", { "aria-label": "Games to look at", onchange: () => this.#chosen() });
  #mirrored = h("input", { type: "checkbox", onchange: () => this.#chosen() });
  #mirror = h("label", { class: "check" }, this.#mirrored, "Include positions with colours swapped");
  #games = h("ul", { class: "openings-games" });
  #more = h(
    "button",
    { type: "button", class: "button small", hidden: true, onclick: () => this.#older() },
    "Older games",
  );
  #empty = h("div", { hidden: true });
  #turn = 0;
  #fen = "";
  #isAsked = false;
  /** @type {number|null} */
  #next = null;
  /** @type {((move: Wire.ExplorerMove) => unknown)|null} */
  onpick = null;
  /** @type {((move: Wire.ExplorerMove|null) => unknown)|null} */
  onpoint = null;

  constructor() {
    this.#table = h(
      "table",
      { class: "openings-moves" },
      h("caption", { class: "visually-hidden" }, "Moves in this position"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Move", "Games", "Results", "Leads to"].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      this.#body,
    );
    this.#fill([]);
    this.element = h(
      "div",
      { class: "openings" },
      h("div", { class: "openings-head" }, this.#name, h("div", { class: "row" }, this.#choice, this.#mirror)),
      this.#status,
      this.#table,
      this.#empty,
      this.#listed,
      this.#games,
      this.#more,
    );
  }

  /** Look at the games of this browser. */
  chooseOwn() {
    this.#isAsked = true;
    this.#choice.value = OWN;
    this.#mirror.hidden = true;
  }

  /** @param {Wire.ExplorerCollection[]} collections */
  #fill(collections) {
    const names = ["", OWN, ...collections.map(({ name }) => name)];
    const now = this.#choice.value;
    if (this.#choice.options.length === names.length) return;
    put(
      this.#choice,
      names.map((name) => {
        const found = collections.find((item) => item.name === name);
        const words = name === OWN ? "Your games" : name ? `${name} (${found?.games ?? 0})` : "The whole library";
        return h("option", { value: name }, words);
      }),
    );
    this.#choice.value = names.includes(now) ? now : "";
  }

  #chosen() {
    this.#isAsked = true;
    this.#mirror.hidden = this.#choice.value === OWN;
    this.show(this.#fen);
  }

  /** @param {string} fen */
  async show(fen) {
    const mine = ++this.#turn;
    this.#fen = fen;
    const query = new URLSearchParams({ fen, collection: this.#choice.value });
    if (this.#mirrored.checked && this.#choice.value !== OWN) query.set("mirrored", "true");
    let report;
    try {
      report = await api.get(`/api/explorer?${query.toString()}`);
    } catch (error) {
      if (mine === this.#turn) put(this.#status, sentence(reason(error)));
      return;
    }
    if (mine !== this.#turn) return;
    this.#fill(report.collections);
    if (!report.collections.length && !this.#isAsked) {
      this.chooseOwn(); // the library is empty, and one's own games are there at least
      await this.show(fen);
      return;
    }
    put(this.#name, report.name ?? "");
    mark(this.#name, "hidden", !report.name);
    put(this.#status, this.#words(report));
    put(
      this.#body,
      report.moves.map((move) => this.#row(move)),
    );
    this.#table.hidden = !report.moves.length;
    put(
      this.#games,
      report.latest.map((game) => this.#game(game)),
    );
    this.#listed.hidden = !report.latest.length;
    this.#page(report.older);
    this.#tellEmpty(report);
  }

  /** What to do where there is no game at all. @param {Wire.ExplorerReport} report */
  #tellEmpty({ games, latest, collections }) {
    const isEmpty = !games && !latest.length && (this.#choice.value === OWN || !collections.length);
    this.#empty.hidden = !isEmpty;
    if (!isEmpty) return;
    const play = h("a", { class: "button primary", href: `/?fen=${encodeURIComponent(this.#fen)}` }, "Play from here");
    const library = collections.length
      ? h("button", { type: "button", class: "button", onclick: () => this.#chooseAll() }, "The whole library")
      : null;
    put(
      this.#empty,
      emptyState({
        title: "No games here yet",
        text: [
          "The games that you play are added automatically, with your results. ",
          collections.length
            ? "The library has games by other players."
            : "The person who runs this server can add games by others with kingme library import FILE.",
        ],
        actions: [play, library].filter((action) => action !== null),
        picture: gamesPicture(),
        level: "h3",
      }),
    );
  }

  #chooseAll() {
    this.#choice.value = "";
    this.#chosen();
  }

  /** @param {Wire.ExplorerReport} report */
  #words({ games, collections }) {
    if (games) return `Played from here in ${plural(games, "game")}.`;
    if (this.#choice.value === OWN) return "None of your games has reached this position yet.";
    if (collections.length) return "No game in the library has reached this position.";
    return "The library of this server is empty.";
  }

  /** @param {Wire.ExplorerMove} move */
  #row(move) {
    const ended = move.black_won + move.white_won + move.drawn;
    const row = h(
      "tr",
      { "data-move": move.text },
      h(
        "th",
        { scope: "row" },
        h("button", { type: "button", class: "bars-move", onclick: () => this.onpick?.(move) }, move.text),
      ),
      h("td", { class: "bars-number" }, move.games ? String(move.games) : "–"),
      h("td", {}, ended ? this.#bar(move, ended) : null),
      h(
        "td",
        { class: "openings-leads" },
        move.value ? h("span", { class: `wdl ${move.value}` }, move.value) : null,
        move.name ?? "",
        factLine(this.#facts(move)),
      ),
    );
    row.addEventListener("pointerenter", () => this.onpoint?.(move));
    row.addEventListener("pointerleave", () => this.onpoint?.(null));
    return row;
  }

  /** What the tables and the book say of a move, and who played it. @param {Wire.ExplorerMove} move */
  #facts({ value, distance, score, book_depth: depth, rating }) {
    const { turn } = readFen(this.#fen);
    const first = turn === "black" ? score : turnScore(score); // for the side that moves first, as in analysis
    return [
      value && value !== "draw" && distance !== null ? `in ${plural(inMoves(distance), "move")}` : "",
      first ? `book ${first.text}, depth\u00a0${depth}` : "",
      rating ? `rated ${rating}` : "",
    ];
  }

  /**
   * The results as a bar, with its numbers for those who read or hear them.
   * @param {Wire.ExplorerMove} move
   * @param {number} ended
   */
  #bar({ black_won: black, white_won: white, drawn, yours_won: won, yours_lost: lost }, ended) {
    const shares = [black, drawn, white].map((count) => percent(count / ended));
    const words =
      `${sideName("black")} ${shares[0]}, draws ${shares[1]}, White ${shares[2]}` +
      (won === null ? "" : `; you won ${won} and lost ${lost}`);
    const part = (/** @type {string} */ name, /** @type {number} */ count) =>
      count ? h("span", { class: `part ${name}`, style: { "--share": String(count / ended) } }, String(count)) : null;
    return h(
      "span",
      { class: "results-bar", role: "img", "aria-label": words, title: words },
      part("black", black),
      part("drawn", drawn),
      part("white", white),
    );
  }

  /** @param {Wire.ExplorerGame} game */
  #game(game) {
    const rated = (/** @type {string} */ name, /** @type {number|null} */ rating) =>
      rating ? `${opponentName(name)} (${rating})` : opponentName(name);
    const who = `${rated(game.black, game.black_rating)} – ${rated(game.white, game.white_rating)}`;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "openings-game", onclick: () => this.#open(game) },
        h("span", { class: "who" }, who),
        h(
          "span",
          { class: "score" },
          game.result === "*" ? "unfinished" : game.result.replaceAll("1/2", "½").replace("-", "–"),
        ),
        factLine([game.date.replace(/\.\?\?/g, ""), game.opening, game.event]),
      ),
    );
  }

  /** @param {Wire.ExplorerGame} game */
  async #open(game) {
    if (!game.collection) {
      go(`/analyse/${game.id}`);
      return;
    }
    try {
      const { pdn } = await api.get(`/api/explorer/games/${Number(game.id)}`);
      go("/analyse", { given: { text: pdn } });
    } catch (error) {
      put(this.#status, sentence(reason(error)));
    }
  }

  /** @param {number|null} older */
  #page(older) {
    this.#next = older;
    this.#more.hidden = older === null;
    this.#games.hidden = !this.#games.children.length;
  }

  async #older() {
    const mine = this.#turn;
    const query = new URLSearchParams({ fen: this.#fen, collection: this.#choice.value, before: String(this.#next) });
    if (this.#mirrored.checked) query.set("mirrored", "true");
    const page = await api.get(`/api/explorer/games?${query.toString()}`);
    if (mine !== this.#turn) return;
    this.#games.append(...page.games.map((game) => this.#game(game)));
    this.#page(page.older);
  }
}
