/** The account: log in or make one; password, e-mail, where one is logged in, all that one has. */

import { needStyles } from "../analysis/style.js";
import { api, reason } from "../api.js";
import { confirmDialog, field } from "../dialogs/dialog.js";
import { h, put } from "../dom.js";
import { copy } from "../files.js";
import { icon } from "../icons.js";
import { toast } from "../toast.js";
import { plural, sentence, when } from "../words.js";
import { unreachable } from "./message.js";

/** @returns {Promise<View>} */
export async function accountView() {
  try {
    const [account] = await Promise.all([api.get("/api/account"), needStyles("people")]);
    return { title: "Your account", element: account.kind === "guest" ? guest(account) : member(account) };
  } catch (error) {
    return unreachable(error);
  }
}

/** The whole page again: cookies and all that pages know of the person have changed. */
function again() {
  location.assign("/account");
}

/**
 * A form that tells beside its button what is wrong.
 * @param {string} title
 * @param {Child} parts
 * @param {string} submit
 * @param {() => Promise<unknown>} action
 */
function form(title, parts, submit, action) {
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
const input = (autocomplete, more = {}) => h("input", { autocomplete, required: true, maxlength: 80, ...more });
/** @param {string} autocomplete */
const secret = (autocomplete) => input(autocomplete, { type: "password", maxlength: 128 });

const LEAST = 12; // characters of a password
const STRONG = 20;

/** How good a new password is, by its length: that counts most. @param {HTMLInputElement} password */
function strength(password) {
  const meter = h("meter", { min: 0, max: STRONG, low: LEAST, high: STRONG - 4, optimum: STRONG, value: 0 });
  const words = h("span", { class: "note", role: "status" });
  password.addEventListener("input", () => {
    const { length } = password.value;
    meter.value = Math.min(length, STRONG);
    const left = LEAST - length;
    words.textContent = left > 0 ? `${plural(left, "character")} to go` : length < STRONG - 4 ? "Good" : "Strong";
  });
  meter.setAttribute("aria-label", "Strength of the password");
  return h("div", { class: "row account-strength" }, meter, words);
}

/** A box that shows what is typed into password fields. @param {HTMLInputElement[]} fields */
function show(...fields) {
  const box = h("input", {
    type: "checkbox",
    onchange: () => {
      for (const one of fields) one.type = box.checked ? "text" : "password";
    },
  });
  return h("label", { class: "check" }, box, h("span", {}, "Show what I type"));
}

/** @param {Wire.AccountReport} account */
function guest(account) {
  const name = input("username");
  const password = secret("current-password");
  const bring = h("input", { type: "checkbox", checked: true });
  const newName = input("username", { maxlength: 24 });
  const newPassword = secret("new-password");
  const email = input("email", { type: "email", required: false, maxlength: 254 });
  return h(
    "div",
    { class: "page account" },
    h("h1", {}, "Log in"),
    h(
      "p",
      { class: "note" },
      "Nobody needs an account. It gives you a name that nobody else can have, and your games in any browser.",
    ),
    h(
      "div",
      { class: "account-forms" },
      form(
        "Log in",
        [
          field("Name", name),
          field("Password", password),
          show(password),
          h("label", { class: "check" }, bring, h("span", {}, "Move the games of this browser into the account")),
        ],
        "Log in",
        () =>
          api
            .post("/api/account/login", { name: name.value, password: password.value, bring: bring.checked })
            .then(again),
      ),
      account.offered
        ? form(
            "Make an account",
            [
              field("Name", newName),
              field("Password", newPassword, "12 characters or more"),
              strength(newPassword),
              show(newPassword),
              account.mail ? field("E-mail (optional)", email, "For a code if you forget the password") : null,
            ],
            "Make an account",
            () =>
              api
                .post("/api/account", {
                  name: newName.value,
                  password: newPassword.value,
                  ...(email.value ? { email: email.value } : {}),
                })
                .then(again),
          )
        : null,
      forgotten(account),
    ),
    yours("Everything of this browser", null),
  );
}

/** @param {Wire.AccountReport} account */
function forgotten(account) {
  const name = input("username");
  const code = input("one-time-code");
  const password = secret("new-password");
  const ask = h(
    "button",
    {
      type: "button",
      class: "button",
      onclick: async () => {
        try {
          toast(sentence((await api.post("/api/account/reset", { name: name.value })).message));
        } catch (error) {
          toast(sentence(reason(error)), "error");
        }
      },
    },
    "Send me a code",
  );
  return h(
    "details",
    { class: "account-more" },
    h("summary", {}, "Forgotten the password?"),
    form(
      "Choose a new password",
      [
        h(
          "p",
          { class: "note" },
          account.mail
            ? "A code comes by e-mail, or from whoever runs this server."
            : "Ask whoever runs this server for a code.",
        ),
        field("Name", name),
        account.mail ? h("div", { class: "row" }, ask) : null,
        field("Code", code),
        field("New password", password, "12 characters or more"),
        strength(password),
        show(password),
      ],
      "Save the new password",
      () =>
        api
          .post("/api/account/reset/complete", { name: name.value, code: code.value, password: password.value })
          .then(again),
    ),
  );
}

/** @param {Wire.AccountReport} account */
function member(account) {
  const old = secret("current-password");
  const fresh = secret("new-password");
  const email = input("email", { type: "email", required: false, maxlength: 254, value: account.email ?? "" });
  const proof = secret("current-password");
  return h(
    "div",
    { class: "page account" },
    h(
      "div",
      { class: "page-head" },
      h("h1", {}, account.name ?? ""),
      h(
        "div",
        { class: "row" },
        account.rights ? h("a", { class: "button", href: "/admin" }, "Administration") : null,
        h("a", { class: "button", href: "/profile" }, "Your profile"),
        h(
          "button",
          { type: "button", class: "button", onclick: () => act(api.post("/api/account/logout")) },
          "Log out",
        ),
      ),
    ),
    sessions(account),
    h(
      "div",
      { class: "account-forms" },
      form(
        "Password",
        [
          field("Old password", old),
          field("New password", fresh, "12 characters or more"),
          strength(fresh),
          show(old, fresh),
        ],
        "Change the password",
        () => api.post("/api/account/password", { old: old.value, new: fresh.value }).then(again),
      ),
      account.mail
        ? form(
            "E-mail",
            [
              field("Address", email, "For a code if you forget the password; nobody else sees it"),
              field("Password", proof),
            ],
            "Save the address",
            () => api.post("/api/account/email", { password: proof.value, email: email.value || null }).then(again),
          )
        : null,
    ),
    tokens(account),
    yours("Everything of this account", secret("current-password")),
  );
}

/** @param {Promise<unknown>} work */
async function act(work) {
  try {
    await work;
    again();
  } catch (error) {
    toast(sentence(reason(error)), "error");
  }
}

/** @param {Wire.AccountReport} account */
function sessions({ sessions: known = [] }) {
  return h(
    "section",
    { class: "card" },
    h("h2", {}, "Where you are logged in"),
    h(
      "ul",
      { class: "account-list" },
      known.map(({ browser, used, current }) =>
        h("li", {}, h("span", {}, browser), h("span", { class: "note" }, current ? "this browser" : when(used))),
      ),
    ),
    known.length > 1
      ? h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", class: "button", onclick: () => act(api.post("/api/account/logout-elsewhere")) },
            "Log out everywhere else",
          ),
        )
      : null,
  );
}

/** What programs show to act for this account. @param {Wire.AccountReport} account */
function tokens({ kind, tokens: known = [] }) {
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
      field("Program", title, "What you call it"),
      h(
        "label",
        { class: "check" },
        play,
        h(
          "span",
          {},
          kind === "bot" ? "It may play" : "It may play. This account is then marked as a program's, for good",
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
        h("p", {}, "Copy the token now; it isn't shown again."),
        h("code", {}, made.token),
        h("button", { type: "button", class: "button", onclick: () => copy(made.token, "Token copied") }, "Copy"),
      );
    },
  );
  return h(
    "details",
    { class: "card account-more", open: known.length > 0 || kind === "bot" },
    h("summary", {}, "Programs that play for this account"),
    known.length ? list : h("p", { class: "note" }, "A program shows a token instead of a name and a password."),
    make,
    shown,
  );
}

/** Take everything along, or delete it. @param {string} title @param {HTMLInputElement|null} password */
function yours(title, password) {
  const remove = async () => {
    const sure = "All games, ratings, classes and progress are deleted for good.";
    if (await confirmDialog("Delete everything?", sure, "Delete everything"))
      await act(api.post("/api/account/delete", password ? { password: password.value } : {}));
  };
  return h(
    "section",
    { class: "card account-form" },
    h("h2", {}, title),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: "/api/account/export", download: "" }, icon("save"), "Export as JSON"),
    ),
    password ? field("Password, to delete", password) : null,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button danger", onclick: remove }, icon("trash"), "Delete everything"),
    ),
  );
}
