/** Tapes of searches: they ask for what they lack, and what they write down can be read again. */

import { serve } from "../browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { pack, unpack } from "../../../src/kingme/web/static/js/lab/recordings.js";
import { StepTape } from "../../../src/kingme/web/static/js/lab/steptape.js";
import { StreamTape } from "../../../src/kingme/web/static/js/lab/streamtape.js";
import { recordingText } from "./damage.js";

/** @type {StepsData} */
const RECORDED = JSON.parse(recordingText("steps")).data;

/** A server that knows the recorded search. */
function server() {
  return serve((_, { done, count }) => {
    const from = RECORDED.steps.findIndex(({ number }) => number === done + 1);
    const simulations = from < 0 ? [] : RECORDED.steps.slice(from, from + count);
    return { ...RECORDED.head, spec: RECORDED.spec, proved: from < 0, simulations };
  });
}

test("steps are asked for a hundred at a time, and the last few in detail", async () => {
  const asked = server();
  const tape = new StepTape({ position: RECORDED.position, player: "b-rave" });
  assert.equal(await tape.reach(25), 25);
  assert.deepEqual(
    asked.map(({ body }) => [body.done, body.count, body.detailed]),
    [
      [0, 24, false],
      [24, 1, true],
    ],
  );
  assert.equal(asked[1].body.player, RECORDED.spec, "with the seed that the server has drawn");
  await tape.detail(24);
  assert.equal(asked.length, 2, "what is known is not asked again");
  await tape.detail(3);
  assert.deepEqual(asked[2].body.done, 3);
});

test("a search that is proved ends", async () => {
  server();
  const tape = StepTape.from(structuredClone(RECORDED));
  assert.equal(await tape.reach(40), RECORDED.steps.length);
  assert.ok(tape.proved);
});

test("a tape of steps that was written is read again as the same tree", () => {
  const tape = StepTape.from(structuredClone(RECORDED));
  tape.rebuild(tape.length);
  const text = JSON.stringify(pack({ kind: "steps", title: "A search", data: tape.data() }));
  const again = StepTape.from(/** @type {StepsData} */ (unpack(text).data));
  again.rebuild(again.length);
  assert.deepEqual(again.model.plain(), tape.model.plain());
});

test("a live search is written as changes and read again as snapshots", () => {
  const data = JSON.parse(recordingText("stream")).data;
  const tape = StreamTape.from(data);
  assert.equal(tape.length, 5);
  const visits = tape.shots.map((shot) => shot.nodes[0].visits);
  assert.deepEqual(visits, [20, 60, 200, 1000, 4000]);
  assert.deepEqual(tape.data(), data);
});

test("a long live search is thinned and keeps its end", () => {
  const data = JSON.parse(recordingText("stream")).data;
  const tape = new StreamTape({ ...data, player: "mcts" });
  const figures = data.shots[0].figures;
  for (let at = 0; at <= 300; at++) {
    tape.add({ ...figures, final: at === 300, time: at, lines: [], tree: null, player: "mcts" });
  }
  assert.ok(tape.length <= 240);
  assert.equal(tape.shots.at(-1)?.figures.time, 300);
});
