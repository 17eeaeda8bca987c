/** A lesson: step by step on the board. The server says what is right; the page shows it and plays it out. */

import { needStyles } from "../analysis/style.js";
import { api, isMissing, reason } from "../api.js";
import { reportProgress } from "../learn/classes.js";
import { MarkBoard } from "../learn/markboard.js";
import { PositionGame } from "../learn/positiongame.js";
import { showLine } from "../learn/showline.js";
import { LearnStage } from "../learn/stage.js";
import { PlayBoard } from "../playboard.js";
import { other } from "../position.js";
import { go } from "../router.js";
import { play } from "../sound.js";
import { plural, sideName } from "../words.js";
import { notFound, unreachable } from "./message.js";

/** @param {Context} context @returns {Promise<View>} */
export async function lessonView({ params, query }) {
  try {
    const [lesson] = await Promise.all([
      api.get(`/api/learn/lessons/${encodeURIComponent(params.name)}`),
      needStyles("learn", "mascot"),
    ]);
    return new LessonView(lesson, Number(query.get("step")) || 0).view();
  } catch (error) {
    return isMissing(error) ? notFound("There is no such lesson.") : unreachable(error);
  }
}

class LessonView {
  /** @type {PositionGame|null} */
  #game = null;
  /** @type {PlayBoard|null} */
  #play = null;
  /** @type {MarkBoard|null} */
  #mark = null;
  /** @type {Color} */
  #bottom = "white";
  #at = 0;
  #turn = 0; // counts what was begun, so that a line that is being shown notices that it is over
  #tried = false; // whether this step saw a mistake, or its answer was shown
  #clean = new Set(); // steps that were right on the first try, since the page was opened
  /** @type {(() => unknown)|null} */
  #next = null;
  /** @type {Wire.AnswerReport|null} */
  #last = null;

  /** @param {Wire.LessonReport} lesson @param {number} step */
  constructor(lesson, step) {
    this.lesson = lesson;
    this.stage = new LearnStage(lesson.title, "Lesson");
    const done = new Set(lesson.done);
    const first = lesson.steps.findIndex((_, index) => !done.has(index + 1));
    this.done = done;
    this.begin(step >= 1 && step <= lesson.steps.length ? step - 1 : Math.max(0, first));
  }

  /** @returns {View} */
  view() {
    return {
      element: this.stage.element,
      title: this.lesson.title,
      keys: {
        f: () => this.flip(),
        n: () => this.#next?.(),
        h: () => !this.#last?.right && this.solve(),
      },
      leave: () => this.#clear(),
    };
  }

  get step() {
    return this.lesson.steps[this.#at];
  }

  #clear() {
    this.#turn++;
    this.#play?.destroy();
    this.#mark?.destroy();
    this.#play = this.#mark = this.#game = null;
  }

  flip() {
    this.#bottom = other(this.#bottom);
    (this.#play ?? this.#mark)?.board.setBottom(this.#bottom);
  }

  /** @param {number} at */
  begin(at) {
    this.#at = at;
    this.#tried = false;
    this.restart();
  }

  /** The step from its beginning. */
  restart() {
    const { step } = this;
    this.#last = null;
    this.#next = null;
    this.#turn++;
    const { steps } = this.lesson;
    this.stage.setCount(`Step ${this.#at + 1} of ${steps.length}`, this.#at / steps.length);
    if (step.kind === "play") this.#showPlay(step.fen, step.legal);
    else if (step.kind === "mark") this.#showMark(step.fen);
    else this.#showPlay(step.fen, []);
    this.stage.setTask(step.task);
    if (this.#at === 0 && !this.#tried) this.stage.tell(this.lesson.idea, "", this.#source());
    this.#offerAnswers();
  }

  #source() {
    return this.lesson.source ? `Source: ${this.lesson.source}` : "";
  }

  /** @param {string} fen @param {MoveInfo[]} legal */
  #showPlay(fen, legal) {
    if (!this.#play || !this.#game) {
      this.#clear();
      this.#game = new PositionGame({ fen, legal }, (path) => this.answer({ path }), this.#bottom);
      this.#play = new PlayBoard(
        /** @type {import("../game.js").Game} */ (/** @type {unknown} */ (this.#game)),
        { warn: (text) => this.#warn(text), clear: () => null },
        "numeric",
      );
      this.stage.setBoard(this.#play.element);
    } else {
      this.#play.cancel();
      this.#game.show({ fen, legal });
    }
    this.#play.setHint(null);
  }

  /** @param {string} fen */
  #showMark(fen) {
    this.#clear();
    this.#mark = new MarkBoard(fen, this.#bottom, () => null);
    this.stage.setBoard(this.#mark.element);
  }

  #offerAnswers() {
    const { step } = this;
    const help = /** @type {import("../learn/stage.js").Choice[]} */ (
      this.#tried ? [["Show the answer", () => this.solve()]] : []
    );
    if (step.kind === "mark")
      this.stage.offer([["Check", () => this.answer({ squares: this.#mark?.squares ?? [] }), true], ...help]);
    else if (step.kind === "judge")
      this.stage.offer([
        [`${sideName(step.turn)} wins`, () => this.answer({ result: "win" })],
        ["Draw", () => this.answer({ result: "draw" })],
        [`${sideName(other(step.turn))} wins`, () => this.answer({ result: "loss" })],
        ...help,
      ]);
    else this.stage.offer(help);
  }

  /** @param {Wire.LessonAnswer} given */
  async answer(given) {
    const turn = this.#turn;
    /** @type {Wire.AnswerReport} */
    let report;
    try {
      report = await api.post(`/api/learn/lessons/${this.lesson.name}/${this.#at + 1}`, given);
    } catch (error) {
      if (turn === this.#turn) this.#fail(reason(error));
      return;
    }
    if (turn !== this.#turn) return;
    this.#last = report;
    if (report.verdict === "illegal") this.#fail(report.words);
    else if (report.right) this.#right(report);
    else this.#wrong(report);
  }

  /** The answer does not count: a piece that was moved goes back. @param {string} text */
  #fail(text) {
    if (this.step.kind === "play") this.#game?.refuse(text);
    else this.#warn(text);
  }

  /** The board says why a move is not possible. @param {string} text */
  #warn(text) {
    this.#tried = true;
    this.stage.tell(text, "wrong");
    this.#offerAnswers();
  }

  /** @param {Wire.AnswerReport} report */
  #right(report) {
    this.done.add(this.#at + 1);
    if (!this.#tried) this.#clean.add(this.#at);
    reportProgress("lesson", this.lesson.name, this.done.size, this.lesson.steps.length);
    play("capture");
    if (report.move) this.#game?.show({ fen: report.move.fen, move: report.move });
    if (this.#mark) this.#mark.open = false;
    this.#play?.setHint(null);
    const { steps } = this.lesson;
    this.stage.setCount(`Step ${this.#at + 1} of ${steps.length}`, (this.#at + 1) / steps.length);
    const last = this.#at + 1 >= steps.length;
    this.stage.tell(report.words, "right", report.value ? `Proved: ${report.value}.` : "");
    this.#next = () => (last ? this.#finish() : this.#goOn());
    this.stage.offer([
      [last ? "Finish" : "Next", this.#next, true],
      ...this.#lineChoice(report, "Show how it goes on"),
    ]);
  }

  /** @param {Wire.AnswerReport} report */
  #wrong(report) {
    this.#tried = true;
    play("refused");
    if (report.move) this.#game?.show({ fen: report.move.fen, move: report.move });
    this.stage.tell(report.words, "wrong");
    if (this.step.kind !== "play") {
      this.#offerAnswers();
      return;
    }
    this.#offerAgain(report);
  }

  /** @param {Wire.AnswerReport} report */
  #offerAgain(report) {
    this.#next = () => this.restart();
    this.stage.offer([
      ["Try again", () => this.restart(), true],
      ...this.#lineChoice(report, "See why"),
      ["Show the answer", () => this.solve()],
    ]);
  }

  /** @param {Wire.AnswerReport} report @param {string} label @returns {import("../learn/stage.js").Choice[]} */
  #lineChoice(report, label) {
    return report.line.length ? [[label, () => this.#showLine(report)]] : [];
  }

  /** Play out what follows a move. @param {Wire.AnswerReport} report */
  async #showLine(report) {
    const { move } = report;
    if (!move || !this.#game || !this.#play) return;
    const turn = ++this.#turn;
    this.#game.show({ fen: move.fen });
    const words = report.line.map(({ text }) => text).join(" ");
    this.stage.tell(report.words, report.right ? "right" : "wrong", `${move.text}, and then ${words}`);
    await showLine(this.#game, this.#play, report.line, () => turn !== this.#turn);
  }

  /** Say the answer and point at it; it is still to be done. */
  async solve() {
    const { name } = this.lesson;
    this.#tried = true;
    this.restart();
    const turn = this.#turn;
    try {
      const answer = await api.get(`/api/learn/lessons/${name}/${this.#at + 1}/solution`);
      if (turn !== this.#turn) return;
      this.stage.tell(answer.text);
      if (answer.path) this.#play?.setHint(answer.path);
      if (answer.squares) this.#mark?.set(answer.squares);
    } catch (error) {
      this.stage.tell(reason(error), "wrong");
    }
  }

  /** To the next step; where it begins with the other side's move, that is played first. */
  async #goOn() {
    const next = this.lesson.steps[this.#at + 1];
    const before = this.step;
    const turn = ++this.#turn;
    this.#next = null;
    if (next.reply && this.#game && this.#play && this.#last?.move) {
      this.stage.offer([]);
      const start = await this.#mainLine(before, this.#last.move);
      if (turn !== this.#turn) return;
      this.#game.show({ fen: start });
      await showLine(this.#game, this.#play, [{ ...next.reply, fen: next.fen }], () => turn !== this.#turn);
      if (turn !== this.#turn) return;
    }
    this.begin(this.#at + 1);
  }

  /**
   * Where the next step's reply is played: after the lesson's own move, if the person has made another right one.
   * @param {Wire.LessonStep} step @param {Wire.LineMove} made
   */
  async #mainLine(step, made) {
    const answer = await api.get(`/api/learn/lessons/${this.lesson.name}/${this.#at + 1}/solution`);
    if (!answer.path || String(answer.path) === String(made.path)) return made.fen;
    const report = await api.post(`/api/learn/lessons/${this.lesson.name}/${this.#at + 1}`, { path: answer.path });
    return report.move?.fen ?? step.fen;
  }

  #finish() {
    const { lesson } = this;
    const missing = lesson.steps.length - this.done.size;
    if (missing > 0) {
      this.stage.setTask(`${plural(missing, "step")} of this lesson can still be done.`);
      this.stage.tell(lesson.idea);
    } else {
      const clean = this.#clean.size;
      this.stage.setTask("Lesson complete.");
      const all = clean === lesson.steps.length;
      const first = all
        ? "Every step right on the first try!"
        : `Right on the first try: ${clean} of ${lesson.steps.length} steps.`;
      this.stage.tell(`Keep in mind: ${lesson.idea}`, "right", clean ? first : "", "You did it!");
    }
    this.#next = () => go(lesson.next ? `/learn/lesson/${lesson.next}` : "/learn");
    this.stage.offer([
      [lesson.next ? "Next lesson" : "All lessons", this.#next, true],
      ["Once more", () => this.begin(0)],
    ]);
  }
}
