/** Styles that only some views need: loaded once, when the first of them opens. */

import { h } from "../dom.js";

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/** @param {...string} names of files in css/ @returns {Promise<void[]>} when they are there */
export function needStyles(...names) {
  return Promise.all(names.map(needStyle));
}

/** @param {string} name */
function needStyle(name) {
  let style = loaded.get(name);
  if (!style) {
    const href = new URL(`../../css/${name}.css`, import.meta.url).pathname;
    style = new Promise((done) => {
      const link = h("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() });
      document.head.append(link);
    });
    loaded.set(name, style);
  }
  return style;
}
