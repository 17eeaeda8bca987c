/** How the nodes of a Monte Carlo tree look: area by visits, colour and sign by value for the side that moves first. */

import { number, percent, scoreFor, sideName } from "../words.js";
import { theme, valueColor, valueSign } from "./palette.js";

export class TreeLook {
  /** @type {Set<number>} */
  principal = new Set();
  showPrincipal = true;

  /** @param {import("./treemodel.js").TreeModel} model */
  constructor(model) {
    this.model = model;
  }

  /** Find the most visited line anew. */
  update() {
    this.principal = new Set(this.showPrincipal ? this.model.principal().map((node) => node.id) : []);
  }

  /** The most visited line, shown or not. */
  line() {
    return this.model.principal().map((node) => node.id);
  }

  /** @param {TreeNode} node */
  color(node) {
    return valueColor(this.model.forFirst(node));
  }

  /** @param {TreeNode} node */
  sign(node) {
    const value = this.model.forFirst(node);
    return node.proof ? ((value ?? 0) > 0.5 ? "W" : "L") : valueSign(value);
  }

  /** @param {TreeNode} node */
  label(node) {
    return node.move ?? "";
  }

  /** @param {TreeNode} node */
  edge(node) {
    const share = node.visits / Math.max(this.model.root.visits, 1);
    if (this.principal.has(node.id)) return { width: 4 + Math.round(4 * Math.sqrt(share)), color: theme().accent };
    return { width: 1 + Math.round(5 * Math.sqrt(share)), color: theme().line };
  }

  /** A node in words. @param {TreeNode} node */
  note(node) {
    const value = this.model.forFirst(node);
    const words = value === null ? "no visit" : `${scoreFor("black")} ${percent(value)}`;
    return `${node.move ?? "Root"} · ${number.format(node.visits)} visits · ${words}`;
  }

  /** The side that moved into a node. @param {TreeNode} node @param {Color} turn */
  mover(node, turn) {
    const other = turn === "black" ? "white" : "black";
    return sideName(node.depth % 2 ? turn : other);
  }
}
