/** A link from what a player thinks to the page on how it thinks. */

import { api } from "../api.js";
import { h } from "../dom.js";
import { algorithmOf } from "../levels.js";

export function algorithmLink() {
  const element = h("a", { class: "link algorithm-link", hidden: true }, "How it works");
  let shown = "";
  return {
    element,

    /** @param {string} spec of the player that thinks */
    async set(spec) {
      if (spec === shown) return;
      shown = spec;
      const config = await api.config().catch(() => null);
      const name = config && algorithmOf(config, spec);
      element.hidden = !config?.algorithms.some((algorithm) => algorithm.name === name);
      element.setAttribute("href", `/learn/algorithms/${name}`);
    },
  };
}
