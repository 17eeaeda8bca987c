import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { moments } = await import("../../src/kingme/web/static/js/moments.js");

/** @param {string} fen @param {number[]} path @param {number[]} captured @returns {Ply} */
const ply = (fen, path, captured = []) => ({ fen, path, captured, text: "", comment: "", nags: [] });
/** @param {Color|null} winner @returns {Wire.OutcomeInfo} */
const won = (winner) => ({
  result: winner === "black" ? "1-0" : winner ? "0-1" : "1/2-1/2",
  winner,
  termination: "",
  text: "",
});

const START = "B:W18,19,26,32:B15,3,27";
const GAME = {
  start_fen: START,
  plies: [
    ply("W:W19,26,32:B22,3,27", [15, 22], [18]), // a capture
    ply("B:W19,32,17:B3,27", [26, 17], [22]),
    ply("W:W19,17,32:BK31,3", [27, 31]), // a king
    ply("B:W15,17,32:BK31,3", [19, 15]),
    ply("W:W17:BK31,K3", [3, 10, 19, 28], [7, 15, 24]), // takes three; the third king of Black is not the first
  ],
};

test("the moments that one would tell of, as they were played", () => {
  const found = moments({ ...GAME, outcome: won("black") });
  assert.deepEqual(
    found.map(({ index, number, title }) => [index, number, title]),
    [
      [0, "1.", "The first capture"],
      [2, "2.", "Red's first king"],
      [4, "3.", "The winning move"],
    ],
  );
});

test("a draw has a last move and no winning one", () => {
  const titles = moments({ ...GAME, outcome: won(null) }).map(({ title }) => title);
  assert.ok(titles.includes("Red takes three"));
  assert.ok(!titles.includes("The winning move"));
});

test("whoever gives up or runs out of time has not met a winning move", () => {
  for (const termination of ["resignation", "time forfeit", "abandoned"]) {
    const titles = moments({ ...GAME, outcome: { ...won("black"), termination } }).map(({ title }) => title);
    assert.ok(titles.includes("Red takes three"));
    assert.ok(!titles.includes("The winning move"));
  }
});

test("a game that White begins counts its moves as players do", () => {
  const [last] = moments({
    start_fen: "W:W18:B15",
    plies: [ply("B:W11:B", [18, 11], [15])],
    outcome: won("white"),
  });
  assert.deepEqual([last.number, last.title], ["1…", "The winning move"]);
});

test("a game without moves has no moments", () => {
  assert.deepEqual(moments({ start_fen: START, plies: [], outcome: won("black") }), []);
});
