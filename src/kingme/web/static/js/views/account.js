/** The account: log in or make one; password, e-mail, where one is logged in, all that one has. */

import { needStyles } from "../analysis/style.js";
import { api, reason } from "../api.js";
import { confirmDialog, field } from "../dialogs/dialog.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { act, again, form, input, secret, show, strength } from "../people/accountform.js";
import { blockedList } from "../people/blockedlist.js";
import { company } from "../people/company.js";
import { tokens } from "../people/tokens.js";
import { toast } from "../toast.js";
import { sentence, when } from "../words.js";
import { unreachable } from "./message.js";

/** @returns {Promise<View>} */
export async function accountView() {
  try {
    const [account, me] = await Promise.all([
      api.get("/api/account"),
      api.get("/api/people/me").catch(() => null), // without the rules nobody plays yet
      needStyles("people"),
    ]);
    if (account.kind !== "guest") company.join(); // this browser is told of the account's games from now on
    const blocked = blockedList(me?.blocked ?? []);
    return {
      title: "Your account",
      element: account.kind === "guest" ? guest(account, blocked) : member(account, blocked),
    };
  } catch (error) {
    return unreachable(error);
  }
}

/** @param {Wire.AccountReport} account @param {HTMLElement} blocked */
function guest(account, blocked) {
  const name = input("username");
  const password = secret("current-password");
  const bring = h("input", { type: "checkbox", checked: true });
  const newName = input("username", { maxlength: 24 });
  const newPassword = secret("new-password");
  const email = input("email", { type: "email", required: false, maxlength: 254 });
  return h(
    "div",
    { class: "page account own-account" },
    h("h1", {}, "Log in"),
    h(
      "p",
      { class: "note" },
      "You don't need an account. With one, your name is yours alone and you have your games in any browser.",
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
          h(
            "p",
            { class: "note" },
            "Results of rated games that you played without logging in don't count for the account.",
          ),
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
    blocked,
    yours("Your data in this browser", null),
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
    h("summary", {}, "Forgot your password?"),
    form(
      "Choose a new password",
      [
        h(
          "p",
          { class: "note" },
          account.mail
            ? "You get the code by e-mail, or from the person who runs this server."
            : "Ask the person who runs this server for a code.",
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

/** @param {Wire.AccountReport} account @param {HTMLElement} blocked */
function member(account, blocked) {
  const old = secret("current-password");
  const fresh = secret("new-password");
  const email = input("email", { type: "email", required: false, maxlength: 254, value: account.email ?? "" });
  const proof = secret("current-password");
  return h(
    "div",
    { class: "page account own-account" },
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
        ? h(
            "div",
            { class: "people-body" },
            form(
              "E-mail",
              [
                field("Address", email, "For a code if you forget the password; nobody else sees it"),
                field("Password", proof),
              ],
              "Save the address",
              () => api.post("/api/account/email", { password: proof.value, email: email.value || null }).then(again),
            ),
            account.email ? turnNotices(account) : null,
          )
        : null,
    ),
    tokens(account),
    blocked,
    yours("Your data", secret("current-password")),
  );
}

/** Whether e-mail tells that it is one's turn. @param {Wire.AccountReport} account */
function turnNotices(account) {
  const box = h("input", {
    type: "checkbox",
    checked: account.notices,
    onchange: async () => {
      try {
        await api.post("/api/account/notices", { on: box.checked });
        toast(box.checked ? "You will be told by e-mail." : "You get no more e-mail about your turns.");
      } catch (error) {
        box.checked = !box.checked;
        toast(sentence(reason(error)), "error");
      }
    },
  });
  return h(
    "section",
    { class: "card account-form" },
    h("h2", {}, "Correspondence games"),
    h("label", { class: "check" }, box, h("span", {}, "Tell me by e-mail when it is my turn")),
    h("p", { class: "note" }, "At most once for each turn, and not while you have a page of this site open."),
  );
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

/** Take everything along, or delete it. @param {string} title @param {HTMLInputElement|null} password */
function yours(title, password) {
  const remove = async () => {
    const sure = "All games, ratings, classes and progress are deleted permanently.";
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
    password ? field("Password (needed to delete)", password) : null,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button danger", onclick: remove }, icon("trash"), "Delete everything"),
    ),
  );
}
