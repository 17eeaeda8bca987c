/** A game that is being played or watched. */

import { Actions } from "../actions.js";
import { Coach } from "../coach.js";
import { api, isMissing, reason } from "../api.js";
import { playerDialog } from "../dialogs/player.js";
import { newGameDialog, startGame } from "../dialogs/newgame.js";
import { h } from "../dom.js";
import { Game } from "../game.js";
import { icon } from "../icons.js";
import { InfoPanel } from "../infopanel.js";
import { configFor } from "../levels.js";
import { historyButtons, MoveList } from "../movelist.js";
import { Pace } from "../pace.js";
import { opponentName } from "../opponents.js";
import { PlayBoard } from "../playboard.js";
import { gameOf, other, START_FEN } from "../position.js";
import { Previous } from "../previous.js";
import { ResultCard } from "../result.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { Status, statusOf } from "../status.js";
import { Strip } from "../strip.js";
import { Tabs } from "../tabs.js";
import { ThinkingPanel } from "../thinkingpanel.js";
import { banner, toast } from "../toast.js";
import { sentence, sideName } from "../words.js";
import { announce } from "../announce.js";
import { notFound, unreachable } from "./message.js";

/** @param {Context} context @returns {Promise<View>} */
export async function playView({ params, given }) {
  const known = /** @type {{state: GameState, first: number[]|null}|null} */ (given);
  /** @type {GameState} */
  let state;
  /** @type {Wire.Config|null} */
  let config;
  try {
    [state, config] = await Promise.all([known?.state ?? api.game(params.id), api.config().catch(() => null)]);
  } catch (error) {
    return isMissing(error) ? notFound("There is no such game. It may have been deleted.") : unreachable(error);
  }
  const game = new Game(state);
  if (!state.shared) return new PlayView(game, config).view(known?.first);
  const [{ needStyles }, company] = await Promise.all([
    import("../analysis/style.js"),
    import("../people/sharedtable.js"),
  ]);
  await needStyles("company");
  return new PlayView(game, config, company).view(known?.first);
}

class PlayView {
  /**
   * @param {Game} game @param {Wire.Config|null} wholeConfig
   * @param {typeof import("../people/sharedtable.js")|null} [company] what a game between people needs: it is here
   *   before the connection is, which brings the chat at once
   */
  constructor(game, wholeConfig, company = null) {
    this.game = game;
    const config = wholeConfig && configFor(wholeConfig, gameOf(game.state.fen));
    this.status = new Status();
    this.board = new PlayBoard(game, this.status);
    const custom = (/** @type {Color} */ color) => config && playerDialog(config, game, color);
    this.strips = {
      black: new Strip(game, "black", { config, custom }),
      white: new Strip(game, "white", { config, custom }),
    };
    this.actions = new Actions(game, this.board, this.status);
    this.actions.onflip = () => this.seat();
    this.moves = new MoveList(game);
    this.history = historyButtons(game, icon);
    this.thinking = new ThinkingPanel(game, this.board.board);
    this.info = new InfoPanel(game);
    this.previous = new Previous(game);
    this.pace = new Pace(game);
    this.result = new ResultCard(game, { rematch: () => this.rematch(), fresh: () => newGameDialog() });
    this.coach = new Coach(game);
    this.offer = h("div", { class: "offer", hidden: true, role: "status" });
    this.tabs = new Tabs("About the game").add(
      "moves-tab",
      "Moves",
      h("div", { class: "moves-box" }, this.moves.box, this.moves.comment, this.history.element),
    );
    if (!game.state.shared) this.tabs.add("thinking-tab", "Thinking", this.thinking.element);
    this.tabs.add("info-tab", "Info", this.info.element);
    this.shared = company && game.state.shared?.me ? new company.SharedTable(game, this.offer) : null;
    if (this.shared) this.tabs.add("chat-tab", "Chat", this.shared.chat);
    this.tabs.onselect = (name) => {
      this.thinking.show(name === "thinking-tab");
      this.panel.dataset.tab = name;
    };
    this.panel = h("section", { class: "panel", "aria-label": "Game" }, this.tabs.element, this.previous.element);
    this.top = h("div", { class: "seat top" });
    this.bottom = h("div", { class: "seat bottom" });
    this.element = h(
      "div",
      { class: "stage play" },
      h("h1", { class: "visually-hidden" }, "Game"),
      h(
        "section",
        { class: "table", "aria-label": "Board" },
        this.top,
        h("div", { class: "board-row" }, this.board.element),
        this.bottom,
      ),
      h(
        "div",
        { class: "notes" },
        this.result.element,
        this.coach.element,
        this.status.element,
        this.actions.line,
        this.offer,
        this.pace.element,
      ),
      h("div", { class: "controls" }, this.actions.element),
      this.panel,
    );
    this.seat();
    this.listen();
    this.unwatch = settings.watch(() => this.update());
    this.shared?.update();
  }

  /** @param {number[]|null} [first] a move that was made before there was a game */
  view(first = null) {
    return {
      element: this.element,
      title: this.title(),
      keys: {
        ...this.actions.keys,
        ArrowLeft: () => this.game.look(this.game.shown - 1),
        ArrowRight: () => this.game.look(this.game.shown + 1),
        Home: () => this.game.look(0),
        End: () => this.game.look(this.game.length),
        " ": () => this.pace.toggle(),
        Escape: () => this.board.cancel(),
      },
      shown: () => {
        this.game.open();
        if (first) this.board.begin(first);
        this.moves.update();
      },
      leave: () => this.leave(),
    };
  }

  title() {
    const { players, outcome, shared } = this.game.state;
    /** @param {Color} color */
    const name = (color) =>
      shared
        ? players[color].name
        : players[color].kind === "ai"
          ? opponentName(players[color].title)
          : sideName(color);
    return `${outcome ? "" : this.game.myTurn ? "Your turn: " : ""}${name("black")} – ${name("white")}`;
  }

  listen() {
    const { game } = this;
    game.on("state", (detail) => this.changed(detail));
    game.on("view", () => this.update());
    game.on("thinking", (detail) => this.think(detail));
    game.on("thought", (detail) => this.thinking.decided(detail.info));
    game.on("error", (detail) => toast(sentence(detail.message), "error"));
    game.on("line", (detail) => this.line(detail));
    game.on("gone", (detail) => {
      toast(sentence(detail));
      go(this.game.state.shared ? "/lobby" : "/games");
    });
    game.on("presence", () => Object.values(this.strips).forEach((strip) => strip.update()));
    game.on("full", (detail) => this.full(detail));
  }

  leave() {
    clearTimeout(this.silence);
    this.shared?.leave();
    this.coach.leave();
    this.game.close();
    this.board.destroy();
    this.unwatch();
    Object.values(this.strips).forEach((strip) => strip.destroy());
    banner("lost", null);
  }

  /** A quiet banner if the line is down for more than a moment. @param {boolean} connected */
  line(connected) {
    clearTimeout(this.silence);
    if (connected) banner("lost", null);
    else {
      const tell = () =>
        banner("lost", h("span", {}, icon("wifi"), " Connection lost. Trying again … Your game is saved."));
      this.silence = setTimeout(tell, 400);
    }
  }

  /**
   * The server takes no more pages of this browser, and this one does not try again by itself.
   * @param {string} why
   */
  full(why) {
    clearTimeout(this.silence);
    banner(
      "lost",
      h(
        "span",
        {},
        icon("wifi"),
        ` ${sentence(why)} Close some of them, then load this one again. Your game is saved.`,
      ),
    );
  }

  /** Strips go where their pieces stand. */
  seat() {
    const { bottom } = this.board.board;
    this.bottom.replaceChildren(this.strips[bottom].element);
    this.top.replaceChildren(this.strips[other(bottom)].element);
    this.previous.update(bottom);
    this.moves.bottom = bottom;
    this.moves.update();
    this.thinking.redraw();
  }

  /** @param {Thinking|null} thinking */
  think(thinking) {
    Object.values(this.strips).forEach((strip) => strip.think(thinking));
    this.thinking.update(thinking);
  }

  /** @param {Change} change */
  changed({ state, before }) {
    const moved = state.fen !== before.fen || state.plies.length !== before.plies.length;
    this.update(moved);
    if (state.outcome && !before.outcome) this.ended();
    document.title = `${this.title()} · KingMe`;
  }

  ended() {
    const mine = this.game.mine.length === 1;
    const { outcome } = this.game.state;
    if (!outcome) return;
    const { winner } = outcome;
    play(!winner || !mine ? "end" : this.game.mine[0] === winner ? "win" : "loss");
    announce(`${this.result.title}. ${sentence(outcome.text)}`);
    this.tabs.select("moves-tab");
    const end = winner && this.game.state.plies.at(-1)?.path.at(-1);
    const { board } = this.board;
    if (end) setTimeout(() => board.idle().then(() => board.celebrate(end))); // when the move is on its way
  }

  /** @param {boolean} moved */
  update(moved = false) {
    const { game } = this;
    Object.values(this.strips).forEach((strip) => strip.update());
    this.status.set(...statusOf(game));
    if (moved) this.status.clear();
    this.actions.update(moved);
    this.moves.update();
    this.history.update();
    this.info.update();
    this.pace.update();
    this.result.update();
    const winner = game.live ? game.state.outcome?.winner : null;
    this.board.board.setFallen(winner ? other(winner) : null);
    this.coach.update();
    this.element.dataset.over = String(Boolean(game.state.outcome));
    this.status.element.hidden = Boolean(game.state.outcome) && game.live;
    this.thinking.update(/** @type {Thinking|null} */ (game.state.thinking));
    this.previous.update(this.board.board.bottom);
    this.showOffer();
    this.element.dataset.live = String(game.live);
  }

  /** Two people at one screen: the other one answers. */
  showOffer() {
    if (this.game.state.shared) {
      this.shared?.update();
      return;
    }
    const { draw_offer: color, outcome, owner } = this.game.state;
    const open = !outcome && owner && this.game.mine.length === 2;
    this.offer.hidden = !(open && color);
    if (!open || !color || this.offer.dataset.by === sideName(color)) return; // buttons that are there keep the focus
    this.offer.dataset.by = sideName(color);
    const accept = () => this.game.send("draw", { color: other(color) });
    this.offer.replaceChildren(
      h("span", {}, `${sideName(color)} offers a draw.`),
      h("button", { type: "button", class: "button primary", onclick: accept }, `${sideName(other(color))} accepts`),
      h("span", { class: "note" }, "Making a move declines the offer."),
    );
  }

  /** The same again, with colours exchanged. */
  async rematch() {
    if (this.game.state.shared) {
      this.game.send("rematch");
      return;
    }
    const { players, clock, rules, autoplay, opening, rated, start_fen: start } = this.game.state;
    /** @param {Wire.SeatInfo} player @returns {Wire.SeatRequest} */
    const seat = ({ kind, spec }) => (kind === "ai" ? { kind, spec } : { kind });
    /** @type {Wire.NewGame} */
    const options = { black: seat(players.white), white: seat(players.black), rules, rated: Boolean(rated) };
    if (clock?.control) options.clock = clock.control;
    if (autoplay) options.autoplay = { delay: autoplay.delay };
    if (opening) options.start = { opening: "random" };
    else if (start !== START_FEN) options.start = { fen: start };
    try {
      await startGame(options);
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }
}
