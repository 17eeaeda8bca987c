import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const levels = await import("../../src/kingme/web/static/js/levels.js");

/** @param {Partial<Wire.Level>} level @returns {Wire.Level} */
const level = (level) => ({
  name: "easy",
  title: "Easy",
  persona: "",
  spec: "mcts:iterations=200",
  rating: null,
  source: "",
  description: "for beginners",
  elsewhere: "",
  group: "levels",
  ...level,
});

/** @type {Wire.Config} */
const CONFIG = {
  version: "1",
  levels: [
    level({}),
    level({ name: "level-1", title: "Level 1", spec: "engine:depth=1", rating: 900, group: "ladder" }),
  ],
  games: [],
  algorithms: [],
  rules: [],
  openings: { count: 156, listed: 174, names: [] },
  limits: {
    upload_bytes: 1,
    message_bytes: 1,
    move_seconds: 1,
    analysis_seconds: 1,
    threads: 1,
    games: 1,
    game_plies: 1,
  },
};

test("a spec is taken apart and put together again", () => {
  const { name, values } = levels.readSpec("mcts: iterations=500 ,c=1.4");
  assert.deepEqual([name, values], ["mcts", { iterations: "500", c: "1.4" }]);
  assert.equal(levels.writeSpec(name, values), "mcts:iterations=500,c=1.4");
  assert.equal(levels.writeSpec("random", {}), "random");
});

test("the algorithm behind a level is found by its name or its title", () => {
  assert.equal(levels.algorithmOf(CONFIG, "easy"), "mcts");
  assert.equal(levels.algorithmOf(CONFIG, "Level 1"), "engine");
  assert.equal(levels.algorithmOf(CONFIG, "minimax:depth=3"), "minimax");
});

test("the ladder is offered first", () => {
  assert.deepEqual(
    levels.mainLevels(CONFIG).map(({ name }) => name),
    ["level-1"],
  );
  assert.deepEqual(
    levels.levelGroups(CONFIG).map(({ group }) => group),
    ["ladder", "levels"],
  );
  assert.equal(levels.usualLevel(CONFIG), "level-1");
});

test("a level is told from its neighbours by its rating or its budget", () => {
  assert.equal(levels.levelNote(CONFIG.levels[0]), "200 simulations");
  assert.equal(levels.levelNote(CONFIG.levels[1]), "rating 900");
  assert.equal(levels.levelNote(level({ spec: "random" })), "for beginners");
});

test("defaults are written as a spec writes them", () => {
  /** @type {Wire.Parameter} */
  const parameter = { name: "trace", help: "", type: "bool", default: true, low: null, high: null, choices: [] };
  assert.equal(levels.defaultText(parameter), "on");
  assert.equal(levels.defaultText({ ...parameter, type: "float", default: 1.4 }), "1.4");
  assert.equal(levels.defaultText({ ...parameter, default: null }), "");
});

test("a game has its own levels, with their ratings in it and words that fit it", () => {
  const about = { title: "", summary: "", levels: ["level-1"], ratings: { "level-1": 650 } };
  /** @type {Wire.Config} */
  const config = {
    ...CONFIG,
    levels: [...CONFIG.levels, level({ name: "level-2", group: "ladder" })].map((item) => ({
      ...item,
      elsewhere: "x",
    })),
    games: [
      { ...about, name: "othello", family: "other" },
      { ...about, name: "russian", family: "draughts" },
    ],
  };
  const [only, ...none] = levels.configFor(config, "othello").levels;
  assert.deepEqual([only.name, only.rating, only.description, none.length], ["level-1", 650, "x", 0]);
  assert.equal(levels.configFor(config, "russian").levels[0].description, "for beginners");
  assert.equal(levels.configFor(config, "english"), config);
});
