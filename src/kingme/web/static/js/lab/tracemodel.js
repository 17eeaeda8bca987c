/**
 * `TraceModel`: a minimax search in the order in which it went: into a position, and out of it with a value.
 *
 * The trace lists positions as they were entered, with alpha and beta at that moment; leaving them is implied by what
 * is entered next. `moments` are all of it in order, `go(n)` sets the tree to what is known after n of them.
 */

export class TraceModel {
  version = 0;
  /** @type {TraceNode[]} */
  #nodes = [];
  #now = 0;

  /** @param {TraceEvent[]} events */
  constructor(events) {
    this.events = events;
    /** @type {{kind: "enter"|"leave", id: number}[]} */
    this.moments = [];
    /** @type {(number|null)[]} */
    this.parents = [];
    /** @type {number[]} */
    const open = [];
    const leave = () => this.moments.push({ kind: "leave", id: /** @type {number} */ (open.pop()) });
    events.forEach((event, id) => {
      while (open.length && events[open[open.length - 1]].ply >= event.ply) leave();
      this.parents.push(open.at(-1) ?? null);
      open.push(id);
      this.moments.push({ kind: "enter", id });
    });
    while (open.length) leave();
    this.go(0);
  }

  get size() {
    return this.#nodes.length;
  }

  get length() {
    return this.moments.length;
  }

  get at() {
    return this.#now;
  }

  /** @param {number|null} id @returns {TraceNode|undefined} */
  node(id) {
    return id === null ? undefined : this.#nodes[id];
  }

  /** Know what is known after so many moments. @param {number} count */
  go(count) {
    if (count < this.#now || !this.#now) {
      const old = this.#nodes;
      this.#nodes = [];
      this.#now = 0;
      this.#old = old;
    }
    while (this.#now < count) this.#take(this.moments[this.#now++]);
    this.version++;
  }

  /** @type {TraceNode[]} */
  #old = [];

  /** @param {{kind: "enter"|"leave", id: number}} moment */
  #take({ kind, id }) {
    const event = this.events[id];
    const parent = this.parents[id];
    if (kind === "enter") {
      const { x, y } = this.#old[id] ?? {};
      /** @type {TraceNode} */
      const node = {
        id,
        parent,
        event,
        depth: event.ply,
        move: event.move?.text ?? null,
        fen: event.fen,
        visits: 1,
        children: [],
        done: false,
        best: null,
        ...(x === undefined ? {} : { x, y }),
      };
      this.#nodes[id] = node;
      this.node(parent)?.children.push(node);
      return;
    }
    const node = this.#nodes[id];
    node.done = true;
    const above = this.node(parent);
    if (!above || event.kind === "stopped") return;
    const better =
      above.event.node === "MAX" ? event.value > (above.best ?? -Infinity) : event.value < (above.best ?? Infinity);
    if (better) {
      above.best = event.value;
      above.bestText = event.texts[0];
      above.bestChild = id;
    }
  }

  get root() {
    return this.#nodes[0];
  }

  /** @param {number} _minimum @param {Set<number>} collapsed @param {number} most */
  visible(_minimum, collapsed, most) {
    /** @type {TraceNode[]} */
    const shown = [];
    const stack = this.root ? [this.root] : [];
    while (stack.length && shown.length < most) {
      const node = /** @type {TraceNode} */ (stack.pop());
      node.shown = collapsed.has(node.id) ? [] : node.children;
      node.hidden = node.children.length - node.shown.length;
      shown.push(node);
      for (let i = node.shown.length - 1; i >= 0; i--) stack.push(node.shown[i]);
    }
    return shown;
  }

  /** Nodes from the root to one of them. @param {number} id */
  way(id) {
    /** @type {TraceNode[]} */
    const way = [];
    for (let node = this.node(id); node; node = this.node(node.parent)) way.unshift(node);
    return way;
  }

  /** The moment after the next cutoff. */
  nextCutoff() {
    for (let at = this.#now; at < this.moments.length; at++) {
      const { kind, id } = this.moments[at];
      if (kind === "leave" && this.events[id].kind === "cutoff") return at + 1;
    }
    return null;
  }
}
