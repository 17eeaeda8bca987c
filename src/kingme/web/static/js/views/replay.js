/** A game to look through: buttons, keys, a slider, by itself; play on from any position. */

import { analyse, playOn } from "../actions.js";
import { announce } from "../announce.js";
import { api, isMissing } from "../api.js";
import { Board } from "../board.js";
import { h, mark, put, uid } from "../dom.js";
import { copy, positionLink } from "../files.js";
import { Game } from "../game.js";
import { icon } from "../icons.js";
import { InfoPanel } from "../infopanel.js";
import { historyButtons, MoveList } from "../movelist.js";
import { other, readFen } from "../position.js";
import { Previous } from "../previous.js";
import { note } from "../router.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { Strip } from "../strip.js";
import { Tabs } from "../tabs.js";
import { toast } from "../toast.js";
import { plural, sentence, sideName, spokenMove } from "../words.js";
import { notFound, unreachable } from "./message.js";

/** @type {[milliseconds: number, text: string][]} */
const SPEEDS = [
  [2500, "slow"],
  [1200, "normal"],
  [600, "fast"],
  [250, "very fast"],
];

/** @param {Context} context @returns {Promise<View>} */
export async function replayView({ params, query, given }) {
  let state = /** @type {GameState|null} */ (given);
  try {
    const config = api.config().catch(() => null); // the names and faces of opponents
    state ??= await api.game(params.id);
    await config;
  } catch (error) {
    return isMissing(error) ? notFound("There is no such game. It may have been deleted.") : unreachable(error);
  }
  return new ReplayView(new Game(state), query.get("ply")).view();
}

class ReplayView {
  #timer = 0;
  /** @type {import("../analysis/gamegraph.js").GameGraph|null} */
  graph = null;
  loading = false;
  left = false;
  last = -1; // plies that were shown before

  /** @param {Game} game @param {string|null} ply */
  constructor(game, ply) {
    this.game = game;
    this.board = new Board({ label: "Replay", bottom: game.mine.length === 1 ? game.mine[0] : "white", cells: false });
    this.strips = { black: new Strip(game, "black"), white: new Strip(game, "white") };
    this.moves = new MoveList(game);
    this.history = historyButtons(game, icon);
    this.info = new InfoPanel(game);
    this.previous = new Previous(game);
    const id = uid("slider");
    /** @type {HTMLInputElement} */
    this.slider = h("input", {
      id,
      type: "range",
      min: 0,
      max: game.length,
      step: 1,
      "aria-label": "Position in the game",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.counter = h("output", { for: id, class: "counter" });
    this.toggle = h("button", { type: "button", class: "button primary", onclick: () => this.autoplay() });
    this.speed = h(
      "select",
      { "aria-label": "Speed", onchange: () => this.#timer && this.start() },
      SPEEDS.map(([value, text]) => h("option", { value }, text)),
    );
    this.speed.value = "1200";
    this.outcome = h("p", { class: "replay-outcome" });
    this.graphBox = h("div", {});
    const tabs = new Tabs("About the game")
      .add("moves-tab", "Moves", h("div", { class: "moves-box" }, this.moves.box, this.moves.comment))
      .add("graph-tab", "Evaluation", this.graphBox)
      .add("info-tab", "Info", this.info.element);
    tabs.onselect = (name) => this.chose(name);
    this.seats = { top: h("div", { class: "seat top" }), bottom: h("div", { class: "seat bottom" }) };
    this.panel = h("section", { class: "panel", "aria-label": "Game" }, tabs.element, this.previous.element);
    this.element = h(
      "div",
      { class: "stage replay" },
      h("h1", { class: "visually-hidden" }, "Replay"),
      h(
        "section",
        { class: "table", "aria-label": "Board" },
        this.seats.top,
        h("div", { class: "board-row" }, this.board.element),
        this.seats.bottom,
      ),
      h("div", { class: "notes" }, this.outcome),
      h(
        "div",
        { class: "controls" },
        h("div", { class: "replay-slider" }, this.slider, this.counter),
        h("div", { class: "replay-controls" }, this.toggle, this.history.element, this.speed),
        this.actions(),
      ),
      this.panel,
    );
    const unwatch = settings.watch(() => this.seat());
    this.forget = unwatch;
    this.board.show(readFen(state0(game)).pieces, { animate: false });
    game.look(ply === null ? 0 : Number(ply) || 0);
    this.update(true);
    game.on("view", () => {
      this.update(true);
      this.note();
    });
  }

  view() {
    const { game } = this;
    /** @param {() => number} plies */
    const step = (plies) => () => this.go(plies());
    return {
      element: this.element,
      title: "Replay",
      keys: {
        ArrowLeft: step(() => game.shown - 1),
        ArrowRight: step(() => game.shown + 1),
        Home: step(() => 0),
        End: step(() => game.length),
        " ": () => this.autoplay(),
        f: () => this.flip(),
      },
      shown: () => {
        this.moves.update();
        this.note();
      },
      leave: () => {
        this.stop();
        this.graph?.destroy();
        this.left = true;
        this.forget();
        this.board.destroy();
        Object.values(this.strips).forEach((strip) => strip.destroy());
      },
    };
  }

  /** What can be done with the game. It does not change while one looks through it, so these are made once. */
  actions() {
    const { game } = this;
    const { state } = game;
    const open = state.owner && !state.outcome;
    /** @param {IconName} name @param {string} label @param {() => unknown} action */
    const tool = (name, label, action) =>
      h(
        "button",
        { type: "button", class: "button square", title: label, "aria-label": label, onclick: action },
        icon(name),
      );
    return h(
      "div",
      { class: "row replay-actions" },
      state.address
        ? h("a", { class: "button", href: state.address.replace(/\/games\/.*/, "") }, "Back to the run")
        : null,
      h(
        "button",
        { type: "button", class: "button", title: "Play on from this position", onclick: () => playOn(game) },
        "Play from here",
      ),
      open
        ? h("a", { class: "button", title: "Continue the game where it stands", href: `/play/${state.id}` }, "Continue")
        : null,
      tool("search", "Analyse", () => analyse(game)),
      tool("flip", "Flip the board (f)", () => this.flip()),
      tool("link", "Copy a link to this position", () =>
        copy(positionLink(game.fenAt(game.shown)), "Link to the position"),
      ),
    );
  }

  /** The evaluation of the game is loaded and made when somebody looks at it. @param {string} name */
  async chose(name) {
    this.panel.dataset.tab = name;
    if (name !== "graph-tab" || this.graph || this.loading) return;
    this.loading = true;
    let module;
    try {
      [module] = await Promise.all([
        import("../analysis/gamegraph.js"),
        import("../analysis/style.js").then(({ needStyles }) => needStyles("chart", "verdicts")),
      ]);
    } catch {
      toast("The evaluation could not be loaded. Load the page again to see it.", "error");
      return;
    } finally {
      this.loading = false;
    }
    if (this.left) return;
    this.graph = new module.GameGraph(this.game, () => this.board.bottom);
    put(this.graphBox, this.graph.element);
  }

  flip() {
    this.board.setBottom(other(this.board.bottom));
    this.seat();
  }

  seat() {
    this.seats.bottom.replaceChildren(this.strips[this.board.bottom].element);
    this.seats.top.replaceChildren(this.strips[other(this.board.bottom)].element);
    this.previous.update(this.board.bottom);
    this.moves.bottom = this.board.bottom;
    this.moves.update();
    this.graph?.turn();
  }

  /** @param {number} plies */
  go(plies) {
    this.stop();
    this.game.look(plies);
  }

  autoplay() {
    if (this.#timer) this.stop();
    else {
      if (this.game.shown === this.game.length) this.game.look(0);
      this.start();
    }
  }

  start() {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      this.game.look(this.game.shown + 1);
      if (this.game.shown === this.game.length) this.stop();
    }, Number(this.speed.value));
    this.update();
  }

  stop() {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.update();
  }

  /** @param {boolean} moved */
  update(moved = false) {
    const { game } = this;
    const { shown, length, state } = game;
    const ply = game.plyAt(shown);
    if (moved) this.show(ply, shown);
    this.last = shown;
    Object.values(this.strips).forEach((strip) => strip.update());
    this.moves.update();
    this.history.update();
    this.info.update();
    this.graph?.update();
    this.previous.update(this.board.bottom);
    this.slider.value = String(shown);
    mark(this.slider, "aria-valuetext", `after ${shown} of ${plural(length, "ply")}`);
    this.counter.textContent = `${shown} / ${length}`;
    put(this.toggle, icon(this.#timer ? "pause" : "play"), this.#timer ? "Pause" : "Play");
    this.toggle.disabled = length === 0;
    this.outcome.textContent = state.outcome ? sentence(state.outcome.text) : "The game is not finished.";
  }

  /** The address of what is shown; games of a run have addresses of their own. */
  note() {
    const { shown, state } = this.game;
    const address = state.address ?? `/replay/${state.id}`;
    note(shown ? `${address}?ply=${shown}` : address);
  }

  /** @param {Wire.PlyInfo|null} ply @param {number} shown */
  show(ply, shown) {
    const { pieces } = readFen(this.game.fenAt(shown));
    const forward = shown === this.last + 1;
    this.board.show(pieces, { move: forward ? ply : null });
    this.board.setLast(ply?.path ?? []);
    if (forward && ply) {
      play(ply.captured.length ? "capture" : "move");
      announce(spokenMove(other(readFen(ply.fen).turn), ply, this.board.bottom));
    } else
      announce(
        shown
          ? `Position after ${plural(shown, "ply")}`
          : `Start, ${sideName(readFen(this.game.state.start_fen).turn)} to move`,
      );
  }
}

/** @param {Game} game */
const state0 = (game) => game.state.start_fen;
