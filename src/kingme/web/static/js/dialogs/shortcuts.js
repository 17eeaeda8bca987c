/** The keys of the page. */

import { h } from "../dom.js";
import { openDialog } from "./dialog.js";

/** @type {[title: string, keys: [key: string, text: string][]][]} */
const KEYS = [
  [
    "On the board",
    [
      ["↑ ↓ ← →", "go from square to square"],
      ["Enter", "pick a piece, choose its target"],
      ["Esc", "let go of the piece"],
    ],
  ],
  [
    "In a game",
    [
      ["h", "hint; press again to see the line"],
      ["u", "undo your last move"],
      ["y", "redo a move that was taken back"],
      ["f", "flip the board"],
      ["n", "new game"],
      ["space", "pause or resume (computer vs computer, replay)"],
    ],
  ],
  [
    "Moves",
    [
      ["← →", "one move back, forward"],
      ["Home End", "first, last position"],
    ],
  ],
  [
    "In analysis",
    [
      ["e", "engine on or off"],
      ["d", "go deeper"],
      ["f", "flip the board"],
    ],
  ],
  [
    "Everywhere",
    [
      ["?", "this list"],
      [",", "settings"],
      ["Ctrl V", "open a game or a position from the clipboard"],
    ],
  ],
];

export function shortcutsDialog() {
  openDialog({
    title: "Keyboard shortcuts",
    className: "narrow",
    body: KEYS.map(([title, keys]) => [
      h("h3", {}, title),
      h(
        "dl",
        { class: "keys" },
        keys.map(([key, text]) => [
          h(
            "dt",
            {},
            key.split(" ").map((part) => h("kbd", {}, part)),
          ),
          h("dd", {}, text),
        ]),
      ),
    ]),
  });
}
