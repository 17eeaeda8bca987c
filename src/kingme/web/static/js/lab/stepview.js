/** Step by step: simulations of a tree search, one, ten or a hundred at a time, with all that happens in them. */

import { reason } from "../api.js";
import { h, mark, put } from "../dom.js";
import { motionAllowed } from "../settings.js";
import { toast } from "../toast.js";
import { sentence, sideName } from "../words.js";
import { framesOf, marksOf, PHASES } from "./frames.js";
import { RootHistory } from "./history.js";
import { NodeTable } from "./nodetable.js";
import { RootCharts } from "./rootcharts.js";
import { StepControls } from "./stepcontrols.js";
import { StepTape } from "./steptape.js";
import { account, introduction, nodeFacts } from "./stepwords.js";
import { TreeCanvas } from "./treecanvas.js";
import { TreeLook } from "./treelook.js";
import { TreeTools } from "./treetools.js";
import { Workbench } from "./workbench.js";

/** @typedef {Record<SimulationFrame["phase"]|"ply", number>} Pace */

const PACE = {
  slow: { select: 1100, expand: 1000, simulate: 500, backup: 1300, ply: 130 },
  quick: { select: 90, expand: 90, simulate: 60, backup: 120, ply: 0 },
};

export class StepView {
  kind = "steps";
  #cursor = 0; // steps that the tree shows
  /** @type {SimulationFrame[]} */
  #frames = [];
  #frame = -1;
  #running = 0; // number of the run that is going on; others give up
  #left = false;
  #chips = h("div", { class: "phase-chips", role: "group", "aria-label": "Phases of this simulation" });
  #controls;

  /** @param {StepTape} tape @param {{onchange?: () => unknown}} options */
  constructor(tape, { onchange = () => null } = {}) {
    this.tape = tape;
    this.onchange = onchange;
    this.look = new TreeLook(tape.model);
    this.tree = new TreeCanvas({ look: this.look });
    this.tools = new TreeTools(this.tree, this.look);
    this.bench = new Workbench({ tree: this.tree, tools: this.tools });
    this.tree.element.append(TreeTools.legend());
    this.charts = new RootCharts("simulations");
    this.history = new RootHistory("simulations");
    this.element = this.bench.element;
    this.#controls = new StepControls({
      run: (count) => this.run(count),
      stop: () => this.stop(),
      move: (by) => this.move(by),
      seek: (length) => this.seek(length),
    });
    this.bench.controls(this.#controls.elements);
    this.table = new NodeTable();
    this.bench.below(this.charts.element, this.table.element);
    this.tree.on("select", (detail) => this.#inspect(detail));
    this.tree.show(tape.model);
    this.#rest();
  }

  /** How many simulations the tree shows. */
  get at() {
    return this.#cursor;
  }

  get keys() {
    return {
      ArrowRight: () => this.move(1),
      ArrowLeft: () => this.move(-1),
      Home: () => this.seek(0),
      End: () => this.seek(this.tape.length),
    };
  }

  leave() {
    this.#left = true;
    this.#running++;
    this.charts.destroy();
    this.bench.destroy();
  }

  stop() {
    this.#running++;
    this.#busy(false);
    this.#catchUp();
  }

  // --- running ------------------------------------------------------------------------------------------------------

  /** Make simulations and show them: one slowly, ten quickly, a hundred as the tree grows. @param {number} count */
  async run(count) {
    const mine = ++this.#running;
    this.#catchUp();
    this.#busy(true);
    try {
      const goal = this.#cursor + count;
      await this.tape.reach(goal);
      while (mine === this.#running && this.#cursor < Math.min(goal, this.tape.length)) {
        if (count > 10) await this.#grow(mine, goal);
        else await this.#perform(mine, count === 1 ? PACE.slow : PACE.quick);
      }
      if (mine === this.#running && count > 10) await this.#open(this.#cursor - 1, Infinity);
      if (this.tape.proved && this.#cursor === this.tape.length)
        toast("The search has proved the result: nothing is left to simulate.");
    } catch (error) {
      if (!this.#left) toast(sentence(reason(error)), "error");
    } finally {
      if (mine === this.#running) this.#busy(false);
    }
  }

  /** @param {boolean} on */
  #busy(on) {
    if (this.#left) return;
    this.#controls.busy(on);
    mark(this.element, "aria-busy", on ? "true" : null);
  }

  /** Many simulations: the tree grows, a few in every frame. @param {number} mine @param {number} goal */
  #grow(mine, goal) {
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const tick = () => {
          if (mine !== this.#running || this.#left) return resolve();
          const batch = motionAllowed() ? 2 : 100;
          for (let i = 0; i < batch && this.#cursor < Math.min(goal, this.tape.length); i++) this.#apply();
          this.tree.mark(new Map(this.tape.steps[this.#cursor - 1].path.map((id) => [id, "select"])));
          this.#show();
          if (this.#cursor < Math.min(goal, this.tape.length)) requestAnimationFrame(tick);
          else resolve();
        };
        requestAnimationFrame(tick);
      })
    );
  }

  /** One simulation, phase by phase. @param {number} mine @param {Pace} pace */
  async #perform(mine, pace) {
    const still = !motionAllowed();
    await this.#open(this.#cursor, still ? Infinity : 0);
    while (!still && mine === this.#running && this.#frame < this.#frames.length - 1) {
      await this.#wait(this.#frames[this.#frame], pace, mine);
      if (mine !== this.#running) return;
      this.#showFrame(this.#frame + 1);
    }
    if (!still && mine === this.#running) await pause(pace.backup / 2);
  }

  /**
   * Let a frame be seen; a playout is played on the board meanwhile.
   * @param {SimulationFrame} frame
   * @param {Pace} pace
   * @param {number} mine
   */
  async #wait(frame, pace, mine) {
    if (frame.phase === "simulate" && pace.ply) {
      const playout = frame.playout ?? [];
      const step = Math.min(pace.ply, 4000 / Math.max(playout.length, 1));
      for (const { move, fen } of playout) {
        if (mine !== this.#running) return;
        this.bench.position(fen, { move, animate: step > 100 });
        await pause(step);
      }
    }
    await pause(pace[frame.phase]);
  }

  // --- where one stands ---------------------------------------------------------------------------------------------

  /** Go to the end of a step; 0 is before the first. @param {number} length */
  async seek(length) {
    const mine = ++this.#running;
    this.#busy(false);
    const target = Math.max(0, Math.min(length, this.tape.length));
    this.#rebuild(target);
    try {
      if (target) await this.#open(target - 1, Infinity, mine);
      else this.#rest();
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }

  /** One phase on or back, over the edges of simulations too. @param {number} by */
  async move(by) {
    const mine = ++this.#running;
    this.#busy(false);
    const next = this.#frame + by;
    try {
      if (this.#frames.length && next >= 0 && next < this.#frames.length) this.#showFrame(next);
      else if (by > 0) {
        this.#catchUp();
        await this.tape.reach(this.#cursor + 1);
        if (this.#cursor < this.tape.length) await this.#open(this.#cursor, 0, mine);
      } else if (this.#frames.length && this.#index > 0) await this.#open(this.#index - 1, Infinity, mine);
      else this.seek(0);
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }

  #index = -1; // the step whose frames are shown

  /**
   * Show the frames of a step, beginning with one of them.
   * @param {number} index
   * @param {number} at
   * @param {number} mine
   */
  async #open(index, at, mine = this.#running) {
    const step = await this.tape.detail(index);
    if (mine !== this.#running || this.#left) return;
    this.#index = index;
    if (this.#cursor !== index) this.#rebuild(index);
    this.#frames = framesOf(step, this.tape.model, this.tape.head);
    this.#frame = -1;
    this.#showFrame(Math.min(at, this.#frames.length - 1));
  }

  /** @param {number} at */
  #showFrame(at) {
    const frame = this.#frames[at];
    const done = ["select", "expand", "simulate", "backup"].indexOf(frame.phase);
    const wanted = this.#index + (done === 3 ? 1 : 0);
    if (this.#cursor > wanted) this.#rebuild(wanted);
    if (done >= 1 && done < 3) this.tape.model.apply({ ...frame.step, counts: [] });
    if (this.#cursor < wanted) this.#apply();
    this.#frame = at;
    this.tree.mark(marksOf(frame));
    this.tree.select(frame.phase === "backup" ? 0 : frame.node, { tell: false });
    this.#show();
    this.#describe(frame);
  }

  /** Everything of the simulation that is being shown has happened. */
  #catchUp() {
    if (this.#frames.length && this.#cursor === this.#index) {
      this.#apply();
      this.#show();
    }
    this.#frames = [];
    this.#frame = -1;
  }

  #apply() {
    this.tape.model.apply(this.tape.steps[this.#cursor++]);
    this.history.add(this.tape.simulations(this.#cursor), RootHistory.of(this.tape.model));
  }

  /** @param {number} length */
  #rebuild(length) {
    this.history = RootHistory.ofSteps(this.tape, length);
    this.#cursor = length;
    this.tree.draw();
  }

  // --- what is shown ------------------------------------------------------------------------------------------------

  #show() {
    const { tape } = this;
    this.tools.update(tape.model);
    this.tree.update();
    this.table.update(tape.model);
    this.charts.set(this.history);
    this.#controls.show(this.#cursor, tape.length, tape.simulations(this.#cursor));
    this.onchange();
  }

  /** Before anything has happened. */
  #rest() {
    this.#frames = [];
    this.#frame = this.#index = -1;
    this.tree.mark(new Map());
    this.bench.position(this.tape.head.fen, { animate: false });
    this.bench.caption(`${sideName(this.tape.head.turn)} searches`);
    this.bench.panel(...introduction());
    this.#show();
  }

  /** @param {SimulationFrame} frame */
  #describe(frame) {
    const { bench, tape } = this;
    const { model, head } = tape;
    put(
      this.#chips,
      PHASES.map(([name, title]) =>
        h(
          "button",
          {
            type: "button",
            class: "phase-chip",
            "aria-pressed": String(name === frame.phase),
            onclick: () => this.#jump(name),
          },
          title,
        ),
      ),
    );
    const chosen = frame.next !== undefined ? model.node(frame.next) : null;
    bench.position(frame.fen, { move: frame.move ?? null, arrow: chosen?.path ?? null });
    const node = model.node(frame.node);
    const line = node ? model.line(node) : [];
    bench.caption(`${sideName(head.turn)} searches${line.length ? ` · after ${line.join(" ")}` : ""}`);
    bench.panel(...account(frame, model, head, this.#chips));
  }

  /** @param {string} phase */
  #jump(phase) {
    const at = this.#frames.findIndex((frame) => frame.phase === phase);
    if (at >= 0) {
      this.#running++;
      this.#busy(false);
      this.#showFrame(at);
    }
  }

  /** A node that was clicked. @param {TreeNode} node */
  #inspect(node) {
    this.tree.mark(new Map());
    const { model, head } = this.tape;
    this.bench.position(node.fen ?? model.fen);
    this.bench.caption(node.depth ? `After ${model.line(node).join(" ")}` : "The root");
    this.bench.panel(
      h("h2", {}, node.move ?? "The root"),
      node.depth
        ? h("p", { class: "note" }, `Q and N are for ${this.look.mover(node, head.turn)}, who moved here.`)
        : null,
      nodeFacts(node, model.score(node)),
      node.children.length
        ? h(
            "button",
            { type: "button", class: "button small", onclick: () => this.tree.toggle(node.id) },
            "Fold or unfold what is below",
          )
        : null,
    );
  }

  /** What a file holds. */
  data() {
    return this.tape.data();
  }

  /** @param {StepsData} data @param {{onchange?: () => unknown}} options */
  static from(data, options) {
    return new StepView(StepTape.from(data), options);
  }
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
