/** A game with somebody else: what it is to be, and then its link; or an open challenge for the lobby. */

import { api, reason } from "../api.js";
import { h, put } from "../dom.js";
import { gameChoice } from "../games/choice.js";
import { currentLayout, setGame } from "../games/current.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { toast } from "../toast.js";
import { sentence } from "../words.js";
import { checkbox, field, openDialog, segments } from "./dialog.js";
import { colorSegments } from "./newgame.js";

/** @type {[value: string, text: string][]} */
export const TIMES = [
  ["", "No clock"],
  ["1+2", "1 minute + 2 seconds"],
  ["3+2", "3 minutes + 2 seconds"],
  ["5+3", "5 minutes + 3 seconds"],
  ["10+5", "10 minutes + 5 seconds"],
  ["30+0", "30 minutes"],
  ["1d", "1 day for each move"],
  ["3d", "3 days for each move"],
  ["7d", "7 days for each move"],
];
/** @type {[value: string, text: string][]} */
const DELAYS = [
  ["0", "At once"],
  ["60", "1 minute later"],
  ["300", "5 minutes later"],
  ["900", "15 minutes later"],
];

/** @param {string} time  of `TIMES` @returns {{clock?: string, days?: number}} */
export const timeOf = (time) =>
  time.endsWith("d") ? { days: Number.parseInt(time, 10) } : time ? { clock: time } : {};

/** A field for one's name, with the one that is known. @param {string|null} name */
export const nameInput = (name) =>
  h("input", {
    type: "text",
    maxlength: 24,
    minlength: 2,
    required: true,
    autocomplete: "nickname",
    value: name ?? "",
  });

/** @param {{place?: "link"|"lobby", game?: string|null}} options */
export async function friendDialog({ place = "link", game = null } = {}) {
  /** @type {[Wire.Config, Wire.MeetingReport]} */
  let known;
  try {
    known = await Promise.all([api.config(), api.get("/api/people/me")]);
  } catch (error) {
    toast(sentence(reason(error)), "error");
    return;
  }
  const [config, me] = known;
  let kind = game ?? currentLayout().name;
  setGame(kind);
  const name = nameInput(me.name);
  name.readOnly = me.kind !== "guest";
  const time = h(
    "select",
    { onchange: update },
    TIMES.map(([value, text]) => h("option", { value }, text)),
  );
  time.value = TIMES.some(([value]) => value === settings.get("clock")) ? settings.get("clock") || "5+3" : "5+3";
  const colors = colorSegments("random");
  const start = segments(
    "Start",
    [
      ["", "Starting position"],
      ["random", "Random opening"],
    ],
    "",
  );
  const delay = h(
    "select",
    {},
    DELAYS.map(([value, text]) => h("option", { value }, text)),
  );
  let rated = false;
  const count = checkbox("Rated: the result changes both ratings", false, (on) => {
    rated = on;
  });
  const colorBox = h("div", { class: "field" }, h("span", { class: "label" }, "Your colour"), colors.element);
  function update() {
    const box = /** @type {HTMLInputElement} */ (count.querySelector("input"));
    box.disabled = !time.value;
    if (!time.value) box.checked = rated = false;
    start.element.hidden = kind !== "english";
  }
  const form = h(
    "form",
    { id: "friend-form", class: "new-game", onsubmit: begin },
    field("Your name", name),
    gameChoice(config, kind, (chosen) => {
      kind = chosen;
      setGame(kind);
      update();
      put(colorBox, h("span", { class: "label" }, "Your colour"), colors.element);
    }),
    field("Time", time),
    colorBox,
    count,
    h(
      "details",
      {},
      h("summary", {}, "More options"),
      h("div", { class: "stack" }, start.element, field("Spectators see moves", delay)),
    ),
  );
  update();
  const button = place === "link" ? "Make a link" : "Post the challenge";
  const submit = h("button", { type: "submit", class: "button primary big", form: "friend-form" }, button);
  const title = place === "link" ? "Play a friend" : "Open challenge";
  const frame = openDialog({ title, body: form, actions: [submit] });

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    submit.disabled = true;
    frame.fail("");
    /** @type {Wire.NewChallenge} */
    const wanted = {
      place,
      game: kind,
      color: /** @type {Color|"random"} */ (colors.value),
      rated,
      delay: Number(delay.value),
      ...timeOf(time.value),
    };
    if (me.kind === "guest") wanted.name = name.value.trim();
    if (start.value && kind === "english") wanted.start = { opening: "random" };
    try {
      const made = await api.post("/api/people/challenges", wanted);
      frame.close();
      go(`/challenge/${made.id}`);
    } catch (error) {
      frame.fail(sentence(reason(error)));
    } finally {
      submit.disabled = false;
    }
  }
}
