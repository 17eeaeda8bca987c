/** Recordings that were made by a search, and thousands of damaged ones: what passes the schema can be drawn. */

import "../browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { unpack } from "../../../src/kingme/web/static/js/lab/recordings.js";
import { KINDS, damage, random, recordingText } from "./damage.js";
import { replay } from "./replay.js";

const TRIES = 1500; // of each kind

for (const kind of KINDS) {
  test(`a recording of a search (${kind}) passes and replays`, () => {
    assert.ok(replay(unpack(recordingText(kind))) > 0);
  });

  test(`a damaged recording (${kind}) is refused with one sentence, or replays`, () => {
    const chance = random(20 + KINDS.indexOf(kind));
    let [passed, refused] = [0, 0];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const text = damage(recordingText(kind), chance);
      let recording = null;
      try {
        recording = unpack(text);
      } catch (error) {
        refused++;
        assert.match(String(error), /^Error: This (file|recording) [^\n]{1,300}\.$/);
      }
      if (!recording) continue;
      passed++;
      try {
        replay(recording);
      } catch (error) {
        assert.ok(false, `attempt ${attempt} passes the schema and throws: ${error}\n${text.slice(0, 2000)}`);
      }
    }
    assert.ok(passed > 20 && refused > TRIES / 2, `${passed} passed, ${refused} were refused`);
  });
}

test("what is wrong is said, and where", () => {
  const damaged = (/** @type {string} */ kind, /** @type {(made: any) => void} */ change) => {
    const made = JSON.parse(recordingText(kind));
    change(made);
    return () => unpack(JSON.stringify(made));
  };
  assert.throws(() => unpack("no JSON"), /it is not JSON\.$/);
  assert.throws(() => unpack("{}"), /is not a recording of a search\.$/);
  assert.throws(
    damaged("steps", (made) => {
      made.version = 2;
    }),
    /made by a newer version of KingMe\.$/,
  );
  assert.throws(
    damaged("steps", ({ data }) => delete data.steps[3].counts),
    /data\.steps\[3\]\.counts should be a list\.$/,
  );
  assert.throws(
    damaged("steps", ({ data }) => {
      data.steps[2].opened[0].parent = 999;
    }),
    /data\.steps\[2\]: the parent of node \d+ should be a node that is there already\.$/,
  );
  assert.throws(
    damaged("steps", ({ data }) => {
      data.head.fen = "B:W1-99999999:B2";
    }),
    /data\.head\.fen should be a position as FEN\.$/,
  );
  assert.throws(
    damaged("stream", ({ data }) => {
      data.shots[1].changed[0][0] = 77_777;
    }),
    /data\.shots\[1\]\.changed|node 77777/,
  );
  assert.throws(
    damaged("trace", ({ data }) => {
      data.events[4].ply = 9;
    }),
    /data\.events\[4\]\.ply should be one more than above it at most\.$/,
  );
  assert.throws(
    damaged("trace", ({ data }) => {
      data.events[0].texts = [null, null, null];
    }),
    /data\.events\[0\]\.texts\[0\] should be a text\.$/,
  );
});
