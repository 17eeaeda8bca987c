import { serve, seen } from "../browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { GameTree } = await import("../../../src/kingme/web/static/js/analysis/gametree.js");
const { MoveTree } = await import("../../../src/kingme/web/static/js/analysis/movetree.js");
const { START_FEN } = await import("../../../src/kingme/web/static/js/position.js");

/** @param {string} text @param {string} turn @param {Partial<Wire.ReadPly>} more @returns {Wire.ReadPly} */
const ply = (text, turn, more = {}) => ({
  path: text.split("-").map(Number),
  captured: [],
  text,
  fen: `${turn}:W32:B${text.split("-")[1]}`,
  comment: "",
  nags: [],
  variations: [],
  ...more,
});

/** @type {Wire.ReadGame} */
const GAME = {
  start_fen: START_FEN,
  tags: { Event: "Test" },
  comment: "A game",
  result: "*",
  outcome: null,
  plies: [
    ply("11-15", "W", { nags: [1] }),
    ply("23-19", "B", { comment: "The Glasgow", variations: [[ply("22-18", "B"), ply("15-22", "W")]] }),
    ply("8-11", "W"),
  ],
};

function tree() {
  const made = new GameTree();
  made.load(structuredClone(GAME));
  return made;
}

test("a game that was read is written again with its variations", () => {
  assert.deepEqual(tree().whole(), GAME);
  const { plies } = tree().data();
  assert.deepEqual(
    plies?.[1].variations?.[0].map(({ path }) => path),
    [
      [22, 18],
      [15, 22],
    ],
  );
});

test("the main line and a variation are told apart", () => {
  const made = tree();
  assert.deepEqual(
    made.mainLine().map(({ text }) => text),
    ["11-15", "23-19", "8-11"],
  );
  const variation = made.root.children[0].children[1];
  assert.ok(!made.isMain(variation));
  made.promote(variation);
  assert.deepEqual(
    made.mainLine().map(({ text }) => text),
    ["11-15", "22-18", "15-22"],
  );
});

test("a known move is followed, another becomes a variation", async () => {
  const asked = serve((_, { fen, path }) => {
    const move = path ? { path, captured: [], text: path.join("-") } : null;
    return {
      fen: path ? "W:W32:B16" : fen,
      turn: "white",
      move,
      refused: null,
      legal: [],
      must_capture: false,
      outcome: null,
    };
  });
  const made = tree();
  await made.move([11, 15]);
  assert.equal(made.node.text, "11-15");
  assert.ok(
    asked.every(({ body }) => !body.path),
    "its position is asked for, not the move",
  );
  await made.go(made.root);
  await made.move([12, 16]);
  assert.deepEqual(
    made.root.children.map(({ text }) => text),
    ["11-15", "12-16"],
  );
  await made.remove(made.node);
  assert.equal(made.node, made.root);
  assert.equal(made.root.children.length, 1);
});

test("a move that is refused is told, and nothing changes", async () => {
  serve(() => new Error("the game is over"));
  const made = tree();
  /** @type {Refusal[]} */
  const told = [];
  made.on("refused", (refusal) => told.push(refusal));
  assert.equal(await made.move([1, 2]), null);
  assert.deepEqual(told, [{ message: "the game is over", squares: [1] }]);
  assert.equal(made.node, made.root);
});

test("two versions of a game are merged", () => {
  const made = tree();
  made.merge({ comment: "Mine", plies: [ply("11-15", "W", { comment: "Best" }), ply("24-20", "B")] });
  assert.equal(made.root.comment, "Mine");
  assert.equal(made.root.children[0].comment, "Best");
  assert.deepEqual(
    made.root.children[0].children.map(({ text }) => text),
    ["23-19", "22-18", "24-20"],
  );
});

test("a glyph replaces another, and goes when it is set again", () => {
  const made = tree();
  const [first] = made.root.children;
  made.glyph(first, 4);
  assert.deepEqual(first.nags, [4]);
  made.glyph(first, 4);
  assert.deepEqual(first.nags, []);
});

test("moves are numbered by who began", () => {
  const made = tree();
  assert.deepEqual(made.numberOf(3), { number: 2, black: false });
  made.reset("W:W32:B1");
  assert.deepEqual(made.numberOf(0), { number: 1, black: false });
  assert.deepEqual(made.numberOf(1), { number: 2, black: true });
});

test("the list has the main line in rows, variations below, comments and glyphs", () => {
  const list = seen(new MoveTree(tree()).list);
  assert.deepEqual(
    list.children.map((row) => row.textContent),
    ["A game", "1.11-15!23-19", "The Glasgow", "1… 22-182. 15-22", "2.8-11"],
  );
  assert.equal(list.all("button")[0].getAttribute("aria-label"), "11-15!, Red");
});
