/**
 * The board of a game: turns clicks, drags and keys into moves, shows them at once, and follows the server's word.
 */

import { announce } from "./announce.js";
import { Board } from "./board.js";
import { boardInput } from "./boardinput.js";
import { Choosing } from "./choosing.js";
import { h } from "./dom.js";
import { setGame } from "./games/current.js";
import { afterMove, colorOf, gameOf, isKing, other, readFen } from "./position.js";
import { play } from "./sound.js";
import { named, sentence, sideName, spokenMove, spot } from "./words.js";

const LONGEST_QUEUE = 2; // one's own move and the answer to it

export class PlayBoard {
  #game;
  #status;
  #choosing = new Choosing();
  #fresh = false; // the press that is going on picked the piece
  /** @type {Change[]} */
  #queue = [];
  #busy = false;
  #pass;
  /** @type {Arrow[]} */
  #hint = [];

  /**
   * @param {import("./game.js").Game|import("./analysis/gametree.js").GameTree|import("./firstmove.js").FirstMove} game
   * @param {{warn: (text: string) => void, clear: () => void}} status
   * @param {Coordinates|null} coordinates  the person's choice if null
   */
  constructor(game, status, coordinates = null) {
    this.#game = game;
    this.#status = status;
    setGame(gameOf(game.state.fen));
    this.board = new Board({ bottom: game.homeSide, coordinates });
    this.#pass = h(
      "button",
      { type: "button", class: "button primary pass", hidden: true, onclick: () => this.#game.move([]) },
      "No move: pass",
    );
    this.board.element.append(this.#pass);
    boardInput(this.board, {
      canLift: (square) => this.#canLift(square),
      press: (square) => this.#press(square),
      tap: (square) => this.#tap(square),
      drop: (from, to) => this.#drop(from, to),
      cancel: () => this.cancel(),
      key: (key) => this.#key(key),
    });
    this.board.show(readFen(game.state.fen).pieces, { animate: false });
    this.#settle();
    game.on("state", (detail) => this.#enqueue(detail));
    game.on("view", () => this.#look());
    game.on("refused", (detail) => this.#refused(detail));
  }

  get element() {
    return this.board.element;
  }

  destroy() {
    this.board.destroy();
  }

  flip() {
    this.board.setBottom(other(this.board.bottom));
    announce(`${sideName(this.board.bottom)} at the bottom`);
  }

  /** Show a hint's move as an arrow; nothing removes it. @param {number[]|null} path */
  setHint(path) {
    this.#hint = path ? [{ path, name: "hint" }] : [];
    this.board.setArrows(this.#hint);
  }

  /** Make a move that was chosen on another board. @param {number[]} path */
  begin(path) {
    const move = this.#game.state.legal.find((one) => String(one.path) === String(path));
    if (move) this.#make(move, 0, false);
  }

  /** Let go of the picked piece, and take back the jumps of an unfinished move. */
  cancel() {
    const begun = this.#choosing.jumping;
    this.#choosing.clear();
    if (begun) this.#restore();
    this.#mark();
  }

  // --- choosing a move ----------------------------------------------------------------------------------------------

  get #ready() {
    return this.#game.live && this.#game.myTurn && !this.#game.pending;
  }

  /** @param {number} square */
  #canLift(square) {
    this.#flush();
    if (!this.#ready) return false;
    const { path, jumping } = this.#choosing;
    return jumping ? square === path.at(-1) : this.#choosing.starts().has(square);
  }

  /** @param {number} square */
  #press(square) {
    if (this.#choosing.jumping) return;
    this.#fresh = this.#choosing.path[0] !== square;
    if (this.#fresh && !(this.#choosing.path.length && this.#choosing.targets().has(square))) this.#pick(square);
  }

  /** @param {number|null} square */
  #tap(square) {
    this.#flush();
    const fresh = this.#fresh;
    this.#fresh = false;
    if (square === null) {
      if (!this.#choosing.jumping) this.cancel();
      return;
    }
    if (!this.#game.live) return void this.#game.look(this.#game.length);
    if (!this.#ready) return void this.#explainWaiting();
    if (this.board.layout.puts) return void this.#put(square);
    const { path, jumping } = this.#choosing;
    if (!path.length || (!jumping && this.#choosing.starts().has(square))) {
      if (path[0] === square) {
        if (!fresh) this.cancel();
      } else this.#pick(square);
    } else if (square !== path.at(-1)) this.#choose(square, true);
  }

  /** Put a piece on a square; where pieces fall, its column is meant. @param {number} square */
  #put(square) {
    const { layout } = this.board;
    const move = this.#choosing.put(square, layout) ?? this.#choosing.pass;
    if (!move) {
      this.#game.move([square]); // the server says why not
      return;
    }
    this.#choosing = new Choosing();
    this.setHint(null);
    this.#status.clear();
    this.board.setMarks();
    if (move.path.length && layout.style === "upright") {
      const pieces = this.board.pieces;
      pieces.set(move.path[0], this.#game.state.turn === "white" ? "w" : "b");
      this.board.show(pieces);
    }
    this.board.setLast(move.path);
    play("move");
    this.#game.move(move.path);
  }

  /** Figures stand for the columns of a board that discs fall into. @param {string} key */
  #key(key) {
    const { layout } = this.board;
    if (layout.style !== "upright" || !(Number(key) >= 1 && Number(key) <= layout.columns)) return false;
    this.#tap(layout.squareAt(0, Number(key) - 1));
    return true;
  }

  /** @param {number} from @param {number|null} to */
  #drop(from, to) {
    this.#fresh = false;
    if (!this.#ready || to === null || to === from) return;
    this.#choose(to, false);
  }

  /** @param {number} square */
  #pick(square) {
    if (!this.#choosing.starts().has(square)) {
      this.#explainPiece(square);
      return;
    }
    this.#status.clear();
    this.setHint(null);
    this.#choosing.pick(square);
    this.#mark();
    const targets = [...this.#choosing.targets().keys()].map((each) => spot(each, this.board.bottom)).join(" or ");
    announce(`${spot(square, this.board.bottom)} picked, to ${targets}`);
  }

  /**
   * The person points at a square for the picked piece; a dragged piece is there already and need not slide.
   * @param {number} square
   * @param {boolean} animate
   */
  #choose(square, animate) {
    const before = this.board.pieces;
    const left = this.#choosing.path.length - 1;
    const result = this.#choosing.choose(square);
    if (result.step) {
      this.board.show(afterMove(before, result.step.path, result.step.captured), { move: result.step, animate });
      play("capture");
      this.#mark();
      announce(this.#named(`taken; go on to ${[...this.#choosing.targets().keys()].join(" or ")}`));
    } else if (result.done) this.#make(result.done, left, animate);
    else if (result.several) {
      const ways = result.several.map((move) => move.path.join("x")).join(" or ");
      this.#status.warn(this.#named(`There are several ways to ${square}: ${ways}. Choose each square in turn.`));
    } else if (this.#choosing.jumping) {
      const choices = this.#choosing.candidates().map((move) => move.path.join("x"));
      this.#warn(this.#named(`The jump must be continued: ${choices.join(" or ")}.`), [
        ...this.#choosing.targets().keys(),
      ]);
    } else {
      this.#choosing.clear();
      this.#mark();
      this.#game.move(result.refused ?? []); // the server says why not
    }
  }

  /**
   * Show a move, of which the first jumps may have been made, and send it.
   * @param {MoveInfo} move
   * @param {number} jumped
   * @param {boolean} animate
   */
  #make(move, jumped, animate) {
    const rest = { path: move.path.slice(jumped), captured: move.captured.slice(jumped) };
    const pieces = afterMove(this.board.pieces, rest.path, rest.captured);
    this.#choosing = new Choosing();
    this.setHint(null);
    this.#status.clear();
    this.board.show(pieces, { move: rest, animate });
    this.board.setMarks();
    this.board.setLast(move.path);
    play(rest.captured.length ? "capture" : "move");
    this.#game.move(move.path);
  }

  #mark() {
    this.#pass.hidden = !(this.#ready && this.#choosing.pass);
    if (!this.#ready) {
      this.board.setMarks();
      return;
    }
    if (this.board.layout.puts) {
      this.board.setMarks({ targets: this.#choosing.puts() });
      return;
    }
    const { path, jumping } = this.#choosing;
    this.board.setMarks({
      movable: jumping ? new Set(path.slice(-1)) : this.#choosing.starts(),
      targets: this.#choosing.targets(),
      selected: path.at(-1) ?? null,
      must: this.#game.state.must_capture,
    });
  }

  // --- explaining ---------------------------------------------------------------------------------------------------

  /** Squares are called what the board calls them. @param {string} text */
  #named(text) {
    return this.board.coordinates === "numeric" ? text : named(text, this.board.bottom);
  }

  /** @param {string} text @param {number[]} squares */
  #warn(text, squares = []) {
    this.#status.warn(text);
    this.board.flash(squares);
    play("refused");
  }

  /** @param {Refusal} refusal */
  #refused({ message, squares }) {
    this.#restore();
    this.#warn(sentence(message), squares ?? []);
  }

  /** @param {number} square */
  #explainPiece(square) {
    const { state } = this.#game;
    const letter = this.board.pieces.get(square);
    if (!letter) return void this.cancel();
    const starts = [...this.#choosing.starts()];
    if (colorOf(letter) !== state.turn)
      this.#warn(`It is ${sideName(state.turn)}'s turn: this piece is ${sideName(colorOf(letter))}'s.`, starts);
    else if (state.must_capture)
      this.#warn(this.#named(`A capture is compulsory: ${state.legal.map((move) => move.text).join(" or ")}.`), starts);
    else this.#warn(`The piece on ${spot(square, this.board.bottom)} has no move now.`, starts);
  }

  #explainWaiting() {
    const { state } = this.#game;
    if (state.outcome || !state.owner || this.#game.watching) return;
    if (!this.#game.connected)
      this.#status.warn("There is no connection to the server right now; the page keeps trying.");
    else if (!this.#game.myTurn) this.#status.warn(`It is ${sideName(state.turn)}'s turn.`);
  }

  // --- following the server -----------------------------------------------------------------------------------------

  /**
   * Show new states one after the other, each when the last move has come to rest; skip when they come too fast.
   * @param {Change} change
   */
  #enqueue(change) {
    this.#queue.push(change);
    if (!this.#busy) this.#work();
  }

  async #work() {
    this.#busy = true;
    while (this.#queue.length) {
      await this.board.idle();
      if (!this.#queue.length) break;
      const late = this.#queue.length > (this.#game.watching ? 1 : LONGEST_QUEUE);
      const change = /** @type {Change} */ (late ? this.#queue.at(-1) : this.#queue.shift());
      if (late) this.#skip(change);
      this.#follow(change, true);
    }
    this.#busy = false;
  }

  /** Moves come faster than they can be shown: go on with the last one. @param {Change} change */
  #skip({ state }) {
    this.#queue = [];
    if (state.plies.length && this.#game.live)
      this.board.show(readFen(this.#game.fenAt(state.plies.length - 1)).pieces, { animate: false });
  }

  /** Show the newest state now: the person is faster than the picture. */
  #flush() {
    for (const change of this.#queue.splice(0)) this.#follow(change, false);
  }

  /** @param {Change} change @param {boolean} animate */
  #follow({ state, before }, animate) {
    if (!this.#game.live || this.#game.pending) return;
    const grown = state.plies.length - before.plies.length;
    const ply = (grown > 0 && state.plies.at(-1)) || null;
    const { pieces } = readFen(state.fen);
    if (state.fen !== before.fen || state.version !== before.version) {
      const shown = this.board.pieces;
      const crowned = [...pieces].some(([square, letter]) => isKing(letter) && !isKing(shown.get(square) ?? ""));
      const own = ply && !shown.has(ply.path[0]) && shown.has(ply.path[ply.path.length - 1]); // already there
      if (!this.#choosing.jumping || state.fen !== before.fen)
        this.board.show(pieces, { move: own ? null : ply, animate });
      if (ply) {
        if (!own) play(ply.captured.length ? "capture" : "move");
        announce(spokenMove(other(state.turn), ply, this.board.bottom));
        if (crowned && isKing(pieces.get(ply.path[ply.path.length - 1]) ?? "")) {
          play("crown");
          announce("crowned");
        }
      }
    }
    if (state.fen !== before.fen) this.setHint(null);
    this.#settle(state.fen !== before.fen || state.legal.length !== this.#choosing.legal.length);
  }

  #look() {
    const game = this.#game;
    this.setHint(null);
    this.board.show(readFen(game.fenAt(game.shown)).pieces, { move: null });
    this.#settle();
  }

  /** Put the board back to the state as the server has it. */
  #restore() {
    this.board.show(readFen(this.#game.fenAt(this.#game.shown)).pieces);
    this.#settle();
  }

  #settle(renew = true) {
    if (renew) this.#choosing = new Choosing(this.#game.state.legal);
    this.board.setLast(this.#game.plyAt(this.#game.shown)?.path ?? []);
    this.#mark();
  }
}
