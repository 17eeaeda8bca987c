/** Any player by its spec: an algorithm, and a form made from the server's description of its parameters. */

import { h, put, uid } from "./dom.js";
import { defaultText, readSpec, writeSpec } from "./levels.js";

export class SpecForm {
  #config;
  /** @type {Record<string, string>} */
  #values = {};
  #algorithm;
  #fields = h("div", { class: "spec-fields" });
  #summary = h("p", { class: "note" });
  #text;

  /** @param {Wire.Config} config @param {string} spec */
  constructor(config, spec = "mcts:iterations=1000") {
    this.#config = config;
    const id = uid("spec");
    this.#algorithm = h(
      "select",
      { id: `${id}-algorithm`, onchange: () => this.#choose() },
      config.algorithms.map((algorithm) => h("option", { value: algorithm.name }, algorithm.name)),
    );
    this.#text = h("input", {
      id: `${id}-text`,
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      class: "code",
      maxlength: 300,
      oninput: () => this.#typed(),
    });
    this.element = h(
      "div",
      { class: "spec-form" },
      h("div", { class: "field" }, h("label", { for: `${id}-algorithm` }, "Algorithm"), this.#algorithm),
      this.#summary,
      h("details", { class: "spec-parameters" }, h("summary", {}, "Parameters"), this.#fields),
      h("div", { class: "field" }, h("label", { for: `${id}-text` }, "As text"), this.#text),
    );
    this.value = spec;
  }

  get value() {
    return this.#text.value.trim() || this.#algorithm.value;
  }

  set value(spec) {
    this.#text.value = spec;
    this.#typed();
  }

  #described() {
    const { algorithms } = this.#config;
    return algorithms.find((algorithm) => algorithm.name === this.#algorithm.value) ?? algorithms[0];
  }

  #choose() {
    this.#values = {};
    this.#text.value = this.#algorithm.value;
    this.#draw();
  }

  /** Follow what was typed; a preset's name has no form of its own. */
  #typed() {
    const { name, values } = readSpec(this.#text.value);
    const known = this.#config.algorithms.some((algorithm) => algorithm.name === name);
    if (known) this.#algorithm.value = name;
    this.#values = known ? values : {};
    this.#draw();
  }

  #draw() {
    const algorithm = this.#described();
    this.#summary.textContent = algorithm.summary;
    put(
      this.#fields,
      algorithm.parameters.length
        ? algorithm.parameters.map((parameter) => this.#field(parameter))
        : h("p", { class: "note" }, "It has no parameters."),
    );
  }

  /** @param {Wire.Parameter} parameter */
  #field(parameter) {
    const id = uid("parameter");
    const given = this.#values[parameter.name];
    const value = given ?? defaultText(parameter);
    const change = () =>
      this.#change(
        parameter,
        input instanceof HTMLInputElement && input.type === "checkbox"
          ? input.checked
            ? "on"
            : "off"
          : input.value.trim(),
      );
    /** @type {HTMLInputElement|HTMLSelectElement} */
    let input;
    if (parameter.type === "bool") {
      const box = h("input", { id, type: "checkbox", onchange: change });
      box.checked = ["on", "true", "yes", "1"].includes(value);
      input = box;
    } else if (parameter.type === "choice") {
      input = h(
        "select",
        { id, onchange: change },
        parameter.choices.map((choice) => h("option", { value: choice }, choice)),
      );
      input.value = value;
    } else if (parameter.type === "str")
      input = h("input", { id, type: "text", value, spellcheck: "false", oninput: change });
    else {
      const whole = parameter.type === "int";
      const placeholder = parameter.default === null ? "not set" : null;
      input = h("input", {
        id,
        type: "number",
        inputmode: whole ? "numeric" : "decimal",
        min: parameter.low,
        max: parameter.high,
        step: whole ? 1 : "any",
        placeholder,
        value,
        oninput: change,
      });
    }
    return h(
      "div",
      { class: "field", title: parameter.help },
      h("label", { for: id }, parameter.name, h("span", { class: "note" }, parameter.help)),
      input,
    );
  }

  /** @param {Wire.Parameter} parameter @param {string} value */
  #change(parameter, value) {
    if (value === "" || value === defaultText(parameter)) delete this.#values[parameter.name];
    else this.#values[parameter.name] = value;
    this.#text.value = writeSpec(this.#algorithm.value, this.#values);
  }
}
