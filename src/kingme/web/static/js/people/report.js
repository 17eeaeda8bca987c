/** Telling the administrators about an opponent. */

import { api, reason } from "../api.js";
import { field, openDialog } from "../dialogs/dialog.js";
import { h } from "../dom.js";
import { toast } from "../toast.js";
import { sentence } from "../words.js";

/** @param {string} game @param {string} name  of the opponent */
export function reportDialog(game, name) {
  const why = h(
    "select",
    {},
    h("option", { value: "engine" }, "Help by an engine"),
    h("option", { value: "abuse" }, "Abuse"),
    h("option", { value: "name" }, "The name"),
    h("option", { value: "other" }, "Something else"),
  );
  const text = h("textarea", { maxlength: 500, rows: 3 });
  const send = async () => {
    try {
      await api.post("/api/reports", { game, reason: why.value, text: text.value });
      frame.close();
      toast("Thank you. An administrator will look at it.");
    } catch (error) {
      frame.fail(sentence(reason(error)));
    }
  };
  const frame = openDialog({
    title: `Report ${name}`,
    className: "narrow",
    body: [field("Why", why), field("What happened (optional)", text)],
    actions: [h("button", { type: "button", class: "button primary", onclick: send }, "Send")],
  });
}
