/** Getting games in and out: files, the clipboard, links. */

import { toast } from "./toast.js";

/**
 * Copy text, also where the page has no secure address and the clipboard is closed to it.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "visually-hidden";
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) {
      toast(`The browser does not allow copying. ${what}: ${text}`);
      return;
    }
  }
  toast(`${what} copied`);
}

/** The address of a position. @param {string} fen */
export function positionLink(fen) {
  return `${location.origin}/?fen=${encodeFen(fen)}`;
}

/** FEN in an address: commas and colons may stay as they are. @param {string} fen */
export function encodeFen(fen) {
  return encodeURIComponent(fen).replace(/%2C/g, ",").replace(/%3A/g, ":");
}

/** Text that looks like a game or a position. @param {string} text */
export function looksLikeGame(text) {
  return /^\s*[{[]|^\s*[BW]:[BW]|\d\s*[-x:]\s*\d/i.test(text);
}

/**
 * The text of a file that was chosen or dropped; old PDN files are not always UTF-8.
 * @param {File} file
 * @param {number} limit
 */
export async function readText(file, limit) {
  if (file.size > limit)
    throw new Error(`The file is too large: up to ${Math.round(limit / 1024 / 1024)} MB can be opened.`);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
