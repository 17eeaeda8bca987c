/** Whom one has blocked, each with a button that takes it back; nothing for somebody who has blocked nobody. */

import { api, reason } from "../api.js";
import { h, put } from "../dom.js";
import { toast } from "../toast.js";
import { sentence } from "../words.js";

/** @param {Wire.BlockedPerson[]} known */
export function blockedList(known) {
  const list = h("ul", { class: "account-list" });
  const element = h(
    "section",
    { class: "card", "aria-label": "Blocked people" },
    h("h2", {}, "Blocked people"),
    h(
      "p",
      { class: "note" },
      "They cannot write to you or accept your challenges, and you are never paired with them.",
    ),
    list,
  );
  /** @param {Wire.BlockedPerson[]} blocked */
  const show = (blocked) => {
    element.hidden = !blocked.length;
    put(
      list,
      ...blocked.map(({ number, name }) =>
        h(
          "li",
          {},
          h("span", {}, name),
          h("button", { type: "button", class: "button", onclick: () => unblock(number, name) }, "Unblock"),
        ),
      ),
    );
  };
  /** @param {number} number @param {string} name */
  const unblock = async (number, name) => {
    try {
      await api.delete(`/api/people/blocked/${number}`);
      toast(`${name} is no longer blocked.`);
      show((await api.get("/api/people/me")).blocked);
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  };
  show(known);
  return element;
}
