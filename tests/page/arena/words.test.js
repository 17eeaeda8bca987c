import "../browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const words = await import("../../../src/kingme/web/static/js/arena/words.js");

/** @param {number|null} rating @param {number|null} low @param {number|null} high @returns {Wire.StandingRow} */
const standing = (rating, low, high) => ({
  name: "a",
  games: 2,
  wins: 1,
  draws: 0,
  losses: 1,
  score: 0.5,
  score_low: 0,
  score_high: 1,
  rating,
  low,
  high,
  los: null,
  forfeits: 0,
});

test("a rating has its error, or the bound that is known", () => {
  assert.equal(words.ratingText(standing(35.4, 10, 60)), "+35 ± 25");
  assert.equal(words.ratingText(standing(-35, -60, -10)), "−35 ± 25");
  assert.equal(words.ratingText(standing(null, 120, null)), "> +120");
  assert.equal(words.ratingText(standing(null, null, -120)), "< −120");
  assert.equal(words.ratingText(standing(null, null, null)), "?");
});

test("times are told as people do", () => {
  assert.deepEqual([0, 40, 720, 12_000].map(words.duration), ["1 s", "40 s", "12 min", "3 h 20 min"]);
});

test("the pace tells what is known of it", () => {
  assert.equal(words.paceText(null), "");
  assert.equal(words.paceText({ state: "preparing" }), "Getting ready …");
  assert.equal(
    words.paceText({ state: "playing", rate: 2.5, left: 40, workers: 2 }, true),
    "2.50 games a second, at most 40 s left, 2 workers",
  );
  assert.equal(words.paceText({ state: "playing", rate: 0.05 }), "3.00 games a minute");
});

test("progress is told in games", () => {
  assert.equal(words.doneText(12, 1000), "12 of 1,000 games");
  assert.equal(words.doneText(1000, 1000), "1,000 games");
  assert.equal(words.share(0.123), "12.3 %");
});
