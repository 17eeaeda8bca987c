/** For administrators: open reports, bans and mutes, games that are void, accounts of one address, the log. */

import { needStyles } from "../analysis/style.js";
import { api, reason } from "../api.js";
import { field, openDialog } from "../dialogs/dialog.js";
import { h, put } from "../dom.js";
import { toast } from "../toast.js";
import { plural, sentence, when } from "../words.js";
import { unreachable } from "./message.js";

/** @returns {Promise<View>} */
export async function adminView() {
  const body = h("div", { class: "people-body" });
  const element = h("div", { class: "page account" }, h("h1", {}, "Administration"), body);
  try {
    await needStyles("people");
    await show(body);
  } catch (error) {
    return unreachable(error);
  }
  return { title: "Administration", element };
}

/** What there is to do, or what is missing to see it. @param {HTMLElement} body */
async function show(body) {
  const account = await api.get("/api/account");
  if (account.kind === "guest") {
    put(body, h("p", {}, h("a", { href: "/account" }, "Log in"), " first."));
    return;
  }
  if (account.rights === "open") draw(body, await api.get("/api/admin"));
  else put(body, account.rights ? unlocking(body) : h("p", {}, "This page is for administrators of this server."));
}

/** @param {HTMLElement} body */
function unlocking(body) {
  const code = h("input", { inputmode: "numeric", autocomplete: "one-time-code", maxlength: 8, required: true });
  return h(
    "form",
    { class: "card account-form", onsubmit: (event) => send(event, body, "unlock", { code: code.value }) },
    h("p", {}, "Enter the code from your authenticator app. It opens this page for an hour."),
    field("Code", code),
    h("div", { class: "row" }, h("button", { class: "button primary" }, "Continue")),
  );
}

/** @param {Event|null} event @param {HTMLElement} body @param {string} path @param {unknown} [data] */
async function send(event, body, path, data) {
  event?.preventDefault();
  try {
    await api.post(`/api/admin/${path}`, data);
    await show(body);
  } catch (error) {
    toast(sentence(reason(error)), "error");
  }
}

/** @param {HTMLElement} body @param {Wire.OfficeReport} office */
function draw(body, office) {
  put(
    body,
    list("Open reports", office.reports, "There are no open reports.", (report) => [
      h("span", {}, `${report.author} about ${report.about}: ${REASONS[report.reason]}`),
      h("span", { class: "note" }, [when(report.at), report.text].filter(Boolean).join(", ")),
      h(
        "div",
        { class: "row" },
        report.game_exists ? h("a", { class: "button small", href: `/replay/${report.game}` }, "Replay") : null,
        button("Ban or mute …", () => measureDialog(body, report)),
        button("Void the game", () => send(null, body, "void", { game: report.game, reason: "after a report" })),
        button("Close", () => send(null, body, `reports/${report.id}/close`)),
      ),
    ]),
    measureForm(body),
    list("Bans and mutes", office.measures, "There are none.", ({ name, handle, measure, until, reason: why }) => [
      h("span", {}, `${name}: ${measure}`),
      h(
        "span",
        { class: "note" },
        `${until ? `until ${new Date(until * 1000).toLocaleString("en")}` : "no end date"}, ${why}`,
      ),
      button("Lift", () => send(null, body, "measures/lift", { handle, measure })),
    ]),
    voidForm(body),
    list("Accounts that share an IP address", office.shared, "There are none.", ({ names, games }) => [
      h("span", {}, names.join(", ")),
      h(
        "span",
        { class: "note" },
        games ? `${plural(games, "rated game")} with each other` : "no rated games with each other",
      ),
    ]),
    list("Log", office.log, "Nothing has been done yet.", ({ at, name, what }) => [
      h("span", {}, `${name} ${what}`),
      h("span", { class: "note" }, when(at)),
    ]),
  );
}

const REASONS = { engine: "plays with an engine's help", abuse: "abuse", name: "the name", other: "something else" };

/** @param {string} text @param {() => unknown} action */
const button = (text, action) => h("button", { type: "button", class: "button small", onclick: action }, text);

/**
 * @template T
 * @param {string} title @param {T[]} rows @param {string} empty @param {(row: T) => Child[]} parts
 */
function list(title, rows, empty, parts) {
  return h(
    "section",
    { class: "card" },
    h("h2", {}, title),
    rows.length
      ? h(
          "ul",
          { class: "account-list" },
          rows.map((row) => h("li", {}, parts(row))),
        )
      : h("p", { class: "note" }, empty),
  );
}

/** What is imposed, for how long and why: the fields of a form. */
function measureFields() {
  const measure = h("select", {}, h("option", { value: "ban" }, "Ban"), h("option", { value: "mute" }, "Mute"));
  const days = h("input", { type: "number", min: 1, max: 3650 });
  const why = h("input", { maxlength: 200, required: true, autocomplete: "off" });
  return {
    element: [
      field("Measure", measure),
      field("Days", days, "Leave empty for no end date"),
      field("Reason", why, "Shown to the person"),
    ],
    order: () => ({ measure: measure.value, days: days.value ? Number(days.value) : null, reason: why.value }),
  };
}

/** @param {HTMLElement} body */
function measureForm(body) {
  const name = h("input", { maxlength: 80, required: true, autocomplete: "off" });
  const fields = measureFields();
  return h(
    "form",
    {
      class: "card account-form",
      onsubmit: (event) => send(event, body, "measures", { name: name.value, ...fields.order() }),
    },
    h("h2", {}, "Ban or mute an account"),
    field("Account", name),
    fields.element,
    h("p", { class: "note" }, "Guests have no name of their own: ban or mute one by a report about them."),
    h("div", { class: "row" }, h("button", { class: "button danger" }, "Apply")),
  );
}

/** Against whom a report is about, who may be a guest. @param {HTMLElement} body @param {Wire.ReportInfo} report */
function measureDialog(body, report) {
  const fields = measureFields();
  const address = h("input", { type: "checkbox", checked: true });
  const apply = async () => {
    try {
      await api.post("/api/admin/measures", { report: report.id, address: address.checked, ...fields.order() });
      frame.close();
      await show(body);
    } catch (error) {
      frame.fail(sentence(reason(error)));
    }
  };
  const frame = openDialog({
    title: report.about,
    className: "narrow",
    body: [
      fields.element,
      h(
        "label",
        { class: "check" },
        address,
        h("span", {}, "For a guest: also other guests from the same address, for 30 days at most"),
      ),
    ],
    actions: [h("button", { type: "button", class: "button danger", onclick: apply }, "Apply")],
  });
}

/** @param {HTMLElement} body */
function voidForm(body) {
  const game = h("input", { class: "code", maxlength: 22, required: true, autocomplete: "off" });
  const why = h("input", { maxlength: 200, required: true, autocomplete: "off" });
  return h(
    "form",
    {
      class: "card account-form",
      onsubmit: (event) => send(event, body, "void", { game: game.value, reason: why.value }),
    },
    h("h2", {}, "Void a game"),
    field("Game", game, "The last part of its address"),
    field("Reason", why),
    h("div", { class: "row" }, h("button", { class: "button danger" }, "Void the game")),
  );
}
