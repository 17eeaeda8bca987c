/** The puzzle trainer: one position after another, at one's own strength. The server says what is right. */

import { needStyles } from "../analysis/style.js";
import { api, reason } from "../api.js";
import { h, put, say } from "../dom.js";
import { encodeFen } from "../files.js";
import { PositionGame } from "../learn/positiongame.js";
import { beginGoal, countSolved, goalProgress } from "../learn/puzzlegoals.js";
import { THEMES } from "../learn/puzzlethemes.js";
import { ratingText, refutationText, resultText, TITLES, taskText } from "../learn/puzzlewords.js";
import { RunClock } from "../learn/runclock.js";
import { showLine } from "../learn/showline.js";
import { LearnStage } from "../learn/stage.js";
import { PlayBoard } from "../playboard.js";
import { go } from "../router.js";
import { play } from "../sound.js";
import { clockText, plural } from "../words.js";
import { unreachable } from "./message.js";

const RUN_SECONDS = 180;

/** @typedef {Wire.PuzzleQuery["kind"]} Kind */

/** @param {Context} context @returns {Promise<View>} */
export async function puzzlesView({ query }) {
  try {
    const [menu] = await Promise.all([api.get("/api/puzzles"), needStyles("learn", "mascot", "puzzles")]);
    const view = new PuzzleView(menu);
    const kind = query.get("kind");
    view.theme = menu.themes.find(({ name }) => name === query.get("theme"))?.name ?? null;
    view.goal = beginGoal(view.theme, query.get("goal"));
    view.listThemes();
    await view.begin(kind === "daily" || kind === "run" || kind === "mistakes" ? kind : "endless");
    return view.view();
  } catch (error) {
    return unreachable(error);
  }
}

class PuzzleView {
  #stage = new LearnStage("Puzzle", "Puzzle", ["/learn", "Learn"]);
  #menu = h("div", { class: "puzzle-menu" });
  #assigned = h("p", { class: "puzzle-goal", role: "status", hidden: true });
  #themes = h("select", { "aria-label": "Theme", onchange: () => this.#chooseTheme() });
  #clock = new RunClock(
    (left) => this.#showTime(left),
    () => this.#endRun(),
  );
  /** @type {PositionGame|null} */
  #game = null;
  /** @type {PlayBoard|null} */
  #board = null;
  /** @type {Wire.PuzzleTask|null} */
  #task = null;
  /** @type {Wire.RunReport|null} */
  #run = null;
  /** @type {Kind} */
  #kind = "endless";
  /** What is said of the last puzzle of a run, beside the next. @type {[string, "right"|"wrong"]|null} */
  #note = null;
  #step = 0;
  #turn = 0; // counts what was begun, so that what is still under way notices that it is over
  /** @type {(() => unknown)|null} */
  #next = null;
  /** @type {string|null} */
  theme = null;
  /** What a class has assigned, if its link led here. @type {string|null} */
  goal = null;

  /** @param {Wire.PuzzleMenu} menu */
  constructor(menu) {
    this.menu = menu;
    this.#stage.element.classList.add("puzzle-stage");
    this.#stage.add(this.#menu);
    this.#menu.before(this.#assigned);
  }

  /** @returns {View} */
  view() {
    return {
      element: this.#stage.element,
      title: "Puzzles",
      keys: {
        f: () => this.#board?.flip(),
        n: () => this.#next?.(),
      },
      leave: () => {
        this.#turn++;
        this.#clock.stop();
        this.#board?.destroy();
      },
    };
  }

  // --- what is trained ----------------------------------------------------------------------------------------------

  listThemes() {
    put(
      this.#themes,
      h("option", { value: "" }, "All themes"),
      this.menu.themes.map(({ name, puzzles }) => h("option", { value: name }, `${THEMES[name]} (${puzzles})`)),
    );
    this.#themes.value = this.theme ?? "";
  }

  #chooseTheme() {
    this.theme = this.menu.themes.find(({ name }) => name === this.#themes.value)?.name ?? null;
    this.begin("endless");
  }

  /** @param {number} due mistakes that come back now */
  #showMenu(due) {
    /** @param {string} text @param {Kind} kind */
    const button = (text, kind) =>
      h("button", { type: "button", class: "button", onclick: () => this.begin(kind) }, text);
    const running = this.#run !== null;
    this.#showGoal();
    put(
      this.#menu,
      h("label", { class: "puzzle-theme", hidden: running }, h("span", {}, "Theme"), this.#themes),
      this.#kind === "endless" ? null : button(running ? "Stop" : "Back to puzzles", "endless"),
      running || this.#kind === "daily" ? null : button("Puzzle of the day", "daily"),
      running ? null : button("Three minutes", "run"),
      due && !running && this.#kind !== "mistakes" ? button(`Mistakes (${due})`, "mistakes") : null,
      h("a", { class: "button", href: "/learn/progress", hidden: running }, "Progress"),
    );
  }

  #showGoal() {
    this.#assigned.hidden = !this.goal;
    if (!this.goal) return;
    const { done, total } = goalProgress(this.goal);
    say(this.#assigned, `Assigned: ${done} of ${total} solved${done >= total ? ", done." : "."}`);
  }

  /** @param {Kind} kind */
  async begin(kind) {
    this.#kind = kind;
    this.#run = null;
    this.#note = null;
    this.#clock.stop();
    await this.#load(kind === "run");
  }

  /** The next puzzle. @param {boolean} begin a run */
  async #load(begin = false) {
    const turn = ++this.#turn;
    this.#next = null;
    let task;
    try {
      const theme = this.#kind === "endless" || this.#kind === "run" ? this.theme : null;
      task = await api.post("/api/puzzles/next", { kind: this.#kind, theme, begin });
    } catch (error) {
      if (turn === this.#turn) this.#fail(reason(error));
      return;
    }
    if (turn !== this.#turn) return;
    this.#show(task);
  }

  /** There is nothing to do in this way at the moment. @param {string} text */
  #fail(text) {
    if (this.#run) {
      this.#endRun();
      return;
    }
    if (!this.#task) throw new Error(text);
    this.#stage.tell(text, "");
    this.#offer([["Next puzzle", () => this.begin("endless"), true]]);
    this.#showMenu(0);
  }

  /** @param {Wire.PuzzleTask} task */
  #show(task) {
    this.#task = task;
    this.#step = 0;
    this.#run = task.run;
    const { fen, legal, turn } = task;
    if (!this.#game || !this.#board) {
      this.#game = new PositionGame({ fen, legal }, (path) => this.#answer(path), turn);
      this.#board = new PlayBoard(
        /** @type {import("../game.js").Game} */ (/** @type {unknown} */ (this.#game)),
        { warn: (text) => this.#stage.tell(text), clear: () => null },
        "numeric",
      );
      this.#stage.setBoard(this.#board.element);
    } else {
      this.#board.cancel();
      this.#board.board.setBottom(turn);
      this.#game.show({ fen, legal });
    }
    this.#board.setHint(null);
    this.#stage.title.textContent = TITLES[task.kind];
    this.#stage.element.dataset.mode = task.kind;
    this.#stage.setTask(taskText(task));
    if (this.#note) this.#stage.tell(...this.#note);
    if (task.run) this.#clock.set(task.run.left);
    else this.#showRating(task.solver, task.rated);
    this.#offer(task.run ? [] : [["Show the solution", () => this.#giveUp()]]);
    this.#showMenu(task.solver.due);
  }

  /** @param {Wire.SolverReport} solver @param {boolean} rated */
  #showRating(solver, rated) {
    this.#stage.setCount(ratingText(solver, rated), 0);
  }

  /** @param {number} left seconds */
  #showTime(left) {
    const solved = this.#run?.solved ?? 0;
    this.#stage.setCount(`${clockText(Math.ceil(left))}, ${solved} solved`, left / RUN_SECONDS);
  }

  /** @param {import("../learn/stage.js").Choice[]} choices */
  #offer(choices) {
    this.#next = choices.find(([, , primary]) => primary)?.[1] ?? null;
    this.#stage.offer(choices);
  }

  // --- answers ------------------------------------------------------------------------------------------------------

  /** @param {number[]} path */
  async #answer(path) {
    const turn = this.#turn;
    const task = this.#task;
    if (!task || !this.#game) return;
    const given = { step: this.#step, path };
    let verdict;
    try {
      verdict = await api.post(`/api/puzzles/${task.id}/answer`, given);
    } catch (error) {
      if (turn === this.#turn) this.#game.refuse(reason(error));
      return;
    }
    if (turn !== this.#turn) return;
    this.#game.show({ fen: verdict.move.fen, move: verdict.move });
    if (verdict.result) this.#end(verdict.result, given, verdict.move);
    else if (verdict.reply) await this.#goOn(verdict.reply, verdict.legal);
  }

  /** The move was right, and there is more to find. @param {Wire.LineMove} reply @param {MoveInfo[]} legal */
  async #goOn(reply, legal) {
    const turn = this.#turn;
    if (!this.#game || !this.#board) return;
    this.#step++;
    this.#stage.tell("Find the next move.", "right");
    await showLine(this.#game, this.#board, [reply], () => turn !== this.#turn);
    if (turn === this.#turn) this.#game.show({ fen: reply.fen, legal, move: reply });
  }

  /** @param {Wire.PuzzleResult} result @param {Wire.PuzzleAnswer} given @param {Wire.LineMove} move */
  #end(result, given, move) {
    if (result.solved && result.counted) countSolved(result.themes);
    if (result.run && this.#kind === "run") {
      this.#run = result.run;
      play(result.solved ? "capture" : "refused");
      this.#note = result.solved ? ["Solved.", "right"] : [`It was ${result.line[0].text}.`, "wrong"];
      this.#stage.tell(...this.#note);
      this.#load();
      return;
    }
    this.#showRating(result.solver, Boolean(this.#task?.rated));
    this.#showMenu(result.solver.due);
    if (result.solved) this.#solved(result);
    else this.#wrong(result, given, move);
  }

  /** @param {Wire.PuzzleResult} result */
  #about(result) {
    return resultText(result, Boolean(this.#task?.rated));
  }

  /** @param {Wire.PuzzleResult} result */
  #solved(result) {
    play("capture");
    this.#stage.tell("Solved.", "right", this.#about(result));
    const last = result.line[result.line.length - 1];
    this.#offer([
      ["Next puzzle", () => this.begin(this.#kind === "mistakes" ? "mistakes" : "endless"), true],
      ...this.#lineChoice("Show how it goes on", last.fen, result.after),
      ["Analyse", () => this.#analyse()],
    ]);
  }

  /** @param {Wire.PuzzleResult} result @param {Wire.PuzzleAnswer} given @param {Wire.LineMove} move */
  #wrong(result, given, move) {
    play("refused");
    const words = `${move.text} is not the move. This puzzle will come back later.`;
    this.#stage.tell(words, "wrong", this.#about(result));
    this.#offerAfter(result, []);
    this.#refute(result, given, move);
  }

  /** Ask the engine what is wrong with a move. @param {Wire.PuzzleResult} result @param {Wire.PuzzleAnswer} given
   * @param {Wire.LineMove} move */
  async #refute(result, given, move) {
    const turn = this.#turn;
    try {
      const { line, score } = await api.post(`/api/puzzles/${this.#task?.id}/refutation`, given);
      if (turn !== this.#turn || !line.length) return;
      const task = /** @type {Wire.PuzzleTask} */ (this.#task);
      this.#stage.tell(refutationText(task, move, line, score), "wrong", this.#about(result));
      this.#offerAfter(result, this.#lineChoice("See why", move.fen, line));
    } catch {
      // the engine has no time: the solution is there all the same
    }
  }

  /** @param {Wire.PuzzleResult} result @param {import("../learn/stage.js").Choice[]} more */
  #offerAfter(result, more) {
    const start = /** @type {Wire.PuzzleTask} */ (this.#task).fen;
    this.#offer([
      ["Next puzzle", () => this.begin(this.#kind === "mistakes" ? "mistakes" : "endless"), true],
      ...more,
      ...this.#lineChoice("Show the solution", start, result.line),
      ["Analyse", () => this.#analyse()],
    ]);
  }

  async #giveUp() {
    const turn = this.#turn;
    try {
      const result = await api.post(`/api/puzzles/${this.#task?.id}/solution`);
      if (turn !== this.#turn || !this.#task) return;
      this.#showRating(result.solver, this.#task.rated);
      this.#showMenu(result.solver.due);
      const words = `The solution: ${result.line.map(({ text }) => text).join(" ")}.`;
      this.#stage.tell(words, "", this.#about(result));
      this.#offerAfter(result, []);
      await this.#playLine(this.#task.fen, result.line);
    } catch (error) {
      if (turn === this.#turn) this.#stage.tell(reason(error));
    }
  }

  /**
   * @param {string} label @param {string} fen @param {Wire.LineMove[]} line
   * @returns {import("../learn/stage.js").Choice[]}
   */
  #lineChoice(label, fen, line) {
    return line.length ? [[label, () => this.#playLine(fen, line)]] : [];
  }

  /** @param {string} fen @param {Wire.LineMove[]} line */
  async #playLine(fen, line) {
    if (!this.#game || !this.#board) return;
    const turn = ++this.#turn;
    this.#game.show({ fen });
    await showLine(this.#game, this.#board, line, () => turn !== this.#turn);
  }

  #analyse() {
    if (this.#task) go(`/analyse?fen=${encodeFen(this.#task.fen)}`);
  }

  // --- timed runs ---------------------------------------------------------------------------------------------------

  #endRun() {
    const run = this.#run;
    if (!run) return;
    this.#turn++;
    this.#clock.stop();
    const { solved, wrong } = run;
    const best = Math.max(solved, this.menu.best ?? 0);
    const record = solved > 0 && solved > (this.menu.best ?? 0);
    this.menu.best = best;
    this.#run = null;
    this.#game?.show({ fen: this.#game.state.fen });
    this.#stage.setTask(`Time is up: ${plural(solved, "puzzle")} solved, ${wrong} wrong.`);
    this.#stage.tell(record ? "Your best run so far." : `Your best run: ${best} solved.`);
    this.#offer([["Once more", () => this.begin("run"), true]]);
    this.#showMenu(0);
  }
}
