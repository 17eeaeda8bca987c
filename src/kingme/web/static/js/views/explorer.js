/** The explorer of openings: a board, and what was played in its position. Address: /explorer?fen=…&games=own */

import { api, reason } from "../api.js";
import { GameTree } from "../analysis/gametree.js";
import { needStyles } from "../analysis/style.js";
import { h, mark } from "../dom.js";
import { encodeFen } from "../files.js";
import { icon } from "../icons.js";
import { OpeningsPanel } from "../library/openings.js";
import { PlayBoard } from "../playboard.js";
import { START_FEN } from "../position.js";
import { note } from "../router.js";
import { Status } from "../status.js";
import { toast } from "../toast.js";
import { sentence, sideName } from "../words.js";

/** @param {Context} context @returns {Promise<View>} */
export async function explorerView({ query }) {
  const styled = needStyles("analyse", "dashboard", "verdicts", "openings");
  const tree = new GameTree();
  const fen = query.get("fen");
  if (fen) {
    try {
      tree.reset((await api.post("/api/analysis/position", { fen })).fen);
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }
  await styled;
  const status = new Status();
  const board = new PlayBoard(tree, status);
  board.board.setBottom("white");
  const openings = new OpeningsPanel();
  if (query.get("games") === "own") openings.chooseOwn();
  openings.onpick = (move) => tree.move(move.path);
  openings.onpoint = (move) => board.board.setArrows(move ? [{ path: move.path, name: "thought" }] : []);
  /** @param {IconName} name @param {string} label @param {() => unknown} action */
  const button = (name, label, action) =>
    h("button", { type: "button", class: "action", "aria-label": label, title: label, onclick: action }, icon(name));
  const back = button("back", "One move back", () => tree.back());
  const on = button("forward", "One move forward", () => tree.forward());
  const words = "Analyse this position";
  const analyse = h("a", { class: "action", href: "/analyse", "aria-label": words, title: words }, icon("search"));
  let left = false;

  tree.on("state", ({ state, before }) => {
    if (left) return;
    status.set(
      state.outcome ? sentence(state.outcome.text) : `${sideName(state.turn)} to move`,
      state.outcome ? "over" : "turn",
    );
    mark(back, "disabled", !tree.node.parent);
    mark(on, "disabled", !tree.node.children.length);
    if (state.fen === before.fen && shown === state.fen) return;
    shown = state.fen;
    board.board.setArrows([]);
    openings.show(state.fen);
    const address = `fen=${encodeFen(state.fen)}`;
    analyse.href = `/analyse?${address}`;
    note(state.fen === START_FEN ? "/explorer" : `/explorer?${address}`);
  });
  tree.on("error", ({ message }) => toast(sentence(message), "error"));
  let shown = "";

  return {
    title: "Openings",
    keys: {
      ArrowLeft: () => tree.back(),
      ArrowRight: () => tree.forward(),
      Home: () => tree.first(),
      f: () => board.flip(),
      Escape: () => board.cancel(),
    },
    shown: () => tree.go(tree.node),
    leave: () => {
      left = true;
      board.destroy();
    },
    element: h(
      "div",
      { class: "stage analyse explorer-page" },
      h("h1", { class: "visually-hidden" }, "Openings"),
      h(
        "section",
        { class: "table", "aria-label": "Board" },
        h("div", { class: "board-row" }, board.element),
        status.element,
      ),
      h("section", { class: "panel", "aria-label": "Openings" }, openings.element),
      h(
        "div",
        { class: "controls" },
        h(
          "div",
          { class: "actions", role: "group", "aria-label": "Moves" },
          button("first", "To the start", () => tree.first()),
          back,
          on,
          button("flip", "Flip the board (f)", () => board.flip()),
          analyse,
        ),
      ),
    ),
  };
}
