/** A picture of a result to send to a friend: the last position, who won, how, and against whom. */

import { squarePaths, UNIT } from "./drawing.js";
import { face } from "./opponents.js";
import { CROWN } from "./pieces.js";
import { colorOf, isKing, readFen } from "./position.js";
import { rowCol } from "./squares.js";

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 45];

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
  const side = HEIGHT - 2 * MARGIN;
  pen.save();
  pen.translate(MARGIN, MARGIN);
  pen.fillStyle = color("frame");
  pen.fillRect(-8, -8, side + 16, side + 16);
  pen.scale(side / (8 * UNIT), side / (8 * UNIT));
  paintBoard(pen, place, color);
  pen.restore();
  await paintWords(pen, words, place.called, side + 2 * MARGIN + 15, color);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** @param {CanvasRenderingContext2D} pen @param {Place} place @param {(name: string) => string} color */
function paintBoard(pen, { fen, bottom, last }, color) {
  pen.fillStyle = color("sq-light");
  pen.fillRect(0, 0, 8 * UNIT, 8 * UNIT);
  const { dark, grain } = squarePaths();
  pen.fillStyle = color("sq-dark");
  pen.fill(new Path2D(dark));
  if (color("grain") !== "none") {
    pen.strokeStyle = color("grain");
    pen.globalAlpha = 0.2;
    pen.stroke(new Path2D(grain));
  }
  pen.globalAlpha = 0.55;
  pen.fillStyle = color("tint-last");
  for (const square of new Set(last)) {
    const [row, col] = rowCol(square, bottom);
    pen.fillRect(UNIT * col, UNIT * row, UNIT, UNIT);
  }
  pen.globalAlpha = 1;
  for (const [square, letter] of readFen(fen).pieces) {
    const [row, col] = rowCol(square, bottom);
    pen.save();
    pen.translate(UNIT * (col + 0.5), UNIT * (row + 0.5));
    paintPiece(pen, letter, color);
    pen.restore();
  }
}

/** @param {CanvasRenderingContext2D} pen @param {Letter} letter @param {(name: string) => string} color */
function paintPiece(pen, letter, color) {
  const of = colorOf(letter) === "black" ? "b" : "w";
  /** @param {number} y @param {number} r @param {string} fill @param {string} line @param {number} width */
  const ring = (y, r, fill, line, width = 1) => {
    pen.beginPath();
    pen.arc(0, y, r, 0, 2 * Math.PI);
    pen.lineWidth = width;
    if (fill) {
      pen.fillStyle = fill;
      pen.fill();
    }
    if (line) {
      pen.strokeStyle = line;
      pen.stroke();
    }
  };
  ring(4, 23.6, "rgb(0 0 0 / 24%)", "");
  for (const y of isKing(letter) ? [4, -3.5] : [-1]) {
    ring(y + 2.8, 22, color(`${of}-side`), color(`${of}-rim`));
    ring(y, 22, color(`${of}-face`), color(`${of}-rim`));
  }
  const top = isKing(letter) ? -3.5 : -1;
  for (const r of isKing(letter) ? [18.5] : [18.5, 13.5, 8.5]) {
    ring(top + 1, r, "", color(`${of}-shine`));
    ring(top, r, "", color(`${of}-groove`), 1.5);
  }
  if (isKing(letter)) {
    pen.translate(0, -3);
    pen.fillStyle = color(`${of}-crown`);
    pen.fill(new Path2D(CROWN));
  }
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
