/** Alpha-beta on and off, side by side: the same search of any position, all that was skipped crossed out. */

import { labHeading } from "../lab/heading.js";
import { needStyles } from "../analysis/style.js";
import { api, reason } from "../api.js";
import { h, put } from "../dom.js";
import { encodeFen } from "../files.js";
import { setGame } from "../games/current.js";
import { saveSvg, savePng } from "../lab/pictures.js";
import { PositionField } from "../lab/setup.js";
import { TourTree } from "../lab/tourtree.js";
import { miniBoard } from "../miniboard.js";
import { gameOf } from "../position.js";
import { note } from "../router.js";
import { number, sentence } from "../words.js";
import { unreachable } from "./message.js";

const START = "B:W13,27:B9,18"; // a tree that can be taken in at a glance
const DEPTHS = [1, 2, 3, 4];
const MOST = 150; // positions of a tree that is drawn

/** @param {Context} context @returns {Promise<View>} */
export async function alphaBetaView({ query }) {
  try {
    const [positions] = await Promise.all([PositionField.load(), needStyles("tour", "tourtree", "setup")]);
    return new Both(positions, query).view;
  } catch (error) {
    return unreachable(error);
  }
}

class Both {
  #trees = h("div", { class: "tour-trees", "data-count": 2 });
  #words = h("p", { role: "status" });
  #board = h("div", { class: "alpha-board" });
  #turn = 0;

  /** @param {Exhibit[]} positions @param {URLSearchParams} query */
  constructor(positions, query) {
    this.fen = query.get("fen") ?? START;
    const depth = Number(query.get("depth"));
    this.depth = DEPTHS.includes(depth) ? depth : 3;
    /** @type {PositionField} */
    const place = new PositionField(positions, { fen: this.fen, moves: [] }, () => {
      this.fen = place.value.fen;
      this.#search();
    });
    const depths = h(
      "select",
      {
        id: "pruning-depth",
        onchange: () => {
          this.depth = Number(depths.value);
          this.#search();
        },
      },
      DEPTHS.map((value) => h("option", { value, selected: value === this.depth }, `${value}`)),
    );
    this.view = {
      title: "Alpha-beta on and off",
      shown: () => this.#search(),
      leave: () => {
        this.#turn++;
      },
      element: h(
        "div",
        { class: "page wide alpha-beta" },
        h(
          "div",
          { class: "page-head" },
          labHeading("Alpha-beta on and off"),
          h("a", { class: "button", href: "/lab/tours/alpha-beta" }, "Guided tour"),
        ),
        place.element,
        h("div", { class: "row" }, h("label", { for: "pruning-depth" }, "Depth in plies"), depths),
        this.#words,
        this.#trees,
        this.#board,
      ),
    };
  }

  async #search() {
    const mine = ++this.#turn;
    const { fen, depth } = this;
    setGame(gameOf(fen));
    note(`/lab/alpha-beta?fen=${encodeFen(fen)}&depth=${depth}`);
    this.#words.textContent = "Searching …";
    /** @param {string} more */
    const trace = (more) =>
      /** @type {Promise<Trace>} */ (
        api.post("/api/profiler/trace", {
          position: { fen, moves: [] },
          player: `minimax:depth=${depth},ties=first,seed=1${more}`,
        })
      );
    try {
      const [plain, pruned] = [await trace(",pruning=off"), await trace("")];
      if (mine === this.#turn) this.#show(plain, pruned);
    } catch (error) {
      if (mine !== this.#turn) return;
      put(this.#trees);
      put(this.#board);
      this.#words.textContent = sentence(reason(error));
    }
  }

  /** @param {Trace} plain @param {Trace} pruned */
  #show(plain, pruned) {
    const saved = plain.evaluated ? Math.round(100 * (1 - pruned.evaluated / plain.evaluated)) : 0;
    this.#words.textContent =
      `Off: ${number.format(plain.evaluated)} positions evaluated. On: ${number.format(pruned.evaluated)}, ` +
      `${saved} % less. Both play ${pruned.move?.text ?? "nothing"}, worth ${pruned.score_text}.`;
    if (plain.events.length > MOST) {
      put(this.#trees, h("p", { class: "note" }, "The tree is too large to be drawn: choose a smaller depth."));
      return;
    }
    /** @param {Wire.TourNode} node */
    const look = ({ fen, path, label }) =>
      put(this.#board, miniBoard(fen, { last: path, label }), h("p", { class: "note" }, `After ${label}`));
    put(this.#board, miniBoard(plain.fen), h("p", { class: "note" }, "A click on a position shows it here."));
    const seen = new Map(ways(pruned).map((way, index) => [way, pruned.events[index]]));
    put(
      this.#trees,
      column("Alpha-beta off", plain, new Map(ways(plain).map((way, index) => [way, plain.events[index]])), look),
      column("Alpha-beta on", plain, seen, look),
    );
  }
}

/** The moves to each position of a search, as one text. @param {Trace} trace */
function ways(trace) {
  /** @type {string[]} */
  const way = [];
  return trace.events.map(({ ply, move }) => {
    if (ply) way[ply - 1] = move?.text ?? "";
    return way.slice(0, ply).join(" ");
  });
}

/**
 * @param {string} caption
 * @param {Trace} whole
 * @param {Map<string, TraceEvent>} searched
 * @param {(node: Wire.TourNode) => void} look
 */
function column(caption, whole, searched, look) {
  const names = ways(whole);
  const places = new Map(names.map((name, index) => [name, index]));
  /** @type {Wire.TourNode[]} */
  const nodes = whole.events.map((event, id) => {
    const found = searched.get(names[id]);
    const above = names[id].split(" ").slice(0, -1).join(" ");
    return {
      id,
      parent: event.ply ? (places.get(above) ?? 0) : null,
      label: event.move?.text ?? "start",
      shape: event.kind === "inner" ? (event.node === "MAX" ? "max" : "min") : "leaf",
      state: found ? "done" : "cut",
      fen: event.fen,
      path: event.move?.path ?? [],
      value: found ? (found.texts[0] ?? "").replace("-", "−") : "",
      under: "",
      best: false,
    };
  });
  const tree = new TourTree({ caption, nodes, pruned: false }, { narrow: true, look });
  const name = caption.toLowerCase().replaceAll(" ", "-");
  const save = h(
    "div",
    { class: "row" },
    h("button", { type: "button", class: "button small", onclick: () => saveSvg(tree.picture, name) }, "SVG"),
    h("button", { type: "button", class: "button small", onclick: () => savePng(tree.picture, name) }, "PNG"),
  );
  tree.element.append(save);
  return tree.element;
}
