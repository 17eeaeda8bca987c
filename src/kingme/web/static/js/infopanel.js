/** About a game: who plays, by which rules, from which start; and the ways to save and share it. */

import { h, put } from "./dom.js";
import { copy, positionLink } from "./files.js";
import { icon } from "./icons.js";
import { fullName } from "./opponents.js";
import { api, reason } from "./api.js";
import { toast } from "./toast.js";
import { sideName, when } from "./words.js";

const RATED = { playing: "Yes", counted: "Yes", void: "Not counted", none: "No" };

export class InfoPanel {
  #game;
  #facts = h("dl", { class: "facts" });
  #key = "";

  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.#game = game;
    this.element = h("div", { class: "info-panel" }, this.#facts, h("h3", {}, "Save and share"), this.#links());
  }

  update() {
    const { state } = this.#game;
    /** @param {Color} color @returns {string[]} */
    const player = (color) => {
      const { kind, spec, title, name, rating } = state.players[color];
      const own = this.#game.mine.length === 1 && this.#game.mine[0] === color;
      const text = kind === "ai" ? fullName(title, rating) : name !== "Person" ? name : own ? "You" : "Person";
      return [sideName(color), text, kind === "ai" && spec !== title ? (spec ?? "") : ""];
    };
    /** @type {string[][]} */
    const facts = [
      player("black"),
      player("white"),
      ["Rules", capital(state.rules)],
      ["Clock", state.clock ? clockWords(state.clock.control) : "None"],
      ...(state.shared || state.rated ? [["Rated", RATED[state.rated?.status ?? "none"]]] : []),
      ...(state.opening ? [["Opening", state.opening]] : []),
      ["Started", when(state.created)],
      ["Position", this.#game.fenAt(this.#game.shown), "", "code"],
    ];
    const key = JSON.stringify(facts);
    if (key === this.#key) return;
    this.#key = key;
    put(
      this.#facts,
      facts.map(([name, value, note, kind]) =>
        h(
          "div",
          {},
          h("dt", {}, name),
          h("dd", { class: kind ?? null }, value, note ? h("span", { class: "note code" }, note) : null),
        ),
      ),
    );
  }

  /** Made once, so that moves do not take the keyboard's focus from them. */
  #links() {
    const game = this.#game;
    const { state } = game; // where a game is found does not change
    /** @param {string} kind @param {string} text */
    const file = (kind, text) =>
      h("a", { class: "button", href: `${filesOf(state)}/${kind}`, download: "" }, icon("save"), text);
    /** @param {string} text @param {() => unknown} action */
    const share = (text, action) =>
      h("button", { type: "button", class: "button", onclick: action }, icon("link"), text);
    return h(
      "div",
      { class: "stack" },
      file("pdn", "Save as PDN"),
      file("json", "Save as JSON"),
      share("Copy PDN", () => copyPdn(state)),
      share("Copy FEN", () => copy(game.fenAt(game.shown), "Position")),
      share("Copy link to this position", () => copy(positionLink(game.fenAt(game.shown)), "Link to the position")),
      share("Copy link to watch or replay", () =>
        copy(`${location.origin}${state.address ?? `/replay/${state.id}`}`, "Link to the game"),
      ),
    );
  }
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A control as people say it: "5+3" is five minutes, and three seconds more with each move. @param {string} control */
function clockWords(control) {
  const [, minutes, seconds] = /^([\d.]+)\+([\d.]+)$/.exec(control) ?? [];
  if (!minutes) return control || "Yes";
  return Number(seconds) ? `${minutes} min + ${seconds} s per move` : `${minutes} min`;
}

/** Where the files of a game are: games of the arena say it themselves. @param {GameState} state */
export const filesOf = (state) => state.files ?? `/api/games/${state.id}`;

/** @param {GameState} state */
export async function copyPdn(state) {
  try {
    await copy(await api.text(`${filesOf(state)}/pdn`), "PDN");
  } catch (error) {
    toast(reason(error), "error");
  }
}
