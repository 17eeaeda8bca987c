/** A review of a game on the server: begun, followed while it goes on, and stopped. Event: "report" (its detail). */

import { ApiError, api, reason } from "../api.js";

import { Emitter } from "../emitter.js";

const LOOK_EVERY = 500; // milliseconds
const PASSING = [0, 502, 503, 504]; // no answer, or a server that is just starting or ending

/** @extends {Emitter<{report: Wire.ReviewReport|null}>} */
export class ReviewJob extends Emitter {
  #timer = 0;
  #turn = 0;
  /** @type {Wire.ReviewReport|null} */
  report = null;
  error = "";

  get running() {
    return this.report?.state === "running";
  }

  /** @param {Place} game @param {"quick"|"normal"|"deep"} depth */
  async start({ fen, moves }, depth = "normal") {
    this.forget();
    const mine = this.#turn;
    try {
      const report = await api.post("/api/reviews", { fen, moves, depth });
      if (mine === this.#turn) this.#take(report);
    } catch (error) {
      if (mine === this.#turn) this.#fail(error);
    }
  }

  /** Stop the work; what was found stays. */
  async stop() {
    if (!this.report || !this.running) return;
    const mine = this.#turn;
    const report = await api.delete(`/api/reviews/${this.report.id}`).catch(() => null);
    if (report && mine === this.#turn) this.#take(report);
  }

  /** Show nothing any more; a review that runs goes on at the server. */
  forget() {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.report = null;
    this.error = "";
  }

  /** @param {Wire.ReviewReport} report */
  #take(report) {
    this.report = report;
    this.error = report.state === "failed" ? report.message : "";
    this.tell("report", report);
    clearTimeout(this.#timer);
    if (report.state === "running") this.#timer = setTimeout(() => this.#look(), LOOK_EVERY);
  }

  async #look() {
    const mine = this.#turn;
    if (!this.report) return;
    try {
      const report = await api.get(`/api/reviews/${this.report.id}`);
      if (mine === this.#turn) this.#take(report);
    } catch (error) {
      if (mine !== this.#turn) return;
      if (error instanceof ApiError && PASSING.includes(error.status))
        this.#timer = setTimeout(() => this.#look(), 4 * LOOK_EVERY); // the server may come back
      else this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.error = reason(error);
    if (this.report) this.report = { ...this.report, state: "failed" }; // so that it can be begun again
    this.tell("report", this.report);
  }
}
