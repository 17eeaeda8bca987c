/** Words of the arena. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { number, plural } from "../words.js";

/** @type {Record<string, string>} */
export const KINDS = {
  match: "Match",
  "round-robin": "Round robin",
  gauntlet: "Gauntlet",
  sprt: "Sequential test",
  sweep: "Sweep",
};

/** @type {Record<Wire.Run["status"], [icon: IconName, text: string]>} */
const STATES = {
  playing: ["play", "Running"],
  finished: ["check", "Finished"],
  stopped: ["pause", "Stopped"],
  failed: ["warn", "Failed"],
  new: ["plus", "Not started"],
};

/** @type {Record<string, string>} */
const ENDINGS = { "no pieces": "no pieces left", "no moves": "no legal moves", "quiet moves": "40-move rule" };

/** Why games ended, as people say it. @param {string} name */
export const endingText = (name) => ENDINGS[name] ?? name;

/** A run's state as a pill: a shape, a word, and a colour. @param {Wire.Run["status"]} status */
export function statePill(status) {
  const [name, text] = STATES[status] ?? STATES.new;
  return h("span", { class: `pill ${status}` }, icon(name), text);
}

/** @param {number} done @param {number} games */
export function doneText(done, games) {
  return done >= games ? plural(games, "game") : `${number.format(done)} of ${plural(games, "game")}`;
}

/** Seconds as people say them: 40 s, 12 min, 3 h 20 min. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How fast it goes, and how long it takes. @param {Wire.News|null} news @param {boolean} atMost */
export function paceText(news, atMost = false) {
  if (!news) return "";
  if (news.state === "preparing") return "Getting ready …";
  if (news.state === "measuring") return `Measuring ${news.note}: ${number.format(news.measured ?? 0)} positions`;
  if (news.state === "writing") return "Writing the report …";
  /** @type {string[]} */
  const parts = [];
  if (news.rate)
    parts.push(
      news.rate >= 1
        ? `${news.rate.toPrecision(3)} games a second`
        : `${(60 * news.rate).toPrecision(3)} games a minute`,
    );
  if (news.left && news.left > 0) parts.push(`${atMost ? "at most " : ""}${duration(news.left)} left`);
  if (news.workers) parts.push(plural(news.workers, "worker"));
  return parts.join(", ");
}

/** @param {number} value */
const sign = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(Math.round(value))}`;

/**
 * A rating with its error, or the bound that is known while one side has all the points.
 * @param {Wire.StandingRow} standing
 */
export function ratingText({ rating, low, high }) {
  if (low === null && high === null) return "?";
  if (high === null) return `> ${sign(low ?? 0)}`;
  if (low === null) return `< ${sign(high)}`;
  return `${sign(rating ?? 0)} ± ${Math.round((high - low) / 2)}`;
}

/** @param {number} value @param {number} digits */
export function share(value, digits = 1) {
  return `${(100 * value).toFixed(digits)} %`;
}

/** A bar that fills, for eyes and ears. @param {number} done @param {number} games @param {string} label */
export function progressBar(done, games, label = "Progress") {
  const part = games ? Math.min(1, done / games) : 0;
  return h(
    "div",
    {
      class: "progress",
      role: "progressbar",
      "aria-label": label,
      "aria-valuemin": 0,
      "aria-valuemax": games,
      "aria-valuenow": done,
      "aria-valuetext": doneText(done, games),
    },
    h("span", { class: "progress-fill", style: { width: `${100 * part}%` } }),
  );
}
