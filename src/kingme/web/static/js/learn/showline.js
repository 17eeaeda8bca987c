/** A line of play shown move by move on a board. */

import { motionAllowed } from "../settings.js";

const PAUSE = 650; // milliseconds between moves

/**
 * @param {import("./positiongame.js").PositionGame} game
 * @param {import("../playboard.js").PlayBoard} board
 * @param {Wire.LineMove[]} line
 * @param {() => boolean} stopped asked before each move
 */
export async function showLine(game, board, line, stopped) {
  for (const move of line) {
    await board.board.idle();
    await new Promise((done) => setTimeout(done, motionAllowed() ? PAUSE : PAUSE / 2));
    if (stopped()) return;
    game.show({ fen: move.fen, move });
  }
  await board.board.idle();
}
