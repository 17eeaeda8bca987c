/** A drill: win or hold an ending against the endgame tables, with the distance shown as one goes. */

import { needStyles } from "../analysis/style.js";
import { api, isMissing, reason } from "../api.js";
import { PositionGame } from "../learn/positiongame.js";
import { showLine } from "../learn/showline.js";
import { LearnStage } from "../learn/stage.js";
import { PlayBoard } from "../playboard.js";
import { other } from "../position.js";
import { note } from "../router.js";
import { play } from "../sound.js";
import { plural } from "../words.js";
import { notFound, unreachable } from "./message.js";

const HOLD = 12; // moves
const GOALS = { win: "This can be won", draw: "This can be held" };

/** @param {Context} context @returns {Promise<View>} */
export async function drillView({ params, query }) {
  const number = Number(query.get("n")) || 1 + Math.floor(Math.random() * 1000);
  try {
    const [position] = await Promise.all([load(params.name, number), needStyles("learn", "mascot")]);
    return new DrillView(position).view();
  } catch (error) {
    return isMissing(error) ? notFound("There is no such drill.") : unreachable(error);
  }
}

/** @param {string} name @param {number} number */
const load = (name, number) => api.get(`/api/learn/drills/${encodeURIComponent(name)}/${number}`);

class DrillView {
  #turn = 0; // counts what was begun, so that a line that is being shown notices that it is over
  #moves = 0;

  /** @param {Wire.DrillPosition} position */
  constructor(position) {
    this.position = position;
    this.fen = position.fen;
    this.legal = position.legal;
    this.stage = new LearnStage(position.title, "Drill");
    this.game = new PositionGame({ fen: this.fen, legal: this.legal }, (path) => this.answer(path));
    this.board = new PlayBoard(
      /** @type {import("../game.js").Game} */ (/** @type {unknown} */ (this.game)),
      { warn: (text) => this.stage.tell(text, "wrong"), clear: () => null },
      "numeric",
    );
    this.stage.setBoard(this.board.element);
    this.begin(position);
  }

  /** @returns {View} */
  view() {
    return {
      element: this.stage.element,
      title: this.position.title,
      keys: { f: () => this.board.board.setBottom(other(this.board.board.bottom)), n: () => this.another() },
      leave: () => {
        this.#turn++;
        this.board.destroy();
      },
      shown: () => note(`/learn/drill/${this.position.drill}?n=${this.position.number}`),
    };
  }

  /** @param {Wire.DrillPosition} position */
  begin(position) {
    this.#turn++;
    this.#moves = 0;
    this.position = position;
    this.stage.setTask(position.task);
    this.goOn(position.fen, position.legal);
    this.#count(position.plies);
    const far = position.plies === null ? "." : `: with best play it takes ${position.plies} plies.`;
    this.stage.tell(`You are White and it is your move. ${GOALS[position.goal]}${far}`);
    this.#offer();
  }

  /** @param {string} fen @param {MoveInfo[]} legal @param {MoveInfo|null} move */
  goOn(fen, legal, move = null) {
    this.fen = fen;
    this.legal = legal;
    this.game.show({ fen, legal, move });
  }

  #offer() {
    this.stage.offer([
      ["Start again", () => this.begin(this.position)],
      ["Another position", () => this.another()],
    ]);
  }

  async another() {
    const next = await load(this.position.drill, this.position.number + 1);
    this.begin(next);
    note(`/learn/drill/${next.drill}?n=${next.number}`);
  }

  /** @param {number[]} path */
  async answer(path) {
    const turn = this.#turn;
    /** @type {Wire.DrillReport} */
    let report;
    try {
      report = await api.post(`/api/learn/drills/${this.position.drill}`, { fen: this.fen, path });
    } catch (error) {
      this.game.refuse(reason(error));
      return;
    }
    if (turn !== this.#turn) return;
    if (report.verdict === "illegal" || !report.move) this.game.refuse(report.words);
    else if (report.verdict === "wrong") this.#wrong(report);
    else await this.#right(report, report.move);
  }

  /** @param {Wire.DrillReport} report */
  #wrong(report) {
    play("refused");
    this.game.show({ fen: report.move?.fen ?? this.fen, move: report.move });
    const answer = report.reply ? ` ${report.reply.text} follows.` : "";
    this.stage.tell(report.words + answer, "wrong", report.better ? `${report.better} would have kept it.` : "");
    this.stage.offer([
      ["Take it back", () => this.takeBack(), true],
      ["Another position", () => this.another()],
    ]);
  }

  takeBack() {
    this.goOn(this.fen, this.legal);
    this.stage.tell("Your move is taken back. Try again.");
    this.#offer();
  }

  /** @param {Wire.DrillReport} report @param {Wire.LineMove} move */
  async #right(report, move) {
    const turn = this.#turn;
    this.#moves++;
    this.game.show({ fen: move.fen, move });
    const held = this.position.goal === "draw" && this.#moves >= HOLD;
    if (report.verdict === "done" || held || (report.reply && !report.legal.length)) {
      this.#done(held ? "Held: the tables could not win." : report.words);
      return;
    }
    this.stage.tell(report.words, "right");
    this.#count(report.plies);
    if (!report.reply) return;
    await showLine(this.game, this.board, [report.reply], () => turn !== this.#turn);
    if (turn === this.#turn) this.goOn(report.reply.fen, report.legal, null);
  }

  /** @param {string} words */
  #done(words) {
    this.stage.setCount(`${plural(this.#moves, "move")}`, 1);
    this.stage.tell(words, "right", `Done in ${plural(this.#moves, "move")}.`);
    this.stage.offer([
      ["Another position", () => this.another(), true],
      ["Start again", () => this.begin(this.position)],
    ]);
  }

  /** How far it is. @param {number|null} plies */
  #count(plies) {
    const { goal, plies: first } = this.position;
    if (goal === "draw") this.stage.setCount(`Move ${this.#moves + 1} of ${HOLD}`, this.#moves / HOLD);
    else if (plies === null || !first) this.stage.setCount(`Move ${this.#moves + 1}`, 0);
    else this.stage.setCount(`${plies} plies to the end`, Math.max(0, 1 - plies / first));
  }
}
