/**
 * Puzzles that a class assigns: so many of a theme. What is solved counts from the first visit with the assignment's
 * link on, wherever in the trainer it is solved, and is kept in this browser.
 */

import { reportProgress } from "./classes.js";

const KEY = "kingme.puzzle-goals";
const MOST = 50; // the latest of them are kept
const MOST_PUZZLES = 500; // of one assignment, as the server has it
const ALL = "all";

/** @typedef {Record<string, number>} Goals how many are solved, by the id of the assignment */

/** The id under which puzzles are assigned. @param {string|null} theme null: all @param {number} total */
export function goalId(theme, total) {
  return `${theme ?? ALL}:${total}`;
}

/** Where an assignment of puzzles is done. @param {string} id */
export function goalLink(id) {
  const { theme, total } = read(id);
  return `/learn/puzzles?${theme === ALL ? "" : `theme=${encodeURIComponent(theme)}&`}goal=${total}`;
}

/** The goal of an address, which counts from now on unless it does already; null if there is none.
 * @param {string|null} theme @param {string|null} wanted how many */
export function beginGoal(theme, wanted) {
  const total = /^\d{1,3}$/.test(wanted ?? "") ? Number(wanted) : 0;
  if (total < 1 || total > MOST_PUZZLES) return null;
  const id = goalId(theme, total);
  const { [id]: done = 0, ...rest } = load();
  save(Object.fromEntries([...Object.entries(rest), [id, done]].slice(-MOST)));
  reportProgress("puzzles", id, done, total); // once more: who solved before joining is told of now
  return id;
}

/** How far one got. @param {string} id */
export function goalProgress(id) {
  return { done: load()[id] ?? 0, total: read(id).total };
}

/** Count a puzzle that was solved for every goal that it belongs to. @param {string[]} themes of the puzzle */
export function countSolved(themes) {
  const goals = load();
  const grown = Object.keys(goals).filter((id) => {
    const { theme, total } = read(id);
    return goals[id] < total && (theme === ALL || themes.includes(theme));
  });
  for (const id of grown) goals[id]++;
  save(goals);
  for (const id of grown) reportProgress("puzzles", id, goals[id], read(id).total);
}

/** @param {string} id */
function read(id) {
  const [theme, total] = id.split(":");
  return { theme, total: Number(total) };
}

/** Without storage, what is known lasts as long as the page. @type {Goals} */
let kept = {};

/** @returns {Goals} */
function load() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const sound = Object.entries(found ?? {}).filter(
      ([id, done]) => /^[a-z-]+:\d{1,3}$/.test(id) && Number.isInteger(done) && done >= 0 && done <= read(id).total,
    );
    return Object.fromEntries(sound);
  } catch {
    return { ...kept }; // no storage, or somebody wrote something else there
  }
}

/** @param {Goals} goals */
function save(goals) {
  kept = goals;
  try {
    localStorage.setItem(KEY, JSON.stringify(goals));
  } catch {
    // it lasts as long as the page
  }
}
