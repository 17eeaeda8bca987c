import "../browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { apart } = await import("../../../src/kingme/web/static/js/analysis/chartoverlay.js");

test("labels that would overlap are moved apart, and stay above the lowest place", () => {
  assert.deepEqual(apart([10, 40], 14, 100), [10, 40]);
  assert.deepEqual(apart([10, 12, 13], 14, 100), [10, 24, 38]);
  assert.deepEqual(apart([90, 95, 99], 14, 100), [72, 86, 100]);
  assert.deepEqual(apart([], 14, 100), []);
});
