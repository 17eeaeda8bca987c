/** The evaluation of a whole game beside its replay: made by the server when it is first looked at. */

import { h, say } from "../dom.js";
import { sentence } from "../words.js";
import { EvalGraph } from "./evalgraph.js";
import { ReviewJob } from "./reviewjob.js";

export class GameGraph {
  #game;
  #job = new ReviewJob();
  #status = h("p", { class: "review-status", role: "status" });
  #progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Evaluation" });
  #graph;

  /** @param {import("../game.js").Game} game @param {() => Color} side at the bottom of the board */
  constructor(game, side) {
    this.#game = game;
    this.#graph = new EvalGraph((plies) => game.look(plies), { height: 200, side });
    this.element = h("div", { class: "review-panel" }, this.#status, this.#progress, this.#graph.element);
    this.#job.on("report", () => this.#draw());
    const { start_fen: fen, plies } = game.state;
    if (plies.length) {
      say(this.#status, "Analysing the game …");
      this.#job.start({ fen, moves: plies.map(({ path }) => path) }, "quick");
    } else say(this.#status, "There is nothing to evaluate: no move was made.");
    this.update();
  }

  update() {
    this.#graph.mark(this.#game.shown);
  }

  /** The board was turned: the graph is for the side at its bottom. */
  turn() {
    this.#draw();
  }

  destroy() {
    this.#job.forget();
    this.#graph.destroy();
  }

  #draw() {
    const { report, error, running } = this.#job;
    this.#progress.hidden = !running;
    if (error) say(this.#status, sentence(error));
    if (!report) return;
    this.#progress.max = report.total;
    this.#progress.value = report.done;
    if (!error)
      say(
        this.#status,
        running
          ? `${report.done} of ${report.total} positions`
          : "Click a point to go there. The analysis board reviews the game in depth.",
      );
    this.#graph.set(report);
  }
}
