/**
 * The board: an SVG picture with a table of cells over it that can be clicked, dragged on, walked through with arrow
 * keys and read out. It shows what it is told and knows no rules; which game it is, the pieces know.
 *
 * From back to front: squares, tints (last move, selected, flashing), coordinates, rings round pieces, pieces, what
 * stands before them, dots and rings on targets, arrows, the piece in the hand. The page's own state is always the
 * final one: animations only play over it, and ending one early leaves nothing to repair.
 */

import { Animations } from "./animations.js";
import { Cells } from "./cells.js";
import { h, mark, put, s } from "./dom.js";
import { at, cssAt, drawArrow, drawBadges, drawLabels, drawMark, drawSquares, drawTint, UNIT } from "./drawing.js";
import { fall, turnOver } from "./games/discs.js";
import { boardFront } from "./games/faces.js";
import { ENGLISH, layoutOf } from "./games/layout.js";
import { describe } from "./miniboard.js";
import { changePiece, drawPiece } from "./pieces.js";
import { isKing } from "./position.js";
import { motionAllowed, settings } from "./settings.js";
import { differ, slides } from "./slides.js";

const LAYERS = "squares tints labels rings ghosts pieces front targets arrows badges hand".split(" ");
const SLIDE = 180; // milliseconds
const JUMP = 160;

export class Board {
  /** @type {Map<number, {letter: Letter, element: SVGGElement}>} */
  #pieces = new Map();
  /** @type {Record<string, SVGGElement>} */
  #layers = {};
  #animations = new Animations();
  /** @type {Promise<unknown>} */
  #idle = Promise.resolve();
  /** @type {Marks} */
  #marks = { movable: new Set(), targets: new Map(), selected: null, must: false };
  /** @type {number[]} */
  #last = [];
  /** @type {Arrow[]} */
  #arrows = [];
  /** @type {Badge[]} */
  #badges = [];
  #labels = "";
  #unwatch;

  /**
   * `coordinates` overrides what the person has chosen: texts about a position need the numbers that they use.
   * @param {{label?: string, bottom?: Color, cells?: boolean, coordinates?: Coordinates|null}} options
   */
  constructor({ label = "Checkers board", bottom = "white", cells = true, coordinates = null } = {}) {
    this.bottom = bottom;
    this.coordinates = coordinates;
    this.label = label;
    this.layout = layoutOf(ENGLISH);
    for (const name of LAYERS) this.#layers[name] = s("g", { class: `layer-${name}` });
    this.svg = s("svg", { class: "board-svg", viewBox: this.layout.viewBox }, Object.values(this.#layers));
    put(this.#layers.squares, drawSquares());
    this.element = h("div", { class: "board" }, this.svg);
    this.cells = cells ? new Cells(label, this.seen, coordinates) : null;
    mark(this.svg, cells ? "aria-hidden" : "role", cells ? "true" : "img");
    this.element.append(this.cells?.element ?? "");
    this.#unwatch = settings.watch(() => this.#label());
  }

  destroy() {
    this.#unwatch();
    this.finish();
  }

  // --- what is shown --------------------------------------------------------------------------------------------

  /** The pieces shown, as a map from square to letter. @returns {Pieces} */
  get pieces() {
    /** @type {Pieces} */
    const pieces = new Map([...this.#pieces].map(([square, { letter }]) => [square, letter]));
    if (this.layout.name !== ENGLISH) pieces.game = this.layout.name;
    return pieces;
  }

  /** How the board is seen, for what is drawn on it. @returns {Seen} */
  get seen() {
    return { layout: this.layout, bottom: this.bottom };
  }

  /** Become the board of another game, without pieces. @param {string|undefined} name */
  setGame(name = ENGLISH) {
    if (name === this.layout.name) return;
    this.finish();
    this.layout = layoutOf(name);
    this.#pieces.clear();
    Object.values(this.#layers).forEach((layer) => put(layer, null));
    this.svg.setAttribute("viewBox", this.layout.viewBox);
    mark(this.element, "data-game", name === ENGLISH ? null : name);
    this.element.style.setProperty("--shape", `${this.layout.columns} / ${this.layout.rows}`);
    put(this.#layers.squares, drawSquares(this.layout));
    put(this.#layers.front, boardFront(this.layout));
    this.#layers[this.layout.style === "upright" ? "front" : "tints"].after(this.#layers.labels);
    this.#marks = { movable: new Set(), targets: new Map(), selected: null, must: false };
    [this.#last, this.#arrows, this.#badges, this.#labels] = [[], [], [], ""];
    this.cells?.fill(this.seen);
    this.#label();
  }

  /**
   * Show a position. With `move` (path and captured) the piece slides along its path and captured ones fade as they are
   * passed; without it, whatever changed slides, fades or appears. Resolves when everything is at rest.
   * @param {Pieces} pieces
   * @param {{move?: Step|null, animate?: boolean}} options
   */
  show(pieces, { move = null, animate = true } = {}) {
    this.finish();
    this.setGame(pieces.game);
    const moving = animate && motionAllowed();
    if (this.layout.puts) return this.#turnOver(pieces, moving);
    const guessed = () => (moving ? slides(this.pieces, pieces, this.layout) : []);
    const steps = move && this.#pieces.has(move.path[0]) ? [move] : guessed();
    const waits = steps.map((step) => this.#carry(step, moving));
    for (const [square, { letter, element }] of [...this.#pieces]) {
      if (differ(pieces.get(square), letter)) this.#remove(square, element, moving, 0);
    }
    for (const [square, letter] of pieces) {
      const shown = this.#pieces.get(square);
      if (!shown) this.#place(square, letter, moving);
      else if (shown.letter !== letter) this.#turn(shown, letter, moving, Math.max(0, ...waits));
    }
    this.#idle = this.#animations.rest();
    this.#name();
    return this.#idle;
  }

  /** Resolves when nothing moves any more. */
  idle = () => this.#idle;

  /** End all animations now. */
  finish() {
    this.#animations.finish();
  }

  /** @param {Color} bottom */
  setBottom(bottom) {
    if (bottom === this.bottom) return;
    this.finish();
    this.bottom = bottom;
    for (const [square, { element }] of this.#pieces) element.setAttribute("transform", at(square, this.seen));
    this.cells?.order(this.seen);
    this.#label();
    this.setLast(this.#last);
    this.setMarks(this.#marks);
    this.setArrows(this.#arrows);
    this.setBadges(this.#badges);
  }

  /** Tint the squares of the last move. @param {number[]} path */
  setLast(path) {
    this.#last = path;
    put(
      this.#layers.tints,
      [...new Set(path)].map((square) => drawTint(square, this.seen, "tint last")),
    );
    if (this.#marks.selected) this.#layers.tints.append(drawTint(this.#marks.selected, this.seen, "tint selected"));
  }

  /**
   * Show what can be done: pieces that may move, the one that is picked, and where it may go.
   * @param {Partial<Marks>} marks
   */
  setMarks({ movable = new Set(), targets = new Map(), selected = null, must = false } = {}) {
    this.#marks = { movable, targets, selected, must };
    this.setLast(this.#last);
    const shown = settings.get("marks") || must ? [...movable].filter((square) => square !== selected) : [];
    put(
      this.#layers.rings,
      shown.map((square) => drawMark(must ? "ring must" : "ring", 25.5, square, this.seen)),
    );
    put(
      this.#layers.targets,
      [...targets].map(([square, kind]) => drawMark(`target ${kind}`, kind === "ring" ? 20 : 9, square, this.seen)),
    );
    this.#name();
  }

  /** Arrows: each a path of squares, or {path, name}. @param {Arrow[]} arrows */
  setArrows(arrows) {
    this.#arrows = arrows;
    put(
      this.#layers.arrows,
      arrows.map((arrow) =>
        Array.isArray(arrow) ? drawArrow(arrow, this.seen) : drawArrow(arrow.path, this.seen, arrow.name),
      ),
    );
  }

  /** The pieces of a side that has lost stand back; null ends that. @param {Color|null} color */
  setFallen(color) {
    mark(this.svg, "data-fallen", color);
  }

  /** Show the move that has won: a ring spreads from where it ended. @param {number} square */
  celebrate(square) {
    if (!motionAllowed()) return;
    const ring = drawMark("spread", 24, square, this.seen);
    this.#layers.targets.append(ring);
    const frames = [
      { opacity: 0.9, transform: `${cssAt(square, this.seen)} scale(1)` },
      { opacity: 0, transform: `${cssAt(square, this.seen)} scale(2.2)` },
    ];
    this.#animations.play(ring, frames, { duration: 200, iterations: 2, easing: "ease-out" }, () => ring.remove());
  }

  /** Small labels on squares, several of which may share one. @param {Badge[]} badges */
  setBadges(badges) {
    this.#badges = badges;
    put(this.#layers.badges, drawBadges(badges, this.seen));
  }

  /** Flash squares, to say: here. @param {number[]} squares */
  flash(squares) {
    for (const square of new Set(squares)) {
      const tint = drawTint(square, this.seen, "tint flash");
      this.#layers.tints.append(tint);
      const steady = !motionAllowed();
      const frames = steady
        ? [{ opacity: 0.8 }, { opacity: 0.8 }]
        : [{ opacity: 0 }, { opacity: 0.9 }, { opacity: 0.15 }, { opacity: 0.9 }, { opacity: 0 }];
      tint.animate(frames, { duration: 1100, easing: "ease-in-out" }).finished.then(
        () => tint.remove(),
        () => tint.remove(),
      );
    }
  }

  // --- the piece in the hand ------------------------------------------------------------------------------------

  /** Lift a piece; it follows `drag` until `drop`. @param {number} square */
  lift(square) {
    const shown = this.#pieces.get(square);
    if (!shown) return;
    this.finish();
    this.#layers.hand.append(shown.element);
    shown.element.classList.add("in-hand");
  }

  /** @param {number} square @param {number} clientX @param {number} clientY */
  drag(square, clientX, clientY) {
    const element = this.#pieces.get(square)?.element;
    const box = this.svg.getBoundingClientRect();
    const scale = (this.layout.columns * UNIT) / box.width;
    element?.setAttribute("transform", `translate(${(clientX - box.left) * scale} ${(clientY - box.top) * scale})`);
  }

  /** Put the lifted piece back on its square, which `show` may change next. @param {number} square */
  drop(square) {
    const shown = this.#pieces.get(square);
    if (!shown) return;
    shown.element.classList.remove("in-hand");
    shown.element.setAttribute("transform", at(square, this.seen));
    this.#layers.pieces.append(shown.element);
  }

  /** The square under a point of the window, or null. @param {number} clientX @param {number} clientY */
  squareFrom(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const { rows, columns } = this.layout;
    const row = Math.floor((rows * (clientY - box.top)) / box.height);
    const col = Math.floor((columns * (clientX - box.left)) / box.width);
    return this.layout.squareAt(row, col, this.bottom);
  }

  /** Coordinates of the system in use. */
  #label() {
    const system = this.coordinates ?? settings.get("coordinates");
    if (`${system} ${this.bottom}` !== this.#labels) put(this.#layers.labels, drawLabels(system, this.seen));
    this.#labels = `${system} ${this.bottom}`;
    this.#name();
  }

  /** The position for ears. */
  #name() {
    this.cells?.name(this.pieces, this.#marks, this.seen);
    if (!this.cells) mark(this.svg, "aria-label", `${this.label}. ${describe(this.pieces)}`);
  }

  // --- moving pictures ------------------------------------------------------------------------------------------

  /**
   * Move a piece along a path and take what it passes; the result is how long it takes.
   * @param {Step} step
   * @param {boolean} moving
   */
  #carry({ path, captured }, moving) {
    const [from, to] = [path[0], path[path.length - 1]];
    const shown = this.#pieces.get(from);
    if (!shown) return 0;
    const each = captured.length ? JUMP : SLIDE;
    const duration = moving ? each * (path.length - 1) : 0;
    captured.forEach((square, index) => {
      const taken = this.#pieces.get(square);
      if (taken) this.#remove(square, taken.element, moving, each * (index + 0.5));
    });
    this.#pieces.delete(from);
    this.#pieces.set(to, shown);
    this.#layers.pieces.append(shown.element);
    shown.element.setAttribute("transform", at(to, this.seen));
    if (moving) {
      const frames = path.map((square) => ({ transform: cssAt(square, this.seen) }));
      this.#animations.play(shown.element, frames, { duration });
    }
    return duration;
  }

  /** @param {number} square @param {SVGElement} element @param {boolean} moving @param {number} delay */
  #remove(square, element, moving, delay) {
    this.#pieces.delete(square);
    if (!moving) return void element.remove();
    this.#layers.ghosts.append(element);
    const shape = /** @type {Element} */ (element.firstElementChild);
    const timing = /** @type {const} */ ({ duration: SLIDE, delay, fill: "both" });
    this.#animations.play(shape, [{ transform: "scale(1)" }, { transform: "scale(0.6)" }], timing);
    this.#animations.play(element, [{ opacity: 1 }, { opacity: 0 }], timing, () => element.remove());
  }

  /** @param {number} square @param {Letter} letter @param {boolean} moving */
  #place(square, letter, moving) {
    const element = drawPiece(letter, this.layout);
    element.setAttribute("transform", at(square, this.seen));
    this.#pieces.set(square, { letter, element });
    this.#layers.pieces.append(element);
    if (moving) this.#animations.play(element, [{ opacity: 0 }, { opacity: 1 }], { duration: SLIDE });
  }

  /**
   * Crown a piece, or take its crown, once it has arrived.
   * @param {{letter: Letter, element: SVGGElement}} shown
   * @param {Letter} letter
   * @param {boolean} moving
   * @param {number} delay
   */
  #turn(shown, letter, moving, delay) {
    const crowned = isKing(letter) && !isKing(shown.letter);
    shown.letter = letter;
    const change = () => changePiece(shown.element, letter);
    const shape = /** @type {Element} */ (shown.element.firstElementChild);
    if (!moving) change();
    else if (!delay) {
      change();
      if (crowned) this.#animations.play(shape, POP, { duration: 200 });
    } else {
      this.#animations.play(shape, [{ opacity: 1 }, { opacity: 1 }], { duration: delay }, () => {
        change();
        if (crowned && shown.element.isConnected) shape.animate(POP, { duration: 200, easing: "ease-out" });
      });
    }
  }

  /**
   * Show a position of a game whose pieces are put on the board and stay: they appear or fall, and turn over.
   * @param {Pieces} pieces
   * @param {boolean} moving
   */
  #turnOver(pieces, moving) {
    for (const [square, { element }] of [...this.#pieces]) {
      if (!pieces.has(square)) this.#remove(square, element, moving, 0);
    }
    for (const [square, letter] of pieces) {
      const shown = this.#pieces.get(square);
      if (!shown) {
        const falls = moving && this.layout.style === "upright";
        this.#place(square, letter, moving && !falls);
        const element = this.#pieces.get(square)?.element;
        if (falls && element) fall(this.#animations, element, square, this.seen);
      } else if (shown.letter !== letter) {
        shown.letter = letter;
        if (moving) turnOver(this.#animations, shown.element, letter);
        else changePiece(shown.element, letter);
      }
    }
    this.#idle = this.#animations.rest();
    this.#name();
    return this.#idle;
  }
}

const POP = [{ transform: "scale(1)" }, { transform: "scale(1.25)" }, { transform: "scale(1)" }];
