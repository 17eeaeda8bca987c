/** The frame of every dialog: the browser's own <dialog>, which keeps the focus inside and closes on Escape. */

import { h, uid } from "../dom.js";
import { icon } from "../icons.js";

/**
 * @param {{title: string, body: Child, actions?: HTMLElement[], className?: string,
 *   onclose?: (() => void)|null}} options
 * @returns {Frame}
 */
export function openDialog({ title, body, actions = [], className = "", onclose = null }) {
  const id = uid("dialog");
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const close = () => {
    element.close();
  };
  const content = h("div", { class: "dialog-body" }, body);
  if (!content.querySelector("a, button, input, select, textarea, summary")) content.tabIndex = 0; // for the arrow keys
  /** @type {HTMLDialogElement} */
  const element = h(
    "dialog",
    { class: `dialog ${className}`, "aria-labelledby": id },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id, tabindex: -1, autofocus: true }, title),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: close }, icon("close")),
    ),
    content,
    actions.length || onclose ? h("footer", { class: "dialog-foot" }, problem, actions) : problem,
  );
  element.addEventListener("close", () => {
    element.remove();
    onclose?.();
  });
  element.addEventListener("pointerdown", (event) => {
    if (event.target === element) close();
  });
  document.body.append(element);
  element.showModal();
  /** @param {string} text */
  const fail = (text) => {
    problem.textContent = text;
    problem.hidden = !text;
  };
  return { element, close, fail };
}

/**
 * Ask before something that cannot be undone.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {boolean} danger
 * @returns {Promise<boolean>}
 */
export function confirmDialog(title, text, yes, danger = true) {
  return new Promise((resolve) => {
    let answer = false;
    const decide = () => {
      answer = true;
      frame.close();
    };
    /** @type {Frame} */
    const frame = openDialog({
      title,
      className: "narrow",
      body: h("p", {}, text),
      actions: [
        h("button", { type: "button", class: "button", onclick: () => frame.close() }, "Cancel"),
        h("button", { type: "button", class: danger ? "button danger" : "button primary", onclick: decide }, yes),
      ],
      onclose: () => resolve(answer),
    });
  });
}

/**
 * A group of choices of which one holds, drawn as a row of buttons.
 * @param {string} label
 * @param {[key: string, text: string, picture?: Node][]} options
 * @param {string} value
 * @param {(key: string) => unknown} onchange
 * @returns {Segments}
 */
export function segments(label, options, value, onchange = () => null) {
  const name = uid("segment");
  const inputs = options.map(([key, text, picture]) => {
    const input = h("input", {
      type: "radio",
      name,
      value: key,
      class: "visually-hidden",
      onchange: () => onchange(key),
    });
    input.checked = key === value;
    return h("label", { class: "segment" }, input, h("span", {}, picture ?? null, text));
  });
  const element = h("div", { class: "segments", role: "radiogroup", "aria-label": label }, inputs);
  return {
    element,
    get value() {
      return /** @type {HTMLInputElement} */ (element.querySelector("input:checked")).value;
    },
    set value(key) {
      /** @type {HTMLInputElement|null} */
      const input = element.querySelector(`input[value="${key}"]`);
      if (input) input.checked = true;
    },
  };
}

/** A labelled field. @param {string} label @param {HTMLElement} input @param {string|null} note */
export function field(label, input, note = null) {
  const id = uid("field");
  input.id ||= id;
  return h(
    "div",
    { class: "field" },
    h("label", { for: input.id }, label, note ? h("span", { class: "note" }, note) : null),
    input,
  );
}

/**
 * A box to tick, with its label.
 * @param {string} label
 * @param {boolean} checked
 * @param {(on: boolean) => unknown} onchange
 */
export function checkbox(label, checked, onchange) {
  const input = h("input", { type: "checkbox", onchange: () => void onchange(input.checked) });
  input.checked = checked;
  return h("label", { class: "check" }, input, h("span", {}, label));
}
