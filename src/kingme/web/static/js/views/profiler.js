/** The search profiler: a tree search step by step or live, minimax by its trace, and recordings of all three. */

import { api } from "../api.js";
import { h, put } from "../dom.js";
import { encodeFen } from "../files.js";
import { icon } from "../icons.js";
import { LiveView } from "../lab/liveview.js";
import { Recorder } from "../lab/recorder.js";
import { PlayerField, PositionField } from "../lab/setup.js";
import { needStyles } from "../insight/style.js";
import { StepTape } from "../lab/steptape.js";
import { StepView } from "../lab/stepview.js";
import { StreamTape } from "../lab/streamtape.js";
import { TraceView } from "../lab/traceview.js";
import { algorithmOf } from "../levels.js";
import { note } from "../router.js";
import { toast } from "../toast.js";
import { sentence } from "../words.js";
import { unreachable } from "./message.js";

const TREES = ["mcts", "rave", "heuristic-rave", "hybrid"];
const MODES = [
  ["steps", "Step by step"],
  ["stream", "Live"],
  ["trace", "Minimax"],
];
const SUGGESTED = {
  steps: ["mcts", "hard", "b-mcts", "b-rave"],
  stream: ["mcts", "b-mcts", "b-rave"],
  trace: ["minimax:depth=3", "minimax:depth=2", "minimax:depth=3,pruning=off", "minimax:depth=4"],
};
const VIEWS = { steps: StepView, stream: LiveView, trace: TraceView };

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
  #watch = h("p", { class: "watch-text" });
  #modes;
  #view = null;
  #recorder;
  #turn = 0;

  constructor(config, positions, query) {
    this.#config = config;
    this.#positions = positions;
    this.player = query.get("player") ?? "";
    const wanted =
      query.get("mode") ?? (this.player && algorithmOf(config, this.player) === "minimax" ? "trace" : "steps");
    this.mode = VIEWS[wanted] ? wanted : "steps";
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
    );
    this.view = {
      title: "Search profiler",
      element: h(
        "div",
        { class: "page wide profiler" },
        h("div", { class: "page-head" }, h("h1", {}, "Search profiler"), this.#modes, links),
        this.#setup,
        this.#watch,
        this.#stage,
        this.#recorder.element,
      ),
      shown: () => this.#choose(), // not before: it writes the address
      leave: () => this.#leave(),
      keys: this.#keys(),
    };
  }

  #keys() {
    const forward = (key) => () => this.#view?.keys?.[key]?.();
    return Object.fromEntries(["ArrowRight", "ArrowLeft", "Home", "End"].map((key) => [key, forward(key)]));
  }

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
    const field = new PlayerField(
      this.#config,
      this.player,
      () => {
        this.player = field.value;
        this.#begin();
      },
      { families, extra: SUGGESTED[this.mode] },
    );
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
    const moves = position.moves.length ? `&moves=${position.moves.map((path) => path.join("-")).join(",")}` : "";
    note(`/lab/profiler?mode=${mode}&player=${encodeURIComponent(player)}&fen=${encodeFen(position.fen)}${moves}`);
    this.#watch.textContent = this.place.exhibit?.watch ?? "";
    this.#watch.hidden = !this.place.exhibit;
    try {
      const view = await this.#open(mode, position, player);
      if (mine !== this.#turn) view.leave();
      else this.#show(view);
    } catch (error) {
      if (mine === this.#turn) put(this.#stage, h("p", { class: "problem" }, sentence(error.message)));
    }
  }

  async #open(mode, position, player) {
    const onchange = () => this.#recorder.update();
    if (mode === "trace")
      return new TraceView(await api.post("/api/profiler/trace", { position, player }), { onchange });
    const { fen, turn, over } = await api.post("/api/profiler/line", { position, line: [] });
    if (over) throw new Error("the game is over in this position, so there is nothing to search");
    if (mode === "stream") return new LiveView(new StreamTape({ position, spec: player, fen, turn }), { onchange });
    return new StepView(new StepTape({ position, player, fen, turn }), { onchange });
  }

  #show(view) {
    this.#view = view;
    put(this.#stage, view.element);
    this.#recorder.update();
  }

  // --- recordings ---------------------------------------------------------------------------------------------------

  #take() {
    const view = this.#view;
    if (!view || (view.tape && !view.tape.length)) return null;
    const spec = view.kind === "trace" ? view.trace.spec : view.tape.spec;
    return { kind: view.kind, title: `${this.place.exhibit?.title ?? "A position"}, ${spec}`, data: view.data() };
  }

  #replay(recording) {
    let view;
    try {
      view = VIEWS[recording.kind].from(recording.data, { onchange: () => this.#recorder.update() });
    } catch {
      throw new Error("This recording is damaged: it cannot be replayed.");
    }
    this.#leave();
    this.mode = recording.kind;
    for (const input of this.#modes.querySelectorAll("input")) input.checked = input.value === recording.kind;
    this.#watch.hidden = true;
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
    if (view.kind !== "stream") view.seek(view.tape?.length ?? 1);
    toast("Replaying a recorded search");
  }
}

/** Moves of an address: 11-15,22-18,15-22. */
function readMoves(text) {
  const paths = (text ?? "")
    .split(",")
    .filter(Boolean)
    .map((part) => part.split("-").map(Number));
  return paths.every((path) => path.length > 1 && path.every((square) => square >= 1 && square <= 32)) ? paths : [];
}
