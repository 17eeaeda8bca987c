/** How strong a player seems to be by the games of a file: unverified, and kept nowhere. */

import { api, reason } from "../api.js";
import { field } from "../dialogs/dialog.js";
import { h, put } from "../dom.js";
import { isLevel } from "../levels.js";
import { toast } from "../toast.js";
import { plural, sentence } from "../words.js";

/**
 * The games of a run of the arena, and the first of its players that is no level.
 * @param {string} run @param {HTMLInputElement} name @param {HTMLTextAreaElement} text
 */
async function fromRun(run, name, text) {
  try {
    const { players } = await api.get(`/api/arena/runs/${encodeURIComponent(run)}`);
    text.value = await api.text(`/api/arena/runs/${encodeURIComponent(run)}/pdn`);
    name.value = players.find((player) => !isLevel(player)) ?? "";
  } catch (error) {
    toast(sentence(reason(error)), "error");
  }
}

/** What a file of games says of a player. */
export function estimateForm() {
  const run = new URLSearchParams(location.search).get("run");
  const name = h("input", { maxlength: 80, required: true, autocomplete: "off" });
  const text = h("textarea", { rows: 5, required: true, class: "code", spellcheck: "false" });
  const answer = h("div", { role: "status" });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const found = await api.post("/api/ladder/estimate", { name: name.value, text: text.value });
      const games = found.opponents.reduce((sum, one) => sum + one.games, 0);
      put(
        answer,
        h("p", {}, h("strong", {}, `About ${found.rating}`), ` (${found.low} to ${found.high}), unverified.`),
        h(
          "p",
          { class: "note" },
          `From ${plural(games, "game")}: `,
          found.opponents.map((one) => `${one.points} of ${one.games} against ${one.name}`).join(", "),
          ".",
        ),
      );
    } catch (error) {
      put(answer, h("p", { class: "problem", role: "alert" }, sentence(reason(error))));
    }
  };
  if (run) fromRun(run, name, text);
  return h(
    "details",
    { class: "card account-more", open: Boolean(run) },
    h("summary", {}, "Estimate from a file"),
    h(
      "form",
      { class: "account-form", onsubmit: send },
      h(
        "p",
        { class: "note" },
        "Games in PDN against players in this table. They are not verified, and nothing is stored.",
      ),
      field("Player", name, "As in the file"),
      field("Games (PDN)", text),
      h("div", { class: "row" }, h("button", { class: "button primary" }, "Estimate")),
      answer,
    ),
  );
}
