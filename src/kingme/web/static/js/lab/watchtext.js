/** What is to be seen in a position of the gallery: beside the search where there is room, opened by hand where not. */

import { h, say } from "../dom.js";
import { seen } from "../words.js";

const ROOM = matchMedia("(min-width: 900px) and (min-height: 521px)");

export class WatchText {
  #text = h("p", {});

  constructor() {
    this.element = h("details", { class: "watch-text" }, h("summary", {}, "What to watch here"), this.#text);
    this.element.open = ROOM.matches;
  }

  /** @param {Exhibit|null|undefined} exhibit */
  show(exhibit) {
    say(this.#text, seen(exhibit?.watch ?? ""));
    this.element.hidden = !exhibit;
  }
}
