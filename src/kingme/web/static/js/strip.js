/** A player's strip above or below the board: name, level or rating, what it is doing, captured pieces, clock. */

import { Clock } from "./clock.js";
import { h, mark, put, say } from "./dom.js";
import { currentLayout } from "./games/current.js";
import { icon } from "./icons.js";
import { findLevel, levelOptions } from "./levels.js";
import { face, opponent, rankText } from "./opponents.js";
import { ratingText } from "./rating.js";
import { pieceIcon, sideIcon } from "./pieces.js";
import { count, other, readFen } from "./position.js";
import { short, sideName } from "./words.js";

/** How far a search is, in a few words. @param {Thinking} thinking */
export function thinkingText(thinking) {
  if (thinking.phase === "preparing") return "getting ready";
  if (thinking.phase === "queued") return "queued";
  if (thinking.phase === "waiting") return "has chosen a move";
  const simulations = thinking.lines.some((line) => line.visits > 0) && thinking.iterations > 0;
  if (simulations) return `${short(thinking.iterations)} simulations`;
  if (thinking.depth >= 1) return `depth ${Math.floor(thinking.depth)}`;
  return thinking.nodes ? `${short(thinking.nodes)} positions` : "thinking";
}

export class Strip {
  #game;
  #name = h("span", { class: "strip-name" });
  #face = h("span", { class: "strip-face", hidden: true });
  #note = h("span", { class: "strip-note" });
  #captured = h("span", { class: "captured" });
  #level = h("select", { class: "strip-level", hidden: true, onchange: () => this.#changeLevel() });
  #pick = h("span", { class: "strip-pick" }, this.#name, icon("down"), this.#level);
  #stop;

  /**
   * @param {import("./game.js").Game} game
   * @param {Color} color
   * @param {{config?: Wire.Config|null, custom?: ((color: Color) => void)|null}} options
   */
  constructor(game, color, { config = null, custom = null } = {}) {
    this.#game = game;
    this.color = color;
    this.config = config;
    this.custom = custom;
    this.clock = new Clock(sideName(color));
    // a change may be refused, or lost
    game.on("error", () => this.#showLevel());
    game.on("line", () => this.#showLevel());
    this.#stop = h(
      "button",
      {
        class: "icon-button small",
        title: "Play the best move found so far",
        "aria-label": "Stop thinking and move",
        hidden: true,
        onclick: () => game.send("stop"),
      },
      icon("stop"),
    );
    this.element = h(
      "div",
      { class: "strip", "data-color": color },
      h("span", { class: "strip-piece" }, this.#face, sideIcon(color)),
      h("span", { class: "strip-who" }, this.#pick, this.#note),
      this.#captured,
      this.#stop,
      this.clock.element,
    );
  }

  /** Show everything about the player as of the position that is looked at. */
  update() {
    const { state } = this.#game;
    const player = state.players[this.color];
    const ai = player.kind === "ai";
    const called = player.title || (player.spec ?? "");
    const name = ai ? opponent(called).name : player.name || sideName(this.color);
    const own = !ai && this.#game.mine.length === 1 && this.#game.mine[0] === this.color;
    say(
      this.#name,
      own && /^(black|white|human|you|person)?$/i.test(name) ? "You" : ai ? name : sideWord(name, this.color),
    );
    const changeable = ai && state.owner && !state.outcome && !state.rated ? this.config : null;
    this.#level.hidden = !changeable;
    mark(this.#pick, "data-open", Boolean(changeable));
    if (changeable) this.#offerLevels(changeable, player.spec ?? "", name);
    this.#showFace(ai ? called : "");
    const level = ai && this.config ? findLevel(this.config, player.spec) : null;
    const side = state.rated?.[this.color];
    if (side && !ai) this.rating = ratingText(side);
    else this.rating = level ? rankText(level) : player.rating ? `${player.rating}` : "";
    const here = state.shared?.present[this.color];
    mark(this.element, "data-here", here === undefined ? null : here ? "yes" : "no");
    mark(this.#name, "title", here === undefined ? null : here ? "is here" : "is away");
    mark(this.element, "data-turn", state.turn === this.color && !state.outcome && this.#game.live);
    mark(this.element, "data-winner", state.outcome?.winner === this.color);
    this.think(/** @type {Thinking|null} */ (state.thinking));
    this.#showCaptured();
    const { clock } = state;
    if (!this.#game.live && clock) this.clock.set(this.#clockThen() ?? clock[this.color], false);
    else this.clock.set(clock ? clock[this.color] : null, clock?.running === this.color, this.#game.arrived);
  }

  /** @param {Thinking|null} thinking */
  think(thinking) {
    const mine = thinking?.color === this.color && !this.#game.state.outcome ? thinking : null;
    mark(this.element, "data-thinking", Boolean(mine));
    say(this.#note, mine ? thinkingText(mine) : (this.rating ?? ""));
    this.#stop.hidden = !(mine && this.#game.state.owner && mine.phase === "searching");
  }

  destroy() {
    this.clock.stop();
  }

  /** @param {string} called of the player, or nothing for a person */
  #showFace(called) {
    if (this.#face.dataset.called === called) return;
    this.#face.dataset.called = called;
    this.#face.hidden = !called;
    put(this.#face, called ? face(called) : null);
    mark(this.#face, "title", opponent(called).character || null);
  }

  /** The time left after the last move of this side that is shown. */
  #clockThen() {
    const plies = this.#game.state.plies.slice(0, this.#game.shown);
    const whole = readFen(this.#game.state.start_fen).turn === this.color ? 0 : 1;
    return plies.filter((_, index) => index % 2 === whole).at(-1)?.clock;
  }

  #showCaptured() {
    const layout = currentLayout();
    if (!layout.isDraughts && layout.style !== "characters") {
      this.#countDiscs(layout.style === "flat");
      return;
    }
    const enemy = other(this.color);
    const taken =
      count(readFen(this.#game.state.start_fen).pieces)[enemy] -
      count(readFen(this.#game.fenAt(this.#game.shown)).pieces)[enemy];
    if (this.#captured.dataset.count === String(taken)) return;
    this.#captured.dataset.count = String(taken);
    const icons = Array.from({ length: layout.isDraughts ? Math.max(0, taken) : 0 }, () =>
      pieceIcon(enemy === "white" ? "w" : "b"),
    );
    put(this.#captured, icons, taken > 0 ? h("span", { class: "captured-count" }, String(taken)) : null);
    mark(this.#captured, "role", taken > 0 ? "img" : null);
    mark(this.#captured, "aria-label", taken > 0 ? `${taken} captured` : null);
  }

  /** Where discs are counted in the end, how many there are. @param {boolean} counted */
  #countDiscs(counted) {
    const discs = counted ? String(count(readFen(this.#game.fenAt(this.#game.shown)).pieces)[this.color]) : "";
    if (this.#captured.dataset.count === discs) return;
    this.#captured.dataset.count = discs;
    put(this.#captured, discs ? h("span", { class: "captured-count", "aria-label": `${discs} discs` }, discs) : null);
  }

  /**
   * The levels to choose from. The one that plays is chosen, unless somebody is choosing just now.
   * @param {Wire.Config} config
   * @param {string} spec
   * @param {string} name
   */
  #offerLevels(config, spec, name) {
    const changed = this.#level.dataset.spec !== spec;
    if (changed) {
      this.#level.dataset.spec = spec;
      put(this.#level, levelOptions(config, spec, name), h("option", { value: "…" }, "Custom algorithm …"));
    }
    if (changed || document.activeElement !== this.#level) this.#showLevel();
    mark(this.#level, "aria-label", `Level of ${sideName(this.color)}`);
  }

  #showLevel() {
    this.#level.value = this.#level.dataset.spec ?? "";
  }

  #changeLevel() {
    const spec = this.#level.value;
    if (spec === "…") {
      this.#showLevel();
      this.custom?.(this.color);
    } else this.#game.send("level", { color: this.color, spec });
  }
}

/** A person without a name is called by the colour that people see. @param {string} name @param {Color} color */
function sideWord(name, color) {
  return /^(black|white|human|you|person)?$/i.test(name) ? sideName(color) : name;
}
