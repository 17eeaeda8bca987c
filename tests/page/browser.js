/**
 * As much of a browser as the page's modules touch when they are imported and when they make elements. Imported before
 * them: `import "./browser.js"`. The browser tests of `tests/web/browser` use a real one.
 */

/** An element that holds attributes, children and listeners, and draws nothing. */
export class StandIn extends EventTarget {
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {(StandIn|string)[]} */
  childNodes = [];
  style = { setProperty: () => {} };
  value = "";
  hidden = false;
  disabled = false;

  /** @param {string} tag */
  constructor(tag) {
    super();
    this.tag = tag;
  }

  get children() {
    return this.childNodes.filter((child) => child instanceof StandIn);
  }

  get classList() {
    return { add: () => {}, remove: () => {}, toggle: () => {} };
  }

  get dataset() {
    return Object.fromEntries(
      [...this.attributes].filter(([name]) => name.startsWith("data-")).map(([name, text]) => [name.slice(5), text]),
    );
  }

  /** @returns {string} */
  get textContent() {
    return this.childNodes.map((child) => (child instanceof StandIn ? child.textContent : child)).join("");
  }

  set textContent(text) {
    this.childNodes = [text];
  }

  append(/** @type {(StandIn|string)[]} */ ...children) {
    this.childNodes.push(...children);
  }

  replaceChildren(/** @type {(StandIn|string)[]} */ ...children) {
    this.childNodes = children;
  }

  setAttribute(/** @type {string} */ name, /** @type {string} */ text) {
    if (name === "hidden") this.hidden = true;
    this.attributes.set(name, text);
  }

  getAttribute(/** @type {string} */ name) {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(/** @type {string} */ name) {
    return this.attributes.has(name);
  }

  removeAttribute(/** @type {string} */ name) {
    this.attributes.delete(name);
  }

  getBoundingClientRect() {
    return { top: 0, bottom: 0 };
  }

  /** All elements below this one with a tag. @param {string} tag @returns {StandIn[]} */
  all(tag) {
    return this.children.flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
  }
}

/** The stand-in behind an element that the page has made. @param {unknown} element */
export const seen = (element) => /** @type {StandIn} */ (element);

/** @type {Map<string, string>} */
const kept = new Map();

Object.assign(globalThis, {
  window: new EventTarget(),
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  localStorage: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => kept.set(key, text),
  },
  document: {
    documentElement: { dataset: {} },
    activeElement: null,
    createElement: (/** @type {string} */ tag) => new StandIn(tag),
    createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new StandIn(tag),
  },
  getComputedStyle: () => ({ getPropertyValue: (/** @type {string} */ name) => COLORS[name] ?? "#808080" }),
});

/** @type {Record<string, string>} */
const COLORS = { "--loss": "#ff0000", "--draw": "#808080", "--win": "#00ff00", "--line": "#cccccc" };

/**
 * Let a server of the test's own answer, and collect what it was asked.
 * @param {(path: string, body: any) => unknown} answer  an `Error` stands for a refusal
 */
export function serve(answer) {
  /** @type {{method: string, path: string, body: any}[]} */
  const asked = [];
  const fetch = async (/** @type {string} */ path, /** @type {RequestInit} */ { method = "GET", body } = {}) => {
    const sent = typeof body === "string" ? JSON.parse(body) : undefined;
    asked.push({ method, path, body: sent });
    const found = answer(path, sent);
    if (found instanceof Error) return Response.json({ detail: found.message }, { status: 422 });
    return Response.json(found);
  };
  Object.assign(globalThis, { fetch });
  return asked;
}
