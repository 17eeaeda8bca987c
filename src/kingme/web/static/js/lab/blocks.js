/** Documents that the server has taken apart (`web/lab/markdown.py`) as elements; text stays text. */

import { h } from "../dom.js";

/** @param {Block[]} blocks */
export function renderBlocks(blocks) {
  return blocks.map(render);
}

/** @param {Block} block */
function render(block) {
  if (block.type === "heading") {
    const tag = /** @type {"h1"|"h2"|"h3"|"h4"} */ (`h${Math.min(block.level, 4)}`);
    return h(tag, { id: block.id }, inlines(block.text));
  }
  if (block.type === "paragraph") return h("p", {}, inlines(block.text));
  if (block.type === "code") return h("pre", { tabindex: 0 }, h("code", {}, block.text));
  if (block.type === "list") {
    const items = block.items.map((item) => h("li", {}, inlines(item)));
    return h(block.ordered ? "ol" : "ul", {}, items);
  }
  return block.type === "table" ? table(block) : null;
}

/** @param {{head: Inline[][], rows: Inline[][][]}} block */
function table({ head, rows }) {
  const heads = head.map((cell) => h("th", { scope: "col" }, inlines(cell)));
  const body = rows.map((row) =>
    h(
      "tr",
      {},
      row.map((cell) => h("td", {}, inlines(cell))),
    ),
  );
  const label = head.map((cell) => cell.map(({ text }) => text).join("")).join(", ");
  return h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": label },
    h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, body)),
  );
}

/** @param {Inline[]} parts */
function inlines(parts) {
  return parts.map(({ type, text, href, src }) => {
    if (type === "code") return h("code", {}, text);
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
