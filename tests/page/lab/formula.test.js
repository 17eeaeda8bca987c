import { seen } from "../browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { backupTable, scoreTable, workedOut } = await import("../../../src/kingme/web/static/js/lab/formula.js");
const { TreeModel } = await import("../../../src/kingme/web/static/js/lab/treemodel.js");

/** @type {Candidate} */
const CHOSEN = {
  id: 1,
  move: "11-15",
  visits: 4,
  value: 3,
  exploit: 0.75,
  explore: 0.5,
  score: 1.25,
  proof: "",
  chosen: true,
  rave: null,
};
/** @type {Candidate} */
const UNTRIED = {
  ...CHOSEN,
  id: 2,
  move: "12-16",
  visits: 0,
  value: 0,
  exploit: null,
  explore: null,
  score: null,
  chosen: false,
};
/** @type {Level} */
const LEVEL = { id: 0, fen: "B:W32:B1", visits: 4, reason: "score", children: [CHOSEN, UNTRIED] };

test("children stand by their score, what was never tried first", () => {
  const rows = seen(scoreTable(LEVEL)).all("tr").slice(1);
  assert.deepEqual(
    rows.map((row) => row.children.map((cell) => cell.textContent)),
    [
      ["12-16", "0", "0", "–", "–", "∞"],
      ["▸ 11-15", "3", "4", "0.750", "0.500", "1.250"],
    ],
  );
});

test("the chosen score is worked out", () => {
  const worked = seen(workedOut(LEVEL, 1.4));
  assert.equal(worked.textContent, "11-153 over 4+ 1.4 · √ln 4 over 4= 0.750 + 0.500= 1.250");
  assert.equal(workedOut({ ...LEVEL, children: [UNTRIED] }, 1.4), null);
});

test("with RAVE the score is a mixture", () => {
  const rave = { beta: 0.25, exploit: 0.6, explore: 0.1 };
  const level = { ...LEVEL, children: [{ ...CHOSEN, rave, score: 1.1125 }] };
  const heads = seen(scoreTable(level, { amaf: true }))
    .all("th")
    .map((cell) => cell.textContent);
  assert.ok(heads.includes("β") && heads.includes("RAVE"));
  assert.match(
    seen(workedOut(level, 1.4)).textContent,
    /^11-15\(1 − 0\.25\) · \(.*\) \+ 0\.25 · \(0\.600 \+ 0\.100\)= 1\.11/,
  );
});

test("what was backed up is listed", () => {
  const rows = seen(backupTable([{ id: 0, gain: 0.5, visits: 4, value: 3 }], new TreeModel())).all("tr");
  assert.deepEqual(
    rows[1].children.map((cell) => cell.textContent),
    ["root", "+ 0.5", "4", "3", "0.750"],
  );
});
