import assert from "node:assert/strict";
import { test } from "node:test";
import { TraceModel } from "../../../src/kingme/web/static/js/lab/tracemodel.js";
import { recordingText } from "./damage.js";

/** @returns {TraceEvent[]} */
const events = () => JSON.parse(recordingText("trace")).data.events;

test("every position is entered in order and left once", () => {
  const model = new TraceModel(events());
  const entered = model.moments.filter(({ kind }) => kind === "enter").map(({ id }) => id);
  const left = model.moments.filter(({ kind }) => kind === "leave").map(({ id }) => id);
  assert.deepEqual(
    entered,
    events().map((_, id) => id),
  );
  assert.deepEqual(
    [...left].sort((a, b) => a - b),
    entered,
  );
  assert.equal(left.at(-1), 0, "the root comes last");
});

test("values come up as positions are left", () => {
  const model = new TraceModel(events());
  model.go(1);
  assert.equal(model.root.best, null);
  assert.equal(model.visible(0, new Set(), 100).length, 1);
  model.go(model.length);
  assert.equal(model.root.best, model.root.event.value);
  const best = model.node(model.root.bestChild ?? null);
  assert.equal(best?.event.value, model.root.event.value);
  assert.equal(model.size, events().length);
  model.go(2);
  assert.equal(model.size, 2, "and back again");
});

test("a way leads from the root to a node", () => {
  const model = new TraceModel(events());
  model.go(model.length);
  const deepest = events().findIndex(({ ply }) => ply === 2);
  assert.deepEqual(
    model.way(deepest).map(({ depth }) => depth),
    [0, 1, 2],
  );
});

test("cutoffs are found one after the other", () => {
  const model = new TraceModel(events());
  const found = [];
  model.go(1);
  for (let next = model.nextCutoff(); next !== null; next = model.nextCutoff()) {
    found.push(model.moments[next - 1].id);
    model.go(next);
  }
  const cut = events().flatMap(({ kind }, id) => (kind === "cutoff" ? [id] : []));
  assert.ok(cut.length > 0);
  assert.deepEqual(
    [...found].sort((a, b) => a - b),
    cut,
  );
});
