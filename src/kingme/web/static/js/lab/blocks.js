/** Documents that the server has taken apart (`web/lab/markdown.py`) as elements; text stays text. */

import { h } from "../dom.js";

/** @param {{type: string}[]} blocks  `lift` makes headings smaller, so that a page keeps one of its own */
export function renderBlocks(blocks) {
  return blocks.map((block) => (KINDS[block.type] ?? (() => null))(block));
}

const KINDS = {
  heading: ({ level, id, text }) => h(`h${Math.min(level, 4)}`, { id }, inlines(text)),
  paragraph: ({ text }) => h("p", {}, inlines(text)),
  code: ({ text }) => h("pre", { tabindex: 0 }, h("code", {}, text)),
  list: ({ ordered, items }) =>
    h(
      ordered ? "ol" : "ul",
      {},
      items.map((item) => h("li", {}, inlines(item))),
    ),
  table: ({ head, rows }) =>
    h(
      "div",
      {
        class: "scroller",
        tabindex: 0,
        role: "region",
        "aria-label": head.map((cell) => cell.map(({ text }) => text).join("")).join(", "),
      },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            head.map((cell) => h("th", { scope: "col" }, inlines(cell))),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              {},
              row.map((cell) => h("td", {}, inlines(cell))),
            ),
          ),
        ),
      ),
    ),
};

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
