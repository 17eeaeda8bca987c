/**
 * The engine beside an analysis board: on and off, how deep, how many lines, threads and time; its best lines, each
 * move of which can be clicked.
 */

import { api } from "../api.js";
import { factLine, h, mark, put, say, uid } from "../dom.js";
import { icon } from "../icons.js";
import { Emitter } from "../emitter.js";
import { distance, inMoves, scoreText, seenBy } from "../score.js";
import { named, percent, scoreFor, sentence, short } from "../words.js";

const KEY = "kingme.analyst";
/** In analysis all figures are those of the side that moves first in a game. @type {Color} */
const SIDE = "black";
const TIMES = [
  ["3", "3 s per position"],
  ["10", "10 s per position"],
  ["30", "30 s per position"],
  ["", "until stopped"],
];
/** @type {{on: boolean, player: string, lines: number|string, threads: number|string, time: string}} */
const DEFAULTS = { on: true, player: "engine", lines: 3, threads: 1, time: "10" };

/** @extends {Emitter<{info: Info, off: null}>} */
export class EnginePanel extends Emitter {
  #stream;
  #tree;
  #settings = { ...DEFAULTS };
  #head = h("p", { class: "engine-head" });
  #lines = h("ol", { class: "engine-lines", "aria-label": "Best lines" });
  #whose = h("p", { class: "note engine-whose" });
  #toggle;
  #deeper;
  #options;
  #timer = 0;
  #hidden = false;
  /** @type {(Info & {spec?: string})|null} */
  info = null;

  /** @param {import("./stream.js").AnalysisStream} stream @param {import("./gametree.js").GameTree} tree */
  constructor(stream, tree) {
    super();
    this.#stream = stream;
    this.#tree = tree;
    try {
      Object.assign(this.#settings, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {
      // a browser that keeps nothing begins with the usual settings
    }
    this.#toggle = h(
      "button",
      {
        type: "button",
        class: "button small engine-toggle",
        role: "switch",
        onclick: () => this.switch(!this.#settings.on),
      },
      "Engine",
    );
    this.#deeper = h(
      "button",
      {
        type: "button",
        class: "button small",
        title: "Think longer about this position, up to two minutes",
        onclick: () => this.deepen(),
      },
      "Go deeper",
    );
    this.#options = this.#makeOptions();
    this.element = h(
      "section",
      { class: "engine-panel", "aria-label": "Engine" },
      h("div", { class: "engine-bar" }, this.#toggle, this.#head, this.#deeper),
      this.#whose,
      this.#lines,
      this.#options,
    );
    stream.on("info", (message) => message.lane === 0 && this.#hear(message.info));
    stream.on("done", (message) => message.lane === 0 && this.#hear(message.info));
    stream.on("queued", (message) => message.lane === 0 && say(this.#head, "queued …"));
    stream.on("error", (message) => message.lane !== 1 && this.#fail(message.message));
    this.#show();
  }

  get settings() {
    return this.#settings;
  }

  get active() {
    return this.#settings.on && !this.#hidden;
  }

  /** Be quiet for a while, for instance while somebody looks for a better move. @param {boolean} hidden */
  hide(hidden) {
    this.#hidden = hidden;
    this.element.hidden = hidden;
    if (hidden) this.#stream.drop(0);
    else this.look();
  }

  /** @param {boolean} on */
  switch(on) {
    this.#set("on", on);
    this.look();
    if (!on) this.tell("off", null);
  }

  /** Think about the position that is shown; going through moves quickly starts nothing. */
  look() {
    clearTimeout(this.#timer);
    this.#stream.drop(0);
    this.info = null;
    this.#show();
    if (!this.active || !this.#tree.myTurn) return;
    const { info } = this.#tree.node;
    if (info && info.spec === this.#spec() && info.lines.length) this.#hear(info, true);
    this.#timer = setTimeout(() => this.#start(), 120);
  }

  deepen() {
    if (!this.#settings.on) this.#set("on", true);
    clearTimeout(this.#timer);
    this.#start(null);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#stream.stop(0);
  }

  #spec() {
    const { player, threads, lines } = this.#settings;
    const threaded = /^(engine|mcts|rave|heuristic-rave|hybrid)$/.test(player) && Number(threads) > 1;
    return `${threaded ? `${player}:threads=${threads}` : player}/${lines}`;
  }

  /** @param {string|null} seconds */
  #start(seconds = this.#settings.time) {
    const { lines } = this.#settings;
    const limit = seconds ? { time: Number(seconds) } : null;
    this.node = this.#tree.node;
    this.#stream.start(0, {
      position: this.#tree.place(),
      player: this.#spec().split("/")[0],
      limit,
      lines: Number(lines),
      tables: true,
    });
    this.#show();
  }

  /** @param {Info & {spec?: string}} info @param {boolean} stored */
  #hear(info, stored = false) {
    if (!stored) {
      const node = this.node ?? this.#tree.node;
      const known = node.info;
      info.spec = this.#spec();
      if (info.lines.length && (!known || known.spec !== info.spec || info.nodes >= known.nodes || info.final))
        node.info = info;
      // wait until it knows more than before
      if (known && known.spec === info.spec && info.depth < known.depth && !info.final) return;
    }
    this.info = info;
    this.#show();
    this.tell("info", info);
  }

  /** @param {string} message */
  #fail(message) {
    say(this.#head, sentence(message));
  }

  #show() {
    const { on } = this.#settings;
    const { info } = this;
    const running = this.#stream.running(0);
    mark(this.#toggle, "aria-checked", String(on));
    mark(this.element, "data-live", running);
    this.#deeper.hidden = !on;
    this.#deeper.disabled = running && !info;
    if (!on) say(this.#head, "off");
    else if (!this.#tree.myTurn) say(this.#head, "the game is over here");
    else if (!info) say(this.#head, running ? "starting …" : "");
    else if (info.depth < 1 && info.table) say(this.#head, "known from the endgame tables");
    else {
      const rate = info.rate ? `${short(info.rate)}/s` : "";
      const depth = `depth ${Math.floor(info.depth)}`;
      put(this.#head, factLine([depth, `${short(info.nodes)} positions`, rate, running ? "" : "finished"]));
    }
    this.#whose.hidden = !on || !info;
    say(this.#whose, scoreFor(SIDE));
    put(
      this.#lines,
      on && info
        ? seenBy(info, SIDE)
            .lines.slice(0, Number(this.#settings.lines))
            .filter((line) => line.value !== null || line.score !== null)
            .map((line) => this.#line(line))
        : [],
    );
  }

  /** @param {Line} line */
  #line(line) {
    const plies = distance(line.score);
    const words =
      line.value === null
        ? (scoreText(line.score) ?? "–")
        : plies
          ? `${plies < 0 ? "−" : ""}#${inMoves(plies)}`
          : percent(line.value);
    const kind = line.value === null ? "draw" : line.value > 0.55 ? "win" : line.value < 0.45 ? "loss" : "draw";
    const moves = line.pv.map((text, index) =>
      h("button", { type: "button", class: "line-move", onclick: () => this.#follow(line, index) }, named(text)),
    );
    return h(
      "li",
      { class: "engine-line" },
      h(
        "span",
        {
          class: `engine-value ${kind}`,
          title: [`${scoreFor(SIDE)}${line.value === null ? "" : `: ${percent(line.value)}`}`, scoreText(line.score)]
            .filter(Boolean)
            .join(", "),
        },
        words,
      ),
      h(
        "span",
        { class: "engine-moves" },
        moves.flatMap((move) => [move, " "]),
      ),
    );
  }

  /**
   * Put a line into the tree as far as the move that was clicked, and go there.
   * @param {Line} line
   * @param {number} index
   */
  #follow(line, index) {
    const count = Math.min(index + 1, line.pv_fens.length || 1);
    if (!line.pv_fens.length) {
      this.#tree.move(line.pv_paths[0]);
      return;
    }
    let node = this.#tree.addLine(
      this.#tree.node,
      line.pv_paths.slice(0, count),
      line.pv.slice(0, count),
      line.pv_fens.slice(0, count),
    );
    for (let step = 1; step < count; step++)
      node = node?.children.find((child) => String(child.path) === String(line.pv_paths[step])) ?? null;
    if (node) this.#tree.go(node);
  }

  /** @template {keyof typeof DEFAULTS} K @param {K} name @param {(typeof DEFAULTS)[K]} value */
  #set(name, value) {
    this.#settings[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#settings));
    } catch {
      // private windows may refuse
    }
  }

  #makeOptions() {
    /** @param {"lines"|"time"|"threads"|"player"} name @param {string} label @param {HTMLSelectElement} control */
    const field = (name, label, control) => {
      const id = uid("engine");
      control.id = id;
      control.addEventListener("change", () => {
        this.#set(name, control.value);
        this.look();
      });
      return h("div", { class: "engine-field" }, h("label", { for: id }, label), control);
    };
    /** @param {"lines"|"time"|"threads"|"player"} name @param {string[][]} options */
    const choice = (name, options) => {
      const select = h(
        "select",
        {},
        options.map(([value, text]) => h("option", { value }, text)),
      );
      select.value = String(this.#settings[name]);
      return select;
    };
    /** @param {number} most */
    const count = (most) => Array.from({ length: most }, (_, index) => [String(index + 1), String(index + 1)]);
    const players = choice("player", [["engine", "engine"]]);
    const threads = choice("threads", count(Math.max(1, Math.min(8, navigator.hardwareConcurrency || 1))));
    api.config().then(
      ({ algorithms, limits }) => {
        const names = algorithms.map(({ name }) => name);
        if (!names.includes(this.#settings.player)) names.push(this.#settings.player); // any spec may have been kept
        put(
          players,
          names.map((name) => h("option", { value: name }, name)),
        );
        players.value = this.#settings.player;
        put(
          threads,
          count(limits.threads ?? 1).map(([value, text]) => h("option", { value }, text)),
        );
        if (Number(this.#settings.threads) > limits.threads) this.#set("threads", limits.threads);
        threads.value = String(this.#settings.threads);
      },
      () => null,
    );
    return h(
      "details",
      { class: "engine-options" },
      h("summary", {}, icon("settings"), "Engine settings"),
      h(
        "div",
        { class: "engine-fields" },
        field("lines", "Lines", choice("lines", count(5))),
        field("time", "Time", choice("time", TIMES)),
        field("threads", "Threads", threads),
        field("player", "Player", players),
      ),
    );
  }
}
