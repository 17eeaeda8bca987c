import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { Clock } = await import("../../src/kingme/web/static/js/clock.js");

test("a clock that stands shows the server's time", () => {
  const clock = new Clock("Red");
  assert.ok(clock.element.hidden);
  clock.set(303, false);
  assert.ok(!clock.element.hidden);
  assert.equal(clock.element.textContent, "5:03");
  clock.set(null, false);
  assert.ok(clock.element.hidden);
});

test("a clock that runs counts from the moment of the message", () => {
  const clock = new Clock("Red");
  clock.set(15, true, performance.now() - 10_000);
  assert.match(clock.element.textContent ?? "", /^0:0[45]\.\d$/);
  assert.ok(clock.element.hasAttribute("data-low"));
  clock.stop();
});
