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
import { motionAllowed, settings } from "../settings.js";
import { Camera } from "./camera.js";
import { theme } from "./palette.js";
import { bounds, layOut } from "./treelayout.js";
import { paint } from "./treepaint.js";

const LAYOUT_EVERY = 120; // milliseconds
const GLIDE = 140; // time constant of the glide, milliseconds
const NEAR = 14; // how far from a node a finger still hits it

export class TreeCanvas extends EventTarget {
  #model = null;
  #shown = [];
  #drawn = new Set();
  #root = null;
  #version = -1;
  #laid = 0;
  #frame = 0;
  #time = 0;
  #moving = false;
  #watch;
  #observer;
  minimum = 0;
  collapsed = new Set();
  shape = "down";
  selected = null;
  marked = new Map(); // node id -> name of the phase that it takes part in
  follow = true; // keep everything in view until a person moves the picture,
  only = null; // or only these nodes

  constructor({ look, label = "Search tree", row = 64, gap = undefined, size = null, most = 4000 } = {}) {
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
    this.context = this.canvas.getContext("2d");
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

  /** @param {{visible: Function, version: number}} model */
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

  toggle(id = this.selected) {
    if (id === null) return;
    if (this.collapsed.has(id)) this.collapsed.delete(id);
    else this.collapsed.add(id);
    this.refresh();
  }

  select(id, { tell = true } = {}) {
    this.selected = id;
    const node = this.#shown.find((item) => item.id === id);
    if (node) this.camera.reveal(node.tx, node.ty);
    this.draw();
    if (tell && node) this.dispatchEvent(new CustomEvent("select", { detail: node }));
  }

  /** Mark nodes, e.g. the way down; a map from id to "select", "expand", "backup". */
  mark(marked) {
    this.marked = marked;
    if ([...marked.keys()].some((id) => !this.#drawn.has(id))) this.#version = -1;
    this.draw();
  }

  draw() {
    if (!this.#frame) this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  // --- frames ---------------------------------------------------------------------------------------------------

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

  #layOut(now) {
    this.#version = this.#model.version;
    this.#laid = now;
    this.#shown = this.#model.visible(this.minimum, this.collapsed, this.most, this.marked);
    this.#root = this.#shown[0];
    this.#drawn = new Set(this.#shown.map((node) => node.id));
    layOut(this.#root, { shape: this.shape, row: this.row, gap: this.gap, ...(this.size ? { size: this.size } : {}) });
    for (const node of this.#shown) {
      if (node.x === undefined) {
        const above = this.#model.node(node.parent);
        node.x = above?.x ?? node.tx;
        node.y = above?.y ?? node.ty;
      }
    }
    if (!this.camera.moved && this.follow) this.#fitNow();
    this.dispatchEvent(new Event("layout"));
  }

  #fitNow() {
    const chosen = this.only ? this.#shown.filter((node) => this.only.has(node.id)) : [];
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

  #paint() {
    const { context, camera } = this;
    const ratio = this.canvas.width / Math.max(this.element.clientWidth, 1);
    const colors = theme();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
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

  #near(px, py) {
    const [x, y] = this.camera.world(px, py);
    let [best, distance] = [null, Infinity];
    for (const node of this.#shown) {
      const away = Math.hypot(node.x - x, node.y - y) - node.r;
      if (away < distance) [best, distance] = [node, away];
    }
    return distance * this.camera.scale < NEAR ? best : null;
  }

  #pick(px, py) {
    const node = this.#near(px, py);
    if (!node) return;
    if (node.id === this.selected && node.children.length) this.toggle(node.id);
    else this.select(node.id);
  }

  #hover(point) {
    const node = point && this.#near(...point);
    this.tip.hidden = !node;
    this.canvas.classList.toggle("on-node", Boolean(node));
    if (!node) return;
    say(this.tip, this.look.note(node));
    const [width] = this.camera.size;
    this.tip.style.left = `${Math.min(Math.max(point[0], 70), width - 70)}px`;
    this.tip.style.top = `${point[1] + 18}px`;
  }

  #key(event) {
    const node = this.#shown.find((item) => item.id === this.selected) ?? this.#root;
    const above = node && this.#model.node(node.parent);
    const beside = (step) => above?.shown[above.shown.indexOf(node) + step];
    const ways = {
      ArrowUp: () => above,
      ArrowDown: () =>
        node.shown.reduce((top, child) => ((child.visits ?? 0) > (top?.visits ?? -1) ? child : top), null),
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
    };
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
