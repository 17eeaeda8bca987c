/** The card at the end of a game: who won and how, its best moments, and what one can do next. */

import { factLine, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { miniBoard } from "./miniboard.js";
import { moments } from "./moments.js";
import { face, opponent } from "./opponents.js";
import { changeText, ratingText, SPEED_NAMES } from "./rating.js";
import { settings } from "./settings.js";
import { toast } from "./toast.js";
import { plural, sentence, sideName } from "./words.js";

const SCORES = { "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½" };

export class ResultCard {
  #game;
  #actions;
  #key = "";

  /** @param {import("./game.js").Game} game @param {{rematch: () => void, fresh: () => void}} actions */
  constructor(game, actions) {
    this.#game = game;
    this.#actions = actions;
    this.element = h("section", { class: "result-card", "aria-label": "Result", hidden: true });
  }

  /** What it means to the person here. */
  get title() {
    const winner = this.#game.state.outcome?.winner;
    if (!winner) return "Draw";
    const { mine } = this.#game;
    if (mine.length === 1) return mine[0] === winner ? "You won" : "You lost";
    return `${sideName(winner)} won`;
  }

  /** The opponent of a person who plays the computer. */
  get #opponent() {
    const { players } = this.#game.state;
    const ai = [players.black, players.white].filter((player) => player.kind === "ai");
    return ai.length === 1 ? ai[0].title || (ai[0].spec ?? "") : "";
  }

  update() {
    const { outcome, id, owner, plies, shared } = this.#game.state;
    this.element.hidden = !outcome;
    if (!outcome) return;
    const kind = !outcome.winner ? "draw" : this.title === "You lost" ? "loss" : "win";
    this.element.dataset.kind = kind;
    const key = JSON.stringify([
      this.title,
      outcome,
      owner,
      this.#game.state.rated,
      sideName("black"),
      plies.length,
      settings.get("board"),
    ]);
    if (key === this.#key) return; // its buttons keep the focus
    this.#key = key;
    const called = this.#opponent;
    const length = plural(Math.ceil(plies.length / 2), "move");
    put(
      this.element,
      h(
        "div",
        { class: "result-head" },
        called ? face(called) : null,
        h(
          "div",
          { class: "result-words" },
          h("p", { class: "result-title" }, this.title),
          factLine([called ? `against ${opponent(called).name}` : "", length]),
          this.#rating(),
        ),
        h(
          "span",
          { class: "result-score", title: `${sideName("black")} – ${sideName("white")}` },
          SCORES[outcome.result],
        ),
      ),
      h("p", { class: "result-text" }, sentence(outcome.text)),
      this.#moments(),
      h(
        "div",
        { class: "row" },
        shared?.tournament
          ? h("a", { class: "button primary", href: `/tournament/${shared.tournament}` }, icon("list"), "Tournament")
          : null,
        owner && !shared?.tournament
          ? h(
              "button",
              { type: "button", class: "button primary", onclick: this.#actions.rematch },
              icon("again"),
              "Rematch",
            )
          : null,
        h("a", { class: "button", href: `/analyse/${id}` }, icon("search"), "Analyse"),
        h("a", { class: "button", href: `/replay/${id}` }, icon("play"), "Replay"),
        h("button", { type: "button", class: "button", onclick: this.#actions.fresh }, icon("plus"), "New game"),
        h(
          "button",
          { type: "button", class: "button", onclick: () => this.#share(false) },
          icon("save"),
          "Save picture",
        ),
        "ClipboardItem" in window && navigator.clipboard
          ? h(
              "button",
              { type: "button", class: "button", onclick: () => this.#share(true) },
              icon("copy"),
              "Copy picture",
            )
          : null,
      ),
    );
  }

  /** What the game did to the person's rating. */
  #rating() {
    const { rated } = this.#game.state;
    const { mine } = this.#game;
    const side = rated && mine.length === 1 ? rated[mine[0]] : null;
    if (!rated || !side) return null;
    if (side.change === null) return h("p", { class: "note" }, "This game does not count for ratings.");
    const now = { ...side, rating: side.rating + side.change, change: null };
    return h(
      "p",
      { class: "result-rating" },
      `${SPEED_NAMES[rated.speed]} rating `,
      h("a", { href: "/people" }, ratingText(now)),
      " ",
      h("strong", { "data-change": Math.sign(side.change) }, changeText(side.change)),
    );
  }

  /** Small boards with the moves that one would tell of; each leads to its place in the game. */
  #moments() {
    const game = this.#game;
    const found = moments(game.state);
    if (!found.length) return null;
    const bottom = game.homeSide;
    const show = found.map(({ index, number, title }) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "moment", onclick: () => game.look(index + 1) },
          miniBoard(game.fenAt(index), { bottom, arrows: [game.state.plies[index].path] }),
          h("span", { class: "moment-text" }, h("span", { class: "moment-number" }, number), ` ${title}`),
        ),
      ),
    );
    return h("ul", { class: "moments", "aria-label": "Best moments" }, show);
  }

  /** @param {boolean} copied  onto the clipboard, or saved as a file */
  async #share(copied) {
    const { state, homeSide } = this.#game;
    const called = this.#opponent;
    const words = {
      title: this.title,
      score: state.outcome ? SCORES[state.outcome.result] : "",
      against: called ? `against ${opponent(called).name}` : `${sideName("black")} – ${sideName("white")}`,
      text: sentence(state.outcome?.text ?? ""),
      length: plural(Math.ceil(state.plies.length / 2), "move").replace(" ", "\u00a0"), // in one line
    };
    try {
      const { resultPicture } = await import("./resultpicture.js");
      const last = state.plies.at(-1)?.path ?? [];
      const picture = resultPicture(words, { fen: state.fen, bottom: homeSide, last, called });
      if (copied) {
        await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
        toast("Picture copied");
      } else {
        const address = URL.createObjectURL(await picture);
        h("a", { href: address, download: "kingme-result.png" }).click();
        setTimeout(() => URL.revokeObjectURL(address), 10_000);
      }
    } catch {
      toast("The picture could not be made.", "error");
    }
  }
}
