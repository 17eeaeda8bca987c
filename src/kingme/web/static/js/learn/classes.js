/**
 * Which classes this browser has joined, and telling them how far one got.
 *
 * A page that can be assigned calls `reportProgress` after each step; it does nothing for people who are in no class.
 */

import { api } from "../api.js";

const KEY = "kingme.classes";

/** @returns {string[]} the codes of the classes that this browser has joined */
export function joinedClasses() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((code) => /^[a-z0-9]{10}$/.test(code)) : [];
  } catch {
    return []; // no storage, or somebody wrote something else there
  }
}

/** Note that this browser is a member of a class, or is no more. @param {string} code @param {boolean} joined */
export function noteClass(code, joined) {
  const rest = joinedClasses().filter((other) => other !== code);
  try {
    localStorage.setItem(KEY, JSON.stringify(joined ? [code, ...rest].slice(0, 20) : rest));
  } catch {
    // without storage nothing is told to the class
  }
}

/**
 * Tell every class that was joined how far one got; a class in which this is not assigned ignores it.
 * @param {Wire.ProgressReport["kind"]} kind
 * @param {string} id of the lesson or tour, theme and number of puzzles, or the FEN of a position
 * @param {number} done steps or puzzles so far
 * @param {number} total of how many
 */
export async function reportProgress(kind, id, done, total) {
  if (!done) return;
  const told = joinedClasses().map((code) =>
    api.post(`/api/classes/${code}/progress`, { kind, id, done, total }).catch((error) => {
      if (error.status === 404) noteClass(code, false); // the class was deleted
    }),
  );
  await Promise.all(told);
}
