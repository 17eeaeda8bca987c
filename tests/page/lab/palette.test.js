import "../browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { valueColor, valueSign } = await import("../../../src/kingme/web/static/js/lab/palette.js");

test("results go from the colour of a loss over that of a draw to that of a win", () => {
  assert.equal(valueColor(0), "rgb(255 0 0)");
  assert.equal(valueColor(0.5), "rgb(128 128 128)");
  assert.equal(valueColor(1), "rgb(0 255 0)");
  assert.equal(valueColor(null), "#cccccc");
});

test("a sign goes with the colour", () => {
  assert.deepEqual([0.9, 0.5, 0.1, null].map(valueSign), ["+", "=", "−", "?"]);
});
