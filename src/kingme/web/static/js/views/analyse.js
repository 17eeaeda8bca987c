/**
 * The analysis board: any position or game, an engine beside it, variations by moving pieces, comments and glyphs, a
 * review of the whole game, endgame tables, and why moves are legal.
 *
 * Addresses: /analyse, /analyse?fen=…, /analyse/{game id}, each with &ply=… for a place in the main line, and with
 * &tab=review to begin there.
 */

import { ApiError, api, reason } from "../api.js";
import { openGameDialog } from "../dialogs/open.js";
import { h, mark, put } from "../dom.js";
import { encodeFen } from "../files.js";
import { icon } from "../icons.js";
import { menu } from "../menu.js";
import { PlayBoard } from "../playboard.js";
import { START_FEN } from "../position.js";
import { note } from "../router.js";
import { Status } from "../status.js";
import { Tabs } from "../tabs.js";
import { toast } from "../toast.js";
import { sentence, sideName } from "../words.js";
import { AnalysisFiles } from "../analysis/analysisfiles.js";
import { Annotate } from "../analysis/annotate.js";
import { Dashboard } from "../analysis/dashboard.js";
import { Draft } from "../analysis/draft.js";
import { EnginePanel } from "../analysis/enginepanel.js";
import { EvalBar } from "../analysis/evalbar.js";
import { OpeningsPanel } from "../library/openings.js";
import { Explorer } from "../analysis/explorer.js";
import { GameTree } from "../analysis/gametree.js";
import { Legality } from "../analysis/legality.js";
import { MoveTree } from "../analysis/movetree.js";
import { ReviewPanel } from "../analysis/reviewpanel.js";
import { AnalysisStream } from "../analysis/stream.js";
import { needStyles } from "../analysis/style.js";
import { notFound, unreachable } from "./message.js";

/** @typedef {{text: string, index?: number}} Text  a file, and which of its games */

/** @param {Context} context @returns {Promise<View>} */
export async function analyseView({ params, query, given }) {
  const styled = needStyles("analyse", "engine", "dashboard", "chart", "verdicts", "openings");
  const tree = new GameTree();
  const draft = new Draft(tree, params.id ? `/analyse/${params.id}` : "/analyse");
  const ply = query.get("ply");
  try {
    await fill(tree, draft, { id: params.id, fen: query.get("fen"), given: /** @type {Text|null} */ (given) });
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (params.id && status === 404) return notFound("There is no such game. It may have been deleted.");
    if (status !== 422) return unreachable(error);
    toast(sentence(reason(error)), "error");
  }
  await styled;
  return new AnalyseView(tree, draft, {
    id: params.id,
    ply: ply === null ? null : Number(ply),
    bottom: query.get("bottom"),
    tab: query.get("tab"),
  }).view();
}

/**
 * Put on the board what the address or another view asks for.
 * @param {GameTree} tree
 * @param {Draft} draft
 * @param {{id?: string, fen: string|null, given: Text|null}} what
 */
async function fill(tree, draft, { id, fen, given }) {
  if (given?.text) {
    tree.load(await api.post("/api/analysis/read", { text: given.text, index: given.index ?? 0 }));
    draft.touch();
  } else if (fen) tree.reset((await api.post("/api/analysis/position", { fen })).fen);
  else {
    if (id)
      tree.load(
        await api.post("/api/analysis/read", { text: await api.text(`/api/games/${encodeURIComponent(id)}/pdn`) }),
      );
    draft.restore();
  }
}

class AnalyseView {
  /** Show which buttons lead anywhere. */
  reach = () => {};
  left = false;
  /** The position that was shown last. @type {import("../analysis/gamenode.js").Node|null} */
  seen = null;

  /**
   * @param {GameTree} tree
   * @param {Draft} draft
   * @param {{id?: string|null, ply?: number|null, bottom?: string|null, tab?: string|null}} options
   */
  constructor(tree, draft, { id = null, ply = null, bottom = null, tab = null }) {
    this.tree = tree;
    this.draft = draft;
    this.files = new AnalysisFiles(tree, draft, id);
    this.id = id;
    this.ply = ply;
    this.stream = new AnalysisStream();
    this.status = new Status();
    this.board = new PlayBoard(tree, this.status);
    this.board.board.setBottom(bottom === "black" ? "black" : "white");
    this.bar = new EvalBar();
    this.engine = new EnginePanel(this.stream, tree);
    this.dashboard = new Dashboard({ board: this.board.board, onpick: (line) => tree.move(line.move.path) });
    this.dashboard.line.onadd = (line) => this.addLine(line);
    this.moves = new MoveTree(tree);
    this.moves.empty.append(
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button", onclick: () => openGameDialog() }, icon("open"), "Open a game"),
        h("a", { class: "button", href: "/editor" }, icon("edit"), "Set up a position"),
      ),
    );
    this.annotate = new Annotate(tree);
    this.review = new ReviewPanel(tree, this.stream);
    this.explorer = new Explorer();
    this.explorer.onpick = (move) => tree.move(move.path);
    this.explorer.onpoint = (move) => this.point(move);
    this.openings = new OpeningsPanel();
    this.openings.onpick = (move) => tree.move(move.path);
    this.openings.onpoint = (move) => this.point(move);
    this.legality = new Legality();
    this.legality.onpoint = (move) => this.point(move);
    this.ending = h("p", { class: "ending-note", hidden: true, role: "status" });
    this.tabs = new Tabs("Analysis")
      .add("moves-tab", "Moves", h("div", { class: "moves-box" }, this.moves.element, this.annotate.element))
      .add("statistics-tab", "Statistics", this.dashboard.element)
      .add("review-tab", "Review", this.review.element)
      .add("openings-tab", "Openings", this.openings.element)
      .add("endgame-tab", "Endgame", this.explorer.element)
      .add("rules-tab", "Rules", this.legality.element);
    if (tab === "review") this.tabs.select("review-tab");
    this.tabs.onselect = () => this.changeTab();
    this.element = h(
      "div",
      { class: "stage analyse" },
      h("h1", { class: "visually-hidden" }, "Analysis board"),
      h(
        "section",
        { class: "table", "aria-label": "Board" },
        h("div", { class: "board-row" }, this.bar.element, this.board.element),
        this.status.element,
      ),
      h("div", { class: "notes" }, this.engine.element, this.review.learn, this.ending),
      h("section", { class: "panel", "aria-label": "Analysis" }, this.tabs.element),
      h("div", { class: "controls" }, this.controls()),
    );
    this.listen();
    this.dashboard.clear("Switch the engine on to see what it thinks.");
  }

  view() {
    const { tree } = this;
    return {
      element: this.element,
      title: "Analyse",
      keys: {
        ArrowLeft: () => tree.back(),
        ArrowRight: () => tree.forward(),
        Home: () => tree.first(),
        End: () => tree.last(),
        f: () => this.flip(),
        e: () => this.engine.switch(!this.engine.settings.on),
        d: () => this.engine.deepen(),
        Escape: () => this.board.cancel(),
      },
      shown: () => this.begin(),
      leave: () => this.leave(),
    };
  }

  /** Go where the address says, and start to think. */
  begin() {
    const { tree, ply } = this;
    const line = tree.mainLine();
    if (ply !== null) tree.node = ply > 0 ? (line[Math.min(ply, line.length) - 1] ?? tree.root) : tree.root;
    tree.go(tree.node);
  }

  leave() {
    this.left = true;
    this.draft.close();
    this.review.destroy(); // the end of learning wakes the engine, which is therefore stopped after it
    this.engine.stop();
    this.stream.close();
    this.dashboard.line.stop();
    this.board.destroy();
  }

  listen() {
    const { tree } = this;
    tree.on("state", (detail) => this.moved(detail));
    tree.on("edit", () => this.draft.touch());
    tree.on("error", (detail) => toast(sentence(detail.message), "error"));
    this.engine.on("info", (detail) => this.think(detail));
    this.engine.on("off", () => this.forget());
    this.review.on("verdicts", (detail) => this.moves.setVerdicts(detail));
    this.review.on("learn", () => {
      this.engine.hide(true);
      this.forget();
      this.dashboard.clear("The engine is hidden while you look for a better move.");
      this.element.dataset.learning = "yes";
      this.consult();
    });
    this.review.on("learned", () => {
      delete this.element.dataset.learning;
      this.engine.hide(false);
    });
  }

  /** Another position is shown, or its legal moves have come. @param {Change} change */
  moved({ state, before }) {
    if (this.left) return; // the answer to a move came late: the address is another page's now
    const { tree } = this;
    const side = sideName(state.turn);
    this.status.set(
      state.outcome
        ? sentence(state.outcome.text)
        : `${side} to move${state.must_capture ? ": a capture is compulsory" : ""}`,
      state.outcome ? "over" : state.must_capture ? "must" : "turn",
    );
    this.reach();
    if (state.fen === before.fen && this.seen === tree.node) {
      if (state.outcome) this.engine.look();
      return;
    }
    this.seen = tree.node;
    this.forget();
    if (!this.review.learning) this.engine.look();
    this.changeTab();
    this.consult();
    this.draft.later();
    this.note();
  }

  /** The address of what is shown. */
  note() {
    const { tree, id } = this;
    const main = tree.isMain() && tree.node.parent;
    if (id) note(`/analyse/${id}${main ? `?ply=${tree.node.depth}` : ""}`);
    else if (tree.root.fen !== START_FEN && !tree.root.children.length)
      note(`/analyse?fen=${encodeFen(tree.root.fen)}`);
    else note("/analyse");
  }

  forget() {
    this.bar.set(null, this.board.board.bottom);
    this.dashboard.undraw();
    if (!this.engine.active) this.dashboard.clear("Switch the engine on to see what it thinks.");
    else if (!this.dashboard.info) this.dashboard.clear("The engine begins …");
  }

  /** @param {Info} info */
  think(info) {
    if (this.review.learning) return;
    this.bar.set(info, this.board.board.bottom);
    this.dashboard.update(info, { draw: this.tabs.selected === "statistics-tab" });
    if (this.tabs.selected !== "statistics-tab") this.arrows(info);
  }

  /** The best move as an arrow, while the statistics are not drawn on the board. @param {Info|null} info */
  arrows(info) {
    this.board.board.setBadges([]);
    this.board.board.setArrows(info?.lines[0] ? [{ path: info.lines[0].move.path, name: "thought" }] : []);
  }

  /** @param {{path: number[]}|null} move */
  point(move) {
    if (move) this.board.board.setArrows([{ path: move.path, name: "thought" }]);
    else if (this.engine.info) this.think(this.engine.info);
    else this.board.board.setArrows([]);
  }

  changeTab() {
    const { selected } = this.tabs;
    this.element.dataset.tab = selected;
    const { fen } = this.tree.node;
    if (selected === "rules-tab") this.legality.show(fen);
    if (selected === "openings-tab") this.openings.show(fen);
    if (selected === "moves-tab") this.moves.update();
    if (selected === "statistics-tab" && this.dashboard.info) this.dashboard.draw();
    else if (this.engine.info && !this.review.learning) this.arrows(this.engine.info);
  }

  /** Where few pieces are left, say what the tables know. */
  async consult() {
    const { node } = this.tree;
    const report = await this.explorer.show(node.fen);
    if (node !== this.tree.node) return;
    const known = Boolean(report?.value) && !this.review.learning;
    this.ending.hidden = !known;
    if (known) put(this.ending, icon("info"), sentence(report?.message ?? ""));
  }

  /** @param {import("../analysis/linebox.js").PlayedLine} line */
  addLine({ texts, paths, fens }) {
    this.tree.addLine(this.tree.node, paths.slice(0, fens.length), texts, fens);
    toast("The line was added as a variation.");
  }

  flip() {
    this.board.flip();
    this.bar.set(this.engine.info, this.board.board.bottom);
    if (this.dashboard.info) this.dashboard.update(this.dashboard.info, { draw: false });
  }

  // --- buttons ------------------------------------------------------------------------------------------------------

  controls() {
    const { tree } = this;
    /** @param {IconName} name @param {string} label @param {() => unknown} action */
    const button = (name, label, action) =>
      h("button", { type: "button", class: "action", "aria-label": label, title: label, onclick: action }, icon(name));
    const back = button("back", "One move back", () => tree.back());
    const on = button("forward", "One move forward", () => tree.forward());
    this.reach = () => {
      mark(back, "disabled", !tree.node.parent);
      mark(on, "disabled", !tree.node.children.length);
    };
    const more = menu({
      label: "More",
      content: icon("more"),
      className: "action",
      up: matchMedia("(min-width: 1000px)").matches,
      items: () => this.files.items(),
    });
    return h(
      "div",
      { class: "actions", role: "group", "aria-label": "Moves and files" },
      button("first", "To the start", () => tree.first()),
      back,
      on,
      button("last", "To the last move", () => tree.last()),
      button("flip", "Flip the board (f)", () => this.flip()),
      more,
    );
  }
}
