import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { settings } = await import("../../src/kingme/web/static/js/settings.js");
const words = await import("../../src/kingme/web/static/js/words.js");

test("sides are called by what the board set shows", () => {
  assert.equal(words.sideName("black"), "Red");
  assert.equal(words.sentence("it is Black's turn"), "It is Red's turn.");
  assert.equal(words.seen("Take the black man: Black's king is far."), "Take the red man: Red's king is far.");
  assert.equal(words.pieceTitle("B"), "Red king");
  settings.set("board", "classic");
  assert.equal(words.sideName("black"), "Black");
  assert.equal(words.sentence("it is Black's turn!"), "It is Black's turn!");
  settings.set("board", "tournament");
});

test("squares in a text are named as on the board", () => {
  assert.equal(words.named("22x15 or 22x17", "white"), "22x15 or 22x17");
  settings.set("coordinates", "algebraic");
  assert.equal(words.named("22x15", "white"), "c3xe5");
  settings.set("coordinates", "numeric");
  assert.equal(words.spokenMove("white", { path: [22, 15], captured: [18] }, "white"), "White captures 22 takes 15");
  assert.equal(words.spokenMove("black", { path: [11, 15], captured: [] }, "white"), "Red moves 11 to 15");
});

test("a person without a name is You, or a colour where two play", () => {
  assert.equal(words.playerNames({ black: "Person", white: "Easy" }), "You – Easy");
  assert.equal(words.playerNames({ black: "Person", white: "Person" }), "Red – White");
});

test("numbers are short", () => {
  assert.deepEqual([999, 1000, 1250, 12_345, 1_234_567].map(words.short), ["999", "1 k", "1.3 k", "12 k", "1.2 M"]);
  assert.equal(words.percent(0.634), "63 %");
  assert.equal(words.plural(1, "move"), "1 move");
  assert.equal(words.plural(1234, "move"), "1,234 moves");
  assert.equal(words.plural(134, "ply"), "134 plies");
  assert.equal(words.moves(133), "67 moves");
  assert.equal(words.moves(1), "1 move");
  assert.equal(words.exactPercent(0.6349), "63.5 %");
  assert.equal(words.scoreFor("black"), "Expected score for Red");
});

test("a clock shows tenths only at the end", () => {
  assert.equal(words.clockText(303), "5:03");
  assert.equal(words.clockText(9.47), "0:09.4");
  assert.equal(words.clockText(3723), "1:02:03");
  assert.equal(words.clockText(-1), "0:00.0");
});

test("moments are told as people do", () => {
  const now = Date.now() / 1000;
  assert.match(words.when(now), /^today, \d\d:\d\d$/);
  assert.match(words.when(now - 86_400), /^yesterday, /);
  assert.equal(words.when(Date.parse("1994-08-15T12:00:00Z") / 1000), "15 Aug 1994");
});
