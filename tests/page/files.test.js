import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { encodeFen, looksLikeGame, readText } = await import("../../src/kingme/web/static/js/files.js");

test("a FEN stays readable in an address", () => {
  assert.equal(encodeFen("B:W18,K24:B12 "), "B:W18,K24:B12%20");
});

test("games and positions are told from other text", () => {
  for (const text of ['[Event "x"]', '{"format": 1}', "B:W18:B12", "1. 11-15 23-19", "w:w18:b1"]) {
    assert.ok(looksLikeGame(text), text);
  }
  assert.ok(!looksLikeGame("Dear Sir or Madam"));
});

test("old files are read too, and large ones refused", async () => {
  assert.equal(await readText(new File(["Größe"], "a.pdn"), 100), "Größe");
  assert.equal(await readText(new File([new Uint8Array([0x47, 0xf6])], "a.pdn"), 100), "Gö");
  await assert.rejects(readText(new File(["x".repeat(2 << 20)], "a.pdn"), 1 << 20), /up to 1 MB/);
});
