/** Words for what happens. Sides are called by what people see: in the tournament set, Black's pieces are red. */

import { currentLayout } from "./games/current.js";
import { layoutOf } from "./games/layout.js";
import { opponentName } from "./opponents.js";
import { settings } from "./settings.js";

/**
 * What people call a side, e.g. "Red", in the game that is shown or another.
 * @param {Color} color
 * @param {string} [game]
 */
export function sideName(color, game) {
  const layout = game ? layoutOf(game) : currentLayout();
  if (!layout.isDraughts) return layout.sides[color === "white" ? 1 : 0];
  if (color === "white") return "White";
  return settings.get("board") === "tournament" ? "Red" : "Black";
}

/** A sentence of the server in the words of the board set in use. @param {string} text */
export function seen(text) {
  return currentLayout().isDraughts && settings.get("board") === "tournament"
    ? text.replace(/\b([Bb])lack\b/g, (_, first) => (first === "B" ? "Red" : "red"))
    : text;
}

/** The same with a capital letter and a full stop. @param {string} text */
export function sentence(text) {
  const words = seen(text.trim());
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/** @type {Record<string, string>} */
const KINDS = { k: "king", a: "advisor", e: "elephant", r: "rook", n: "horse", c: "cannon", p: "pawn" };

/** @param {string} letter */
export function pieceName(letter, layout = currentLayout()) {
  const side = sideName(letter[0].toLowerCase() === "w" ? "white" : "black", layout.name).toLowerCase();
  if (layout.style === "characters") return `${side} ${KINDS[letter[1]]}`;
  if (!layout.isDraughts) return `${side} disc`;
  return `${side} ${letter === letter.toUpperCase() ? "king" : "man"}`;
}

/** The same for a button: "Red man". @param {string} letter */
export function pieceTitle(letter) {
  const name = pieceName(letter);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * A text with squares in it, by their numbers, with the names that the board shows, seen with `bottom` at the bottom.
 * Games whose own notation has no numbers are written as they are.
 * @param {string} text
 * @param {Color} bottom
 */
export function named(text, bottom = "white") {
  return currentLayout().native === "numeric" ? text.replace(/\d+/g, (square) => spot(Number(square), bottom)) : text;
}

/** What a square is called on the board that is shown. @param {number} square @param {Color} bottom */
export function spot(square, bottom) {
  return currentLayout().squareName(square, settings.get("coordinates"), bottom);
}

/** A move for the ear: "White captures 22 takes 15". @param {Color} color @param {Step} ply @param {Color} bottom */
export function spokenMove(color, ply, bottom) {
  const squares = ply.path.map((square) => spot(square, bottom));
  if (!squares.length) return `${sideName(color)} passes`;
  if (squares.length === 1) return `${sideName(color)} plays ${squares[0]}`;
  const words = ply.captured.length
    ? `captures ${squares.join(" takes ")}`
    : `moves ${squares[0]} to ${squares.at(-1)}`;
  return `${sideName(color)} ${words}`;
}

/**
 * Who plays in a game of one's own, as the list of games has it: a person without a name is "You", or a colour.
 * @param {{black: string, white: string}} game
 */
export function playerNames({ black, white }) {
  const people = [black, white].filter((name) => name === "Person").length;
  /** @param {string} text @param {Color} color */
  const name = (text, color) => (text !== "Person" ? opponentName(text) : people === 1 ? "You" : sideName(color));
  return `${name(black, "black")} – ${name(white, "white")}`;
}

export const number = new Intl.NumberFormat("en");

/** 1234567 as 1.2 M. @param {number} value */
export function short(value) {
  if (value < 1000) return String(Math.round(value));
  const [unit, divisor] = value < 1e6 ? /** @type {const} */ (["k", 1e3]) : /** @type {const} */ (["M", 1e6]);
  const scaled = value / divisor;
  return `${scaled < 10 ? scaled.toFixed(1).replace(/\.0$/, "") : Math.round(scaled)} ${unit}`;
}

/** @param {number} value */
export function percent(value) {
  return `${Math.round(100 * value)} %`;
}

/** The same with a decimal, for statistics. @param {number} value */
export const exactPercent = (value) => `${(100 * value).toFixed(1)} %`;

/** Seconds as a clock shows them: 5:03, 0:09.4, 1:02:03. @param {number} seconds */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(left);
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, "0");
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** When something was, as people say it. @param {number} epoch */
export function when(epoch) {
  const date = new Date(epoch * 1000);
  const today = new Date();
  const days = Math.round((new Date(today).setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 864e5);
  const time = date.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hour12: false });
  if (days === 0) return `today, ${time}`;
  if (days === 1) return `yesterday, ${time}`;
  const year = date.getFullYear() === today.getFullYear() ? undefined : "numeric";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", year });
}

/** "1 move", "2 moves", "3 plies". @param {number} count @param {string} noun */
export function plural(count, noun) {
  const many = noun.endsWith("ly") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number.format(count)} ${count === 1 ? noun : many}`;
}

/** How long a game is, in moves as players number them: one of each side. @param {number} plies */
export const moves = (plies) => plural(Math.ceil(plies / 2), "move");

/** Whose figures these are: "Expected score for Red". @param {Color} side */
export const scoreFor = (side) => `Expected score for ${sideName(side)}`;
