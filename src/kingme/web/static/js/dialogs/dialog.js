/** The frame of every dialog: the browser's own <dialog>, which keeps the focus inside and closes on Escape. */

import { h, uid } from "../dom.js";
import { icon } from "../icons.js";

/** @returns {{element: HTMLDialogElement, close: () => void, fail: (text: string) => void}} */
export function openDialog({ title, body, actions = [], className = "", onclose = null }) {
  const id = uid("dialog");
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const close = () => element.close();
  const content = h("div", { class: "dialog-body" }, body);
  if (!content.querySelector("a, button, input, select, textarea, summary")) content.tabIndex = 0; // for the arrow keys
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
  const fail = (text) => {
    problem.textContent = text;
    problem.hidden = !text;
  };
  return { element, close, fail };
}

/** Ask before something that cannot be undone. @returns {Promise<boolean>} */
export function confirmDialog(title, text, yes, danger = true) {
  return new Promise((resolve) => {
    let answer = false;
    const decide = () => {
      answer = true;
      frame.close();
    };
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

/** A group of choices of which one holds, drawn as a row of buttons. */
export function segments(label, options, value, onchange) {
  const name = uid("segment");
  const inputs = options.map(([key, text, picture]) => {
    const input = h("input", {
      type: "radio",
      name,
      value: key,
      class: "visually-hidden",
      onchange: () => onchange?.(key),
    });
    input.checked = key === value;
    return h("label", { class: "segment" }, input, h("span", {}, picture ?? null, text));
  });
  const element = h("div", { class: "segments", role: "radiogroup", "aria-label": label }, inputs);
  return {
    element,
    get value() {
      return element.querySelector("input:checked")?.value;
    },
    set value(key) {
      const input = element.querySelector(`input[value="${key}"]`);
      if (input) input.checked = true;
    },
  };
}

/** A labelled field. */
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

/** A box to tick, with its label. */
export function checkbox(label, checked, onchange) {
  const input = h("input", { type: "checkbox", onchange: () => onchange(input.checked) });
  input.checked = checked;
  return h("label", { class: "check" }, input, h("span", {}, label));
}
