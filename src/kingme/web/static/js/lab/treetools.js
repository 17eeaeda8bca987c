/** The tools over a tree: how much of it is drawn, its shape, zoom, folding, the most visited line. */

import { h, mark, say, uid } from "../dom.js";
import { icon } from "../icons.js";
import { number, plural, sideName } from "../words.js";
import { savePngOf } from "./pictures.js";

const COMFORT = 400; // nodes that are drawn unless a person asks for more

/** @template {Drawn<N>} N */
export class TreeTools {
  #tree;
  #look;
  #auto = true;
  #follows = false;
  /** @type {TreeSource<N>|null} */
  #model = null;
  #minimum;
  #count = h("output", { class: "tree-count" });
  #shape;

  /** @param {import("./treecanvas.js").TreeCanvas<N>} tree @param {Look<N>} look @param {{filter?: boolean}} options */
  constructor(tree, look, { filter = true } = {}) {
    this.#tree = tree;
    this.#look = look;
    tree.on("layout", () => this.count());
    const id = uid("tools");
    this.#minimum = h("input", {
      id,
      type: "number",
      min: 0,
      step: 1,
      value: 0,
      inputmode: "numeric",
      oninput: () => void this.#choose(),
    });
    this.#shape = this.#button("round", "Round", () => this.#turn());
    /** @type {HTMLButtonElement} */
    const pv = this.#button("pv", "Main line", () => {
      look.showPrincipal = !look.showPrincipal;
      mark(pv, "aria-pressed", String(look.showPrincipal));
      look.update?.();
      tree.draw();
    });
    mark(pv, "aria-pressed", "true");
    /** @type {HTMLButtonElement} */
    const follow = this.#button("follow", "Follow it", () => this.#follow(follow));
    mark(follow, "title", "Keep the main line in view as it grows");
    /** @param {string} name @param {string} label @param {() => unknown} action */
    const zoom = (name, label, action) =>
      h(
        "button",
        { type: "button", class: "icon-button small", "aria-label": label, title: label, onclick: action },
        name,
      );
    this.element = h(
      "div",
      { class: "tree-tools", role: "toolbar", "aria-label": "Tree" },
      filter ? h("label", { class: "tree-filter", for: id }, "Visits from ", this.#minimum) : null,
      filter ? [pv, follow] : null,
      this.#shape,
      this.#button("fold", "Fold", () => tree.toggle()),
      h(
        "span",
        { class: "tree-zoom" },
        zoom("−", "Zoom out", () => tree.camera.zoom(1 / 1.4)),
        zoom("+", "Zoom in", () => tree.camera.zoom(1.4)),
        h("button", { type: "button", class: "button small", onclick: () => tree.fit() }, "Fit"),
        this.#save(),
        this.#full(),
      ),
      this.#count,
    );
  }

  /** @param {string} name @param {string} text @param {() => unknown} action */
  #button(name, text, action) {
    return h(
      "button",
      {
        type: "button",
        class: `button small tool-${name}`,
        "aria-pressed": name === "fold" ? null : "false",
        onclick: action,
      },
      text,
    );
  }

  /** What is seen of the tree as a PNG. */
  #save() {
    const save = () => savePngOf(this.#tree.picture(), "search-tree");
    return h(
      "button",
      {
        type: "button",
        class: "icon-button small",
        "aria-label": "Save picture",
        title: "Save picture",
        onclick: save,
      },
      icon("save"),
    );
  }

  /** The tree alone on the whole screen, for a projector. */
  #full() {
    const go = () =>
      document.fullscreenElement ? document.exitFullscreen() : this.#tree.element.parentElement?.requestFullscreen?.();
    return document.fullscreenEnabled
      ? h(
          "button",
          {
            type: "button",
            class: "icon-button small",
            "aria-label": "Full screen",
            title: "Full screen",
            onclick: go,
          },
          icon("whole"),
        )
      : null;
  }

  /** Look at the most visited line only, wherever it goes. @param {HTMLElement} button */
  #follow(button) {
    this.#follows = !this.#follows;
    mark(button, "aria-pressed", String(this.#follows));
    this.#tree.camera.moved = false;
    this.#look.update?.();
    this.#tree.only = this.#follows ? this.#main() : null;
    this.#tree.fit();
  }

  /** The root and the most visited line. */
  #main() {
    return new Set([0, ...(this.#look.line?.() ?? [])]);
  }

  #turn() {
    this.#tree.shape = this.#tree.shape === "down" ? "round" : "down";
    mark(this.#shape, "aria-pressed", String(this.#tree.shape === "round"));
    this.#tree.camera.moved = false;
    this.#tree.refresh();
  }

  #choose() {
    this.#auto = this.#minimum.value === "";
    this.#tree.minimum = Math.max(0, Math.floor(Number(this.#minimum.value) || 0));
    this.#tree.refresh();
    if (this.#model) this.update(this.#model);
  }

  /** What colours, signs and areas mean. */
  static legend() {
    return h(
      "p",
      { class: "tree-legend" },
      "− loss",
      h("span", { class: "ramp" }),
      "win +",
      h("span", { class: "words" }, `for ${sideName("black")} · area: visits`),
    );
  }

  /** The tree has grown. @param {TreeSource<N>} model */
  update(model) {
    this.#model = model;
    this.#look.update?.();
    if (this.#follows) this.#tree.only = this.#main();
    if (this.#auto) {
      const wanted = model.minimumFor?.(COMFORT) ?? 0;
      if (wanted !== this.#tree.minimum) {
        this.#tree.minimum = wanted;
        this.#minimum.value = String(wanted);
      }
    }
    this.count();
  }

  count() {
    const all = this.#model?.size ?? 0;
    const drawn = Math.min(this.#tree.drawn || all, all);
    say(this.#count, drawn < all ? `${number.format(drawn)} of ${plural(all, "node")}` : plural(all, "node"));
  }
}
