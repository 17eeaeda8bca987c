/** The buttons of a game that is being played: take back, hint, flip, and the menu with the rest. */

import { confirmDialog } from "./dialogs/dialog.js";
import { newGameDialog } from "./dialogs/newgame.js";
import { h, mark, put } from "./dom.js";
import { copy, positionLink } from "./files.js";
import { icon } from "./icons.js";
import { copyPdn, filesOf } from "./infopanel.js";
import { menu } from "./menu.js";
import { go } from "./router.js";
import { settings } from "./settings.js";
import { toast } from "./toast.js";
import { named, percent, scoreFor, sideName } from "./words.js";
import { api, reason } from "./api.js";

export class Actions {
  #game;
  #board;
  /** The answer of the server. @type {Hint|null} */
  #hint = null;
  #asked = false;
  #told = 0; // how much of the hint
  #buttons;
  /** @type {(() => void)|null} */
  onflip = null;

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./playboard.js").PlayBoard} board
   * @param {import("./status.js").Status} status
   */
  constructor(game, board, status) {
    this.#game = game;
    this.#board = board;
    /** @param {IconName} name @param {string} text @param {string} title @param {() => unknown} action */
    const button = (name, text, title, action) =>
      h("button", { type: "button", class: "action", title, onclick: action }, icon(name), h("span", {}, text));
    this.#buttons = {
      undo: button("undo", "Undo", "Take back (u)", () => game.send("undo")),
      redo: button("redo", "Redo", "Play again (y)", () => game.send("redo")),
      hint: button("hint", "Hint", "Hint (h)", () => this.hint()),
      draw: button("draw", "Draw", "Offer a draw", () => this.draw()),
      resign: button("flag", "Resign", "Resign", () => this.resign()),
      flip: button("flip", "Flip", "Flip the board (f)", () => this.flip()),
    };
    this.more = menu({
      label: "More",
      className: "action",
      up: true,
      content: [icon("more"), h("span", {}, "More")],
      items: () => this.#items(),
    });
    this.element = h(
      "div",
      { class: "actions", role: "toolbar", "aria-label": "Game" },
      Object.values(this.#buttons),
      this.more,
    );
    this.line = h("div", { class: "hint-line", hidden: true, role: "status" });
    game.on("hint", (detail) => this.#show(detail));
    game.on("draw", (detail) => toast(detail.message));
    game.on("error", () => this.#clear());
    // the question went with the line
    game.on("line", (detail) => !detail && this.#asked && this.#clear());
    this.status = status;
  }

  get keys() {
    return {
      u: () => !this.#buttons.undo.disabled && this.#game.send("undo"),
      y: () => !this.#buttons.redo.disabled && this.#game.send("redo"),
      h: () => !this.#buttons.hint.disabled && !this.#buttons.hint.hidden && this.hint(),
      f: () => this.flip(),
      n: () => newGameDialog(),
    };
  }

  /** @param {boolean} changed */
  update(changed) {
    const { state } = this.#game;
    const alone = !state.owner || Boolean(state.rated); // a rated game is played without help
    this.#buttons.undo.hidden = this.#buttons.redo.hidden = this.#buttons.hint.hidden = alone;
    this.#buttons.undo.disabled = !state.can_undo;
    this.#buttons.redo.disabled = !state.can_redo;
    this.#buttons.hint.disabled = !this.#game.myTurn;
    this.#updateShared();
    if (changed || state.outcome) this.#clear();
  }

  /** In a game between two people the other side has to agree to a takeback, and nobody gets hints. */
  #updateShared() {
    const { state } = this.#game;
    const { shared } = state;
    const { undo, redo, hint, draw, resign } = this.#buttons;
    const playing = Boolean(shared && state.owner && !state.outcome);
    draw.hidden = resign.hidden = !playing;
    if (!shared) return;
    redo.hidden = hint.hidden = true;
    undo.hidden = !playing || shared.rated;
    undo.disabled = !shared.can_take_back || Boolean(shared.takeback);
    draw.disabled = Boolean(state.draw_offer) || shared.can_cancel;
    mark(undo, "title", "Ask to take back your last move (u)");
  }

  flip() {
    this.#board.flip();
    this.onflip?.();
  }

  /** The first click tells the piece, the second one the move, the third one the line and the expected score. */
  hint() {
    if (!this.#game.live) this.#game.look(this.#game.length);
    if (this.#hint) {
      this.#tell();
      return;
    }
    if (this.#asked || !this.#game.send("hint")) return;
    this.#asked = true;
    mark(this.#buttons.hint, "data-busy", true);
    this.line.hidden = false;
    this.line.textContent = "Looking for a good move …";
  }

  /** @param {Hint} hint */
  #show(hint) {
    if (!this.#asked) return; // the game has moved on
    this.#asked = false;
    this.#hint = hint;
    mark(this.#buttons.hint, "data-busy", null);
    this.#told = 0;
    this.#tell();
  }

  #tell() {
    if (!this.#hint) return;
    const { line, value, move } = this.#hint;
    const { bottom } = this.#board.board;
    const own = this.#game.state.turn === bottom;
    const known = value !== null && value !== undefined;
    const score = known ? `${scoreFor(bottom)}: ${percent(own ? value : 1 - value)}` : "";
    this.line.hidden = false;
    this.#told++;
    if (this.#told === 1) {
      this.#board.board.flash([move.path[0]]);
      const piece = named(String(move.path[0]), bottom);
      this.line.textContent = `Hint: look at ${piece}. Press Hint again to see the move.`;
      return;
    }
    if (this.#told === 2) {
      this.#board.setHint(move.path);
      this.line.textContent = `Hint: ${named(move.text, bottom)}. Press Hint again to see the line.`;
      return;
    }
    this.#board.setHint(move.path);
    put(
      this.line,
      "Best line: ",
      line.map((text) => [h("span", { class: "whole" }, named(text, bottom)), " "]),
      h("span", { class: "hint-score" }, score),
    );
  }

  #clear() {
    this.#hint = null;
    this.#asked = false;
    mark(this.#buttons.hint, "data-busy", null);
    this.line.hidden = true;
    this.line.textContent = "";
  }

  /** @returns {(import("./menu.js").Item|null)[]} */
  #items() {
    const game = this.#game;
    const { state } = game;
    const playing = state.owner && !state.outcome && game.mine.length > 0;
    const fen = game.fenAt(game.shown);
    const coach = settings.get("coach");
    return [
      playing && !state.shared && !state.draw_offer
        ? { icon: "draw", text: "Offer a draw", action: () => this.draw() }
        : null,
      playing && !state.shared ? { icon: "flag", text: "Resign", danger: true, action: () => this.resign() } : null,
      game.live ? null : { icon: "play", text: "Play from here", action: () => playOn(game) },
      playing
        ? { icon: "learn", text: `Coach: ${coach ? "on" : "off"}`, action: () => settings.set("coach", !coach) }
        : null,
      { icon: "plus", text: "New game", action: () => newGameDialog() },
      { icon: "edit", text: "Edit this position", action: () => go(`/editor?fen=${encodeURIComponent(fen)}`) },
      { icon: "play", text: "Replay", href: `/replay/${state.id}` },
      { icon: "search", text: "Analyse", action: () => analyse(game) },
      { icon: "save", text: "Save as PDN", href: `/api/games/${state.id}/pdn`, download: "" },
      { icon: "save", text: "Save as JSON", href: `/api/games/${state.id}/json`, download: "" },
      { icon: "link", text: "Copy PDN", action: () => copyPdn(state) },
      {
        icon: "link",
        text: "Copy link to the position",
        action: () => copy(positionLink(fen), "Link to the position"),
      },
    ];
  }

  /** The side that a person speaks for: the only one they play, or of two people the one to move. */
  get #speaker() {
    const { mine, state } = this.#game;
    return mine.length === 1 ? mine[0] : state.turn;
  }

  draw() {
    const alone = this.#game.mine.length === 1;
    if (alone && this.#asked) toast("Please wait for the hint first.");
    else if (this.#game.send("draw", { color: this.#speaker }) && alone && !this.#game.state.shared)
      toast("Draw offered …");
  }

  async resign() {
    const { mine, state } = this.#game;
    const color = this.#speaker;
    if (state.shared?.can_cancel) {
      if (
        await confirmDialog(
          "Cancel the game?",
          "Not both players have moved yet, so the game will not count.",
          "Cancel the game",
        )
      )
        this.#game.send("cancel");
      return;
    }
    const who = mine.length === 1 ? "You will lose this game." : `${sideName(color)} will lose this game.`;
    const back = state.can_undo && !state.shared ? " Undo restores it and takes back your last move." : "";
    if (await confirmDialog("Resign?", `${who}${back}`, "Resign")) this.#game.send("resign", { color });
  }
}

/**
 * Open a game in the analysis board, at the position that is looked at; games of a run go there as text.
 * @param {import("./game.js").Game} game
 */
export async function analyse(game) {
  const { state, shown } = game;
  if (!state.address) {
    go(`/analyse/${state.id}${shown ? `?ply=${shown}` : ""}`);
    return;
  }
  try {
    const text = await api.text(`${filesOf(state)}/pdn`);
    go(`/analyse${shown ? `?ply=${shown}` : ""}`, { given: { text } });
  } catch (error) {
    toast(reason(error), "error");
  }
}

/** Continue from the position that is shown, with the moves that led to it. @param {import("./game.js").Game} game */
export async function playOn(game) {
  try {
    const text = await api.text(`${filesOf(game.state)}/pdn`);
    const label = `After move ${Math.ceil(game.shown / 2)}`;
    newGameDialog({
      given: { label, fen: game.fenAt(game.shown), start: { import: { text, index: 0, ply: game.shown } } },
      color: game.mine[0],
    });
  } catch (error) {
    toast(reason(error), "error");
  }
}
