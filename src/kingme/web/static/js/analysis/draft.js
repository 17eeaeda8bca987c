/** An analysis that outlives the page: kept in the browser, one for each game, the last few of them. */

const KEY = "kingme.analyses";
const MOST = 12;

/** @typedef {{name: string, at: number[], game: ReturnType<import("./gametree.js").GameTree["whole"]>}} Kept */

export class Draft {
  #tree;
  #name;
  #timer = 0;
  #worth = false;

  #hidden = () => this.save();

  /** @param {import("./gametree.js").GameTree} tree @param {string} name */
  constructor(tree, name) {
    this.#tree = tree;
    this.#name = name;
    addEventListener("pagehide", this.#hidden); // a page that is closed or loaded again loses nothing
  }

  /** The view goes away. */
  close() {
    this.save();
    removeEventListener("pagehide", this.#hidden);
  }

  /**
   * Put the stored analysis on the board. A game may have moved on since then: its own moves stay the
   * main line, and what was stored is added to them.
   * @returns {boolean} whether there was one
   */
  restore() {
    const tree = this.#tree;
    const found = load().find(({ name }) => name === this.#name);
    if (!found?.game) return false;
    const line = tree.mainLine().map(({ path }) => String(path));
    if (line.every((path, index) => String(found.game.plies[index]?.path) === path)) this.#take(found);
    else if (found.game.start_fen === tree.root.fen) tree.merge(found.game);
    else return false;
    this.#worth = true;
    return true;
  }

  /** All of it, with the place that was looked at. @param {Kept} draft */
  #take({ game, at }) {
    const tree = this.#tree;
    tree.load(game);
    let node = tree.root;
    for (const index of at ?? []) node = node.children[index] ?? node;
    tree.node = node;
  }

  /** Something was changed that should not be lost. */
  touch() {
    this.#worth = true;
    this.later();
  }

  /** Store it soon. */
  later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), 400);
  }

  save() {
    clearTimeout(this.#timer);
    if (!this.#worth) return;
    const tree = this.#tree;
    const at = tree.line().map((node) => node.parent?.children.indexOf(node) ?? 0);
    const others = load().filter(({ name }) => name !== this.#name);
    store([{ name: this.#name, at, game: tree.whole() }, ...others].slice(0, MOST));
  }

  clear() {
    clearTimeout(this.#timer);
    store(load().filter(({ name }) => name !== this.#name));
    this.#worth = false;
  }
}

/** @returns {Kept[]} */
function load() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} analyses */
function store(analyses) {
  try {
    localStorage.setItem(KEY, JSON.stringify(analyses));
  } catch {
    // full or forbidden: the analysis then lasts as long as the page, and can be saved as PDN
  }
}
