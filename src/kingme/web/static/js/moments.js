/**
 * The moments of a finished game that one would tell of: long captures, the first king of each side, where the winner
 * took the lead for good, the last move. They follow from the moves alone; no search judges them.
 */

import { layoutOf } from "./games/layout.js";
import { colorOf, count, isKing, other, readFen } from "./position.js";
import { sideName } from "./words.js";

/** Why a game may end without a move that ends it. */
const OFF_BOARD = ["resignation", "time forfeit", "abandoned", "illegal move", "crash", "adjudication"];
const TAKES = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/**
 * A moment: the move `index` (from 0), its number as players count, what happened, and how memorable that is.
 * @typedef {{index: number, number: string, title: string, weight: number}} Moment
 */

/**
 * The best moments of a game, as they were played.
 * @param {Pick<BoardState, "plies"|"start_fen"|"outcome">} game
 * @param {number} most
 * @returns {Moment[]}
 */
export function moments({ plies, start_fen: start, outcome }, most = 3) {
  const winner = outcome?.winner ?? null;
  const first = readFen(start).turn;
  const positions = [start, ...plies.map(({ fen }) => fen)].map((fen) => readFen(fen).pieces);
  /** @param {number} index @returns {Color} */
  const mover = (index) => (index % 2 ? other(first) : first);
  /** @type {Moment[]} */
  const found = [];
  /** @param {number} index @param {string} title @param {number} weight */
  const add = (index, title, weight) => {
    const whole = Math.floor((index + (first === "white" ? 1 : 0)) / 2) + 1;
    found.push({ index, number: `${whole}${mover(index) === "white" ? "…" : "."}`, title, weight });
  };
  const crowned = new Set();
  const { isDraughts } = layoutOf(positions[0].game); // in other games the last move alone is told of
  plies.forEach(({ path, captured }, index) => {
    if (!isDraughts) return;
    const [side, bonus] = [mover(index), mover(index) === winner ? 2 : 0];
    const name = sideName(side);
    if (captured.length > 1)
      add(index, `${name} takes ${TAKES[captured.length] ?? captured.length}`, 4 * captured.length + bonus);
    else if (captured.length && !found.length) add(index, "The first capture", 1);
    const [from, to] = [positions[index].get(path[0]), positions[index + 1].get(path[path.length - 1])];
    if (from && to && isKing(to) && !isKing(from) && !crowned.has(colorOf(to))) {
      crowned.add(colorOf(to));
      add(index, `${name}'s first king`, 7 + bonus);
    }
  });
  const lead = winner && isDraughts ? takesTheLead(positions, winner) : -1;
  if (winner && lead >= 0) add(lead, `${sideName(winner)} takes the lead`, 6);
  const hasWon = winner && !OFF_BOARD.includes(outcome?.termination ?? "");
  if (plies.length) add(plies.length - 1, hasWon ? "The winning move" : "The last move", hasWon ? 100 : 3);
  const best = new Map();
  for (const moment of found.sort((a, b) => b.weight - a.weight))
    if (!best.has(moment.index) && best.size < most) best.set(moment.index, moment);
  return [...best.values()].sort((a, b) => a.index - b.index);
}

/**
 * The move after which the winner has more pieces until the end, a king counting for one and a half; -1 where none is.
 * @param {Pieces[]} positions
 * @param {Color} winner
 */
function takesTheLead(positions, winner) {
  const ahead = positions.map((pieces) => {
    const { black, white } = count(pieces);
    let lead = black - white;
    for (const letter of pieces.values()) if (isKing(letter)) lead += colorOf(letter) === "black" ? 0.5 : -0.5;
    return winner === "black" ? lead > 0 : lead < 0;
  });
  const last = ahead.lastIndexOf(false);
  return last >= 0 && last < positions.length - 1 ? last : -1;
}
