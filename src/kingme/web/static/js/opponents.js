/**
 * Who the opponents are to people: a face, a name, a rank and a character in one line. The levels of the ladder are
 * persons, all others are machines that look like their algorithm. Faces are pictures of their own, loaded when seen.
 */

import { api } from "./api.js";
import { h } from "./dom.js";
import { levelNote, readSpec } from "./levels.js";

const MACHINES = ["random", "greedy", "minimax", "flat", "mcts", "rave", "heuristic-rave", "hybrid", "engine"];

/**
 * What is known of an opponent.
 * @typedef {{name: string, rank: string, character: string, picture: string}} Opponent
 */

/**
 * An opponent by its spec, its level's name, or the title that games keep of it.
 * @param {string} called
 * @returns {Opponent}
 */
export function opponent(called) {
  const levels = api.known?.levels ?? [];
  const { name } = readSpec(called);
  const level =
    levels.find((item) => item.name === called || item.title === called) ?? levels.find((item) => item.name === name);
  const machine = readSpec(level?.spec ?? called).name;
  const picture = level?.persona ? level.name : MACHINES.includes(machine) ? machine : "computer";
  if (!level || (level.name !== called && level.title !== called))
    return { name: called, rank: "", character: algorithmWords(machine), picture };
  return {
    name: level.persona || level.title,
    rank: level.persona ? level.title : "",
    character: level.description,
    picture,
  };
}

/** @param {string} name */
function algorithmWords(name) {
  return api.known?.algorithms.find((algorithm) => algorithm.name === name)?.summary ?? "";
}

/** Whether a name that a game keeps is that of an opponent of the computer. @param {string} called */
export function isOpponent(called) {
  const { name } = readSpec(called);
  return (
    MACHINES.includes(name) || Boolean(api.known?.levels.some((item) => item.name === name || item.title === called))
  );
}

/** What people call an opponent. @param {string} called */
export function opponentName(called) {
  return opponent(called).name;
}

/** Name, rank and rating: "Milo, Casual (1010)". @param {string} called @param {number|null} rating */
export function fullName(called, rating) {
  const { name, rank } = opponent(called);
  return `${[name, rank].filter(Boolean).join(", ")}${rating ? ` (${rating})` : ""}`;
}

/** Rank and rating in one line: "Casual, rating 1010". @param {Wire.Level} level */
export function rankText(level) {
  return level.persona ? `${level.title}, ${levelNote(level)}` : levelNote(level);
}

/** Rank and rating for cards, each on a line of its own. @param {Wire.Level} level */
export function rankLines(level) {
  const lines = level.persona ? [level.title, levelNote(level)] : [levelNote(level)];
  return lines.map((text) => h("span", { class: "note rank-line" }, text));
}

/** The face of an opponent; the name stands beside it, so that it needs none of its own. @param {string} called */
export function face(called) {
  const { picture } = opponent(called);
  return h("img", {
    class: "face",
    src: new URL(`../faces/${picture}.svg`, import.meta.url).href,
    alt: "",
    width: 64,
    height: 64,
    loading: "lazy",
    decoding: "async",
    draggable: "false",
  });
}
