/** The position before the last move, as a small board that can be folded away. */

import { h, put } from "./dom.js";
import { miniBoard } from "./miniboard.js";
import { settings } from "./settings.js";

export class Previous {
  #game;
  #board = h("div", { class: "previous-board" });
  #key = "";

  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.#game = game;
    this.element = h(
      "details",
      { class: "previous", ontoggle: () => void settings.set("previous", this.element.open) },
      h("summary", {}, "Previous position"),
      this.#board,
    );
    this.element.open = settings.get("previous");
  }

  /** @param {Color} bottom */
  update(bottom) {
    const shown = this.#game.shown;
    this.element.open = settings.get("previous");
    if (shown === 0) {
      if (this.#key !== "none") put(this.#board, h("p", { class: "empty" }, "Nothing has been played yet."));
      this.#key = "none";
      return;
    }
    const fen = this.#game.fenAt(shown - 1);
    const key = `${fen} ${bottom} ${settings.get("board")}`;
    if (key === this.#key) return;
    this.#key = key;
    const before = this.#game.plyAt(shown - 1);
    put(this.#board, miniBoard(fen, { bottom, last: before?.path ?? [], label: "Previous position" }));
  }
}
