/** What can be learned: the course, the rules on one page, and how programs think. */

import { needStyles } from "../analysis/style.js";
import { api } from "../api.js";
import { h } from "../dom.js";
import { courseList, drillList } from "../learn/course.js";
import { miniBoard } from "../miniboard.js";
import { START_FEN } from "../position.js";
import { encodeFen } from "../files.js";
import { setGame } from "../games/current.js";
import { ENGLISH } from "../games/layout.js";
import { settings } from "../settings.js";
import { sideName } from "../words.js";

/** @returns {[title: string, fen: string, arrows: number[][], text: string][]} */
function chapters() {
  const [first, second] = [sideName("black"), sideName("white")];
  return [
    [
      "The board",
      START_FEN,
      [],
      `Checkers is played on the dark squares, numbered 1 to 32. Each side has twelve men. ` +
        `${first} moves first, then the sides take turns.`,
    ],
    [
      "Moving",
      "B:W23,26:B11,14",
      [
        [11, 15],
        [11, 16],
      ],
      "A man moves one square diagonally forward to an empty square.",
    ],
    [
      "Capturing",
      "B:W18,27:B15,6",
      [[15, 22]],
      "A man jumps over an enemy piece beside it to the empty square behind, and takes it. " +
        "If you can capture, you must; if there are several captures, you choose.",
    ],
    [
      "Multiple jumps",
      "B:W15,23,24:B2,10",
      [[10, 19, 26]],
      "A piece that can jump again from where it landed must go on, until it cannot capture any more.",
    ],
    [
      "Kings",
      "B:WK14:B22,7",
      [],
      "A man that reaches the far row becomes a king, and its move ends there. " +
        "Kings move and capture backward too, one square at a time.",
    ],
    [
      "The end",
      "W:W28:B24,19,20",
      [],
      `You lose when you have no piece or no move: here ${second} cannot move. ` +
        "The game is drawn when a position comes up for the third time, " +
        "after 40 moves of each side without a capture or a man's move, or by agreement.",
    ],
  ];
}

/** Links to the rules of other games. */
function gameLinks() {
  const list = h("ul", { class: "card-list" });
  api.get("/api/learn/games").then(
    ({ games }) =>
      list.replaceChildren(
        ...games.map(({ name, title, idea }) =>
          h(
            "li",
            { class: "card" },
            h("a", { href: `/learn/games/${name}` }, h("strong", {}, title)),
            h("p", { class: "note" }, idea),
          ),
        ),
      ),
    () => null,
  );
  return list;
}

/** Links to the pages on algorithms, once the server has told which there are. */
function algorithmLinks() {
  const list = h("ul", { class: "card-list" });
  api.get("/api/lab/algorithms").then(
    ({ algorithms }) =>
      list.replaceChildren(
        ...algorithms.map(({ name, title, idea }) =>
          h(
            "li",
            { class: "card" },
            h("a", { href: `/learn/algorithms/${name}` }, h("strong", {}, title)),
            h("p", { class: "note" }, idea),
          ),
        ),
      ),
    () => null,
  );
  return list;
}

export async function learnView() {
  await needStyles("learn", "mascot");
  setGame(ENGLISH);
  const list = h("ol", { class: "card-list rules-list" });
  const draw = () =>
    list.replaceChildren(
      ...chapters().map(([title, fen, arrows, text]) =>
        h(
          "li",
          { class: "card rule" },
          miniBoard(fen, { arrows, label: title }),
          h(
            "div",
            {},
            h("h2", {}, title),
            h("p", {}, text),
            h(
              "a",
              { class: "link", href: `/?fen=${encodeFen(fen)}`, hidden: title === "The end" },
              "Try this position",
            ),
          ),
        ),
      ),
    );
  const forget = settings.watch(draw);
  return {
    title: "Learn",
    leave: forget,
    element: h(
      "div",
      { class: "page learn" },
      h(
        "div",
        { class: "page-head" },
        h("h1", {}, "Learn"),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button primary", href: "/learn/puzzles" }, "Puzzles"),
          h("a", { class: "button", href: "/learn/progress" }, "Your progress"),
          h("a", { class: "button", href: "/lab/tours" }, "Guided tours"),
          h("a", { class: "button", href: "/learn/classes" }, "Classes"),
        ),
      ),
      courseList(),
      h("h2", {}, "Drills against the endgame tables"),
      h("p", {}, "Win or hold endings with few pieces. The tables answer every move as well as it can be answered."),
      drillList(),
      h("h2", {}, "The rules on one page"),
      list,
      h("h2", {}, "Other games"),
      gameLinks(),
      h("h2", {}, "How programs think"),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: "/lab/tours" }, "Guided tours"),
        h("a", { class: "button", href: "/learn/glossary" }, "Glossary"),
        h("a", { class: "button", href: "/learn/classes" }, "Classes"),
      ),
      h("p", {}, "A page on each algorithm: the idea, the formula, what it is good and bad at."),
      algorithmLinks(),
    ),
  };
}
