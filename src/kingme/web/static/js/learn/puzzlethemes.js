/** What the themes of puzzles are called. */

/** @type {Record<string, string>} */
export const THEMES = {
  "two-for-one": "Two for one",
  "three-for-one": "Three for one",
  shot: "Shot of four or more",
  combination: "Combination",
  steal: "Steal",
  "king-trap": "King trap",
  "endgame-win": "Endgame: win",
  "endgame-draw": "Endgame: draw",
  "promotion-race": "Promotion race",
  "quiet-move": "Quiet move",
  "right-capture": "The right capture",
  defence: "Defence",
};
