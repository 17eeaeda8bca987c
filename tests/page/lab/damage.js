/** Damaging recordings by a seeded generator: parts are left out, exchanged, repeated, or replaced by nonsense. */

import { readFileSync } from "node:fs";

export const KINDS = ["steps", "stream", "trace"];

/** A recording that was made by a search. @param {string} kind */
export const recordingText = (kind) => readFileSync(new URL(`../data/${kind}.json`, import.meta.url), "utf-8");

const NONSENSE = [null, true, false, 0, 1, -1, 1.5, 33, 1e308, 2 ** 60, "", "x", "win", "B:W1-9999999:B2"];

/** Numbers from 0 to 1, always the same for a seed (mulberry32). @param {number} seed */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One to three damages to a recording's text. @param {string} text @param {() => number} chance */
export function damage(text, chance) {
  const made = JSON.parse(text);
  const times = 1 + Math.floor(3 * chance());
  for (let time = 0; time < times; time++) damageOnce(made, chance);
  return JSON.stringify(made);
}

/** @param {any} made @param {() => number} chance */
function damageOnce(made, chance) {
  const pick = (/** @type {any[]} */ list) => list[Math.floor(chance() * list.length)];
  const [holder, key] = pick(places(made));
  const ways = [
    () => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]),
    () => Array.isArray(holder) && holder.splice(Number(key), 0, structuredClone(holder[Number(key)])),
    () => Array.isArray(holder) && holder.reverse(),
    () => Object.assign(holder, { [key]: pick(NONSENSE) }),
    () => Object.assign(holder, { [key]: pick([[], {}]) }),
    () => {
      const [other, name] = pick(places(made));
      holder[key] = structuredClone(other[name]);
    },
    () => typeof holder[key] === "number" && Object.assign(holder, { [key]: holder[key] + pick([-1, 1, 0.5, 1000]) }),
  ];
  pick(ways)();
}

/**
 * Every part of a recording, as what holds it and its name there.
 * @param {any} made
 * @returns {[holder: any, key: string][]}
 */
function places(made) {
  if (typeof made !== "object" || made === null) return [];
  return Object.keys(made).flatMap((key) => [[made, key], ...places(made[key])]);
}
