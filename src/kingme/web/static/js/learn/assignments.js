/** What assignments of each kind are called, and where they are done. */

import { encodeFen } from "../files.js";
import { goalLink } from "./puzzlegoals.js";

const KINDS = { tour: "guided tour", lesson: "lesson", puzzles: "puzzles", position: "position" };

/** @param {Wire.AssignmentInfo["kind"]} kind */
export function kindName(kind) {
  return KINDS[kind];
}

/** Where an assignment is done. @param {Wire.AssignmentInfo} item */
export function assignmentLink({ kind, id }) {
  if (kind === "position") return `/analyse?fen=${encodeFen(id)}`;
  if (kind === "puzzles") return goalLink(id);
  return { tour: "/lab/tours/", lesson: "/learn/lesson/" }[kind] + encodeURIComponent(id);
}
