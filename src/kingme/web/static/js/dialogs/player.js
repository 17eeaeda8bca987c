/** Another player in the middle of a game: any level, or any algorithm with its parameters. */

import { h } from "../dom.js";
import { PlayerChoice } from "../playerchoice.js";
import { sideName } from "../words.js";
import { openDialog } from "./dialog.js";

/** @param {Wire.Config} config @param {import("../game.js").Game} game @param {Color} color */
export function playerDialog(config, game, color) {
  const choice = new PlayerChoice(config, game.state.players[color].spec ?? "", "Player");
  const change = () => {
    if (game.send("level", { color, spec: choice.value })) frame.close();
  };
  /** @type {Frame} */
  const frame = openDialog({
    title: `Who plays ${sideName(color)}?`,
    body: choice.element,
    actions: [h("button", { type: "button", class: "button primary", onclick: change }, "Change")],
  });
}
