/**
 * `StepTape`: a tree search as a list of steps, fetched from the server as they are wanted. Every step can be played
 * again, forwards and backwards, and the whole tape can be saved.
 */

import { api } from "../api.js";
import { TreeModel } from "./treemodel.js";

const MOST = 100; // steps of one request
const DETAILED = 10;

export class StepTape {
  kind = "steps";
  /** @type {BriefStep[]} */
  steps = [];
  /** @type {Map<number, DetailedStep>} */
  #details = new Map();

  /** @param {{position: Place, player: string, fen?: string, turn?: Color}} search */
  constructor({ position, player, fen = position.fen, turn = "black" }) {
    this.position = position;
    this.spec = player;
    /** @type {StepsHead} */
    this.head = { fen, turn, c: 1.4 }; // what the server says of the search, from its first answer on
    this.proved = false;
    this.model = new TreeModel({ fen });
  }

  get length() {
    return this.steps.length;
  }

  /** Simulations after so many steps; with two-phase simulation a step has several. @param {number} length */
  simulations(length = this.length) {
    const last = this.steps[length - 1];
    return last ? last.number + last.count - 1 : 0;
  }

  /** Have at least `length` steps, the last ones in detail if they are few. @param {number} length */
  async reach(length) {
    while (this.length < length && !this.proved) {
      const missing = length - this.length;
      const detailed = missing <= DETAILED;
      const count = detailed ? missing : Math.min(MOST, missing - 1);
      const answer = await this.#ask(this.simulations(), count, detailed);
      for (const step of answer.simulations) {
        if (detailed) this.#details.set(this.length, step);
        this.steps.push(brief(step));
      }
      this.proved = answer.proved;
      if (!answer.simulations.length) break;
    }
    return this.length;
  }

  /** A step with its scores and its playout. @param {number} index */
  async detail(index) {
    const known = this.#details.get(index);
    if (known) return known;
    const answer = await this.#ask(this.simulations(index), 1, true);
    const step = answer.simulations[0];
    if (this.#details.size > 500) this.#details.clear();
    this.#details.set(index, step);
    return step;
  }

  /** @param {number} done @param {number} count @param {boolean} detailed */
  async #ask(done, count, detailed) {
    const answer = await api.post("/api/profiler/steps", {
      position: this.position,
      player: this.spec,
      done,
      count,
      detailed,
    });
    this.spec = answer.spec; // with the seed that the server has drawn
    const { player, c, amaf, turn, fen, final } = answer;
    this.head = { player, c, amaf, turn, fen, final };
    this.model.c = c;
    return answer;
  }

  /** Set the model to what it was after so many steps. @param {number} length */
  rebuild(length) {
    this.model.clear();
    for (let index = 0; index < length; index++) this.model.apply(this.steps[index]);
  }

  /** What a file holds of this search. @returns {StepsData} */
  data() {
    return { position: this.position, spec: this.spec, head: this.head, proved: this.proved, steps: this.steps };
  }

  /** @param {StepsData} data */
  static from(data) {
    const tape = new StepTape({ position: data.position, player: data.spec });
    tape.head = data.head;
    tape.proved = data.proved;
    tape.steps = data.steps;
    tape.model = new TreeModel({ fen: data.head.fen, c: data.head.c });
    return tape;
  }
}

/** What is needed to grow the tree again. @param {BriefStep} step @returns {BriefStep} */
function brief({ number, count, path, opened, ending, result, plies, counts }) {
  return { number, count, path, opened, ending, result, plies, counts };
}
