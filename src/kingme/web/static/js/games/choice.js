/** Choosing a game, by its name, from all that can be played here. */

import { h, uid } from "../dom.js";
import { isShown } from "./layout.js";

const FAMILIES = [
  ["draughts", "Draughts"],
  ["other", "Other games"],
  ["studies", "Draughts as the studies play it"],
];

/**
 * A drop-down with all games.
 * @param {Wire.Config} config
 * @param {string} game
 * @param {(game: string) => unknown} onchange
 */
export function gameChoice(config, game, onchange) {
  const id = uid("game");
  /** @type {HTMLSelectElement} */
  const select = h(
    "select",
    { id, onchange: () => onchange(select.value) },
    FAMILIES.map(([family, title]) =>
      h(
        "optgroup",
        { label: title },
        config.games
          .filter((item) => item.family === family && isShown(item.name))
          .map((item) => h("option", { value: item.name, title: item.summary }, item.title)),
      ),
    ),
  );
  select.value = game;
  return h("div", { class: "field game-choice" }, h("label", { for: id }, "Game"), select);
}
