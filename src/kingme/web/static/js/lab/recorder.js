/** Recordings on the page: keep what is shown, hand it on, open one again. */

import { reason } from "../api.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { readText } from "../files.js";
import { toast } from "../toast.js";
import { plural, when } from "../words.js";
import { download, MOST_BYTES, pack, recordings, unpack } from "./recordings.js";
import { check } from "./recordingschema.js";

/** @typedef {import("./recordings.js").Kept} Kept */

const KINDS = { steps: "step by step", stream: "live", trace: "minimax" };

export class Recorder {
  #list = h("ul", { class: "recordings" });
  #summary = h("summary", {}, "Recordings");
  #save;
  #file;

  /** @param {{take: () => Take|null, open: (recording: Recording) => void}} page */
  constructor({ take, open }) {
    this.take = take;
    this.open = open;
    /** @param {IconName} name @param {string} text @param {() => unknown} action @param {string} kind */
    const button = (name, text, action, kind = "") =>
      h("button", { type: "button", class: `button small ${kind}`, onclick: action }, icon(name), text);
    this.#save = [
      button("check", "Keep in this browser", () => this.#keep(), "keep"),
      button("save", "Download", () => this.#download(), "download"),
    ];
    this.#file = h("input", {
      type: "file",
      accept: ".json,application/json",
      class: "visually-hidden",
      tabindex: -1,
      "aria-label": "Recording",
      onchange: () => this.#read(),
    });
    this.element = h(
      "details",
      { class: "recorder" },
      this.#summary,
      h(
        "div",
        { class: "row" },
        this.#save,
        button("open", "Open a file", () => this.#file.click()),
        this.#file,
      ),
      this.#list,
    );
    this.update();
    this.#refresh();
  }

  /** Whether there is something to keep. */
  update() {
    const some = Boolean(this.take());
    for (const button of this.#save) button.disabled = !some;
  }

  #recording() {
    const take = this.take();
    return take && pack(take);
  }

  async #keep() {
    await this.#try(async () => {
      const recording = this.#recording();
      if (!recording) return;
      await recordings.keep(JSON.parse(JSON.stringify(recording)));
      toast("The search is kept in this browser");
    });
  }

  #download() {
    const recording = this.#recording();
    if (recording) download(recording);
  }

  async #read() {
    const [file] = this.#file.files ?? [];
    this.#file.value = "";
    if (file) await this.#try(async () => this.open(unpack(await readText(file, MOST_BYTES))));
  }

  /** @param {() => unknown} action */
  async #try(action) {
    try {
      await action();
    } catch (error) {
      toast(reason(error), "error");
    }
    this.#refresh();
  }

  async #refresh() {
    /** @type {Kept[]} */
    let found = [];
    try {
      found = await recordings.list();
    } catch {
      // a browser that keeps nothing: files still work
    }
    this.#summary.textContent = found.length ? `Recordings (${found.length})` : "Recordings";
    put(
      this.#list,
      found.length
        ? found.map(({ id, kind, title, date }) =>
            h(
              "li",
              {},
              h(
                "span",
                {},
                h("strong", {}, title),
                h("span", { class: "note" }, ` ${KINDS[kind]}, ${when(Date.parse(date) / 1000)}`),
              ),
              h(
                "span",
                { class: "row" },
                h(
                  "button",
                  {
                    type: "button",
                    class: "button small",
                    onclick: () => this.#try(async () => this.open(check(await recordings.get(id)))),
                  },
                  "Replay",
                ),
                h(
                  "button",
                  {
                    type: "button",
                    class: "icon-button small",
                    "aria-label": `Delete ${title}`,
                    onclick: () => this.#try(() => recordings.remove(id)),
                  },
                  icon("trash"),
                ),
              ),
            ),
          )
        : h(
            "li",
            { class: "note" },
            `No recordings yet: keep a search to replay it later. ${plural(0, "recording")}.`.replace(
              " 0 recordings.",
              "",
            ),
          ),
    );
  }
}
