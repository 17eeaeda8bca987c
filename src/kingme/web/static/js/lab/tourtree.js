/** The tree of a tour as a picture that can be clicked, read aloud and saved: boxes with a move and its value. */

import { hierarchy, tree } from "../../vendor/d3-hierarchy.min.mjs";
import { h, s, uid } from "../dom.js";
import { seen } from "../words.js";

/** @typedef {Wire.TourNode & {below: TreePlace[], x: number, y: number}} TreePlace */

const SIGNS = { max: "▲", min: "▼", leaf: "" };
const NAMES = { max: "MAX", min: "MIN", leaf: "" };
const STATES = {
  ahead: "not looked at yet",
  open: "not finished",
  now: "here",
  done: "",
  new: "new",
  cut: "cut off",
};

/** Where everything goes: from the top down where there is room, from left to right on a phone. */
const WIDE = { width: 62, height: 40, row: 84, gap: 8, down: true };
const NARROW = { width: 88, height: 24, row: 104, gap: 5, down: false };
const UNDER = 15; // for the line below the move and its value

export class TourTree {
  #tree;
  #choices;
  #pick;
  #look;

  /**
   * @param {Wire.TourTree} tree
   * @param {{narrow?: boolean, choices?: Set<number>, pick?: (node: number) => void,
   *   look?: (node: Wire.TourNode) => void, min?: boolean}} options `choices` are the nodes that can be picked as an
   *   answer; a click on any other one shows its position
   */
  constructor(tree, { narrow = false, choices = new Set(), pick = () => {}, look = () => {} } = {}) {
    this.#tree = tree;
    this.#choices = choices;
    this.#pick = pick;
    this.#look = look;
    this.shape = narrow ? NARROW : WIDE;
    this.picture = this.#draw();
    const label = seen(tree.caption);
    this.element = h(
      "figure",
      { class: "tour-tree", "data-narrow": narrow },
      h("div", { class: "tour-frame" }, this.picture),
      h("figcaption", {}, label),
    );
  }

  #draw() {
    const { width, height, row, gap, down } = this.shape;
    const places = placed(this.#tree.nodes);
    const under = this.#tree.nodes.some((node) => node.under);
    const [tall, deep] = [height + (under ? UNDER : 0), under && down ? row + UNDER : row];
    const top = hierarchy(places[0], (place) => place.below);
    /** @type {import("../../vendor/d3-hierarchy.min.mjs").Layout<any>} */
    const layout = tree();
    const across = down ? width + gap : tall + gap;
    layout.nodeSize([across, deep]).separation(() => 1)(top);
    const box = { left: 0, right: 0, top: 0, bottom: 0 };
    top.each((place) => {
      const [x, y] = down ? [place.x, place.y] : [place.y, place.x];
      Object.assign(place.data, { x, y });
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    });
    const [w, t] = [box.right - box.left + width + 8, box.bottom - box.top + tall + 8];
    return s(
      "svg",
      {
        class: "tour-svg",
        viewBox: `${box.left - width / 2 - 4} ${box.top - tall / 2 - 4} ${w} ${t}`,
        style: { "max-width": `${1.5 * w}px` }, // no larger than it can be read well
        role: "group",
        "aria-label": `${seen(this.#tree.caption)}, a tree of ${places.length} positions`,
        onkeydown: /** @param {KeyboardEvent} event */ (event) => walk(event),
      },
      s(
        "g",
        {},
        places.flatMap((place) => place.below.map((below) => this.#branch(place, below, tall))),
      ),
      places.map((place, index) => this.#box(place, index, tall)),
    );
  }

  /** @param {TreePlace} from @param {TreePlace} to @param {number} tall */
  #branch(from, to, tall) {
    const { width, down } = this.shape;
    const [x1, y1] = down ? [from.x, from.y + tall / 2] : [from.x + width / 2, from.y];
    const [x2, y2] = down ? [to.x, to.y - tall / 2] : [to.x - width / 2, to.y];
    const kind = to.best ? "best" : to.state;
    return s("path", { class: `tour-branch is-${kind}`, d: `M${x1} ${y1}L${x2} ${y2}` });
  }

  /** @param {TreePlace} place @param {number} index @param {number} tall */
  #box(place, index, tall) {
    const { width, height, down } = this.shape;
    const choice = this.#choices.has(place.id);
    const first = down ? [0, -height / 2 + 14] : [-width / 2 + 5, -tall / 2 + 16];
    const act = () => (choice ? this.#pick(place.id) : this.#look(place));
    const sign = SIGNS[place.shape];
    const name = `${sign}${sign ? " " : ""}${place.label}`;
    return s(
      "g",
      {
        class: `tour-node is-${place.state}${choice ? " is-choice" : ""}`,
        transform: `translate(${place.x} ${place.y})`,
        role: "button",
        tabindex: choice || index === 0 ? 0 : -1,
        "data-node": place.id,
        "data-parent": place.parent,
        "aria-label": spoken(place),
        onclick: act,
        onkeydown: /** @param {KeyboardEvent} event */ (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          act();
        },
      },
      s("rect", { class: "tour-box", x: -width / 2, y: -tall / 2, width, height: tall, rx: 6 }),
      s("text", { class: "tour-move", x: first[0], y: down ? -tall / 2 + 14 : first[1] }, `${name} `),
      s(
        "text",
        {
          "aria-hidden": "true",
          class: "tour-value",
          x: down ? 0 : width / 2 - 5,
          y: down ? -tall / 2 + 32 : first[1],
        },
        `${short(place.value ?? "")} `,
      ),
      place.under ? s("text", { class: "tour-under", x: 0, y: tall / 2 - 5 }, place.under) : null,
      place.state === "cut"
        ? s("path", {
            class: "tour-cross",
            d: `M${-width / 2} ${-tall / 2}l${width} ${tall}M${width / 2} ${-tall / 2}l${-width} ${tall}`,
          })
        : null,
    );
  }

  /** Mark the right answer and those that were wrong. @param {number} node @param {string} mark */
  mark(node, mark) {
    this.picture.querySelector(`[data-node="${node}"]`)?.classList.add(mark);
  }
}

/** Nodes as a tree. @param {Wire.TourNode[]} nodes @returns {TreePlace[]} */
function placed(nodes) {
  const places = nodes.map((node) => ({ ...node, below: /** @type {TreePlace[]} */ ([]), x: 0, y: 0 }));
  const known = new Map(places.map((place) => [place.id, place]));
  for (const place of places) if (place.parent !== null) known.get(place.parent)?.below.push(place);
  return places;
}

/** A value that fits its box. @param {string} text */
function short(text) {
  if (/^(win|loss)/.test(text)) return text.startsWith("win") ? "won" : "lost";
  return text;
}

/** @param {TreePlace} place */
function spoken(place) {
  const text = [place.label, short(place.value ?? ""), place.under].filter(Boolean).join(" ");
  return [text, NAMES[place.shape], STATES[place.state], place.best && "best"].filter(Boolean).join(", ");
}

/** Arrow keys go through the tree. @param {KeyboardEvent} event */
function walk(event) {
  const here = /** @type {SVGElement} */ (event.target);
  const svg = here.closest("svg");
  const node = here.closest("[data-node]");
  if (!svg || !node) return;
  const [id, parent] = [node.getAttribute("data-node"), node.getAttribute("data-parent")];
  const beside = [...svg.querySelectorAll(parent === null ? "none" : `[data-parent="${parent}"]`)];
  const place = beside.indexOf(node);
  /** @type {Record<string, Element|null|undefined>} */
  const targets = {
    ArrowUp: svg.querySelector(`[data-node="${parent}"]`),
    ArrowDown: svg.querySelector(`[data-parent="${id}"]`),
    ArrowLeft: beside[place - 1],
    ArrowRight: beside[place + 1],
  };
  if (!(event.key in targets)) return;
  event.preventDefault();
  const target = targets[event.key];
  if (target instanceof SVGElement) target.focus();
}

/** A name for a picture's file. @param {string} text */
export function fileName(text) {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || uid("picture")
  );
}
