/** The first page: a board, and a game one click away. With ?fen=… the game begins from that position. */

import { api, reason } from "../api.js";
import { Board } from "../board.js";
import { openGameDialog } from "../dialogs/open.js";
import { colorSegments, newGameDialog, seats, startGame } from "../dialogs/newgame.js";
import { h, put } from "../dom.js";
import { copy, positionLink } from "../files.js";
import { icon } from "../icons.js";
import { levelNote, mainLevels, usualLevel } from "../levels.js";
import { readFen, START_FEN } from "../position.js";
import { settings } from "../settings.js";
import { toast } from "../toast.js";
import { playerNames, plural, seen, sentence, sideName } from "../words.js";

/** @param {Context} context @returns {Promise<View>} */
export async function homeView({ query }) {
  const fen = query.get("fen");
  /** @type {(Wire.PositionReport & {fen: string})|null} */
  let position = null;
  let problem = "";
  if (fen) {
    try {
      const report = await api.position({ fen });
      if (report.fen) position = { ...report, fen: report.fen };
      else problem = report.problems.map((item) => sentence(item.message)).join(" ");
    } catch (error) {
      problem = sentence(reason(error));
    }
  }
  const color = settings.get("color");
  const board = new Board({
    label: fen ? "Position from the link" : "Start of a game",
    bottom: color === "white" ? "white" : "black",
    cells: false,
  });
  board.show(readFen(position?.fen ?? START_FEN).pieces, { animate: false });
  const levels = h(
    "div",
    { class: "level-list", "aria-busy": "true" },
    h("p", { class: "busy" }, "Loading the players …"),
  );
  const resume = h("div", { class: "resume" });
  const given = position ? { label: "This position", fen: position.fen, start: { fen: position.fen } } : null;

  const colors = colorSegments(color, (value) => {
    settings.set("color", value);
    if (value !== "random") board.setBottom(value);
  });
  /** @param {IconName} name @param {string} text @param {() => unknown} action */
  const other = (name, text, action) =>
    h("button", { type: "button", class: "button", onclick: action }, icon(name), text);
  const panel = h(
    "section",
    { class: "panel home-panel", "aria-label": "Play" },
    position ? fromLink(position) : null,
    problem
      ? h("p", { class: "problem", role: "alert" }, `The position in the address cannot be used. ${problem}`)
      : null,
    resume,
    h("h1", {}, "Play checkers"),
    h("div", { class: "home-color" }, h("span", { class: "label", id: "home-color" }, "Your colour"), colors.element),
    levels,
    h(
      "div",
      { class: "home-other" },
      other("people", "Two people", () => begin({ black: { kind: "human" }, white: { kind: "human" } })),
      other("robot", "Watch two play", () => newGameDialog({ mode: "watch", given })),
      other("plus", "More options", () => newGameDialog({ given })),
      other("open", "Open a game", () => openGameDialog()),
    ),
  );

  /** @param {Wire.NewGame} options */
  async function begin(options) {
    panel.setAttribute("aria-busy", "true");
    try {
      await startGame(given ? { ...options, start: given.start } : options);
    } catch (error) {
      toast(sentence(reason(error)), "error");
    } finally {
      panel.removeAttribute("aria-busy");
    }
  }

  /** @param {Wire.Level} level @param {boolean} usual */
  function offer(level, usual) {
    const act = () => {
      settings.set("level", level.name);
      begin(seats(/** @type {Color|"random"} */ (colors.value), level.name));
    };
    return h(
      "button",
      { type: "button", class: usual ? "level-button last" : "level-button", onclick: act },
      h("span", { class: "level-title" }, level.title),
      h("span", { class: "note" }, levelNote(level)),
    );
  }

  api.config().then(
    (config) => {
      levels.removeAttribute("aria-busy");
      put(
        levels,
        mainLevels(config).map((level) => offer(level, level.name === usualLevel(config))),
      );
    },
    (error) =>
      put(
        levels,
        h("p", { class: "problem" }, reason(error)),
        h("button", { type: "button", class: "button", onclick: () => location.reload() }, "Try again"),
      ),
  );
  if (!fen) showUnfinished(resume);

  return {
    title: "",
    element: h(
      "div",
      { class: "stage home" },
      h("section", { class: "table", "aria-label": "Board" }, h("div", { class: "board-row" }, board.element)),
      panel,
    ),
    keys: { n: () => newGameDialog({ given }), f: () => board.setBottom(board.bottom === "white" ? "black" : "white") },
    leave: () => board.destroy(),
  };
}

/** What a shared position is about. @param {Wire.PositionReport & {fen: string}} position */
function fromLink({ fen, legal, outcome }) {
  const { turn } = readFen(fen);
  const text = outcome ? sentence(outcome.text) : `${sideName(turn)} to move, ${plural(legal.length, "legal move")}.`;
  return h(
    "section",
    { class: "from-link", "aria-label": "Position from the link" },
    h("strong", {}, "A position from a link"),
    h("p", {}, seen(text), outcome ? "" : " Choose an opponent to play it."),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: `/editor?fen=${encodeURIComponent(fen)}` }, icon("edit"), "Edit"),
      h(
        "button",
        { type: "button", class: "button", onclick: () => copy(positionLink(fen), "Link") },
        icon("link"),
        "Copy link",
      ),
      h("a", { class: "button", href: "/" }, "Standard start"),
    ),
  );
}

/** The last game, if it is not finished. @param {HTMLElement} box */
async function showUnfinished(box) {
  try {
    const { games } = await api.get("/api/games?limit=5");
    const game = games.find(({ finished, plies }) => !finished && plies > 0);
    if (!game) return;
    put(
      box,
      h(
        "a",
        { class: "resume-card", href: `/play/${game.id}` },
        icon("play"),
        h(
          "span",
          {},
          h("strong", {}, "Continue your game"),
          h("span", { class: "note" }, `${playerNames(game)}, ${plural(game.plies, "move")}`),
        ),
      ),
    );
  } catch {
    // the list of games is a convenience here
  }
}
