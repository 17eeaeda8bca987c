/**
 * `TreeCanvas`: a tree drawn on a canvas, two thousand nodes and more, while it grows.
 *
 * New places are computed a few times a second (`treelayout`), and nodes glide there; frames are drawn only while
 * something moves. How a node looks is told by `look`: `color(node)`, `sign(node)`, `label(node)`, `shape(node)`
 * ("circle", "up", "down"), `edge(node)` ({width, color, dash}), `note(node)`.
 *
 * Events: "select" (detail: the node).
 */

import { h, say } from "../dom.js";
import { Emitter } from "../emitter.js";
import { motionAllowed, settings } from "../settings.js";
import { Camera } from "./camera.js";
import { theme } from "./palette.js";
import { bounds, layOut } from "./treelayout.js";
import { paint } from "./treepaint.js";

const PICTURE_SCALE = 2; // pixels of a saved picture for each of the page
const LAYOUT_EVERY = 120; // milliseconds
const GLIDE = 140; // time constant of the glide, milliseconds
const NEAR = 14; // how far from a node a finger still hits it

/** @template {Drawn<N>} N @extends {Emitter<{select: N, layout: null}>} */
export class TreeCanvas extends Emitter {
  /** @type {TreeSource<N>|null} */
  #model = null;
  /** @type {Placed<N>[]} */
  #shown = [];
  /** @type {Set<number>} */
  #drawn = new Set();
  /** @type {Placed<N>|null} */
  #root = null;
  #version = -1;
  #laid = 0;
  #frame = 0;
  #time = 0;
  #moving = false;
  #watch;
  #observer;
  minimum = 0;
  /** @type {Set<number>} */
  collapsed = new Set();
  /** @type {"down"|"round"} */
  shape = "down";
  /** @type {number|null} */
  selected = null;
  /** The name of the phase that a node takes part in, by its id. @type {Map<number, string>} */
  marked = new Map();
  follow = true; // keep everything in view until a person moves the picture,
  /** Or only these nodes. @type {Set<number>|null} */
  only = null;

  /**
   * @param {{look: Look<N>, label?: string, row?: number, gap?: number, size?: ((node: N) => number)|null,
   *   most?: number}} options
   */
  constructor({ look, label = "Search tree", row = 64, gap = undefined, size = null, most = 4000 }) {
    super();
    this.look = look;
    this.row = row;
    this.gap = gap;
    this.size = size;
    this.most = most;
    this.canvas = h("canvas", {
      class: "tree-canvas",
      tabindex: 0,
      role: "application",
      "aria-label": `${label}. Arrow keys walk from node to node, Enter folds, plus and minus zoom.`,
      onkeydown: (event) => this.#key(event),
    });
    this.tip = h("div", { class: "tree-tip", role: "status", hidden: true });
    this.element = h("div", { class: "tree-box" }, this.canvas, this.tip);
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.camera = new Camera(this.canvas, {
      onchange: () => this.draw(),
      onpick: (x, y) => this.#pick(x, y),
      onhover: (point) => this.#hover(point),
    });
    this.#watch = settings.watch(() => this.draw());
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(this.element);
  }

  destroy() {
    this.#watch();
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#model = null;
  }

  /** @param {TreeSource<N>} model @param {{fresh?: boolean}} options */
  show(model, { fresh = true } = {}) {
    this.#model = model;
    this.#version = -1;
    if (fresh) {
      this.collapsed.clear();
      this.selected = null;
      this.camera.moved = false;
      this.#shown = [];
    }
    this.update();
  }

  /** The model has changed. */
  update() {
    this.draw();
  }

  /** Lay out again at the next frame, whatever the version says. */
  refresh() {
    this.#version = -1;
    this.draw();
  }

  get drawn() {
    return this.#shown.length;
  }

  fit() {
    this.camera.moved = false;
    this.#fitNow();
    this.draw();
  }

  /** @param {number|null} id */
  toggle(id = this.selected) {
    if (id === null) return;
    if (this.collapsed.has(id)) this.collapsed.delete(id);
    else this.collapsed.add(id);
    this.refresh();
  }

  /** @param {number} id @param {{tell?: boolean}} options */
  select(id, { tell = true } = {}) {
    this.selected = id;
    const node = this.#shown.find((item) => item.id === id);
    if (node) this.camera.reveal(node.tx, node.ty);
    this.draw();
    if (tell && node) this.tell("select", node);
  }

  /**
   * Mark nodes, e.g. the way down; a map from id to "select", "expand", "backup".
   * @param {Map<number, string>} marked
   */
  mark(marked) {
    this.marked = marked;
    if ([...marked.keys()].some((id) => !this.#drawn.has(id))) this.#version = -1;
    this.draw();
  }

  draw() {
    if (!this.#frame) this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  // --- frames ---------------------------------------------------------------------------------------------------

  /** @param {number} now */
  #tick(now) {
    this.#frame = 0;
    if (!this.#model || !this.element.isConnected) return;
    const stale = this.#version !== this.#model.version;
    if (stale && (now - this.#laid > LAYOUT_EVERY || this.#version < 0)) this.#layOut(now);
    const elapsed = Math.min(now - this.#time, 50);
    this.#time = now;
    const share = motionAllowed() ? 1 - Math.exp(-elapsed / GLIDE) : 1;
    this.#moving = false;
    for (const node of this.#shown) {
      const [dx, dy] = [node.tx - node.x, node.ty - node.y];
      if (Math.abs(dx) + Math.abs(dy) < 0.4) {
        node.x = node.tx;
        node.y = node.ty;
      } else {
        node.x += dx * share;
        node.y += dy * share;
        this.#moving = true;
      }
    }
    this.#paint();
    if (this.#moving || this.#version !== this.#model.version) this.draw();
  }

  /** @param {number} now */
  #layOut(now) {
    const model = this.#model;
    if (!model) return;
    this.#version = model.version;
    this.#laid = now;
    const shown = model.visible(this.minimum, this.collapsed, this.most, this.marked);
    if (!shown.length) return;
    this.#drawn = new Set(shown.map((node) => node.id));
    layOut(shown[0], { shape: this.shape, row: this.row, gap: this.gap, ...(this.size ? { size: this.size } : {}) });
    for (const node of shown) {
      if (node.x === undefined) {
        const above = model.node(node.parent);
        node.x = above?.x ?? node.tx;
        node.y = above?.y ?? node.ty;
      }
    }
    this.#shown = /** @type {Placed<N>[]} */ (shown);
    this.#root = this.#shown[0];
    if (!this.camera.moved && this.follow) this.#fitNow();
    this.tell("layout", null);
  }

  #fitNow() {
    const { only } = this;
    const chosen = only ? this.#shown.filter((node) => only.has(node.id)) : [];
    this.camera.fit(bounds(chosen.length > 1 ? chosen : this.#shown));
  }

  #resize() {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const { clientWidth: width, clientHeight: height } = this.element;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (!this.camera.moved && this.#shown.length) this.#fitNow();
    this.draw();
  }

  /** What is seen of the tree now, on paper. */
  picture() {
    const { clientWidth: width, clientHeight: height } = this.element;
    const canvas = h("canvas", { width: PICTURE_SCALE * width, height: PICTURE_SCALE * height });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.#paint(context);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = "destination-over"; // below the tree
    context.fillStyle = theme().surface;
    context.fillRect(0, 0, canvas.width, canvas.height);
    return canvas;
  }

  #paint(context = this.context) {
    const { camera } = this;
    const { canvas } = context;
    const ratio = canvas.width / Math.max(this.element.clientWidth, 1);
    const colors = theme();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const [width, height] = camera.size;
    context.setTransform(
      ratio * camera.scale,
      0,
      0,
      ratio * camera.scale,
      ratio * (width / 2 - camera.scale * camera.x),
      ratio * (height / 2 - camera.scale * camera.y),
    );
    const [left, top] = camera.world(-40, -40);
    const [right, bottom] = camera.world(width + 40, height + 40);
    paint(context, this, this.#shown, { left, right, top, bottom, colors });
  }

  // --- people ---------------------------------------------------------------------------------------------------

  /** @param {number} px @param {number} py */
  #near(px, py) {
    const [x, y] = this.camera.world(px, py);
    /** @type {Placed<N>|null} */
    let best = null;
    let distance = Infinity;
    for (const node of this.#shown) {
      const away = Math.hypot(node.x - x, node.y - y) - node.r;
      if (away < distance) {
        best = node;
        distance = away;
      }
    }
    return distance * this.camera.scale < NEAR ? best : null;
  }

  /** @param {number} px @param {number} py */
  #pick(px, py) {
    const node = this.#near(px, py);
    if (!node) return;
    if (node.id === this.selected && node.children.length) this.toggle(node.id);
    else this.select(node.id);
  }

  /** @param {Point|null} point */
  #hover(point) {
    const node = point && this.#near(...point);
    this.tip.hidden = !node;
    this.canvas.classList.toggle("on-node", Boolean(node));
    if (!node || !point) return;
    say(this.tip, this.look.note(node));
    const [width] = this.camera.size;
    this.tip.style.left = `${Math.min(Math.max(point[0], 70), width - 70)}px`;
    this.tip.style.top = `${point[1] + 18}px`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const node = this.#shown.find((item) => item.id === this.selected) ?? this.#root;
    if (!node || !this.#model) return;
    const above = this.#model.node(node.parent);
    const siblings = above?.shown ?? [];
    const beside = (/** @type {number} */ step) => siblings[siblings.findIndex(({ id }) => id === node.id) + step];
    /** @type {Record<string, () => {id: number}|undefined>} */
    const ways = {
      ArrowUp: () => above,
      ArrowDown: () => [...(node.shown ?? [])].sort((a, b) => b.visits - a.visits)[0],
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
    };
    /** @type {Record<string, () => void>} */
    const acts = {
      "+": () => this.camera.zoom(1.3),
      "=": () => this.camera.zoom(1.3),
      "-": () => this.camera.zoom(1 / 1.3),
      0: () => this.fit(),
      Enter: () => this.toggle(),
    };
    if (!(event.key in ways) && !(event.key in acts)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key in acts) acts[event.key]();
    else {
      const next = this.selected === null ? this.#root : ways[event.key]();
      if (next) this.select(next.id);
    }
  }
}
