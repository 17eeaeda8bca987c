/**
 * The first page: an opponent, and a board that can be played on: the first move begins the game, and so does the
 * button. With ?fen=… the game begins from that position.
 */

import { api, reason } from "../api.js";
import { openGameDialog } from "../dialogs/open.js";
import { friendDialog } from "../dialogs/friend.js";
import { colorSegments, newGameDialog, seats, startGame } from "../dialogs/newgame.js";
import { h, mark, put, say } from "../dom.js";
import { copy, positionLink } from "../files.js";
import { FirstMove } from "../firstmove.js";
import { icon } from "../icons.js";
import { gameChoice } from "../games/choice.js";
import { setGame } from "../games/current.js";
import { ENGLISH, layoutOf } from "../games/layout.js";
import { configFor, RATINGS, usualLevel } from "../levels.js";
import { OpponentPicker } from "../opponentpicker.js";
import { face, opponentName } from "../opponents.js";
import { sideIcon } from "../pieces.js";
import { PlayBoard } from "../playboard.js";
import { gameOf, other, readFen, START_FEN } from "../position.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { toast } from "../toast.js";
import { moves, playerNames, plural, seen, sentence, sideName } from "../words.js";

/** @param {Context} context @returns {Promise<View>} */
export async function homeView({ query }) {
  const [fen, game] = [query.get("fen"), query.get("game")];
  /** @type {(Wire.PositionReport & {fen: string})|null} */
  let position = null;
  let problem = "";
  if (fen || (game && game !== ENGLISH)) {
    try {
      const report = await api.position(fen ? { fen } : { game });
      if (report.fen) position = { ...report, fen: report.fen };
      else problem = report.problems.map((item) => sentence(item.message)).join(" ");
    } catch (error) {
      problem = sentence(reason(error));
    }
  }
  return new HomeView(position, problem, !fen && position ? gameOf(position.fen) : ENGLISH).view();
}

class HomeView {
  /** @type {OpponentPicker|null} */
  #picker = null;
  #unwatch = () => {};

  /**
   * @param {(Wire.PositionReport & {fen: string})|null} position
   * @param {string} problem
   * @param {string} game  which was chosen, if it is not English draughts
   */
  constructor(position, problem, game) {
    this.game = game;
    setGame(position ? gameOf(position.fen) : ENGLISH);
    this.given = position
      ? {
          label: game === ENGLISH ? "This position" : "First position",
          fen: position.fen,
          start: { fen: position.fen },
        }
      : null;
    const start = position?.fen ?? START_FEN;
    this.color = position && game === ENGLISH ? readFen(position.fen).turn : settings.get("color");
    this.first = new FirstMove(start, this.color, (path) => this.begin(path));
    this.hint = h("p", { class: "note home-hint", role: "status" });
    this.board = new PlayBoard(this.first, {
      warn: (text) => (this.first.myTurn ? say(this.hint, text) : this.tell()),
      clear: () => this.tell(),
    });
    this.opponent = h("div", { class: "home-opponent", "aria-busy": "true" }, h("p", { class: "busy" }, "Loading …"));
    this.faces = h("div", { class: "home-faces" });
    this.play = h(
      "button",
      { type: "button", class: "button primary big home-play", disabled: true, onclick: () => this.begin() },
      icon("play"),
      h("span", {}, "Play"),
    );
    this.top = h("div", { class: "seat top" });
    this.bottom = h("div", { class: "seat bottom" });
    this.resume = h("div", { class: "resume" });
    this.colors = colorSegments(this.color, (value) => this.take(value));
    this.choice = h("div", { class: "home-game" });
    this.panel = this.#panel(game === ENGLISH ? position : null, problem);
    this.element = h(
      "div",
      { class: "stage home" },
      h(
        "section",
        { class: "table", "aria-label": "Board" },
        this.top,
        h("div", { class: "board-row" }, this.board.element),
        this.bottom,
      ),
      this.panel,
    );
    this.seat();
    this.tell();
    this.#load(position, start);
    if (!position && !problem) showUnfinished(this.resume);
  }

  /** @param {(Wire.PositionReport & {fen: string})|null} position @param {string} problem */
  #panel(position, problem) {
    /** @param {IconName} name @param {string} text @param {() => unknown} action */
    const option = (name, text, action) =>
      h("button", { type: "button", class: "button", onclick: action }, icon(name), text);
    return h(
      "section",
      { class: "panel home-panel", "aria-label": "Play" },
      position ? fromLink(position) : null,
      problem
        ? h("p", { class: "problem", role: "alert" }, `The position in the address cannot be used. ${problem}`)
        : null,
      this.resume,
      h("div", { class: "home-title" }, h("h1", {}, this.#title()), this.hint),
      h("div", { class: "home-invitation" }, this.opponent, this.play),
      this.faces,
      h("div", { class: "home-color field" }, h("span", { class: "label" }, "Your colour"), this.colors.element),
      h(
        "div",
        { class: "home-other" },
        option("link", "Play a friend", () => friendDialog({ game: this.game })),
        option("people", "Two players, one screen", () => this.begin(null, true)),
        option("robot", "Computer vs computer", () => newGameDialog({ mode: "watch", given: this.given })),
        option("plus", "More options", () => newGameDialog({ given: this.given })),
        option("open", "Open a game", () => openGameDialog()),
      ),
      this.choice,
      h("p", { class: "note home-ratings" }, RATINGS),
    );
  }

  #title() {
    return `Play ${this.game === ENGLISH ? "checkers" : layoutOf(this.game).title}`;
  }

  /** @returns {View} */
  view() {
    return {
      title: "",
      element: this.element,
      keys: {
        n: () => newGameDialog({ given: this.given }),
        f: () => {
          this.board.flip();
          this.seat();
        },
        Escape: () => this.board.cancel(),
      },
      leave: () => {
        this.board.destroy();
        this.#unwatch();
      },
    };
  }

  /**
   * The opponents, and what can be done in the position.
   * @param {Wire.PositionReport|null} known
   * @param {string} fen
   */
  async #load(known, fen) {
    try {
      const [config, report] = await Promise.all([api.config(), known ?? api.position({ fen })]);
      const mine = configFor(config, this.board.board.layout.name);
      this.#picker = new OpponentPicker(mine, usualLevel(mine), () => this.#chosen());
      put(
        this.choice,
        gameChoice(config, this.board.board.layout.name, (name) => go(name === ENGLISH ? "/" : `/?game=${name}`)),
      );
      this.opponent.removeAttribute("aria-busy");
      put(this.opponent, this.#picker.card);
      put(this.faces, this.#picker.faces);
      this.play.disabled = Boolean(report.outcome);
      this.first.know(report);
      this.#unwatch = settings.watch(() => this.seat());
      this.#chosen();
    } catch (error) {
      this.opponent.removeAttribute("aria-busy");
      const again = h("button", { type: "button", class: "button", onclick: () => location.reload() }, "Try again");
      put(this.opponent, h("p", { class: "problem" }, reason(error)), again);
    }
  }

  #chosen() {
    if (!this.#picker) return;
    settings.set("level", this.#picker.value);
    say(/** @type {Element} */ (this.play.lastElementChild), `Play against ${this.#picker.name}`);
    this.seat();
    this.tell();
  }

  /** @param {Color|"random"} color */
  take(color) {
    this.color = color;
    if (!this.given) settings.set("color", color);
    if (color !== "random") this.board.board.setBottom(color);
    this.first.take(color);
    this.seat();
    this.tell();
  }

  /** Who sits where: the person's pieces, and the face of the opponent. */
  seat() {
    const bottom = this.board.board.bottom;
    const mine = this.color === "random" ? bottom : this.color;
    const level = this.#picker?.value ?? "";
    /** @param {Color} color */
    const strip = (color) => {
      const piece = sideIcon(color);
      const theirs = color !== mine && level;
      const words = theirs ? opponentName(level) : color === mine ? "You" : sideName(color);
      return h(
        "div",
        { class: "strip" },
        h("span", { class: "strip-piece" }, theirs ? h("span", { class: "strip-face" }, face(level)) : null, piece),
        h("span", { class: "strip-who" }, h("span", { class: "strip-name" }, words)),
      );
    };
    put(this.top, strip(other(bottom)));
    put(this.bottom, strip(bottom));
  }

  /** What can be done here. */
  tell() {
    const { outcome, turn, legal } = this.first.state;
    const name = this.#picker?.name ?? "";
    if (outcome) say(this.hint, sentence(outcome.text));
    else if (this.color === "random") say(this.hint, "Press Play, and your colour is picked at random.");
    else if (this.color !== turn) say(this.hint, `${sideName(turn)} moves first. Press Play to begin.`);
    else if (legal.length && name) say(this.hint, `Make a move on the board, or press Play. ${name} is ready.`);
    else say(this.hint, "Make a move on the board, or press Play.");
  }

  /**
   * Begin the game, with a first move if it was made on the board.
   * @param {number[]|null} path
   * @param {boolean} people
   */
  async begin(path = null, people = false) {
    if (this.panel.hasAttribute("aria-busy") || (!people && !this.#picker)) return false;
    mark(this.panel, "aria-busy", "true");
    /** @type {Wire.NewGame} */
    const options =
      people || !this.#picker
        ? { black: { kind: "human" }, white: { kind: "human" } }
        : seats(this.color, this.#picker.value);
    if (this.given) options.start = this.given.start;
    try {
      await startGame(options, path);
      return true;
    } catch (error) {
      toast(sentence(reason(error)), "error");
      return false;
    } finally {
      mark(this.panel, "aria-busy", null);
    }
  }
}

/** What a shared position is about. @param {Wire.PositionReport & {fen: string}} position */
function fromLink({ fen, legal, outcome }) {
  const { turn } = readFen(fen);
  const text = outcome ? sentence(outcome.text) : `${sideName(turn)} to move, ${plural(legal.length, "legal move")}.`;
  return h(
    "section",
    { class: "from-link", "aria-label": "Position from the link" },
    h("strong", {}, "Custom position"),
    h("p", {}, seen(text), outcome ? "" : " Choose an opponent to play it."),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: `/editor?fen=${encodeURIComponent(fen)}` }, icon("edit"), "Edit"),
      h(
        "button",
        { type: "button", class: "button", onclick: () => copy(positionLink(fen), "Link") },
        icon("link"),
        "Copy link",
      ),
      h("a", { class: "button", href: "/" }, "Starting position"),
    ),
  );
}

/** The last game, if it is not finished. @param {HTMLElement} box */
async function showUnfinished(box) {
  try {
    const [{ games }] = await Promise.all([api.get("/api/games?limit=5"), api.config()]);
    const game = games.find(({ finished, plies }) => !finished && plies > 0);
    if (!game) return;
    put(
      box,
      h(
        "a",
        { class: "resume-card", href: `/play/${game.id}` },
        icon("play"),
        h(
          "span",
          {},
          h("strong", {}, "Continue your game"),
          h("span", { class: "note" }, `${playerNames(game)}, ${moves(game.plies)}`),
        ),
      ),
    );
  } catch {
    // the list of games is a convenience here
  }
}
