/** The search profiler: a tree search step by step or live, minimax by its trace, and recordings of all three. */

import { WatchText } from "../lab/watchtext.js";
import { labHeading } from "../lab/heading.js";
import { api, reason } from "../api.js";
import { h, put } from "../dom.js";
import { copy, encodeFen } from "../files.js";
import { setGame } from "../games/current.js";
import { icon } from "../icons.js";
import { LiveView } from "../lab/liveview.js";
import { Recorder } from "../lab/recorder.js";
import { PlayerField, PositionField } from "../lab/setup.js";
import { needStyles } from "../analysis/style.js";
import { StepTape } from "../lab/steptape.js";
import { StepView } from "../lab/stepview.js";
import { StreamTape } from "../lab/streamtape.js";
import { TraceView } from "../lab/traceview.js";
import { algorithmOf } from "../levels.js";
import { gameOf } from "../position.js";
import { note } from "../router.js";
import { toast } from "../toast.js";
import { sentence } from "../words.js";
import { unreachable } from "./message.js";

/** @typedef {"steps"|"stream"|"trace"} Mode */

const MOST_LINKED = 2000; // simulations that a link makes at once
const TREES = ["mcts", "rave", "heuristic-rave", "hybrid"];
/** @type {[name: Mode, title: string][]} */
const MODES = [
  ["steps", "Step by step"],
  ["stream", "Live"],
  ["trace", "Minimax"],
];
/** @type {Record<Mode, string[]>} */
const SUGGESTED = {
  steps: ["mcts", "hard", "b-mcts", "b-rave"],
  stream: ["mcts", "b-mcts", "b-rave"],
  trace: ["minimax:depth=3", "minimax:depth=2", "minimax:depth=3,pruning=off", "minimax:depth=4"],
};

/** @param {Context} context @returns {Promise<View>} */
export async function profilerView({ query }) {
  try {
    const [config, positions] = await Promise.all([
      api.config(),
      PositionField.load(),
      needStyles("setup", "workbench", "simulation", "chart"),
    ]);
    return new Profiler(config, positions, query).view;
  } catch (error) {
    return unreachable(error);
  }
}

class Profiler {
  #config;
  #positions;
  #stage = h("div", { class: "profiler-stage" });
  #setup = h("div", { class: "profiler-setup" });
  #watch = new WatchText();
  #modes;
  /** @type {StepView|LiveView|TraceView|null} */
  #view = null;
  #recorder;
  #turn = 0;
  /** @type {PositionField|null} */
  place = null;

  /** @param {Wire.Config} config @param {Exhibit[]} positions @param {URLSearchParams} query */
  constructor(config, positions, query) {
    this.#config = config;
    this.#positions = positions;
    this.player = query.get("player") ?? "";
    const wanted =
      query.get("mode") ?? (this.player && algorithmOf(config, this.player) === "minimax" ? "trace" : "steps");
    /** @type {Mode} */
    this.mode = MODES.find(([name]) => name === wanted)?.[0] ?? "steps";
    this.at = Math.floor(Number(query.get("at"))) || 0; // the step that a link leads to
    this.position = { fen: query.get("fen") ?? positions[0].fen, moves: readMoves(query.get("moves")) };
    this.#modes = h(
      "div",
      { class: "segments mode-segments", role: "radiogroup", "aria-label": "What to look at" },
      MODES.map(([name, title]) => this.#segment(name, title)),
    );
    this.#recorder = new Recorder({ take: () => this.#take(), open: (recording) => this.#replay(recording) });
    const links = h(
      "div",
      { class: "row" },
      h("a", { class: "button small", href: "/lab/gallery" }, icon("list"), "Gallery"),
      h("a", { class: "button small", href: "/lab/compare" }, icon("people"), "Compare"),
      h(
        "button",
        { type: "button", class: "button small", onclick: () => copy(this.#link(), "Link to this step") },
        icon("link"),
        "Copy link",
      ),
    );
    this.view = {
      title: "Search profiler",
      element: h(
        "div",
        { class: "page wide profiler" },
        h("div", { class: "page-head" }, labHeading("Search profiler"), this.#modes, links),
        this.#setup,
        this.#watch.element,
        this.#stage,
        this.#recorder.element,
      ),
      shown: () => this.#choose(), // not before: it writes the address
      leave: () => this.#leave(),
      keys: this.#keys(),
    };
  }

  #keys() {
    const forward = (/** @type {string} */ key) => () => {
      /** @type {Keys} */
      const keys = this.#view?.keys ?? {};
      keys[key]?.();
    };
    return Object.fromEntries(["ArrowRight", "ArrowLeft", "Home", "End"].map((key) => [key, forward(key)]));
  }

  /** @param {Mode} name @param {string} title */
  #segment(name, title) {
    const input = h("input", {
      type: "radio",
      name: "profiler-mode",
      value: name,
      class: "visually-hidden",
      onchange: () => this.#switch(name),
    });
    input.checked = name === this.mode;
    return h("label", { class: "segment" }, input, h("span", {}, title));
  }

  /** @param {Mode} mode */
  #switch(mode) {
    this.mode = mode;
    this.#choose();
  }

  #leave() {
    this.#turn++;
    this.#view?.leave();
    this.#view = null;
  }

  /** The fields for what is to be searched, and the search itself. */
  #choose() {
    const families = this.mode === "trace" ? ["minimax"] : TREES;
    if (!this.player || !families.includes(algorithmOf(this.#config, this.player)))
      this.player = SUGGESTED[this.mode][0];
    /** @type {PlayerField} */
    const field = new PlayerField(
      this.#config,
      this.player,
      () => {
        this.player = field.value;
        this.#begin();
      },
      { families, extra: SUGGESTED[this.mode] },
    );
    /** @type {PositionField} */
    const place = new PositionField(this.#positions, this.position, () => {
      this.position = place.value;
      this.#begin();
    });
    this.place = place;
    put(this.#setup, place.element, field.element);
    this.#begin();
  }

  async #begin() {
    this.#leave();
    const mine = this.#turn;
    const { mode, position, player } = this;
    note(this.#address(player));
    this.#watch.show(this.place?.exhibit);
    try {
      const view = await this.#open(mode, position, player);
      if (mine !== this.#turn) view.leave();
      else this.#show(view);
      if (this.at > 0 && view instanceof TraceView) view.seek(this.at);
      if (this.at > 0 && view instanceof StepView) view.run(Math.min(this.at, MOST_LINKED));
      this.at = 0;
    } catch (error) {
      if (mine === this.#turn) put(this.#stage, h("p", { class: "problem" }, sentence(reason(error))));
    }
  }

  /** @param {string} player */
  #address(player) {
    const { mode, position } = this;
    const moves = position.moves.length ? `&moves=${position.moves.map((path) => path.join("-")).join(",")}` : "";
    return `/lab/profiler?mode=${mode}&player=${encodeURIComponent(player)}&fen=${encodeFen(position.fen)}${moves}`;
  }

  /** The address of what is shown now: with the seed that was drawn, and the step. */
  #link() {
    const view = this.#view;
    const [spec, at] =
      view instanceof TraceView
        ? [view.trace.spec, view.model.at]
        : view instanceof StepView && view.tape.length
          ? [view.tape.spec, view.at]
          : [this.player, 0];
    return `${location.origin}${this.#address(spec)}${at ? `&at=${at}` : ""}`;
  }

  /** @param {Mode} mode @param {Place} position @param {string} player */
  async #open(mode, position, player) {
    const onchange = () => this.#recorder.update();
    setGame(gameOf(position.fen));
    if (mode === "trace") {
      const trace = await api.post("/api/profiler/trace", { position, player });
      if (!trace.events.length) throw new Error("the endgame tables know this position, so nothing was searched here");
      return new TraceView(trace, { onchange });
    }
    const { fen, turn, over } = await api.post("/api/profiler/line", { position, line: [] });
    if (over) throw new Error("the game is over in this position, so there is nothing to search");
    if (mode === "stream") return new LiveView(new StreamTape({ position, spec: player, fen, turn }), { onchange });
    return new StepView(new StepTape({ position, player, fen, turn }), { onchange });
  }

  /** @param {StepView|LiveView|TraceView} view */
  #show(view) {
    this.#view = view;
    put(this.#stage, view.element);
    this.#recorder.update();
  }

  // --- recordings ---------------------------------------------------------------------------------------------------

  /** @returns {Take|null} */
  #take() {
    const view = this.#view;
    const name = this.place?.exhibit?.title ?? "A position";
    if (view instanceof TraceView) return { kind: "trace", title: `${name}, ${view.trace.spec}`, data: view.data() };
    if (!view?.tape.length) return null;
    const title = `${name}, ${view.tape.spec}`;
    if (view instanceof LiveView) return { kind: "stream", title, data: view.data() };
    return { kind: "steps", title, data: view.data() };
  }

  /** @param {Recording} recording */
  #replay(recording) {
    const view = viewOf(recording, { onchange: () => this.#recorder.update() });
    this.#leave();
    this.mode = recording.kind;
    for (const input of this.#modes.querySelectorAll("input")) input.checked = input.value === recording.kind;
    this.#watch.show(null);
    put(
      this.#setup,
      h(
        "p",
        { class: "replay-note" },
        icon("info"),
        `Replay: ${recording.title}`,
        h("button", { type: "button", class: "button small", onclick: () => this.#choose() }, "New search"),
      ),
    );
    this.#show(view);
    if (view instanceof StepView) view.seek(view.tape.length);
    else if (view instanceof TraceView) view.seek(1);
    toast("Replaying a recorded search");
  }
}

/** @param {Recording} recording @param {{onchange: () => void}} options */
function viewOf(recording, options) {
  if (recording.kind === "steps") return StepView.from(recording.data, options);
  if (recording.kind === "stream") return LiveView.from(recording.data, options);
  return TraceView.from(recording.data, options);
}

/** Moves of an address: 11-15,22-18,15-22. @param {string|null} text */
function readMoves(text) {
  const paths = (text ?? "")
    .split(",")
    .filter(Boolean)
    .map((part) => part.split("-").map(Number));
  return paths.every((path) => path.length > 1 && path.every((square) => square >= 1 && square <= 32)) ? paths : [];
}
