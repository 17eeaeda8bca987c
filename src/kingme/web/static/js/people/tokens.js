/** Tokens: what programs show to act for an account. */

import { api } from "../api.js";
import { confirmDialog, field } from "../dialogs/dialog.js";
import { h, put } from "../dom.js";
import { copy } from "../files.js";
import { when } from "../words.js";
import { act, form, input, secret } from "./accountform.js";

/** What programs show to act for this account. @param {Wire.AccountReport} account */
export function tokens({ kind, tokens: known = [] }) {
  const title = input("off", { maxlength: 40 });
  const play = h("input", { type: "checkbox" });
  const password = secret("current-password");
  const shown = h("div", { class: "account-token", role: "status", hidden: true });
  const remove = async (/** @type {Wire.TokenInfo} */ token) => {
    if (await confirmDialog("Revoke this token?", `${token.title} can't do anything here any more.`, "Revoke"))
      await act(api.delete(`/api/account/tokens/${token.id}`));
  };
  const list = h(
    "ul",
    { class: "account-list" },
    known.map((token) =>
      h(
        "li",
        {},
        h("span", {}, token.title),
        h(
          "span",
          { class: "note" },
          `${token.scopes.join(" and ")}, ${token.used ? `used ${when(token.used)}` : "never used"}`,
        ),
        h("button", { type: "button", class: "button small", onclick: () => remove(token) }, "Revoke"),
      ),
    ),
  );
  const make = form(
    "New token",
    [
      field("Program", title, "A name of your choice"),
      h(
        "label",
        { class: "check" },
        play,
        h(
          "span",
          {},
          kind === "bot" ? "It may play" : "It may play. This account is then permanently marked as a program",
        ),
      ),
      field("Password", password),
    ],
    "Make a token",
    async () => {
      const scopes = play.checked ? ["read", "play"] : ["read"];
      const made = await api.post("/api/account/tokens", { title: title.value, scopes, password: password.value });
      shown.hidden = false;
      put(
        shown,
        h("p", {}, "Copy the token now; it won't be shown again."),
        h("code", {}, made.token),
        h("button", { type: "button", class: "button", onclick: () => copy(made.token, "Token") }, "Copy"),
      );
    },
  );
  return h(
    "details",
    { class: "card account-more", open: known.length > 0 || kind === "bot" },
    h("summary", {}, "Programs that play for this account"),
    known.length ? list : h("p", { class: "note" }, "A program logs in with a token instead of a name and a password."),
    make,
    shown,
  );
}
