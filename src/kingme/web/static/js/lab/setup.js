/** Choosing a position and players for the laboratory: the gallery, any FEN, levels and specs. */

import { api } from "../api.js";
import { h, uid } from "../dom.js";
import { levelGroups, levelText, readSpec } from "../levels.js";
import { START_FEN } from "../position.js";
import { SpecForm } from "../specform.js";

const OWN = "own";
const ANY = "…";

/** A drop-down of the gallery's positions, and a field for any other. */
export class PositionField {
  #select;
  #fen;
  #positions;

  /** @param {Exhibit[]} positions @param {{fen?: string, moves?: number[][]}} given @param {() => unknown} onchange */
  constructor(positions, given, onchange) {
    this.#positions = positions;
    this.moves = given.moves ?? [];
    const [one, two] = [uid("position"), uid("fen")];
    const known = positions.find((item) => item.fen === given.fen && !this.moves.length);
    this.#select = h(
      "select",
      { id: one, onchange: () => void this.#choose(onchange) },
      positions.map((item) => h("option", { value: item.id }, item.title)),
      h("option", { value: OWN }, "Custom position"),
    );
    this.#select.value = known ? known.id : given.fen ? OWN : "start";
    this.#fen = h("input", {
      id: two,
      type: "text",
      class: "code",
      spellcheck: "false",
      autocomplete: "off",
      value: given.fen ?? START_FEN,
      maxlength: 400,
      onchange: () => void this.#typed(onchange),
    });
    this.element = h(
      "div",
      { class: "setup-fields" },
      h("label", { for: one }, "Position"),
      this.#select,
      h("label", { for: two, class: "visually-hidden" }, "FEN"),
      this.#fen,
    );
    this.#show();
  }

  static async load() {
    return (await api.get("/api/lab/gallery")).positions;
  }

  get value() {
    return { fen: this.#fen.value.trim(), moves: this.moves };
  }

  /** What the gallery says of it. */
  get exhibit() {
    return this.#positions.find((item) => item.id === this.#select.value) ?? null;
  }

  /** @param {() => unknown} onchange */
  #choose(onchange) {
    const { exhibit } = this;
    this.#show();
    if (!exhibit) {
      this.#fen.focus();
      return;
    }
    this.#fen.value = exhibit.fen;
    this.moves = [];
    onchange();
  }

  /** @param {() => unknown} onchange */
  #typed(onchange) {
    this.moves = [];
    this.#select.value = this.#positions.find((item) => item.fen === this.#fen.value.trim())?.id ?? OWN;
    this.#show();
    onchange();
  }

  #show() {
    this.#fen.hidden = this.#select.value !== OWN;
  }
}

/** A drop-down of players, of some families only if they are named. */
export class PlayerField {
  #select;
  #form;

  /**
   * @param {Wire.Config} config
   * @param {string} spec
   * @param {() => unknown} onchange
   * @param {{families?: string[]|null, label?: string, extra?: string[]}} options
   */
  constructor(config, spec, onchange, { families = null, label = "Player", extra = [] } = {}) {
    /** @param {string} name */
    const fits = (name) => !families || families.includes(name);
    const algorithms = config.algorithms.filter(({ name }) => fits(name));
    const groups = levelGroups(config)
      .map(({ title, levels }) => ({ title, levels: levels.filter((level) => fits(readSpec(level.spec).name)) }))
      .filter(({ levels }) => levels.length);
    const known = new Set([
      ...extra,
      ...groups.flatMap(({ levels }) => levels.map(({ name }) => name)),
      ...algorithms.map(({ name }) => name),
    ]);
    const id = uid("player");
    if (!known.has(spec)) extra = [spec, ...extra];
    this.#form = new SpecForm(
      { ...config, algorithms },
      known.has(spec) && !spec.includes(":") ? algorithms[0].name : spec,
    );
    this.#form.element.addEventListener("change", onchange);
    this.#select = h(
      "select",
      { id, onchange: () => this.#choose(onchange) },
      extra.length
        ? h(
            "optgroup",
            { label: families ? "Suggested" : "Chosen" },
            extra.map((name) => h("option", { value: name }, name)),
          )
        : null,
      h(
        "optgroup",
        { label: "Algorithms" },
        algorithms.filter(({ name }) => !extra.includes(name)).map(({ name }) => h("option", { value: name }, name)),
      ),
      groups.map(({ title, levels }) =>
        h(
          "optgroup",
          { label: title },
          levels
            .filter(({ name }) => !extra.includes(name))
            .map((level) => h("option", { value: level.name }, levelText(level))),
        ),
      ),
      h("option", { value: ANY }, "Custom algorithm …"),
    );
    this.#select.value = spec;
    this.element = h(
      "div",
      { class: "setup-fields" },
      h("label", { for: id }, label),
      this.#select,
      this.#form.element,
    );
    this.#show();
  }

  get value() {
    return this.#select.value === ANY ? this.#form.value : this.#select.value;
  }

  /** @param {() => unknown} onchange */
  #choose(onchange) {
    this.#show();
    if (this.#select.value !== ANY) onchange();
  }

  #show() {
    this.#form.element.hidden = this.#select.value !== ANY;
  }
}
