/** How the nodes of a minimax tree look: triangles for MAX and MIN, colour by value, alpha and beta below. */

import { theme, valueColor } from "./palette.js";

/** Alpha and beta in words; a text that is missing stands for no bound. @param {TraceEvent["texts"]} texts */
export const alphaBeta = (texts) => `alpha ${texts[1] ?? "−∞"}, beta ${texts[2] ?? "+∞"}`;

export class TraceLook {
  /** @param {import("./tracemodel.js").TraceModel} model */
  constructor(model) {
    this.model = model;
  }

  /** @param {TraceNode} node */
  color(node) {
    if (!node.done) return theme().line;
    const { value, kind } = node.event;
    if (kind === "stopped") return theme().line;
    return valueColor(value > 0 ? Math.min(1, 0.7 + value / 20) : value < 0 ? Math.max(0, 0.3 + value / 20) : 0.5);
  }

  /** @param {TraceNode} node @returns {"circle"|"up"|"down"} */
  shape(node) {
    return ["leaf", "game over", "draw"].includes(node.event.kind)
      ? "circle"
      : node.event.node === "MAX"
        ? "up"
        : "down";
  }

  /** @param {TraceNode} node */
  sign(node) {
    if (!node.done) return "";
    const [text] = node.event.texts;
    return node.event.kind === "stopped"
      ? "?"
      : text.length <= 5 && !/[a-z]/.test(text)
        ? text
        : node.event.value > 0
          ? "W"
          : "L";
  }

  /** @param {TraceNode} node */
  label(node) {
    const cut = node.done && node.event.skipped ? ` ✂ ${node.event.skipped}` : "";
    return `${node.move ?? "root"}${cut}`;
  }

  /** @param {TraceNode} node @param {number} scale */
  wide(node, scale) {
    return scale > 0.55 || node.depth < 2;
  }

  /** Alpha and beta as the position was entered, where there is room. @param {TraceNode} node @param {number} scale */
  under(node, scale) {
    const inner = node.event.kind === "inner" || node.event.kind === "cutoff" || node.event.kind === "stopped";
    if (scale < (inner ? 0.5 : 1)) return "";
    return `α ${node.event.texts[1] ?? "−∞"}  β ${node.event.texts[2] ?? "+∞"}`;
  }

  /** @param {TraceNode} node */
  edge(node) {
    const above = this.model.node(node.parent);
    if (above?.bestChild === node.id) return { width: 4, color: theme().accent };
    if (node.event.kind === "cutoff" && node.done) return { width: 2, color: theme().warn, dash: "cut" };
    return { width: 1.5, color: theme().line };
  }

  /** @param {TraceNode} node */
  note(node) {
    const { node: type, kind, texts, skipped } = node.event;
    const value = node.done ? `value ${texts[0]}` : "not finished";
    const cut = node.done && kind === "cutoff" ? ` · cutoff, ${skipped || "none"} of its moves skipped` : "";
    return `${type} ${node.move ?? "root"} · ${alphaBeta(texts)} · ${value}${cut}`;
  }
}
