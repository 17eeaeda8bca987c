/** Documents that the server has taken apart (`web/lab/markdown.py`) as elements; text stays text. */

import { h } from "../dom.js";
import { encodeFen } from "../files.js";
import { miniBoard } from "../miniboard.js";
import { readFen } from "../position.js";
import { named, sideName } from "../words.js";

/** @typedef {(text: string) => string} Say  words as the page puts them */

/** @param {Block[]} blocks @param {Say} say @returns {(HTMLElement|null)[]} */
export function renderBlocks(blocks, say = (text) => text) {
  return blocks.map((block) => render(block, say));
}

/** @param {Block} block @param {Say} say @returns {HTMLElement|null} */
function render(block, say) {
  if (block.type === "heading") {
    const tag = /** @type {"h1"|"h2"|"h3"|"h4"} */ (`h${Math.min(block.level, 4)}`);
    return h(tag, { id: block.id }, inlines(block.text, say));
  }
  if (block.type === "paragraph") return h("p", {}, inlines(block.text, say));
  if (block.type === "code") return h("pre", { tabindex: 0 }, h("code", {}, block.text));
  if (block.type === "list") {
    const items = block.items.map((item) => h("li", {}, inlines(item, say)));
    return h(block.ordered ? "ol" : "ul", {}, items);
  }
  if (block.type === "example") return example(block);
  if (block.type === "details") {
    const title = h("summary", {}, say(block.title));
    return h("details", { id: block.id, class: "folded" }, title, renderBlocks(block.blocks, say));
  }
  return block.type === "table" ? table(block, say) : null;
}

/**
 * A position with what a player thinks of its moves, and a way to see it think.
 * @param {{fen: string, player: string, name: string, head: string[], rows: string[][]}} example
 */
function example({ fen, player, name, head, rows }) {
  const turn = sideName(readFen(fen).turn);
  const place = `fen=${encodeFen(fen)}`;
  const caption = player ? `${turn} to move: what ${name} thinks of each move` : `${turn} to move`;
  const text = (/** @type {string} */ words) => [
    /** @type {Inline} */ ({ type: "text", text: words, href: "", src: "" }),
  ];
  const whose = (/** @type {string} */ title) =>
    title === "Expected score" || title === "Evaluation" ? `${title} for ${turn}` : title;
  const cells = rows.map((row) => row.map((cell) => text(named(cell))));
  return h(
    "figure",
    { class: "worked-example" },
    miniBoard(fen, { label: caption }),
    h(
      "div",
      {},
      h("figcaption", {}, caption),
      rows.length ? table({ head: head.map(whose).map(text), rows: cells }, (words) => words) : null,
      player
        ? h(
            "a",
            { class: "link", href: `/lab/compare?${place}&players=${encodeURIComponent(player)};engine` },
            "Try it",
          )
        : h("a", { class: "link", href: `/analyse?${place}` }, "Open on the analysis board"),
    ),
  );
}

/** @param {{head: Inline[][], rows: Inline[][][]}} block @param {Say} say */
function table({ head, rows }, say) {
  const heads = head.map((cell) => h("th", { scope: "col" }, inlines(cell, say)));
  const body = rows.map((row) =>
    h(
      "tr",
      {},
      row.map((cell) => h("td", {}, inlines(cell, say))),
    ),
  );
  const label = say(head.map((cell) => cell.map(({ text }) => text).join("")).join(", "));
  return h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": label },
    h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, body)),
  );
}

/** @param {Inline[]} parts @param {Say} say */
function inlines(parts, say) {
  return parts.map(({ type, text: written, href, src }) => {
    if (type === "code") return h("code", {}, written);
    const text = say(written);
    if (type === "strong") return h("strong", {}, text);
    if (type === "em") return h("em", {}, text);
    if (type === "image") return h("img", { src, alt: text, loading: "lazy" });
    if (type === "link")
      return h(
        "a",
        href.startsWith("/") || href.startsWith("#")
          ? { href }
          : { href, rel: "noopener noreferrer", target: "_blank" },
        text,
      );
    return text;
  });
}
