import assert from "node:assert/strict";
import { test } from "node:test";
import { Emitter } from "../../src/kingme/web/static/js/emitter.js";

test("listeners hear what is told under their name, until they end it", () => {
  /** @type {Emitter<{moved: number, left: null}>} */
  const emitter = new Emitter();
  /** @type {unknown[]} */
  const heard = [];
  const end = emitter.on("moved", (square) => heard.push(square));
  emitter.on("left", (detail) => heard.push(detail));
  emitter.tell("moved", 18);
  emitter.tell("left", null);
  end();
  emitter.tell("moved", 22);
  assert.deepEqual(heard, [18, null]);
});
