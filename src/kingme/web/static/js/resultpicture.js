/** A picture of a result to send to a friend: the last position, who won, how, and against whom. */

import { h, s } from "./dom.js";
import { miniBoard } from "./miniboard.js";
import { face } from "./opponents.js";

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 45];
const SHEETS = /\/(board|games)\.css$/;

/**
 * @typedef {{title: string, score: string, against: string, text: string, length: string}} Words
 * @typedef {{fen: string, bottom: Color, last: number[], called: string}} Place
 */

/** @param {Words} words @param {Place} place @returns {Promise<Blob>} */
export async function resultPicture(words, place) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const look = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const color = (name) => look.getPropertyValue(`--${name}`).trim();
  await Promise.all([document.fonts.load("400 30px Inter"), document.fonts.load("700 30px Inter")]);
  pen.fillStyle = color("bg");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const board = await boardImage(place);
  const scale = (HEIGHT - 2 * MARGIN) / Math.max(board.width, board.height);
  const [width, height] = [board.width * scale, board.height * scale];
  const top = (HEIGHT - height) / 2;
  pen.fillStyle = color("frame");
  pen.fillRect(MARGIN - 8, top - 8, width + 16, height + 16);
  pen.drawImage(board, MARGIN, top, width, height);
  await paintWords(pen, words, place.called, width + 2 * MARGIN + 15, color);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** The board as an image that needs nothing of the page: it holds the shapes of pieces and the style sheets. */
async function boardImage(/** @type {Place} */ { fen, bottom, last }) {
  const board = miniBoard(fen, { bottom, last });
  const [, , width, height] = /** @type {string} */ (board.getAttribute("viewBox")).split(" ");
  const rules = [...document.styleSheets]
    .filter(({ href }) => SHEETS.test(href ?? ""))
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
  const shapes = [...(document.querySelector(".shapes")?.childNodes ?? [])].map((shape) => shape.cloneNode(true));
  board.prepend(s("style", {}, rules.join("\n")), s("defs", {}, shapes));
  board.removeAttribute("class");
  board.setAttribute("width", width);
  board.setAttribute("height", height);
  board.setAttribute("data-board", document.documentElement.dataset.board ?? "tournament");
  const text = new XMLSerializer().serializeToString(board);
  const image = h("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(text)}` });
  await image.decode();
  return image;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Words} words
 * @param {string} called
 * @param {number} left
 * @param {(name: string) => string} color
 */
async function paintWords(pen, words, called, left, color) {
  const room = WIDTH - left - MARGIN;
  let y = 110;
  if (called) {
    const portrait = face(called);
    portrait.loading = "eager";
    await portrait.decode();
    pen.save();
    pen.beginPath();
    pen.arc(left + 70, y, 70, 0, 2 * Math.PI);
    pen.clip();
    pen.drawImage(portrait, left, y - 70, 140, 140);
    pen.restore();
    y += 150;
  }
  /** @param {string} text @param {string} font @param {string} ink @param {number} step */
  const write = (text, font, ink, step) => {
    pen.font = font;
    pen.fillStyle = color(ink);
    let line = "";
    for (const word of text.split(" ")) {
      const longer = line ? `${line} ${word}` : word;
      if (line && pen.measureText(longer).width > room) {
        pen.fillText(line, left, y);
        y += step;
        line = word;
      } else line = longer;
    }
    pen.fillText(line, left, y);
    y += step;
  };
  write(words.title, "700 76px Inter, sans-serif", "text", 56);
  write(words.against, "400 34px Inter, sans-serif", "muted", 62);
  write(words.score, "700 48px Inter, sans-serif", "accent-text", 54);
  write(`${words.text} ${words.length}.`, "400 28px Inter, sans-serif", "text", 38);
  pen.font = "700 30px Inter, sans-serif";
  pen.fillStyle = color("muted");
  pen.fillText("KingMe", left, HEIGHT - MARGIN);
}
