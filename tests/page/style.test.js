/** What the formatter leaves to people: it breaks no text and no comment, so their lines are counted here. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const LONGEST = 120;

test("no line of the page is longer than 120 characters", () => {
  const files = globSync("{src/kingme/web/static/js,tests/page}/**/*.{js,ts}");
  assert.ok(files.length > 100);
  for (const file of files) {
    readFileSync(file, "utf-8")
      .split("\n")
      .forEach((line, index) => {
        assert.ok([...line].length <= LONGEST, `${file}:${index + 1} has ${[...line].length} characters`);
      });
  }
});
