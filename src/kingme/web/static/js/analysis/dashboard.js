/**
 * The statistics of a search, live and afterwards: figures, all legal moves with expected scores and intervals, how the
 * simulations ended, the principal variation on a small board. Fed with snapshots (docs/web.md, "Analysis").
 *
 *     const dashboard = new Dashboard({ board });   // board: where to draw the expected scores, or none
 *     dashboard.update(info, { live: true });
 *     dashboard.clear("Nothing is being searched.");
 */

import { h, mark, put, say } from "../dom.js";
import { readFen } from "../position.js";
import { exactPercent, named, number, scoreFor, short, sideName } from "../words.js";
import { algorithmLink } from "./algorithmlink.js";
import { Histogram } from "./histogram.js";
import { LineBox } from "./linebox.js";
import { scoreText, seenBy } from "../score.js";
import { MoveBars } from "./movebars.js";

const MOST_BADGES = 12;

export class Dashboard {
  #board;
  #bottom;
  #side;
  #head = h("p", { class: "dashboard-head", role: "status" });
  #figures = h("dl", { class: "figures dashboard-figures" });
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  #drawn = "";
  /** What a search told last. @type {Info|null} */
  info = null;
  /** The same for the side whose figures are shown. @type {Info|null} */
  #shown = null;

  /**
   * `side`: whose figures it shows; in analysis the side that moves first in a game.
   * @param {{board?: import("../board.js").Board|null, bottom?: () => Color, side?: () => Color,
   *          onpick?: (line: Line) => void}} options
   */
  constructor({ board = null, bottom, side = () => "black", onpick } = {}) {
    this.#side = side;
    this.#board = board;
    this.#bottom = bottom ?? (() => board?.bottom ?? "white");
    this.bars = new MoveBars();
    this.bars.onpick = onpick ?? null;
    this.bars.onpoint = (line) => this.#point(line);
    this.histogram = new Histogram();
    this.line = new LineBox();
    this.body = h(
      "div",
      { class: "dashboard-body", hidden: true },
      this.#figures,
      this.bars.element,
      this.histogram.element,
      this.line.element,
    );
    this.link = algorithmLink();
    this.element = h("div", { class: "dashboard" }, this.#head, this.link.element, this.body);
  }

  /** @param {string} text */
  clear(text) {
    this.info = this.#shown = null;
    say(this.#head, text);
    this.body.hidden = true;
    this.bars.clear();
    this.undraw();
  }

  /** @param {Info} told by a search @param {{live?: boolean, title?: string|null, draw?: boolean}} options */
  update(told, { live = !told.final, title = null, draw = true } = {}) {
    const side = this.#side();
    const info = seenBy(told, side);
    this.info = told;
    this.#shown = info;
    this.link.set(info.player);
    this.body.hidden = false;
    mark(this.element, "data-live", live);
    const turn = sideName(readFen(info.fen).turn);
    say(this.#head, title ?? `${info.player}, ${turn} to move${live ? "" : ": finished"}`);
    this.#fill(info, side);
    this.bars.update(info, side);
    this.histogram.update(info.outcomes, side);
    const best = info.lines[0];
    if (best)
      this.line.set(
        {
          fen: info.fen,
          texts: best.pv.slice(0, best.pv_fens.length || undefined),
          paths: best.pv_paths,
          fens: best.pv_fens,
        },
        this.#bottom(),
        !live,
      );
    if (draw) this.draw();
  }

  /** @param {Info} info @param {Color} side */
  #fill(info, side) {
    const simulations = info.outcomes.length > 0;
    /** @type {[key: string, name: string, value: string|null][]} */
    const all = [
      ["move", "Best move", info.lines[0] ? named(info.lines[0].move.text) : named(info.move ?? "–")],
      ["played", "Played on purpose", info.errs ? named(info.move ?? "–") : null],
      ["value", scoreFor(side), info.value === null ? (scoreText(info.score) ?? "–") : exactPercent(info.value)],
      ["iterations", "Simulations", simulations ? number.format(info.iterations) : null],
      ["nodes", simulations ? "Tree nodes" : "Positions", number.format(info.nodes)],
      ["rate", simulations ? "Simulations/s" : "Positions/s", info.rate ? short(info.rate) : "–"],
      ["depth", simulations ? "Depth (mean / max)" : "Depth (full / max)", depths(info)],
      ["time", "Time", `${info.time.toFixed(info.time < 10 ? 2 : 1)} s`],
      ["memory", "Memory", info.memory ? bytes(info.memory) : "–"],
      [`chances`, `Win / draw / loss for ${sideName(side)}`, info.expected ? shares(info.expected) : null],
      ["table", `Endgame table for ${sideName(side)}`, info.table ? tableText(info.table) : null],
    ];
    const figures = all.filter(([, , value]) => value !== null);
    const names = figures.map(([key, name]) => `${key} ${name}`).join();
    if (names !== this.#drawn) {
      this.#cells.clear();
      put(
        this.#figures,
        figures.map(([key, name]) => {
          const value = h("dd", { "data-figure": key });
          this.#cells.set(key, value);
          return h("div", {}, h("dt", {}, name), value);
        }),
      );
      this.#drawn = names;
    }
    for (const [key, , value] of figures) {
      const cell = this.#cells.get(key);
      if (cell) say(cell, value ?? "");
    }
  }

  // --- on the board -------------------------------------------------------------------------------------------------

  /** Write each move's expected score on the square that it leads to, and draw the best ones as arrows. */
  draw() {
    const info = this.#shown;
    if (!this.#board || !info) return;
    const lines = info.lines.filter((line) => line.value !== null).slice(0, MOST_BADGES);
    this.#board.setBadges(
      lines.map(({ move: { path }, value }, rank) => ({
        square: path[path.length - 1],
        from: path[path.length - 2],
        text: String(Math.round(100 * (value ?? 0))),
        kind: rank ? "" : "best",
      })),
    );
    const total = info.lines.reduce((sum, line) => sum + line.visits, 0);
    const shown = info.lines
      .filter((line, rank) => rank === 0 || (total ? (line.share ?? 0) >= 0.1 : line.value !== null))
      .slice(0, 4);
    this.#board.setArrows(
      shown.map((line, rank) => ({ path: line.move.path, name: rank ? "thought minor" : "thought" })),
    );
  }

  undraw() {
    this.#board?.setBadges([]);
    this.#board?.setArrows([]);
  }

  /** @param {Line|null} line */
  #point(line) {
    if (!this.#board || !this.info) return;
    if (line) this.#board.setArrows([{ path: line.move.path, name: "thought" }]);
    else this.draw();
  }
}

/** @param {{win: number, draw: number, loss: number}} expected */
const shares = ({ win, draw, loss }) => `${[win, draw, loss].map((share) => Math.round(100 * share)).join(" / ")} %`;

/** @param {Info} info */
const depths = ({ depth, max_depth: most }) =>
  `${Number.isInteger(depth) ? depth : depth.toFixed(1)} / ${Math.max(most, Math.floor(depth))}`;

/** @param {number} count */
export function bytes(count) {
  if (count < 1e6) return `${Math.max(1, Math.round(count / 1e3))} KB`;
  return `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} MB`;
}

/** @param {{value: string, plies: number|null}} table */
export function tableText({ value, plies }) {
  return plies ? `${value} in ${Math.ceil(plies / 2)} (${plies} plies)` : value;
}
