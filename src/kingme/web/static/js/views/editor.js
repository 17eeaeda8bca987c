/** Setting up a position: drag pieces onto, around and off the board; problems are shown at once. */

import { announce } from "../announce.js";
import { api, reason } from "../api.js";
import { Board } from "../board.js";
import { boardInput } from "../boardinput.js";
import { newGameDialog } from "../dialogs/newgame.js";
import { segments } from "../dialogs/dialog.js";
import { h, put, uid } from "../dom.js";
import { copy, encodeFen, positionLink } from "../files.js";
import { icon } from "../icons.js";
import { pieceIcon } from "../pieces.js";
import { other, readFen, START_FEN, writeFen } from "../position.js";
import { go as goTo, note } from "../router.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { pieceName, pieceTitle, plural, sentence, sideName } from "../words.js";

/** @type {Letter[]} */
const TOOLS = ["b", "B", "w", "W"];

/** @param {Context} context @returns {Promise<View>} */
export async function editorView({ query }) {
  return new EditorView(query.get("fen") ?? START_FEN).view();
}

/** @param {Letter} letter @returns {[key: string, text: string, picture: Node]} */
const pieceOption = (letter) => [letter, pieceTitle(letter), pieceIcon(letter)];

class EditorView {
  #asked = 0;
  /** @type {Wire.PositionReport|null} */
  #report = null;

  /** @param {string} fen */
  constructor(fen) {
    this.board = new Board({ label: "Board to set up", bottom: "white" });
    /** @type {Pieces} */
    this.pieces = new Map();
    /** @type {Color} */
    this.turn = "black";
    boardInput(this.board, {
      canLift: (square) => this.pieces.has(square) && this.tool === "move",
      press: () => null,
      tap: (square) => this.tap(square),
      drop: (from, to) => this.drop(from, to),
      cancel: () => {
        this.pick.value = "move";
      },
      key: (key, square) => this.key(key, square),
    });
    /** @param {IconName} name @param {string} text @param {() => unknown} action */
    const button = (name, text, action) =>
      h("button", { type: "button", class: "button", onclick: action }, icon(name), text);
    this.palette = h("div", { class: "palette" });
    this.turns = h("div", {});
    this.fen = h("input", {
      type: "text",
      id: uid("fen"),
      class: "code",
      spellcheck: "false",
      autocomplete: "off",
      maxlength: 400,
      onchange: () => void this.read(this.fen.value),
    });
    this.problems = h("div", { class: "editor-report", "aria-live": "polite" });
    this.go = h(
      "button",
      { type: "button", class: "button primary big", onclick: () => this.playHere() },
      icon("play"),
      "Play from here",
    );
    this.analyse = button("search", "Analyse", () => goTo(`/analyse?fen=${encodeFen(this.#report?.fen ?? "")}`));
    this.link = button("link", "Copy link", () => copy(positionLink(this.fen.value), "Link to the position"));
    this.pick = this.tools("move");
    this.side = this.sides();
    this.forget = settings.watch(() => this.renew());
    this.element = h(
      "div",
      { class: "stage editor" },
      h("section", { class: "table", "aria-label": "Board" }, h("div", { class: "board-row" }, this.board.element)),
      h(
        "section",
        { class: "panel editor-panel", "aria-label": "Set up" },
        h("h1", {}, "Set up a position"),
        h(
          "p",
          { class: "note" },
          "Drag pieces onto, around or off the board, or pick a piece and click squares. Press Delete to remove one.",
        ),
        this.palette,
        this.turns,
        h(
          "div",
          { class: "row" },
          button("again", "Starting position", () => this.read(START_FEN)),
          button("trash", "Clear", () => this.clear()),
          button("flip", "Flip", () => this.board.setBottom(other(this.board.bottom))),
        ),
        h("div", { class: "field column" }, h("label", { for: this.fen.id }, "FEN"), this.fen),
        this.problems,
        h("div", { class: "row" }, this.go, this.analyse, this.link),
      ),
    );
    this.read(fen);
  }

  get tool() {
    return this.pick.value;
  }

  view() {
    return {
      element: this.element,
      title: "Set up a position",
      keys: { f: () => this.board.setBottom(other(this.board.bottom)) },
      leave: () => {
        this.board.destroy();
        this.forget();
      },
    };
  }

  /** The palette and the side to move, in the colours and words of the board set. */
  renew() {
    this.pick = this.tools(this.pick.value);
    this.side = this.sides();
    put(this.palette, this.pick.element);
    put(this.turns, this.side.element);
  }

  /** @param {string} chosen */
  tools(chosen) {
    /** @type {[key: string, text: string, picture?: Node][]} */
    const options = [["move", "Move", icon("edit")], ...TOOLS.map(pieceOption), ["remove", "Remove", icon("trash")]];
    const tools = segments("What a click does", options, chosen);
    tools.element.classList.add("tools");
    for (const [index, letter] of TOOLS.entries()) {
      const label = /** @type {HTMLElement} */ (tools.element.children[index + 1]);
      label.addEventListener("pointerdown", (event) => this.grab(event, letter));
    }
    return tools;
  }

  sides() {
    return segments(
      "Side to move",
      [
        ["black", `${sideName("black")} to move`, pieceIcon("b")],
        ["white", `${sideName("white")} to move`, pieceIcon("w")],
      ],
      this.turn,
      (color) => {
        this.turn = /** @type {Color} */ (color);
        this.changed();
      },
    );
  }

  /** Drag a new piece from the palette. @param {PointerEvent} event @param {Letter} letter */
  grab(event, letter) {
    if (event.button) return;
    const [x, y] = [event.clientX, event.clientY];
    /** @type {HTMLElement|null} */
    let shadow = null;
    /** @param {PointerEvent} next */
    const move = (next) => {
      if (!shadow && Math.hypot(next.clientX - x, next.clientY - y) < 5) return;
      if (!shadow) {
        shadow = h("div", { class: "shadow-piece" }, pieceIcon(letter));
        document.body.append(shadow);
      }
      next.preventDefault();
      shadow.style.left = `${next.clientX}px`;
      shadow.style.top = `${next.clientY}px`;
    };
    /** @param {PointerEvent} last */
    const done = (last) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", done);
      removeEventListener("pointercancel", done);
      shadow?.remove();
      if (!shadow || last.type !== "pointerup") return;
      this.pick.value = "move";
      const square = this.board.squareFrom(last.clientX, last.clientY);
      if (square !== null) this.set(square, letter);
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", done);
    addEventListener("pointercancel", done);
  }

  /** @param {number|null} square */
  tap(square) {
    if (square === null) return;
    const letter = TOOLS.find((tool) => tool === this.tool);
    if (this.tool === "remove") this.set(square, null);
    else if (letter) this.set(square, this.pieces.get(square) === letter ? null : letter);
  }

  /** @param {number} from @param {number|null} to */
  drop(from, to) {
    const letter = this.pieces.get(from);
    this.pieces.delete(from);
    if (to !== null && letter) this.pieces.set(to, letter);
    this.changed(false);
  }

  /** @param {string} key @param {number} square */
  key(key, square) {
    if (key === "Delete" || key === "Backspace") this.set(square, null);
    else {
      const letter = TOOLS.find((tool) => tool === key);
      if (!letter) return false;
      this.set(square, letter);
    }
    return true;
  }

  /** @param {number} square @param {Letter|null} letter */
  set(square, letter) {
    if (letter) this.pieces.set(square, letter);
    else this.pieces.delete(square);
    announce(`${square} ${letter ? pieceName(letter) : "empty"}`);
    this.changed();
  }

  clear() {
    this.pieces = new Map();
    this.changed();
  }

  /** Take a position from text; the server says if it is none. @param {string} text */
  async read(text) {
    let fen = text.trim();
    try {
      const report = await api.position({ fen });
      if (!report.fen) throw new Error(report.problems.map((problem) => problem.message).join("; "));
      fen = report.fen;
    } catch (error) {
      this.fen.value = text;
      this.complain([{ message: reason(error), squares: [] }]);
      if (this.pieces.size) return;
      fen = START_FEN;
    }
    const { pieces, turn } = readFen(fen);
    this.pieces = pieces;
    this.turn = turn;
    this.side.value = turn;
    this.changed();
  }

  /** @param {boolean} animate */
  async changed(animate = true) {
    this.board.show(this.pieces, { animate });
    play("move");
    const mine = ++this.#asked;
    const fen = writeFen(this.pieces, this.turn);
    this.fen.value = fen;
    note(`/editor?fen=${encodeFen(fen)}`);
    try {
      const squares = Object.fromEntries(/** @type {Map<number, Man>} */ (this.pieces));
      const report = await api.position({ squares, turn: this.turn });
      if (mine === this.#asked) this.judge(report);
    } catch (error) {
      if (mine === this.#asked) this.complain([{ message: reason(error), squares: [] }]);
    }
  }

  /** @param {Wire.PositionReport} report */
  judge(report) {
    this.#report = report;
    if (report.problems.length || !report.fen) {
      this.complain(report.problems);
      return;
    }
    const over = report.outcome;
    this.board.setLast([]);
    this.go.disabled = Boolean(over);
    this.link.disabled = this.analyse.disabled = false;
    const must = report.legal[0]?.captured.length ? " and must capture" : "";
    const text = over
      ? `The game would be over: ${sentence(over.text)}`
      : `${sideName(this.turn)} can make ${plural(report.legal.length, "move")}${must}.`;
    put(this.problems, h("p", { class: over ? "verdict warn" : "verdict good" }, icon(over ? "info" : "check"), text));
  }

  /** @param {Wire.PositionProblem[]} problems */
  complain(problems) {
    this.go.disabled = this.link.disabled = this.analyse.disabled = true;
    this.board.setLast([]);
    this.board.flash(problems.flatMap((problem) => problem.squares));
    put(
      this.problems,
      problems.map((problem) => h("p", { class: "verdict bad" }, icon("warn"), sentence(problem.message))),
    );
  }

  playHere() {
    const fen = this.#report?.fen ?? "";
    newGameDialog({ given: { label: "This position", fen, start: { fen } }, color: this.turn });
  }
}
