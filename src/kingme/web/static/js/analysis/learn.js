/** "Learn from your mistakes": back to the position before each of them, to look for a better move. */

import { announce } from "../announce.js";
import { api } from "../api.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { Emitter } from "../emitter.js";
import { named, percent, seen, sideName } from "../words.js";

const GOOD_ENOUGH = 0.05; // of the expected score
const LANE = 1;

/** @typedef {import("./gamenode.js").Node} Node */

/** @extends {Emitter<{begin: null, end: null}>} */
export class Learn extends Emitter {
  #tree;
  #stream;
  /** @type {Wire.JudgedPly[]} */
  #tasks = [];
  /** @type {Node[]} */
  #nodes = [];
  #at = 0;
  /** @type {Color} */
  #color = "black";
  #solved = false;
  /** @type {Node|null} */
  #waiting = null;
  /** @type {Set<Node>} */
  #known = new Set();
  #unlisten = () => {};
  busy = false;
  active = false;

  /** @param {import("./gametree.js").GameTree} tree @param {import("./stream.js").AnalysisStream} stream */
  constructor(tree, stream) {
    super();
    this.#tree = tree;
    this.#stream = stream;
    this.element = h("section", {
      class: "learn",
      "aria-label": "Learn from your mistakes",
      "aria-live": "polite",
      hidden: true,
    });
    stream.on("done", ({ lane, info }) => lane === LANE && this.#judge(info));
    stream.on("error", ({ lane, message }) => lane === LANE && this.#say(message));
  }

  /** @param {Color} color @param {Wire.JudgedPly[]} tasks @param {Node[]} nodes */
  begin(color, tasks, nodes) {
    if (!tasks.length) return;
    this.active = true;
    this.#color = color;
    this.#tasks = tasks;
    this.#nodes = nodes;
    this.element.hidden = false;
    this.tell("begin", null);
    this.#unlisten = this.#tree.on("state", (change) => this.#moved(change));
    this.#task(0);
  }

  end() {
    if (!this.active) return;
    this.active = false;
    this.#unlisten();
    this.#stream.drop(LANE);
    this.element.hidden = true;
    this.tell("end", null);
  }

  get #now() {
    return this.#tasks[this.#at];
  }

  /** @param {number} at */
  async #task(at) {
    this.#at = at;
    this.#solved = false;
    this.#waiting = null;
    const before = this.#nodes[this.#now.number];
    this.#known = new Set(before.children);
    this.busy = true;
    await this.#tree.go(before);
    this.busy = false;
    const shot = this.#now.shot ? " There is a shot." : "";
    this.#say(`${sideName(this.#color)} played ${named(this.#now.text)}. Find a better move.${shot}`);
  }

  /** A move was made on the board: is it good? @param {Change} change */
  #moved({ state, before }) {
    if (this.busy || this.#solved || !this.active) return;
    const { node } = this.#tree;
    if (state.fen === before.fen || node.parent !== this.#nodes[this.#now.number]) return;
    if (String(node.path) === String(this.#now.best.path)) {
      this.#solve(`${named(node.text)} is the best move. ${this.#why}`);
      return;
    }
    if (node.text === this.#now.text) {
      this.#again(`${named(node.text)} was the move in the game. Try another move.`);
      return;
    }
    this.#waiting = node;
    this.#say(`${named(node.text)}: checking …`);
    this.#stream.start(LANE, {
      position: this.#tree.place(node),
      player: "engine",
      limit: { nodes: 400_000, time: 5 },
      tables: true,
    });
  }

  /** @param {Info} info */
  #judge(info) {
    const node = this.#waiting;
    if (!node || this.#solved || !this.active) return;
    this.#waiting = null;
    // without an answer the other side has lost
    const value = info.lines.length && info.value !== null ? 1 - info.value : 1;
    const loss = this.#now.value - value;
    if (loss <= GOOD_ENOUGH)
      this.#solve(`${named(node.text)} is good too. The engine prefers ${named(this.#now.best.text)}.`);
    else this.#explain(node, loss);
  }

  /** Say what a wrong try gives away, as the coach does in games. @param {Node} node @param {number} loss */
  async #explain(node, loss) {
    const { fen } = this.#nodes[this.#now.number];
    const report = await api.post("/api/coach/move", { fen, path: node.path }).catch(() => null);
    if (!this.active || this.#solved || this.#tree.node !== node) return;
    const reason = report?.warning ? named(seen(report.warning)) : `Costs ${percent(loss)} expected score.`;
    this.#again(`${named(node.text)}: ${reason} Try another move.`, node);
  }

  /** What was wrong with the move in the game; told when a better one has been found. */
  get #why() {
    const { text, why } = this.#now;
    return why ? `${named(text)}: ${named(seen(why))}` : "";
  }

  /** @param {string} text @param {Node|null} node */
  async #again(text, node = null) {
    this.busy = true;
    await this.#tree.go(this.#nodes[this.#now.number]);
    if (node && !this.#known.has(node) && !node.children.length) await this.#tree.remove(node);
    this.busy = false;
    this.#say(text, "wrong");
  }

  /** @param {string} text */
  #solve(text) {
    this.#solved = true;
    this.#say(text, "right");
  }

  async #show() {
    this.#solved = true;
    this.busy = true;
    await this.#tree.go(this.#nodes[this.#now.number]);
    await this.#tree.move(this.#now.best.path);
    this.busy = false;
    this.#say(`Best was ${named(this.#now.line.slice(0, 8).join(" "))}. ${this.#why}`);
  }

  /** @param {string} text @param {string} kind */
  #say(text, kind = "") {
    const last = this.#at + 1 >= this.#tasks.length;
    /** @param {string} label @param {() => unknown} action @param {boolean} primary */
    const button = (label, action, primary = false) =>
      h("button", { type: "button", class: `button small ${primary ? "primary" : ""}`, onclick: action }, label);
    put(
      this.element,
      h(
        "div",
        { class: "learn-head" },
        h("strong", {}, `Mistake ${this.#at + 1} of ${this.#tasks.length}`),
        h(
          "button",
          {
            type: "button",
            class: "icon-button small",
            "aria-label": "End learning",
            title: "End",
            onclick: () => this.end(),
          },
          icon("close"),
        ),
      ),
      h("p", { class: `learn-text ${kind}` }, kind ? icon(kind === "right" ? "check" : "warn") : null, text),
      h(
        "div",
        { class: "row" },
        this.#solved
          ? last
            ? button("Done", () => this.end(), true)
            : button("Next", () => this.#task(this.#at + 1), true)
          : [
              button("Show the solution", () => this.#show()),
              last ? null : button("Skip", () => this.#task(this.#at + 1)),
            ],
      ),
    );
    announce(text);
  }
}
