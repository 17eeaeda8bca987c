/** "Review my game": progress, the evaluation of the whole game, what each side did wrong, and learning from it. */

import { h, mark, put, say } from "../dom.js";
import { icon } from "../icons.js";
import { Emitter } from "../emitter.js";
import { named, plural, seen, sentence, sideName } from "../words.js";
import { EvalGraph } from "./evalgraph.js";
import { Learn } from "./learn.js";
import { ReviewJob } from "./reviewjob.js";

/** @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
/** @type {Record<string, "inaccuracies"|"mistakes"|"blunders">} */
const PLURALS = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };
const DEPTHS = [
  ["quick", "Quick (a few seconds)"],
  ["normal", "Normal (half a minute)"],
  ["deep", "Deep (a few minutes)"],
];

/** @type {Color[]} */
const COLORS = ["black", "white"];

/** @extends {Emitter<{learn: null, learned: null, verdicts: Map<import("./gamenode.js").Node, Verdict>}>} */
export class ReviewPanel extends Emitter {
  #tree;
  #job = new ReviewJob();
  /** @type {import("./gamenode.js").Node[]} */
  #nodes = []; // of the main line that was reviewed, the start first
  #start;
  #stop;
  #depth = h(
    "select",
    { "aria-label": "Review depth" },
    DEPTHS.map(([value, text]) => h("option", { value }, text)),
  );
  #progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Review" });
  #status = h("p", { class: "review-status", role: "status" });
  #sides = h("div", { class: "review-sides" });
  #list = h("ol", { class: "review-list", "aria-label": "Mistakes" });
  #learn;
  /** What tells the better moves. */
  #answers = h("div", { class: "review-answers" });

  /** @param {import("./gametree.js").GameTree} tree @param {import("./stream.js").AnalysisStream} stream */
  constructor(tree, stream) {
    super();
    this.#tree = tree;
    this.#start = h(
      "button",
      { type: "button", class: "button primary", onclick: () => this.begin() },
      icon("search"),
      "Review the game",
    );
    this.#stop = h(
      "button",
      { type: "button", class: "button", hidden: true, onclick: () => this.#job.stop() },
      icon("stop"),
      "Stop",
    );
    this.#depth.value = "normal";
    this.graph = new EvalGraph((plies) => this.#nodes[plies] && this.#tree.go(this.#nodes[plies]));
    this.#learn = new Learn(tree, stream);
    this.#learn.on("begin", () => this.#hide(true));
    this.#learn.on("end", () => this.#hide(false));
    this.element = h(
      "div",
      { class: "review-panel" },
      h("div", { class: "row" }, this.#start, this.#stop, this.#depth),
      this.#progress,
      this.#status,
      this.#answers,
    );
    put(this.#answers, this.graph.element, this.#sides, this.#list);
    this.learn = this.#learn.element; // stands beside the board, where it is seen
    this.#job.on("report", () => this.#draw());
    tree.on("state", () => this.#follow());
    this.reset();
  }

  /** While somebody looks for better moves, nothing here tells them. @param {boolean} on */
  #hide(on) {
    this.#answers.hidden = on;
    this.#start.disabled = on;
    this.tell("verdicts", on ? new Map() : this.#verdicts(this.#job.report));
    this.tell(on ? "learn" : "learned", null);
  }

  get learning() {
    return this.#learn.active;
  }

  /** Another game is on the board. */
  reset() {
    this.#learn.end();
    this.#job.forget();
    this.#nodes = [];
    this.#draw();
  }

  destroy() {
    this.#learn.end();
    this.#job.forget();
    this.graph.destroy();
  }

  begin() {
    const line = this.#tree.mainLine();
    if (!line.length) {
      say(this.#status, "There is nothing to review yet: open a game, or play some moves on the board.");
      return;
    }
    this.#nodes = [this.#tree.root, ...line];
    say(this.#status, "The engine starts at the end of the game …");
    const depth = /** @type {"quick"|"normal"|"deep"} */ (this.#depth.value);
    this.#job.start(this.#tree.place(line.at(-1)), depth);
  }

  #follow() {
    const at = this.#nodes.indexOf(this.#tree.node);
    this.graph.mark(at < 0 ? null : at);
    for (const item of this.#list.children)
      mark(item, "aria-current", Number(item.getAttribute("data-ply")) === at ? "true" : null);
  }

  #draw() {
    const { report, error } = this.#job;
    const running = this.#job.running;
    this.#stop.hidden = !running;
    this.#start.hidden = running;
    put(
      this.#start,
      icon("search"),
      report && report.done < report.total ? "Resume" : report ? "Review again" : "Review the game",
    );
    this.#progress.hidden = !running;
    if (report) {
      this.#progress.max = report.total;
      this.#progress.value = report.done;
    }
    if (error) say(this.#status, sentence(error));
    else if (!report) say(this.#status, "The engine judges every move by how much expected score it cost.");
    else if (running) say(this.#status, `${report.done} of ${report.total} positions`);
    else if (report.state === "cancelled")
      say(this.#status, `Stopped after ${report.done} of ${report.total} positions. The results so far are kept.`);
    else say(this.#status, summary(report));
    this.graph.element.hidden = !report;
    this.graph.set(report);
    put(
      this.#sides,
      report
        ? COLORS.map((color) =>
            side(color, report[color], () => this.#learn.begin(color, this.#mistakes(color), this.#nodes), running),
          )
        : [],
    );
    const listed = report ? report.plies.filter((ply) => ply.judgement || ply.shot) : [];
    put(
      this.#list,
      listed.map((ply) => this.#item(ply)),
    );
    this.#follow();
    if (!this.learning) this.tell("verdicts", this.#verdicts(report));
  }

  /** @param {Color} color */
  #mistakes(color) {
    return (this.#job.report?.plies ?? []).filter(
      (ply) => ply.color === color && (ply.judgement === "mistake" || ply.judgement === "blunder" || ply.shot),
    );
  }

  /** @param {Wire.ReviewReport|null} report */
  #verdicts(report) {
    /** @type {Map<import("./gamenode.js").Node, Verdict>} */
    const verdicts = new Map();
    for (const ply of report?.plies ?? []) {
      if (ply.judgement && this.#nodes[ply.number + 1])
        verdicts.set(this.#nodes[ply.number + 1], {
          sign: SIGNS[ply.judgement],
          kind: ply.judgement,
          words: words(ply),
        });
    }
    return verdicts;
  }

  /** @param {Wire.JudgedPly} ply */
  #item(ply) {
    const { number, black } = this.#tree.numberOf(ply.number);
    const show = () => this.#tree.go(this.#nodes[ply.number + 1]);
    const better = () => {
      const before = this.#nodes[ply.number];
      this.#tree.go(before).then(() => this.#tree.move(ply.best.path));
    };
    return h(
      "li",
      { class: "review-item", "data-ply": ply.number + 1, "data-kind": ply.judgement },
      h(
        "button",
        { type: "button", class: "review-move", onclick: show },
        h("span", { class: `verdict-sign ${ply.judgement}` }, SIGNS[ply.judgement] ?? ""),
        ` ${number}${black ? "." : "…"} ${named(ply.text)}`,
      ),
      h("span", { class: "review-words" }, named(seen(ply.why))),
      h(
        "button",
        { type: "button", class: "review-better", title: `Best line: ${named(ply.line.join(" "))}`, onclick: better },
        `better: ${named(ply.best.text)}`,
      ),
    );
  }
}

/** @param {Wire.JudgedPly} ply */
function words(ply) {
  return `${ply.judgement}: ${named(seen(ply.why))}`;
}

/** @param {Wire.ReviewReport} report */
function summary({ black, white }) {
  const found = ["blunder", "mistake", "inaccuracy"].map((name) => {
    const count = black[keyOf(name)] + white[keyOf(name)];
    return count ? `${count} ${count === 1 ? name : PLURALS[name]}` : "";
  });
  const shots = black.shots + white.shots;
  const all = [...found, shots ? plural(shots, "missed shot") : ""].filter(Boolean);
  return all.length ? `Found: ${all.join(", ")}.` : "No mistake was found.";
}

/** @param {string} name */
const keyOf = (name) => PLURALS[name];

/** @param {Color} color @param {Wire.SideReport} report @param {() => void} learn @param {boolean} running */
function side(color, report, learn, running) {
  const wrong = report.mistakes + report.blunders + report.shots;
  return h(
    "div",
    { class: "review-side", "data-color": color },
    h("h3", {}, sideName(color)),
    h(
      "dl",
      { class: "figures" },
      [
        ["Accuracy", report.accuracy === null ? "–" : `${report.accuracy.toFixed(0)} %`],
        ["Inaccuracies ?!", report.inaccuracies],
        ["Mistakes ?", report.mistakes],
        ["Blunders ??", report.blunders],
        ["Missed shots", report.shots],
      ].map(([name, value]) => h("div", {}, h("dt", {}, String(name)), h("dd", {}, String(value)))),
    ),
    wrong && !running
      ? h(
          "button",
          { type: "button", class: "button small", onclick: learn },
          icon("learn"),
          "Learn from these mistakes",
        )
      : null,
  );
}
