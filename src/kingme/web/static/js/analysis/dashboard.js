/**
 * The statistics of a search, live and afterwards: figures, all legal moves with win rates and intervals, how the
 * simulations ended, the principal variation on a small board. Fed with snapshots (docs/web.md, "Analysis").
 *
 *     const dashboard = new Dashboard({ board });   // board: where to draw the win rates, or none
 *     dashboard.update(info, { live: true });
 *     dashboard.clear("Nothing is being searched.");
 */

import { h, mark, put, say } from "../dom.js";
import { readFen } from "../position.js";
import { number, short, sideName } from "../words.js";
import { algorithmLink } from "./algorithmlink.js";
import { Histogram } from "./histogram.js";
import { LineBox } from "./linebox.js";
import { scoreText } from "../score.js";
import { MoveBars } from "./movebars.js";

const MOST_BADGES = 12;

export class Dashboard {
  #board;
  #bottom;
  #head = h("p", { class: "dashboard-head", role: "status" });
  #figures = h("dl", { class: "figures dashboard-figures" });
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  #drawn = "";
  /** @type {Info|null} */
  info = null;

  /**
   * @param {{board?: import("../board.js").Board|null, bottom?: () => Color, onpick?: (line: Line) => void,
   *          onboard?: boolean}} options
   */
  constructor({ board = null, bottom, onpick } = {}) {
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
    this.info = null;
    say(this.#head, text);
    this.body.hidden = true;
    this.bars.clear();
    this.undraw();
  }

  /** @param {Info} info @param {{live?: boolean, title?: string|null, draw?: boolean}} options */
  update(info, { live = !info.final, title = null, draw = true } = {}) {
    this.info = info;
    this.link.set(info.player);
    this.body.hidden = false;
    mark(this.element, "data-live", live);
    const side = sideName(readFen(info.fen).turn);
    say(this.#head, title ?? `${info.player}, ${side} to move${live ? "" : ": finished"}`);
    this.#fill(info);
    this.bars.update(info.lines);
    this.histogram.update(info.outcomes);
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

  /** @param {Info} info */
  #fill(info) {
    const simulations = info.outcomes.length > 0;
    /** @type {[key: string, name: string, value: string|null][]} */
    const all = [
      ["move", "Best move", info.move ?? "–"],
      ["value", "Expected result", info.value === null ? (scoreText(info.score) ?? "–") : info.value.toFixed(3)],
      ["iterations", "Simulations", simulations ? number.format(info.iterations) : null],
      ["nodes", simulations ? "Tree nodes" : "Positions", number.format(info.nodes)],
      ["rate", simulations ? "Simulations/s" : "Positions/s", info.rate ? short(info.rate) : "–"],
      ["depth", simulations ? "Depth, mean / most" : "Depth, full / most", depths(info)],
      ["time", "Time", `${info.time.toFixed(info.time < 10 ? 2 : 1)} s`],
      ["memory", "Memory", info.memory ? bytes(info.memory) : "–"],
      ["chances", "Win / draw / loss", info.expected ? shares(info.expected) : null],
      ["table", "Endgame table", info.table ? tableText(info.table) : null],
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

  /** Write each move's win rate on the square that it leads to, and draw the best ones as arrows. */
  draw() {
    if (!this.#board || !this.info) return;
    const lines = this.info.lines.filter((line) => line.value !== null);
    /** By the square that the move ends on. @type {Map<number, Line>} */
    const best = new Map();
    for (const line of lines.slice(0, MOST_BADGES)) {
      const square = line.move.path[line.move.path.length - 1];
      if ((best.get(square)?.value ?? -1) < (line.value ?? 0)) best.set(square, line);
    }
    const tops = new Set(lines.slice(0, 1));
    this.#board.setBadges(
      [...best].map(([square, line]) => ({
        square,
        text: String(Math.round(100 * (line.value ?? 0))),
        kind: tops.has(line) ? "best" : "",
      })),
    );
    const total = this.info.lines.reduce((sum, line) => sum + line.visits, 0);
    const shown = this.info.lines
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
