/** `Camera`: zooming and moving a canvas by mouse, wheel, fingers and keys. */

const LEAST = 0.02;
const MOST = 6;

export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  moved = false; // whether a person has chosen what to look at
  /** @type {Map<number, Point>} */
  #points = new Map();
  /** @type {{at: Point, far: boolean}} */
  #start = { at: [0, 0], far: false };

  /**
   * @param {HTMLElement} element
   * @param {{onchange: () => void, onpick: (x: number, y: number) => void,
   *   onhover?: (point: Point|null) => void}} listeners
   */
  constructor(element, { onchange, onpick, onhover }) {
    this.element = element;
    this.onchange = onchange;
    this.onpick = onpick;
    this.onhover = onhover;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#points.delete(event.pointerId));
    element.addEventListener("pointerleave", () => this.onhover?.(null));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** @returns {Point} */
  get size() {
    return [this.element.clientWidth, this.element.clientHeight];
  }

  /** A point of the element as a point of the picture. @param {number} px @param {number} py @returns {Point} */
  world(px, py) {
    const [width, height] = this.size;
    return [(px - width / 2) / this.scale + this.x, (py - height / 2) / this.scale + this.y];
  }

  /** Show all of a box, not larger than life. @param {Box} box @param {{most?: number, margin?: number}} options */
  fit({ left, right, top, bottom }, { most = 1.15, margin = 26 } = {}) {
    const [width, height] = this.size;
    if (!Number.isFinite(left) || !width) return;
    this.scale = Math.min(
      most,
      (width - 2 * margin) / Math.max(right - left, 1),
      (height - 2 * margin) / Math.max(bottom - top, 1),
    );
    this.scale = Math.max(LEAST, this.scale);
    this.x = (left + right) / 2;
    this.y = (top + bottom) / 2;
    this.onchange();
  }

  /** @param {number} factor @param {number} px @param {number} py */
  zoom(factor, px = this.size[0] / 2, py = this.size[1] / 2) {
    const [wx, wy] = this.world(px, py);
    this.scale = Math.min(MOST, Math.max(LEAST, this.scale * factor));
    const [nx, ny] = this.world(px, py);
    this.x += wx - nx;
    this.y += wy - ny;
    this.moved = true;
    this.onchange();
  }

  /** Bring a point of the picture into view. @param {number} wx @param {number} wy @param {number} margin */
  reveal(wx, wy, margin = 24) {
    const [width, height] = this.size;
    const [px, py] = [(wx - this.x) * this.scale + width / 2, (wy - this.y) * this.scale + height / 2];
    if (px < margin) this.x -= (margin - px) / this.scale;
    if (px > width - margin) this.x += (px - width + margin) / this.scale;
    if (py < margin) this.y -= (margin - py) / this.scale;
    if (py > height - margin) this.y += (py - height + margin) / this.scale;
    this.onchange();
  }

  /** @param {MouseEvent} event @returns {Point} */
  #place(event) {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.#points.set(event.pointerId, this.#place(event));
    this.#start = { at: this.#place(event), far: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const now = this.#place(event);
    const before = this.#points.get(event.pointerId);
    if (!before) {
      this.onhover?.(now);
      return;
    }
    if (this.#points.size === 1) {
      if (Math.hypot(now[0] - this.#start.at[0], now[1] - this.#start.at[1]) > 5) this.#start.far = true;
      if (this.#start.far) {
        this.x -= (now[0] - before[0]) / this.scale;
        this.y -= (now[1] - before[1]) / this.scale;
        this.moved = true;
        this.onchange();
      }
    } else {
      const [other] = [...this.#points].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      /** @param {Point} point */
      const spread = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
      this.#start.far = true;
      this.zoom(spread(now) / Math.max(spread(before), 1), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    }
    this.#points.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const [x, y] = this.#place(event);
    const had = this.#points.delete(event.pointerId);
    if (had && !this.#points.size && !this.#start.far) this.onpick(x, y);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const step = event.deltaMode === 1 ? 30 : 1;
    this.zoom(Math.exp(-event.deltaY * step * 0.0016), ...this.#place(event));
  }
}
