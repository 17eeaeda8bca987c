import { seen } from "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { Pace } = await import("../../src/kingme/web/static/js/pace.js");

/** A game with as much as the controls look at. @param {object} state @param {object} more */
function gameWith(state, more = {}) {
  /** @type {string[]} */
  const sent = [];
  const game = { state, watching: true, myTurn: false, send: (/** @type {string} */ type) => sent.push(type), ...more };
  return {
    sent,
    game: /** @type {import("../../src/kingme/web/static/js/game.js").Game} */ (/** @type {unknown} */ (game)),
  };
}

test("two players that play each other can be paused, stepped and slowed down", () => {
  const { game, sent } = gameWith({ owner: true, outcome: null, paused: false, autoplay: { delay: 0.5 } });
  const pace = new Pace(game);
  pace.update();
  assert.ok(!pace.element.hidden);
  assert.deepEqual(
    seen(pace.element)
      .all("button")
      .map((button) => button.textContent),
    ["Pause", "Step"],
  );
  assert.equal(seen(pace.element).all("output")[0].textContent, "0.5 s");
  pace.toggle();
  game.state.paused = true;
  pace.toggle();
  assert.deepEqual(sent, ["pause", "resume"]);
});

test("nobody else controls a game, and nobody one that is over", () => {
  for (const state of [
    { owner: false, outcome: null },
    { owner: true, outcome: { winner: null } },
  ]) {
    const { game, sent } = gameWith(state);
    const pace = new Pace(game);
    pace.update();
    assert.ok(pace.element.hidden);
    pace.toggle();
    assert.deepEqual(sent, []);
  }
});
