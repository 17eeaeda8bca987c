/** A new tournament: its name, its kind, the game and the clock. */

import { api, reason } from "../api.js";
import { h } from "../dom.js";
import { gameChoice } from "../games/choice.js";
import { ENGLISH } from "../games/layout.js";
import { go } from "../router.js";
import { toast } from "../toast.js";
import { sentence } from "../words.js";
import { checkbox, field, openDialog, segments } from "./dialog.js";
import { TIMES } from "./friend.js";

export async function tournamentDialog() {
  /** @type {Wire.Config} */
  let config;
  try {
    config = await api.config();
  } catch (error) {
    toast(sentence(reason(error)), "error");
    return;
  }
  let game = ENGLISH;
  let rated = false;
  let open = false;
  const title = h("input", { type: "text", maxlength: 80, required: true, autocomplete: "off" });
  const minutes = h("input", { type: "number", min: 5, max: 180, value: 30 });
  const length = field("Minutes", minutes);
  length.hidden = true;
  const kind = segments(
    "Kind",
    [
      ["round-robin", "Round robin"],
      ["arena", "Arena"],
    ],
    "round-robin",
    (value) => {
      length.hidden = value !== "arena";
    },
  );
  const clocks = TIMES.filter(([value]) => value.includes("+"));
  const clock = h(
    "select",
    {},
    clocks.map(([value, text]) => h("option", { value }, text)),
  );
  clock.value = "5+3";
  const form = h(
    "form",
    { id: "tournament-form", class: "new-game", onsubmit: begin },
    field("Name of the tournament", title),
    kind.element,
    h("p", { class: "note" }, "Round robin: everybody meets everybody. Arena: players who are free are paired again."),
    length,
    gameChoice(config, game, (chosen) => {
      game = chosen;
    }),
    field("Clock", clock),
    checkbox("Rated: the results change ratings", false, (on) => {
      rated = on;
    }),
    checkbox("Public: listed in the lobby", false, (on) => {
      open = on;
    }),
  );
  const submit = h(
    "button",
    { type: "submit", class: "button primary big", form: "tournament-form" },
    "Make the tournament",
  );
  const frame = openDialog({ title: "New tournament", body: form, actions: [submit] });

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    try {
      const made = await api.post("/api/tournaments", {
        title: title.value.trim(),
        kind: kind.value,
        game,
        clock: clock.value,
        rated,
        minutes: Number(minutes.value),
        public: open,
      });
      frame.close();
      go(`/tournament/${made.id}`);
    } catch (error) {
      frame.fail(sentence(reason(error)));
    }
  }
}
