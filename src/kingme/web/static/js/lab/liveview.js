/** Live: a search at full speed, its tree drawn as it grows, and afterwards any moment of it again. */

import { api, reason } from "../api.js";
import { h, mark, say, uid } from "../dom.js";
import { icon } from "../icons.js";
import { AnalysisStream } from "../analysis/stream.js";
import { toast } from "../toast.js";
import { number, percent, scoreFor, sentence, short, sideName } from "../words.js";
import { RootHistory } from "./history.js";
import { NodeTable } from "./nodetable.js";
import { RootCharts } from "./rootcharts.js";
import { StreamTape } from "./streamtape.js";
import { TreeCanvas } from "./treecanvas.js";
import { TreeLook } from "./treelook.js";
import { TreeTools } from "./treetools.js";
import { Workbench } from "./workbench.js";

/** @type {[text: string, limit: Limit|null][]} */
const BUDGETS = [
  ["1 s", { time: 1 }],
  ["5 s", { time: 5 }],
  ["20 s", { time: 20 }],
  ["1,000 simulations", { iterations: 1000 }],
  ["100,000 simulations", { iterations: 100_000 }],
  ["until stopped", null],
];

/** @param {[number, number]} interval */
const rangeText = ([low, high]) => `${Math.round(100 * low)}–${Math.round(100 * high)}`;

export class LiveView {
  kind = "stream";
  /** @type {AnalysisStream|null} */
  #stream = null;
  #follows = true;
  #left = false;
  #budget;
  #start;
  #slider;
  #counter = h("output", { class: "counter" });

  /** @param {StreamTape} tape @param {{onchange?: () => unknown}} options */
  constructor(tape, { onchange = () => null } = {}) {
    this.tape = tape;
    this.onchange = onchange;
    this.look = new TreeLook(tape.model);
    this.tree = new TreeCanvas({ look: this.look });
    this.tools = new TreeTools(this.tree, this.look);
    this.bench = new Workbench({ tree: this.tree, tools: this.tools });
    this.tree.element.append(TreeTools.legend());
    this.charts = new RootCharts("seconds");
    this.history = new RootHistory("seconds");
    this.element = this.bench.element;
    const id = uid("budget");
    this.#budget = h(
      "select",
      { id },
      BUDGETS.map(([text], index) => h("option", { value: index }, text)),
    );
    this.#budget.value = "1";
    this.#start = h("button", {
      type: "button",
      class: "button primary live-start",
      onclick: () => (this.#running ? this.#stream?.stop(0) : this.start()),
    });
    this.#slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Moment of the search",
      oninput: () => void this.seek(Number(this.#slider.value)),
    });
    this.bench.controls(
      h(
        "div",
        { class: "run-row" },
        h("label", { class: "label", for: id }, "Budget"),
        this.#budget,
        this.#start,
        this.#counter,
      ),
      h("div", { class: "seek-row" }, this.#slider),
    );
    this.table = new NodeTable();
    this.bench.below(this.charts.element, this.table.element);
    this.tree.on("select", (detail) => this.#inspect(detail));
    this.tree.show(tape.model);
    this.bench.position(tape.fen, { animate: false });
    this.#state();
    if (tape.length) this.#rewind();
    else
      this.bench.panel(
        h("h2", {}, "Ready"),
        h(
          "p",
          {},
          "Start the search and watch the tree grow: the area of a node is its share of the visits, " +
            `its colour and sign its expected score for ${sideName("black")}.`,
        ),
      );
  }

  get #running() {
    return this.#stream?.running(0) ?? false;
  }

  get keys() {
    return {
      ArrowRight: () => this.seek(Number(this.#slider.value) + 1),
      ArrowLeft: () => this.seek(Number(this.#slider.value) - 1),
    };
  }

  leave() {
    this.#left = true;
    this.#stream?.close();
    this.charts.destroy();
    this.bench.destroy();
  }

  start() {
    this.#stream ??= this.#connect();
    this.tape.shots = [];
    this.tape.model.clear();
    this.history.clear();
    this.tree.show(this.tape.model);
    this.#follows = true;
    this.#stream.start(0, {
      position: this.tape.position,
      player: this.tape.spec,
      limit: BUDGETS[Number(this.#budget.value)][1],
      tree: true,
    });
    this.#state();
  }

  #connect() {
    const stream = new AnalysisStream();
    stream.on("info", ({ info }) => this.#take(info));
    stream.on("done", ({ info }) => {
      this.#take(info);
      this.#state();
    });
    stream.on("queued", () => say(this.#counter, "queued …"));
    stream.on("error", ({ message }) => {
      toast(sentence(message), "error");
      this.#state();
    });
    return stream;
  }

  #state() {
    if (this.#left) return;
    const on = this.#running;
    this.#start.replaceChildren(icon(on ? "stop" : "play"), on ? "Stop" : this.tape.length ? "Again" : "Start");
    this.#budget.disabled = on;
    mark(this.element, "aria-busy", on ? "true" : null);
    this.onchange();
  }

  /** @param {Info} info */
  #take(info) {
    if (this.#left) return;
    const { moves } = this.tape.add(info);
    this.history.add(info.time, moves, { force: info.final });
    this.#slider.max = String(this.tape.length - 1);
    if (this.#follows) this.#show(this.tape.length - 1);
    this.charts.set(this.history);
  }

  /** @param {number} index */
  seek(index) {
    const target = Math.max(0, Math.min(index, this.tape.length - 1));
    if (!this.tape.length) return;
    this.#follows = target === this.tape.length - 1;
    this.#show(target);
  }

  /** A tape that was loaded: its history, and its end. */
  #rewind() {
    for (const { figures, moves } of this.tape.shots) this.history.add(figures.time, moves, { force: true });
    this.#slider.max = String(this.tape.length - 1);
    this.#show(this.tape.length - 1);
    this.charts.set(this.history);
  }

  /** @param {number} index */
  #show(index) {
    const { figures, moves } = this.tape.show(index);
    this.#slider.value = String(index);
    say(this.#counter, `${number.format(figures.iterations)} simulations, ${figures.time.toFixed(1)} s`);
    this.tools.update(this.tape.model);
    this.tree.update();
    this.table.update(this.tape.model);
    this.#panel(figures, moves);
  }

  /** @param {Figures} figures @param {Record<string, RootMove>} moves */
  #panel(figures, moves) {
    const best = Object.entries(moves).sort(([, a], [, b]) => b.visits - a.visits);
    /** @type {[name: string, text: string, value: number][]} */
    const facts = [
      ["Simulations", number.format(figures.iterations), figures.iterations],
      ["Per second", short(figures.rate), figures.rate],
      ["Mean depth", figures.depth.toFixed(1), figures.depth],
      ["Deepest", String(figures.max_depth), figures.max_depth],
      ["Nodes", number.format(figures.nodes), figures.nodes],
      ["Memory", `${(figures.memory / 1e6).toFixed(1)} MB`, figures.memory],
    ];
    this.bench.caption(`${sideName(this.tape.turn)} searches`);
    const turned = this.tape.turn === "white"; // searches tell values for the side to move, analysis for the first one
    /** @param {number|null|undefined} value */
    const worth = (value) => (value === null || value === undefined ? null : turned ? 1 - value : value);
    /** @param {number|null|undefined} value */
    const shown = (value) => (value === null || value === undefined ? "–" : percent(value));
    this.bench.panel(
      h(
        "h2",
        {},
        figures.move
          ? `${figures.move}${figures.value === null ? "" : `. ${scoreFor("black")}: ${shown(worth(figures.value))}`}`
          : "Thinking",
      ),
      h(
        "dl",
        { class: "facts" },
        facts.map(([name, text, value]) => [
          h("dt", {}, name),
          h("dd", { "data-fact": name, "data-value": value }, text),
        ]),
      ),
      figures.pv?.length ? h("p", { class: "code" }, figures.pv.join(" ")) : null,
      h(
        "div",
        { class: "scroller" },
        h(
          "table",
          { class: "plain" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Move", "Visits", `For ${sideName("black")}`, "95 %"].map((text) => h("th", { scope: "col" }, text)),
            ),
          ),
          h(
            "tbody",
            {},
            best.map(([text, { visits, value, interval }]) =>
              h(
                "tr",
                { "data-move": text },
                h("th", { scope: "row" }, text),
                h("td", { "data-value": visits }, number.format(visits)),
                h("td", { "data-value": worth(value) }, shown(worth(value))),
                h("td", {}, interval ? rangeText(turned ? [1 - interval[1], 1 - interval[0]] : interval) : "–"),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /** A node that was clicked: its position comes from the server, as the page knows no rules. @param {TreeNode} node */
  async #inspect(node) {
    const { model, position } = this.tape;
    const line = model.line(node);
    this.#follows = this.#follows && this.#running;
    this.bench.caption(line.length ? `After ${line.join(" ")} · ${this.look.note(node)}` : "The root");
    try {
      const { steps } = line.length ? await api.post("/api/profiler/line", { position, line }) : { steps: [] };
      if (!this.#left) this.bench.position(steps.at(-1)?.fen ?? this.tape.fen, { move: steps.at(-1)?.move });
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }

  data() {
    return this.tape.data();
  }

  /** @param {StreamData} data @param {{onchange?: () => unknown}} options */
  static from(data, options) {
    return new LiveView(StreamTape.from(data), options);
  }
}
