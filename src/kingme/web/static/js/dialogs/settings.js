/** Settings: how the page looks and sounds. Every change shows at once. */

import { h, put } from "../dom.js";
import { miniBoard, swatch } from "../miniboard.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { checkbox, openDialog, segments } from "./dialog.js";

const SAMPLE = "B:WK15,18,22,24:B1,7,K26,10";

export function settingsDialog() {
  const preview = h("div", { class: "settings-preview" });
  /** @param {string} title @param {Child} content */
  const group = (title, content) => h("fieldset", { class: "group" }, h("legend", {}, title), content);
  /**
   * @template {"board"|"coordinates"|"characters"} K
   * @param {K} name
   * @param {string} label
   * @param {[key: Settings[K], text: string, picture?: Node][]} options
   */
  const choose = (name, label, options) =>
    segments(label, options, settings.get(name), (value) => settings.set(name, /** @type {Settings[K]} */ (value)));
  const board = choose("board", "Board and pieces", [
    ["tournament", "Tournament", swatch("tournament")],
    ["classic", "Classic", swatch("classic")],
    ["wood", "Wood", swatch("wood")],
    ["contrast", "High contrast", swatch("contrast")],
  ]);
  board.element.classList.add("board-sets");
  /** @type {[key: string, text: string][]} */
  const themes = [
    ["auto", "Match system"],
    ["light", "Light"],
    ["dark", "Dark"],
    ["contrast", "High contrast"],
  ];
  const theme = segments("Theme", themes, settings.get("theme"), (value) => {
    settings.set("theme", value);
    if (value === "contrast") {
      settings.set("board", "contrast");
      board.value = "contrast";
    }
  });
  const coordinates = choose("coordinates", "Coordinates", [
    ["numeric", "1-32"],
    ["algebraic", "a1-h8"],
    ["rowcol", "row,column"],
    ["none", "None"],
  ]);
  const characters = choose("characters", "Pieces of Banqi", [
    ["chinese", "Characters"],
    ["latin", "Letters"],
  ]);
  const sound = checkbox("Sound", settings.get("sound"), (on) => {
    settings.set("sound", on);
    if (on) play("move");
  });
  /** @param {"motion"|"marks"|"previous"|"coach"} name @param {string} label */
  const toggle = (name, label) => checkbox(label, settings.get(name), (on) => settings.set(name, on));
  const unwatch = settings.watch(() =>
    put(preview, miniBoard(SAMPLE, { label: "A sample of the board", last: [10, 15] })),
  );
  openDialog({
    title: "Settings",
    className: "settings-dialog",
    body: h(
      "div",
      { class: "settings" },
      group("Theme", theme.element),
      h("div", { class: "with-preview" }, group("Board and pieces", board.element), preview),
      group("Coordinates", coordinates.element),
      group("Pieces of Banqi", characters.element),
      group("Play", [
        sound,
        toggle("motion", "Animate moves"),
        toggle("marks", "Mark the pieces that can move"),
        toggle("previous", "Show the previous position"),
        toggle("coach", "Coach: warn me before a blunder"),
      ]),
      h("p", { class: "note" }, "Settings are kept in this browser."),
    ),
    onclose: unwatch,
  });
}
