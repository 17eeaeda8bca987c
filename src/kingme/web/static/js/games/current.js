/** Which game the view that is open shows: it decides what the sides are called and how squares are named. */

import { ENGLISH, layoutOf } from "./layout.js";

let name = ENGLISH;

/** Say which game a view shows; every view of a game or position does so. @param {string} game */
export function setGame(game) {
  name = game;
}

export const currentLayout = () => layoutOf(name);
