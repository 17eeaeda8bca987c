import { serve } from "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, api, isMissing, reason } from "../../src/kingme/web/static/js/api.js";

test("a body goes out as JSON, and an answer comes back", async () => {
  const asked = serve(() => ({ fen: "B:W1:B2" }));
  const report = await api.position({ fen: "B:W1:B2" });
  assert.equal(report.fen, "B:W1:B2");
  assert.deepEqual(asked, [{ method: "POST", path: "/api/position", body: { fen: "B:W1:B2" } }]);
});

test("a refusal is the server's sentence", async () => {
  serve(() => new Error("there is no such game"));
  await assert.rejects(api.game("x"), /^Error: there is no such game$/);
  assert.equal(reason(new ApiError("gone", 404)), "gone");
  assert.ok(isMissing(new ApiError("gone", 404)));
  assert.ok(!isMissing(new ApiError("busy", 503)));
  assert.ok(!isMissing(new Error("404")));
});

test("a server that is away is told in words", async () => {
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError("Failed to fetch")) });
  await assert.rejects(api.get("/api/status"), /The server isn't responding/);
});
