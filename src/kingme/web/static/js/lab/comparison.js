/** `Comparison`: players that think about one position, their rankings together, and what they agree on. */

import { api, reason } from "../api.js";
import { Board } from "../board.js";
import { h, mark, put, say } from "../dom.js";
import { Dashboard } from "../analysis/dashboard.js";
import { scoreText, seenBy } from "../score.js";
import { AnalysisStream } from "../analysis/stream.js";
import { setGame } from "../games/current.js";
import { gameOf, readFen } from "../position.js";
import { toast } from "../toast.js";
import { named, percent, sentence, sideName } from "../words.js";
import { opponentName } from "../opponents.js";

/**
 * @typedef {{spec: string, dashboard: Dashboard, badge: HTMLElement, info: Info|null, element: HTMLElement}} Lane
 * @typedef {{spec: string, badge: HTMLElement, info: Info, move: string, index: number}} Heard  a lane that has a move
 * @typedef {{place: number, line: Line}} Found
 */

const LETTERS = ["A", "B", "C", "D"];

export class Comparison {
  /** @type {AnalysisStream|null} */
  #stream = null;
  /** @type {Lane[]} */
  #lanes = [];
  /** @type {Place|null} */
  #position = null;
  #left = false;
  #board = new Board({ label: "Position", cells: false });
  #verdict = h("p", { class: "verdict-line", role: "status" });
  #table = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": "Rankings together" });
  #list = h("div", { class: "compare-lanes" });
  /** @type {(running: boolean) => unknown} */
  onstate = () => null;

  constructor() {
    this.element = h(
      "div",
      { class: "comparison" },
      h(
        "div",
        { class: "compare-top" },
        h("div", { class: "compare-board" }, this.#board.element),
        h("div", { class: "compare-words" }, this.#verdict, this.#table),
      ),
      this.#list,
    );
  }

  get running() {
    return this.#lanes.some((_, lane) => this.#stream?.running(lane));
  }

  leave() {
    this.#left = true;
    this.#stream?.close();
    this.#board.destroy();
  }

  /** Choose what is compared; nothing is searched yet. @param {Place} position @param {string[]} players */
  async prepare(position, players) {
    this.#lanes.forEach((_, lane) => this.#stream?.drop(lane));
    this.#position = position;
    this.#lanes = players.map((spec, lane) => this.#makeLane(spec, lane));
    put(
      this.#list,
      this.#lanes.map(({ element }) => element),
    );
    this.#board.setArrows([]);
    put(this.#table);
    say(this.#verdict, "Press Think to see where they agree.");
    try {
      const { fen, over } = await api.post("/api/profiler/line", { position, line: [] });
      if (this.#left || this.#position !== position) return;
      setGame(gameOf(fen));
      this.#board.show(readFen(fen).pieces, { animate: false });
      if (over) say(this.#verdict, "The game is over in this position.");
    } catch (error) {
      if (this.#position === position) say(this.#verdict, sentence(reason(error)));
    }
  }

  /** @param {string} spec @param {number} lane @returns {Lane} */
  #makeLane(spec, lane) {
    const dashboard = new Dashboard();
    dashboard.clear("Ready.");
    const badge = h("span", { class: "lane-badge" });
    const head = h(
      "div",
      { class: "lane-head" },
      h("span", { class: `lane-letter lane-${lane}`, "aria-hidden": "true" }, LETTERS[lane]),
      h("h2", {}, opponentName(spec)),
      badge,
    );
    return {
      spec,
      dashboard,
      badge,
      info: null,
      element: h(
        "section",
        { class: "card lane", "data-lane": lane, "aria-label": `Player ${LETTERS[lane]}, ${opponentName(spec)}` },
        head,
        dashboard.element,
      ),
    };
  }

  /** @param {Limit} limit */
  start(limit) {
    const stream = this.#stream ?? this.#connect();
    const position = this.#position;
    this.#stream = stream;
    if (!position) return;
    this.#lanes.forEach((lane, index) => {
      lane.info = null;
      lane.dashboard.clear("Starting …");
      say(lane.badge, "");
      stream.start(index, { position, player: lane.spec, limit, lines: 5 });
    });
    say(this.#verdict, verdict([], 0));
    this.onstate(true);
  }

  stop() {
    this.#lanes.forEach((_, lane) => this.#stream?.stop(lane));
  }

  #connect() {
    const stream = new AnalysisStream();
    stream.on("info", ({ lane, info }) => this.#hear(lane, info));
    stream.on("done", ({ lane, info }) => {
      this.#hear(lane, info);
      this.#ended();
    });
    stream.on("queued", ({ lane, preparing }) => {
      this.#lanes[lane]?.dashboard.clear(preparing ? "Getting ready …" : "Queued …");
    });
    stream.on("error", ({ lane, message }) => {
      if (lane === null) toast(sentence(message), "error");
      else this.#lanes[lane]?.dashboard.clear(sentence(message));
      this.#ended();
    });
    return stream;
  }

  #ended() {
    if (!this.#left) this.onstate(this.running);
  }

  /** @param {number} lane @param {Info} info */
  #hear(lane, info) {
    const shown = this.#lanes[lane];
    if (this.#left || !shown) return;
    shown.info = seenBy(info, "black");
    shown.dashboard.update(info, { draw: false });
    this.#compare();
  }

  // --- together -----------------------------------------------------------------------------------------------------

  #compare() {
    /** @type {Heard[]} */
    const heard = this.#lanes.flatMap(({ spec, badge, info }, index) =>
      info?.move ? [{ spec, badge, info, move: info.move, index }] : [],
    );
    /** @type {Map<string, number[]>} */
    const votes = new Map();
    for (const { move, index } of heard) votes.set(move, [...(votes.get(move) ?? []), index]);
    const sides = [...votes].sort(([, a], [, b]) => b.length - a.length);
    say(this.#verdict, verdict(sides, heard.length));
    mark(this.#verdict, "data-agree", sides.length === 1 && heard.length > 1 ? "yes" : sides.length > 1 ? "no" : null);
    const most = sides[0]?.[1].length ?? 0;
    for (const { move, badge, index } of heard) {
      const company = (votes.get(move) ?? []).filter((other) => other !== index);
      const text =
        heard.length < 2
          ? ""
          : company.length
            ? `= ${company.map((other) => LETTERS[other]).join(", ")}`
            : most > 1
              ? "≠ alone"
              : "≠ differs";
      say(badge, text);
      mark(badge, "data-kind", company.length ? "same" : "other");
    }
    this.#arrows(heard);
    this.#rank(heard);
  }

  /** One arrow for each move that somebody would play, with the letters of those who would. @param {Heard[]} heard */
  #arrows(heard) {
    /** @type {Map<string, {path: number[], name: string}>} */
    const drawn = new Map();
    for (const { info, move, index } of heard) {
      const path = info.lines.find((line) => line.move.text === move)?.move.path;
      if (path && !drawn.has(move)) drawn.set(move, { path, name: `lane-${index}` });
    }
    this.#board.setArrows([...drawn.values()]);
    this.#board.setBadges(
      [...drawn].map(([move, { path }]) => ({
        square: path[path.length - 1],
        from: path[path.length - 2],
        text: heard
          .filter(({ info }) => info.move === move)
          .map(({ index }) => LETTERS[index])
          .join(""),
        kind: "best",
      })),
    );
  }

  /** A row for each move, a column for each player: its place and what it is worth there. @param {Heard[]} heard */
  #rank(heard) {
    /** @type {Map<string, Found[]>} */
    const places = new Map();
    for (const { info, index } of heard) {
      info.lines.forEach((line, place) => {
        const row = places.get(line.move.text) ?? [];
        row[index] = { place: place + 1, line };
        places.set(line.move.text, row);
      });
    }
    const worst = 1 + Math.max(0, ...heard.map(({ info }) => info.lines.length));
    /** @param {Found[]} row */
    const mean = (row) => heard.reduce((sum, { index }) => sum + (row[index]?.place ?? worst), 0);
    const rows = [...places].sort(([, a], [, b]) => mean(a) - mean(b));
    put(
      this.#table,
      h(
        "table",
        { class: "plain rank-table" },
        h("caption", {}, `Places and expected scores for ${sideName("black")}`),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Move"),
            heard.map(({ spec, index }) =>
              h(
                "th",
                { scope: "col" },
                h("span", { class: `lane-letter lane-${index}` }, LETTERS[index]),
                " ",
                opponentName(spec),
              ),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map(([move, row]) =>
            h(
              "tr",
              { "data-move": move },
              h("th", { scope: "row" }, named(move)),
              heard.map(({ index }) => cell(row[index])),
            ),
          ),
        ),
      ),
    );
  }
}

/** @param {Found|undefined} found */
function cell(found) {
  if (!found) return h("td", {}, "–");
  const { place, line } = found;
  const worth = line.value !== null ? percent(line.value) : (scoreText(line.score) ?? "–");
  return h(
    "td",
    { "data-place": place, class: place === 1 ? "first" : null },
    h("strong", {}, `${place}.`),
    ` ${worth}`,
  );
}

/** @param {[move: string, lanes: number[]][]} sides @param {number} count */
function verdict(sides, count) {
  if (!count) return "Thinking …";
  if (count === 1) return `${named(sides[0][0])}, says ${LETTERS[sides[0][1][0]]}.`;
  /** @param {number[]} lanes */
  const names = (lanes) => lanes.map((lane) => LETTERS[lane]).join(", ");
  if (sides.length === 1) return `= ${count === 2 ? "Both" : `All ${count}`} choose ${named(sides[0][0])}.`;
  const parts = sides.map(([move, lanes]) => `${names(lanes)} ${lanes.length > 1 ? "play" : "plays"} ${named(move)}`);
  return `≠ They disagree: ${parts.join("; ")}.`;
}
