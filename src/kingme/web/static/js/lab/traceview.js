/** Minimax in the order of the search: alpha, beta and value at each node, and where moves were cut off. */

import { h, say } from "../dom.js";
import { icon } from "../icons.js";
import { motionAllowed } from "../settings.js";
import { toast } from "../toast.js";
import { number, plural, sideName } from "../words.js";
import { alphaBeta, TraceLook } from "./tracelook.js";
import { TraceModel } from "./tracemodel.js";
import { TreeCanvas } from "./treecanvas.js";
import { TreeTools } from "./treetools.js";
import { Workbench } from "./workbench.js";

const PACE = 650;

export class TraceView {
  kind = "trace";
  #playing = 0;
  #slider;
  #play;
  #counter = h("output", { class: "counter" });

  /** @param {Trace} trace @param {{onchange?: () => unknown}} options */
  constructor(trace, { onchange = () => null } = {}) {
    this.trace = trace;
    this.model = new TraceModel(trace.events);
    this.look = new TraceLook(this.model);
    this.tree = new TreeCanvas({
      look: this.look,
      label: "Tree of the minimax search",
      row: 112,
      gap: 30,
      size: () => 17,
      most: 2000,
    });
    this.tools = new TreeTools(this.tree, this.look, { filter: false });
    this.bench = new Workbench({ tree: this.tree, tools: this.tools });
    this.element = this.bench.element;
    /** @param {IconName} name @param {string} label @param {() => unknown} action */
    const small = (name, label, action) =>
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: action },
        icon(name),
      );
    this.#play = h("button", {
      type: "button",
      class: "button",
      onclick: () => (this.#playing ? this.pause() : this.play()),
    });
    this.#slider = h("input", {
      type: "range",
      min: 0,
      max: this.model.length,
      value: 0,
      "aria-label": "Moment of the search",
      oninput: () => void this.seek(Number(this.#slider.value)),
    });
    this.bench.controls(
      h(
        "div",
        { class: "run-row" },
        this.#play,
        h("button", { type: "button", class: "button", onclick: () => this.toCutoff() }, "Next cutoff"),
        this.#counter,
      ),
      h(
        "div",
        { class: "seek-row" },
        small("first", "To the start", () => this.seek(1)),
        small("back", "One step back", () => this.move(-1)),
        small("forward", "One step on", () => this.move(1)),
        small("last", "To the end", () => this.seek(this.model.length)),
        this.#slider,
      ),
    );
    this.tree.on("select", (detail) => this.#describe(detail, null));
    this.#buttons();
    this.seek(1);
    this.tree.show(this.model);
    onchange();
  }

  get keys() {
    return {
      ArrowRight: () => this.move(1),
      ArrowLeft: () => this.move(-1),
      Home: () => this.seek(1),
      End: () => this.seek(this.model.length),
    };
  }

  leave() {
    clearInterval(this.#playing);
    this.bench.destroy();
  }

  play() {
    if (this.model.at >= this.model.length) this.seek(1);
    this.#playing = setInterval(
      () => (this.model.at < this.model.length ? this.#go(this.model.at + 1) : this.pause()),
      motionAllowed() ? PACE : 2 * PACE,
    );
    this.#buttons();
  }

  pause() {
    clearInterval(this.#playing);
    this.#playing = 0;
    this.#buttons();
  }

  #buttons() {
    this.#play.replaceChildren(icon(this.#playing ? "pause" : "play"), this.#playing ? "Pause" : "Play");
  }

  /** @param {number} by */
  move(by) {
    this.seek(this.model.at + by);
  }

  /** @param {number} moment */
  seek(moment) {
    this.pause();
    this.#go(Math.max(1, Math.min(moment, this.model.length)));
  }

  toCutoff() {
    const next = this.model.nextCutoff();
    if (next === null)
      toast(this.trace.pruning ? "There is no further cutoff." : "Without pruning there are no cutoffs.");
    else this.seek(next);
  }

  /** @param {number} moment */
  #go(moment) {
    this.model.go(moment);
    const { kind, id } = this.model.moments[moment - 1];
    this.#slider.value = String(moment);
    say(this.#counter, `step ${number.format(moment)} of ${number.format(this.model.length)}`);
    this.tools.update(this.model);
    this.tree.mark(new Map(this.model.way(id).map((node) => [node.id, "select"])));
    this.tree.select(id, { tell: false });
    this.tree.update();
    const node = this.model.node(id);
    if (node) this.#describe(node, kind);
  }

  /** @param {TraceNode} node @param {"enter"|"leave"|null} kind */
  #describe(node, kind) {
    const { event } = node;
    const way = this.model.way(node.id);
    this.bench.position(event.fen, { move: event.move });
    this.bench.caption(
      way.length > 1
        ? `After ${way
            .slice(1)
            .map(({ move }) => move)
            .join(" ")}`
        : `${sideName(this.trace.turn)} searches, and is MAX`,
    );
    const rows = way.map((item) => {
      const { node: type, texts } = item.event;
      return h(
        "tr",
        { class: item === node ? "chosen" : null, "data-node": item.id },
        h("th", { scope: "row" }, `${type} ${item.move ?? "root"}`),
        h("td", { "data-part": "alpha" }, texts[1] ?? "−∞"),
        h("td", { "data-part": "beta" }, texts[2] ?? "+∞"),
        h("td", { "data-part": "best" }, item.best === null ? "–" : item.bestText),
        h("td", { "data-part": "value" }, item.done ? texts[0] : "–"),
      );
    });
    this.bench.panel(
      h(
        "h2",
        {},
        kind === "leave"
          ? `Leave ${event.node} ${node.move ?? "root"}`
          : `${kind ? "Enter " : ""}${event.node} ${node.move ?? "root"}`,
      ),
      h("p", { class: "frame-text" }, words(node, kind)),
      h(
        "div",
        { class: "scroller" },
        h(
          "table",
          { class: "plain score-table" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Way down", "Alpha", "Beta", "Best so far", "Value"].map((text) => h("th", { scope: "col" }, text)),
            ),
          ),
          h("tbody", {}, rows),
        ),
      ),
      this.#summary(),
    );
  }

  /** The search as a whole. */
  #summary() {
    const { trace } = this;
    const best = trace.move?.text ?? "nothing";
    const missing = trace.complete
      ? ""
      : ` Only the first ${number.format(trace.events.length)} positions are shown: choose a smaller depth to see all.`;
    return h(
      "p",
      { class: "note" },
      `Depth ${trace.depth}: ${plural(trace.nodes, "position")}, ${number.format(trace.evaluated)} evaluated, ` +
        `${plural(trace.cutoffs, "cutoff")}. It plays ${best}, score ${trace.score_text}.${missing}`,
    );
  }

  data() {
    return this.trace;
  }

  /** @param {Trace} data @param {{onchange?: () => unknown}} options */
  static from(data, options) {
    return new TraceView(data, options);
  }
}

/** What happens at this moment. @param {TraceNode} node @param {"enter"|"leave"|null} kind */
function words(node, kind) {
  const { event } = node;
  const side = event.node === "MAX" ? "MAX picks the highest value" : "MIN picks the lowest value";
  if (!node.done || kind === "enter") {
    if (event.kind === "leaf") return "The horizon: the evaluation says what this position is worth.";
    if (event.kind === "game over") return "The game is over here.";
    if (event.kind === "draw") return "The game is drawn here.";
    return `${side}. What is known from elsewhere: ${alphaBeta(event.texts)}.`;
  }
  if (event.kind === "cutoff") {
    const bound =
      event.node === "MAX"
        ? `reaches beta (${event.texts[2]}): MIN has something better elsewhere`
        : `comes down to alpha (${event.texts[1]}): MAX has something better elsewhere`;
    const few = event.skipped === 1 ? "one move of this node needs" : `${event.skipped} moves of this node need`;
    const rest = event.skipped ? `so ${few} no search` : "and it was the last move anyway";
    return `Cutoff. The value ${event.texts[0]} ${bound}, ${rest}.`;
  }
  if (event.kind === "stopped") return "The search was stopped before this position was finished.";
  return `Its value is ${event.texts[0]}.`;
}
