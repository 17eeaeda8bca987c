/** What the forms of the account share: fields, a problem beside the button, the page again when something changed. */

import { reason } from "../api.js";
import { h } from "../dom.js";
import { toast } from "../toast.js";
import { plural, sentence } from "../words.js";

/** The whole page again: cookies and all that pages know of the person have changed. */
export function again() {
  location.assign("/account");
}

/**
 * A form that tells beside its button what is wrong.
 * @param {string} title
 * @param {Child} parts
 * @param {string} submit
 * @param {() => Promise<unknown>} action
 */
export function form(title, parts, submit, action) {
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const button = h("button", { class: "button primary" }, submit);
  return h(
    "form",
    {
      class: "card account-form",
      onsubmit: async (event) => {
        event.preventDefault();
        button.disabled = true;
        problem.hidden = true;
        try {
          await action();
        } catch (error) {
          problem.textContent = sentence(reason(error));
          problem.hidden = false;
        } finally {
          button.disabled = false;
        }
      },
    },
    h("h2", {}, title),
    parts,
    problem,
    h("div", { class: "row" }, button),
  );
}

/** @param {string} autocomplete @param {Properties} [more] */
export const input = (autocomplete, more = {}) => h("input", { autocomplete, required: true, maxlength: 80, ...more });
/** @param {string} autocomplete */
export const secret = (autocomplete) => input(autocomplete, { type: "password", maxlength: 128 });

/** @param {Promise<unknown>} work @param {() => void} [done]  what follows; without, the page again */
export async function act(work, done = again) {
  try {
    await work;
    done();
  } catch (error) {
    toast(sentence(reason(error)), "error");
  }
}

const LEAST = 12; // characters of a password
const STRONG = 20;

/** How good a new password is, by its length: that counts most. @param {HTMLInputElement} password */
export function strength(password) {
  const meter = h("meter", {
    hidden: true,
    min: 0,
    max: STRONG,
    low: LEAST,
    high: STRONG - 4,
    optimum: STRONG,
    value: 0,
  });
  const words = h("span", { class: "note", role: "status" });
  password.addEventListener("input", () => {
    const { length } = password.value;
    meter.hidden = !length;
    meter.value = Math.min(length, STRONG);
    const left = LEAST - length;
    words.textContent = !length
      ? ""
      : left > 0
        ? `${plural(left, "character")} to go`
        : length < STRONG - 4
          ? "Good"
          : "Strong";
  });
  meter.setAttribute("aria-label", "Strength of the password");
  return h("div", { class: "row account-strength" }, meter, words);
}

/** A box that shows what is typed into password fields. @param {HTMLInputElement[]} fields */
export function show(...fields) {
  const box = h("input", {
    type: "checkbox",
    onchange: () => {
      for (const one of fields) one.type = box.checked ? "text" : "password";
    },
  });
  return h("label", { class: "check" }, box, h("span", {}, "Show what I type"));
}
