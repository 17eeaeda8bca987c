import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { test } from "node:test";
import { seen } from "./browser.js";

const { api } = await import("../../src/kingme/web/static/js/api.js");
const { face, fullName, isOpponent, opponent, opponentName, rankText } = await import(
  "../../src/kingme/web/static/js/opponents.js"
);

const FACES = "src/kingme/web/static/faces";

/** @type {Wire.Level} */
const MILO = {
  name: "level-3",
  title: "Casual",
  persona: "Milo",
  spec: "engine:nodes=395,error=82",
  rating: 1010,
  source: "",
  description: "Plays over coffee.",
  elsewhere: "",
  group: "ladder",
};
/** @type {Wire.Level} */
const EASY = { ...MILO, name: "easy", title: "Easy", persona: "", spec: "mcts:iterations=20", rating: null };

/** @param {Wire.Level[]} levels */
function meet(...levels) {
  const summary = "Looks some plies ahead.";
  const known = { levels, algorithms: [{ name: "minimax", summary, parameters: [] }] };
  api.known = /** @type {Wire.Config} */ (/** @type {unknown} */ (known));
}

test("a level of the ladder is a person, by its name and by its title", () => {
  meet(MILO, EASY);
  const milo = { name: "Milo", rank: "Casual", character: "Plays over coffee.", picture: "level-3" };
  assert.deepEqual(opponent("level-3"), milo);
  assert.deepEqual(opponent("Casual"), milo);
  assert.equal(rankText(MILO), "Casual, rating 1010");
  assert.equal(fullName("Casual", 1010), "Milo, Casual (1010)");
});

test("all others look like their algorithm and keep their title", () => {
  meet(MILO, EASY);
  assert.deepEqual(opponent("easy"), { name: "Easy", rank: "", character: "Plays over coffee.", picture: "mcts" });
  assert.equal(rankText(EASY), "20 simulations");
  const { name, character, picture } = opponent("minimax:depth=4");
  assert.deepEqual([name, character, picture], ["minimax:depth=4", "Looks some plies ahead.", "minimax"]);
  assert.equal(opponent("own:x=1").picture, "computer");
});

test("a level with parameters of its own keeps the face and says what it is", () => {
  meet(MILO);
  const changed = opponent("level-3:nodes=500");
  assert.deepEqual([changed.name, changed.picture], ["level-3:nodes=500", "level-3"]);
});

test("people are no opponents of the computer", () => {
  meet(MILO);
  assert.ok(isOpponent("Casual") && isOpponent("minimax:depth=4"));
  assert.ok(!isOpponent("Person") && !isOpponent("Tinsley, Marion"));
  assert.equal(opponentName("Tinsley, Marion"), "Tinsley, Marion");
});

test("every face that can be asked for is there, and every one that is there can be asked for", () => {
  const asked = new Set([...Array(10).keys()].map((index) => `level-${index + 1}`));
  for (const level of asked) {
    meet({ ...MILO, name: level });
    assert.equal(opponent(level).picture, level);
  }
  for (const file of globSync("docs/algorithms/*.md")) asked.add(opponent(file.slice(16, -3)).picture);
  assert.deepEqual(globSync(`${FACES}/*.svg`).sort(), [...asked].map((name) => `${FACES}/${name}.svg`).sort());
  meet(MILO);
  const { attributes } = seen(face("level-3"));
  assert.match(attributes.get("src") ?? "", /\/faces\/level-3\.svg$/);
  assert.equal(attributes.get("loading"), "lazy");
});
