/** My games: what the server keeps for this browser, with search, continue, replay, delete and export. */

import { api, reason } from "../api.js";
import { confirmDialog } from "../dialogs/dialog.js";
import { openGameDialog } from "../dialogs/open.js";
import { factLine, h, put } from "../dom.js";
import { emptyState, gamesPicture } from "../empty.js";
import { icon } from "../icons.js";
import { miniBoard } from "../miniboard.js";
import { face, isOpponent } from "../opponents.js";
import { toast } from "../toast.js";
import { moves, playerNames, plural, sentence, when } from "../words.js";

const PAGE = 24;

export async function gamesView() {
  return new GamesView().view();
}

class GamesView {
  /** @type {Wire.GameSummary[]} */
  #games = [];
  #total = 0;
  #damaged = 0; // games that the server left out
  #asked = 0;
  #timer = 0;

  constructor() {
    this.search = h("input", {
      type: "search",
      placeholder: "Search by player, result or opening",
      "aria-label": "Search my games",
      maxlength: 100,
      oninput: () => this.later(),
    });
    this.count = h("p", { class: "note", role: "status" });
    this.list = h("ul", { class: "game-list" });
    this.more = h(
      "button",
      { type: "button", class: "button", hidden: true, onclick: () => this.load(this.#games.length + this.#damaged) },
      "Show more",
    );
    this.export = h("a", { class: "button", href: "/api/export", download: "" }, icon("save"), "Export all (PDN)");
    this.element = h(
      "div",
      { class: "page games" },
      h(
        "div",
        { class: "page-head" },
        h("h1", {}, "My games"),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button", href: "/explorer?games=own" }, icon("search"), "Your openings"),
          this.export,
          h(
            "button",
            { type: "button", class: "button", onclick: () => openGameDialog() },
            icon("open"),
            "Open a game",
          ),
          h("a", { class: "button primary", href: "/" }, icon("plus"), "New game"),
        ),
      ),
      h("div", { class: "search" }, icon("search"), this.search),
      this.count,
      this.list,
      h("div", { class: "row center" }, this.more),
    );
  }

  view() {
    this.load(0);
    return {
      element: this.element,
      title: "My games",
      leave: () => clearTimeout(this.#timer),
      keys: { "/": () => this.search.focus() },
    };
  }

  later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.load(0), 200);
  }

  /** Search for nothing in particular. */
  forget() {
    this.search.value = "";
    this.load(0);
  }

  /** @param {number} offset */
  async load(offset) {
    const mine = ++this.#asked;
    const query = new URLSearchParams({ search: this.search.value.trim(), offset: `${offset}`, limit: `${PAGE}` });
    try {
      const [{ total, damaged, games }] = await Promise.all([
        api.get(`/api/games?${query}`),
        api.config().catch(() => null), // the faces of opponents; their titles do without it
      ]);
      if (mine !== this.#asked) return;
      this.#total = total;
      this.#damaged = (offset ? this.#damaged : 0) + damaged;
      this.#games = offset ? [...this.#games, ...games] : games;
      this.draw();
    } catch (error) {
      if (mine !== this.#asked) return;
      put(
        this.list,
        h(
          "li",
          { class: "empty-state" },
          h("p", {}, reason(error)),
          h("button", { type: "button", class: "button primary", onclick: () => this.load(0) }, "Try again"),
        ),
      );
    }
  }

  draw() {
    const searching = this.search.value.trim();
    const left = this.#damaged ? `, ${this.#damaged} damaged and left out` : "";
    this.count.textContent = this.#total ? plural(this.#total, "game") + left : "";
    this.export.hidden = !this.#total && !searching;
    this.more.hidden = this.#games.length + this.#damaged >= this.#total;
    if (this.#games.length)
      put(
        this.list,
        this.#games.map((game) => this.card(game)),
      );
    else
      put(
        this.list,
        searching
          ? emptyState({
              tag: "li",
              title: `No game matches “${searching}”`,
              text: "Search for an opponent, a result such as 1-0, or an opening.",
              actions: [
                h("button", { type: "button", class: "button", onclick: () => this.forget() }, "Show all games"),
              ],
            })
          : emptyState({
              tag: "li",
              picture: gamesPicture(),
              title: "No games yet",
              text: "Your games are saved here. Play your first one, or open a file with games.",
              actions: [
                h("a", { class: "button primary", href: "/" }, icon("play"), "Play a game"),
                h(
                  "button",
                  { type: "button", class: "button", onclick: () => openGameDialog() },
                  icon("open"),
                  "Open a game",
                ),
              ],
            }),
      );
  }

  /** @param {Wire.GameSummary} game */
  card(game) {
    const score = { "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½", "*": null }[game.result];
    const main = game.finished ? `/replay/${game.id}` : `/play/${game.id}`;
    const names = playerNames(game);
    const bottom =
      game.white === "Person" && game.black !== "Person" ? "white" : game.black === "Person" ? "black" : "white";
    return h(
      "li",
      { class: "game-card" },
      h(
        "a",
        { href: main, class: "game-board", "aria-label": `${names}: ${game.finished ? "replay" : "continue"}` },
        miniBoard(game.final_fen, { bottom }),
      ),
      h(
        "div",
        { class: "game-words" },
        h(
          "span",
          { class: "game-who" },
          [game.black, game.white].filter(isOpponent).map((called) => face(called)),
          h("a", { href: main, class: "game-names" }, names),
        ),
        h(
          "p",
          { class: game.finished ? "game-result" : "game-result open" },
          score ? h("strong", {}, score) : h("strong", {}, "Unfinished"),
          game.outcome_text ? ` ${sentence(game.outcome_text)}` : null,
        ),
        factLine([when(game.updated), moves(game.plies), game.opening]),
      ),
      h(
        "div",
        { class: "row game-actions" },
        game.finished ? null : h("a", { class: "button small primary", href: `/play/${game.id}` }, "Continue"),
        h("a", { class: "button small", href: `/replay/${game.id}` }, "Replay"),
        game.finished ? h("a", { class: "button small", href: `/analyse/${game.id}?tab=review` }, "Review") : null,
        h("a", { class: "button small", href: `/api/games/${game.id}/pdn`, download: "" }, "Save PDN"),
        h(
          "button",
          {
            type: "button",
            class: "icon-button small",
            "aria-label": `Delete ${names}`,
            title: "Delete",
            onclick: () => this.remove(game, names),
          },
          icon("trash"),
        ),
      ),
    );
  }

  /** @param {Wire.GameSummary} game @param {string} names */
  async remove(game, names) {
    if (!(await confirmDialog("Delete this game?", `${names}, ${moves(game.plies)}. This can't be undone.`, "Delete")))
      return;
    try {
      await api.delete(`/api/games/${game.id}`);
      this.#games = this.#games.filter(({ id }) => id !== game.id);
      this.#total--;
      this.draw();
      toast("Game deleted");
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }
}
