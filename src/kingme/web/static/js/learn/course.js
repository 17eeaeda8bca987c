/** The list of lessons and drills, with what was done of them. */

import { api, reason } from "../api.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { miniBoard } from "../miniboard.js";
import { plural, seen } from "../words.js";
import { mascot } from "./mascot.js";

/** What each chapter is for. @type {Record<string, string>} */
const ABOUT = {
  rules: "All that you need for your first game.",
  tactics: "Give a piece, take more: the tricks that decide most games.",
  strategy: "Where pieces stand well, and when time is on your side.",
  endgames: "Few pieces, exact play: win what is won and save what can be saved.",
  traps: "What can go wrong in the first moves, and how to punish it.",
};

/** An element that fills itself. */
export function courseList() {
  const list = h(
    "div",
    { class: "chapter-list", "aria-busy": "true" },
    h("p", { class: "note" }, "Loading the lessons …"),
  );
  api.get("/api/learn/course").then(
    ({ chapters }) => {
      put(list, begin(chapters), chapters.map(chapter));
      list.removeAttribute("aria-busy");
    },
    (error) => put(list, h("p", {}, reason(error))),
  );
  return list;
}

/** A welcome, and where to go on. @param {Wire.ChapterSummary[]} chapters */
function begin(chapters) {
  const lessons = chapters.flatMap((each) => each.lessons);
  const next = lessons.find(({ done, steps }) => done < steps);
  const finished = lessons.filter(({ done, steps }) => done >= steps).length;
  const begun = lessons.some(({ done }) => done > 0);
  const [greeting, words] = !begun
    ? [
        "New to checkers?",
        "Ten minutes are enough for the rules. You learn everything on the board, and mistakes cost nothing.",
      ]
    : next
      ? ["Good to see you again!", `Next: ${seen(next.title)}.`]
      : ["You have done every lesson!", "Puzzles and drills keep you in practice."];
  return h(
    "section",
    { class: "learn-welcome", "aria-label": "Where to go on" },
    mascot(begun ? "right" : ""),
    h(
      "div",
      {},
      h("strong", {}, greeting),
      h("p", {}, words),
      h("p", { class: "note" }, `${finished} of ${plural(lessons.length, "lesson")} done`),
    ),
    h(
      "div",
      { class: "row" },
      next
        ? h(
            "a",
            { class: "button primary", href: `/learn/lesson/${next.name}` },
            begun ? "Continue" : "Start with the first lesson",
          )
        : null,
      h("a", { class: "button", href: "/learn/puzzles?kind=daily" }, "Puzzle of the day"),
    ),
  );
}

/** @param {Wire.ChapterSummary} chapter */
function chapter({ name, title, lessons }) {
  const steps = lessons.reduce((sum, each) => sum + each.steps, 0);
  const done = lessons.reduce((sum, each) => sum + each.done, 0);
  return h(
    "section",
    { "aria-labelledby": `chapter-${name}` },
    h(
      "div",
      { class: "chapter-head" },
      h("h2", { id: `chapter-${name}` }, title),
      h("span", { class: "note" }, `${done} of ${plural(steps, "step")} done`),
      h("p", { class: "note chapter-about" }, ABOUT[name] ?? ""),
    ),
    h("ol", { class: "lesson-list" }, lessons.map(card)),
  );
}

/** @param {Wire.LessonSummary} lesson */
function card({ name, title, idea, fen, steps, done }) {
  const all = done >= steps;
  return h(
    "li",
    {},
    h(
      "a",
      { class: "lesson-card", href: `/learn/lesson/${name}`, title: seen(idea) },
      miniBoard(fen, { label: title }),
      h(
        "span",
        {},
        h("strong", {}, title),
        h(
          "span",
          { class: "lesson-state", "data-done": all },
          all ? icon("check") : null,
          all ? "Done" : done ? `${done} of ${plural(steps, "step")}` : plural(steps, "step"),
        ),
      ),
    ),
  );
}

/** The drills, in the same manner. */
export function drillList() {
  const list = h("ul", { class: "lesson-list" });
  api.get("/api/learn/drills").then(
    ({ drills }) =>
      put(
        list,
        drills.map(({ name, title, task, goal, fen }) =>
          h(
            "li",
            {},
            h(
              "a",
              { class: "lesson-card", href: `/learn/drill/${name}`, title: task },
              miniBoard(fen, { label: title }),
              h(
                "span",
                {},
                h("strong", {}, title),
                h("span", { class: "lesson-state" }, goal === "win" ? "Win it" : "Hold it"),
              ),
            ),
          ),
        ),
      ),
    (error) => put(list, h("li", {}, reason(error))),
  );
  return list;
}
