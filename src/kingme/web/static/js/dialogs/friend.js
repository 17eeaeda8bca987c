/** A game with somebody else: what it is to be, and then its link; or an open challenge for the lobby. */

import { api, reason } from "../api.js";
import { h, put } from "../dom.js";
import { gameChoice } from "../games/choice.js";
import { currentLayout, setGame } from "../games/current.js";
import { ENGLISH } from "../games/layout.js";
import { namedFen } from "../position.js";
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
  const opponent = h("input", { type: "text", maxlength: 80, autocomplete: "off" });
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
      ["fen", "Custom position"],
    ],
    "",
    update,
  );
  const fen = h("input", { type: "text", class: "code", spellcheck: "false", autocomplete: "off", maxlength: 400 });
  const fenField = field("Position (FEN)", fen);
  const rules = h(
    "select",
    {},
    config.rules.map((profile) => h("option", { value: profile.name }, profile.title)),
  );
  const delay = h(
    "select",
    {},
    DELAYS.map(([value, text]) => h("option", { value }, text)),
  );
  let rated = false;
  const count = checkbox("Rated: the result changes both ratings", false, (on) => {
    rated = on;
    update();
  });
  const randomOpening = /** @type {HTMLElement} */ (start.element.querySelector('[value="random"]')?.parentElement);
  const colorBox = h("div", { class: "field column" }, h("span", { class: "label" }, "Your colour"), colors.element);
  function update() {
    const box = /** @type {HTMLInputElement} */ (count.querySelector("input"));
    box.disabled = !time.value;
    if (!time.value) box.checked = rated = false;
    randomOpening.hidden = kind !== ENGLISH; // other games have no list of openings
    if (start.value === "random" && randomOpening.hidden) start.value = "";
    if (rated && start.value === "fen") start.value = "";
    for (const input of start.element.querySelectorAll("input")) input.disabled = rated && input.value === "fen";
    fenField.hidden = start.value !== "fen";
    fen.placeholder = kind === ENGLISH ? "B:W18,24,K10:B12,16" : `${kind}:…`;
    rules.disabled = rated;
    if (rated) rules.value = "official";
  }
  const form = h(
    "form",
    { id: "friend-form", class: "new-game", onsubmit: begin },
    field("Your name", name),
    place === "link" ? field("Opponent (optional)", opponent, "An account or a program. Leave empty for a link") : null,
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
      h(
        "div",
        { class: "new-game-part" },
        start.element,
        fenField,
        field("Rules", rules),
        field("Spectators see moves", delay),
      ),
    ),
  );
  update();
  const submit = h("button", { type: "submit", class: "button primary big", form: "friend-form" });
  function nameButton() {
    submit.textContent =
      place === "lobby" ? "Post the challenge" : opponent.value.trim() ? "Send the challenge" : "Make a link";
  }
  opponent.addEventListener("input", nameButton);
  nameButton();
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
    if (opponent.value.trim()) wanted.opponent = opponent.value.trim();
    if (rules.value !== "official") wanted.rules = rules.value;
    if (start.value === "random") wanted.start = { opening: "random" };
    if (start.value === "fen") wanted.start = { fen: namedFen(fen.value.trim(), kind) };
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
