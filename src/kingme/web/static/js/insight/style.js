/** Styles that only some views need: loaded once, when the first of them opens. */

import { h } from "../dom.js";

const loaded = new Map();

/** @param {...string} names of files in css/ @returns {Promise<void[]>} when they are there */
export function needStyles(...names) {
  return Promise.all(names.map(needStyle));
}

function needStyle(name) {
  if (!loaded.has(name)) {
    const href = new URL(`../../css/${name}.css`, import.meta.url).pathname;
    loaded.set(
      name,
      new Promise((done) => {
        const link = h("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() });
        document.head.append(link);
      }),
    );
  }
  return loaded.get(name);
}
