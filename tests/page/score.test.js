import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { distance, inMoves, place, scoreText, seenBy, turnScore } = await import(
  "../../src/kingme/web/static/js/score.js"
);

/** @param {number} men @returns {Wire.ScoreInfo} */
const men = (men) => ({ men, result: null, plies: null, text: String(men) });
/** @param {-1 | 0 | 1} result @param {number | null} plies @returns {Wire.ScoreInfo} */
const known = (result, plies) => ({ men: 0, result, plies, text: "known" });

test("the distance to a certain end is negative for a loss", () => {
  assert.equal(distance(known(1, 5)), 5);
  assert.equal(distance(known(-1, 4)), -4);
  assert.equal(distance(known(1, null)), null);
  assert.equal(distance(known(0, null)), null);
  assert.equal(distance(men(2)), null);
  assert.equal(distance(null), null);
});

test("players count in moves", () => {
  assert.equal(inMoves(5), 3);
  assert.equal(inMoves(-4), 2);
});

test("scores stand between the worst and the best, certain results at the ends", () => {
  const scores = [men(-1), men(0), men(3), known(1, 7), known(-1, 2)];
  const places = scores.map((score) => place(score, scores));
  assert.deepEqual(places, [0.05, 0.05 + 0.95 / 4, 1, 1, 0.05]);
  assert.equal(place(men(1), [men(1)]), 0.5);
});

test("only an evaluation is called a score", () => {
  assert.equal(scoreText(men(2)), "score 2");
  assert.equal(scoreText(known(1, 5)), "known");
  assert.equal(scoreText(null), null);
});

test("figures are turned to the side that is asked for", () => {
  const line = { value: 0.75, score: known(1, 5), interval: [0.7, 0.8], move: {} };
  const info = /** @type {any} */ ({
    fen: "W:W32:B1",
    value: 0.75,
    score: { men: 1.5, result: null, plies: null, text: "+1.5" },
    outcomes: [1, 2, 3],
    expected: { win: 0.6, draw: 0.3, loss: 0.1 },
    table: { value: "win", plies: 5 },
    lines: [line],
  });
  assert.equal(seenBy(info, "white"), info);
  const turned = seenBy(info, "black");
  assert.equal(turned.value, 0.25);
  assert.deepEqual(turned.score, { men: -1.5, result: null, plies: null, text: "-1.5" });
  assert.deepEqual(turned.outcomes, [3, 2, 1]);
  assert.deepEqual(turned.expected, { win: 0.1, draw: 0.3, loss: 0.6 });
  assert.equal(turned.table?.value, "loss");
  assert.equal(distance(turned.lines[0].score), -5);
  assert.deepEqual(
    turned.lines[0].interval?.map((bound) => Math.round(100 * bound)),
    [20, 30],
  );
  assert.equal(turnScore(null), null);
  assert.equal(turnScore({ men: 0, result: 1, plies: 3, text: "win in 3 plies" })?.text, "loss in 3 plies");
});
