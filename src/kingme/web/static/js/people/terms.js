/** What a game between people is about, in a few words: the game, its time, whether it counts. */

import { plural } from "../words.js";

/** @param {{clock: string|null, days?: number|null}} terms */
export function timeWords({ clock, days = null }) {
  if (clock) return clock.includes("+") ? clock : `${clock}+0`;
  return days ? `${plural(days, "day")} per move` : "no clock";
}

/**
 * @param {{title: string, clock: string|null, days: number|null, rated: boolean, fen: string|null,
 *   opening: string|null, rules: string|null, delay: number}} terms
 */
export function termWords(terms) {
  return [
    terms.title,
    timeWords(terms),
    terms.rated ? "rated" : "casual",
    terms.fen ? "from a position" : terms.opening ? "random opening" : "",
    terms.rules && terms.rules !== "official" ? `rules: ${terms.rules}` : "",
    terms.delay ? `spectators ${terms.delay < 60 ? `${terms.delay} s` : `${terms.delay / 60} min`} behind` : "",
  ].filter(Boolean);
}

/** How long something lasts from now on. @param {number} until  seconds since 1970 */
export function timeLeft(until) {
  const seconds = Math.max(0, until - Date.now() / 1000);
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`;
  return plural(Math.round(seconds / 86400), "day");
}
