/** What this browser has learned: rating, themes, streaks, timed runs, lessons; and all of it as a file. */

import { Chart } from "../analysis/chart.js";
import { needStyles } from "../analysis/style.js";
import { api } from "../api.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { THEMES } from "../learn/puzzlethemes.js";
import { plural } from "../words.js";
import { unreachable } from "./message.js";

const FIRST = 1200; // the rating that everybody begins with
const ENOUGH = 3; // puzzles of a theme before it is called weak or strong

/** @returns {Promise<View>} */
export async function progressView() {
  try {
    const [report] = await Promise.all([api.get("/api/progress"), needStyles("chart", "puzzles")]);
    const rating = new Chart({
      title: "Puzzle rating",
      x: { label: "rated puzzle", whole: true },
      y: { label: "rating", whole: true },
      empty: "Your rating is drawn here once you have solved a puzzle.",
    });
    const { curve, runs } = report.puzzles;
    const ratings = curve.length ? [FIRST, ...curve.map((point) => point.rating)] : [];
    rating.set({
      x: ratings.map((_, index) => index),
      series: curve.length ? [{ label: "Rating", values: ratings }] : [],
    });
    const timed = new Chart({
      title: "Three minutes: puzzles solved",
      x: { label: "run", whole: true, range: [0, report.puzzles.runs.length + 1] },
      y: { label: "solved", whole: true },
      empty: "Your timed runs are drawn here.",
    });
    timed.set({
      x: runs.map((_, index) => index + 1),
      series: runs.length ? [{ label: "Solved", kind: "bars", values: runs.map((run) => run.solved) }] : [],
    });
    return {
      title: "Your progress",
      leave: () => {
        rating.destroy();
        timed.destroy();
      },
      element: h(
        "div",
        { class: "page progress-page" },
        head(),
        figures(report),
        rating.element,
        themes(report.puzzles.themes),
        timed.element,
        lessons(report),
      ),
    };
  } catch (error) {
    return unreachable(error);
  }
}

function head() {
  return h(
    "div",
    { class: "page-head" },
    h("h1", {}, "Your progress"),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button primary", href: "/learn/puzzles" }, "Puzzles"),
      h("a", { class: "button", href: "/api/progress/export", download: true }, icon("save"), "Export as JSON"),
    ),
  );
}

/** @param {Wire.ProgressOverview} report */
function figures({ puzzles, lessons, lessons_in_all }) {
  const { solver, streak, runs } = puzzles;
  const finished = lessons.filter(({ done, steps }) => done >= steps).length;
  /** @type {[string, string|number][]} */
  const rows = [
    ["Puzzle rating", puzzles.curve.length ? solver.rating : "–"],
    ["Puzzles solved", `${puzzles.solved} of ${puzzles.tried}`],
    ["Days in a row", streak.days],
    ["Longest streak", plural(streak.longest, "day")],
    ["Best of three minutes", runs.length ? Math.max(...runs.map(({ solved }) => solved)) : "–"],
    ["Lessons done", `${finished} of ${lessons_in_all}`],
  ];
  return h(
    "dl",
    { class: "progress-figures" },
    rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)))),
  );
}

/** @param {Wire.ThemeReport[]} reports */
function themes(reports) {
  const ranked = [...reports].sort((a, b) => b.solved / b.tried - a.solved / a.tried);
  const known = ranked.filter(({ tried }) => tried >= ENOUGH);
  const strong = known[0];
  const weak = known.length > 1 ? known[known.length - 1] : null;
  return h(
    "section",
    { "aria-labelledby": "progress-themes" },
    h("h2", { id: "progress-themes" }, "Themes"),
    strong && weak
      ? h(
          "p",
          {},
          `Strongest: ${THEMES[strong.name]}. Weakest: ${THEMES[weak.name]}. `,
          h("a", { href: `/learn/puzzles?theme=${weak.name}` }, "Train the weakest"),
        )
      : h("p", { class: "note" }, `Solve ${ENOUGH} puzzles of two themes to see which is your strongest.`),
    h(
      "ul",
      { class: "progress-list" },
      ranked.map(({ name, solved, tried }) =>
        h(
          "li",
          {},
          h("a", { href: `/learn/puzzles?theme=${name}` }, THEMES[name]),
          h("meter", { min: 0, max: tried, value: solved, "aria-label": `${THEMES[name]} solved` }),
          h("span", { class: "note" }, `${solved} of ${tried}`),
        ),
      ),
    ),
  );
}

/** @param {Wire.ProgressOverview} report */
function lessons({ lessons }) {
  return h(
    "section",
    { "aria-labelledby": "progress-lessons" },
    h("h2", { id: "progress-lessons" }, "Lessons"),
    lessons.length
      ? h(
          "ul",
          { class: "progress-list" },
          lessons.map(({ name, title, steps, done }) =>
            h(
              "li",
              {},
              h("a", { href: `/learn/lesson/${name}` }, title),
              h("meter", { min: 0, max: steps, value: done, "aria-label": `${title}, steps done` }),
              h("span", { class: "note" }, `${done} of ${steps}`),
            ),
          ),
        )
      : h("p", {}, "The lessons that you begin are listed here. ", h("a", { href: "/learn" }, "See the lessons")),
  );
}
