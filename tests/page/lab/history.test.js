import assert from "node:assert/strict";
import { test } from "node:test";
import { RootHistory } from "../../../src/kingme/web/static/js/lab/history.js";
import { StepTape } from "../../../src/kingme/web/static/js/lab/steptape.js";
import { recordingText } from "./damage.js";

const moves = { "11-15": { visits: 1, exploit: 0.5, explore: 1 } };

test("a long history is thinned and keeps its span", () => {
  const history = new RootHistory("simulations");
  for (let at = 1; at <= 5000; at++) history.add(at, moves);
  assert.ok(history.points.length <= 320 && history.points.length > 100);
  assert.ok((history.points.at(-1)?.at ?? 0) > 4900);
  assert.deepEqual(history.moves, ["11-15"]);
});

test("a moment has one point, the last", () => {
  const history = new RootHistory("seconds");
  history.add(1, moves, { force: true });
  history.add(1, { ...moves, "12-16": moves["11-15"] }, { force: true });
  assert.equal(history.points.length, 1);
  assert.deepEqual(history.moves, ["11-15", "12-16"]);
  history.clear();
  assert.deepEqual([history.points, history.moves], [[], []]);
});

test("the history of a tape ends with its tree", () => {
  const tape = StepTape.from(JSON.parse(recordingText("steps")).data);
  const history = RootHistory.ofSteps(tape, tape.length);
  assert.deepEqual(history.points.at(-1), { at: tape.simulations(), moves: RootHistory.of(tape.model) });
  const visits = Object.values(history.points.at(-1)?.moves ?? {}).reduce((sum, move) => sum + move.visits, 0);
  assert.equal(visits, tape.simulations());
});
