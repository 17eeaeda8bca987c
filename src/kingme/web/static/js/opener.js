/** Opening games: a place to drop, choose or paste them, and the list to choose from when there are many. */

import { api, reason } from "./api.js";
import { factLine, h, put } from "./dom.js";
import { encodeFen, readText } from "./files.js";
import { icon } from "./icons.js";
import { miniBoard } from "./miniboard.js";
import { opponentName } from "./opponents.js";
import { go } from "./router.js";
import { moves, plural, seen, sentence } from "./words.js";
import { newGameDialog } from "./dialogs/newgame.js";

/** @type {Record<string, string>} */
const RESULTS = { "1-0": "Black won", "0-1": "White won", "1/2-1/2": "drawn", "*": "unfinished" };
/** @type {Wire.NewGame} */
const PEOPLE = { black: { kind: "human" }, white: { kind: "human" } };

export class Opener {
  #text;
  #result = h("div", { class: "opener-result", "aria-live": "polite" });
  #done;

  /** @param {() => void} done called when something was opened, before the view changes */
  constructor(done = () => {}) {
    this.#done = done;
    const file = h("input", {
      type: "file",
      accept: ".pdn,.json,.fen,.txt,text/plain,application/json",
      class: "visually-hidden",
      "aria-label": "Choose a file",
      onchange: () => void this.files(file.files),
    });
    this.#text = h("textarea", {
      rows: 5,
      class: "code",
      spellcheck: "false",
      placeholder: "Paste PDN, a saved game (JSON) or a position (FEN)",
      "aria-label": "Game or position as text",
      oninput: () => put(this.#result),
    });
    this.element = h(
      "div",
      { class: "opener" },
      h(
        "label",
        { class: "drop-zone" },
        file,
        icon("open"),
        h("span", {}, h("strong", {}, "Choose a file"), " or drop it anywhere on the page"),
        h("span", { class: "note" }, "PDN with one or many games, a saved game (JSON), or a FEN"),
      ),
      this.#text,
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button primary", onclick: () => this.read(this.#text.value) }, "Load"),
      ),
      this.#result,
    );
  }

  /** @param {FileList|File[]|null} list */
  async files(list) {
    if (!list?.length) return;
    try {
      const { limits } = await api.config();
      this.#text.value = await readText(list[0], limits.upload_bytes);
      await this.read(this.#text.value);
    } catch (error) {
      this.#fail(reason(error));
    }
  }

  /** Ask the server what a text holds; a single game or position opens at once. @param {string} text */
  async read(text) {
    this.#text.value = text;
    if (!text.trim()) {
      this.#fail("Nothing to load yet: choose a file or paste a game.");
      return;
    }
    put(this.#result, h("p", { class: "busy" }, "Reading …"));
    let report;
    try {
      report = await api.post("/api/import", { text });
    } catch (error) {
      this.#fail(reason(error));
      return;
    }
    if (report.kind === "fen" && report.games.length) {
      this.#done();
      go(`/?fen=${encodeFen(report.games[0].final_fen)}`);
      return;
    }
    this.#list(text, report);
  }

  /** @param {string} text @param {Wire.ImportReport} report */
  #list(text, { games, problems }) {
    const title = games.length ? plural(games.length, "game") : "This isn't a valid PDN, JSON or FEN.";
    put(
      this.#result,
      h("h3", {}, title),
      problems.length
        ? h(
            "details",
            { class: "problems", open: games.length < 2 },
            h(
              "summary",
              {},
              icon("warn"),
              plural(problems.length, "problem"),
              games.length ? ": what could be read is below" : "",
            ),
            h(
              "ul",
              {},
              problems.slice(0, 100).map((problem) => h("li", {}, this.#problem(problem))),
            ),
          )
        : null,
      h(
        "ul",
        { class: "opener-list" },
        games.map((game) => this.#entry(text, game)),
      ),
    );
  }

  /** @param {Wire.ImportProblem} problem */
  #problem({ game, line, message }) {
    const where = [game !== null && game !== undefined ? `game ${game}` : "", line ? `line ${line}` : ""]
      .filter(Boolean)
      .join(", ");
    return where ? `${where}: ${seen(message)}` : sentence(message);
  }

  /** @param {string} text @param {Wire.ImportedGame} game */
  #entry(text, game) {
    const names = `${opponentName(game.black || "?")} – ${opponentName(game.white || "?")}`;
    const details = [game.event, game.date, moves(game.plies), seen(RESULTS[game.result] ?? game.result)].filter(
      (part) => part && !/^[?.\s]+$/.test(part),
    );
    /** @param {{ply?: number}} more */
    const start = (more = {}) => ({ import: { text, index: game.index, ...more } });
    const replay = async () => {
      try {
        const state = await api.create({ ...PEOPLE, start: start() });
        this.#done();
        go(`/replay/${state.id}`, { given: state });
      } catch (error) {
        this.#fail(reason(error));
      }
    };
    const analyse = () => {
      this.#done();
      go("/analyse", { given: { text, index: game.index } });
    };
    const playOn = () => {
      this.#done();
      newGameDialog({ given: { label: "Loaded game", fen: game.final_fen, start: start({ ply: game.plies }) } });
    };
    return h(
      "li",
      { class: "opener-game" },
      miniBoard(game.middle_fen, { label: "In the middle of the game" }),
      h("div", { class: "opener-words" }, h("strong", {}, names), factLine(details)),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button", onclick: replay }, icon("play"), "Replay"),
        h("button", { type: "button", class: "button", onclick: analyse }, icon("search"), "Analyse"),
        h("button", { type: "button", class: "button", onclick: playOn }, "Play on"),
      ),
    );
  }

  /** @param {string} message */
  #fail(message) {
    put(this.#result, h("p", { class: "problem", role: "alert" }, sentence(message)));
  }
}
