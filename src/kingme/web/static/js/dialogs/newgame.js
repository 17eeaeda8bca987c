/** A new game: against the computer, between two people or two programs; from any start; with a clock or without. */

import { api, reason } from "../api.js";
import { h, put, uid } from "../dom.js";
import { gameChoice } from "../games/choice.js";
import { currentLayout, setGame } from "../games/current.js";
import { ENGLISH } from "../games/layout.js";
import { configFor, usualLevel } from "../levels.js";
import { miniBoard } from "../miniboard.js";
import { sideIcon } from "../pieces.js";
import { gameOf, namedFen, readFen } from "../position.js";
import { Ladder, PlayerChoice } from "../playerchoice.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { banner, toast } from "../toast.js";
import { sentence, sideName } from "../words.js";
import { field, openDialog, segments } from "./dialog.js";

const CLOCKS = [
  ["", "No clock"],
  ["1+2", "1 minute + 2 seconds"],
  ["3+2", "3 minutes + 2 seconds"],
  ["5+3", "5 minutes + 3 seconds"],
  ["10+5", "10 minutes + 5 seconds"],
  ["15+10", "15 minutes + 10 seconds"],
  ["30+0", "30 minutes"],
  ["own", "Custom …"],
];

/**
 * Make a game and go to it; a first move that was made before it is played there.
 * @param {Wire.NewGame} options
 * @param {number[]|null} first
 */
export async function startGame(options, first = null) {
  const slow = setTimeout(() => banner("starting", "Starting the game …"), 150);
  try {
    const state = await api.create(options);
    play("start");
    await go(`/play/${state.id}`, { given: { state, first } });
  } finally {
    clearTimeout(slow);
    banner("starting", null);
  }
}

/**
 * A seat for each colour: the person's colour may be picked at random.
 * @param {Color|"random"} color
 * @param {string} spec
 * @returns {Wire.NewGame}
 */
export function seats(color, spec) {
  const mine = color === "random" ? (Math.random() < 0.5 ? "black" : "white") : color;
  /** @type {Wire.SeatRequest[]} */
  const [human, ai] = [{ kind: "human" }, { kind: "ai", spec }];
  return mine === "black" ? { black: human, white: ai } : { black: ai, white: human };
}

/** @param {Color|"random"} value @param {(color: Color|"random") => unknown} onchange */
export function colorSegments(value, onchange = () => null) {
  /** @type {[key: Color|"random", text: string, picture?: Node][]} */
  const options = [
    ["black", sideName("black"), sideIcon("black")],
    ["white", sideName("white"), sideIcon("white")],
    ["random", "Random"],
  ];
  return segments("Your colour", options, value, (color) => onchange(/** @type {Color|"random"} */ (color)));
}

/**
 * Where the game begins; what was loaded or set up (`given`: {label, fen, start}) comes first.
 * @param {Wire.Config} config
 * @param {Given|null} given
 * @param {string} game
 */
function startChoice(config, given, game) {
  const fen = h("input", {
    type: "text",
    class: "code",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: game === ENGLISH ? "B:W18,24,K10:B12,16" : `${game}:…`,
    maxlength: 400,
  });
  const named = h("input", { type: "text", list: "opening-names", maxlength: 60, placeholder: "picked at random" });
  const names = h("datalist", { id: "opening-names" }, ...config.openings.names.map((value) => h("option", { value })));
  const fenField = field("Position (FEN)", fen);
  const openingField = field(
    "Opening",
    named,
    `A name, or a number from 1 to ${config.openings.listed}. Leave empty for a random opening`,
  );
  const preview = h("div", { class: "start-preview" });
  /** @type {[key: string, text: string][]} */
  const options = [
    ["standard", "Starting position"],
    ["opening", "Named opening"],
    ["fen", "A FEN"],
  ];
  if (game !== ENGLISH) options.splice(1, 1); // openings have names in English draughts only
  if (given) options.unshift(["given", given.label]);
  const choice = segments("Start from", options, given ? "given" : "standard", update);
  function update() {
    fenField.hidden = choice.value !== "fen";
    openingField.hidden = choice.value !== "opening";
    put(preview, given && choice.value === "given" ? miniBoard(given.fen, { label: given.label }) : null);
  }
  update();
  const editor = h(
    "p",
    { class: "note", hidden: game !== ENGLISH },
    h("a", { href: "/editor", class: "link" }, "Set up a position on the board"),
  );
  const element = h(
    "fieldset",
    { class: "group" },
    h("legend", {}, "Start from"),
    choice.element,
    preview,
    fenField,
    openingField,
    names,
    editor,
  );
  /** @returns {Wire.Start|null} */
  const read = () => {
    if (given && choice.value === "given") return given.start;
    if (choice.value === "fen") return { fen: namedFen(fen.value.trim(), game) };
    if (choice.value === "opening") return { opening: named.value.trim() || "random" };
    return null;
  };
  return { element, read };
}

function clockChoice() {
  const stored = settings.get("clock");
  const select = h(
    "select",
    { onchange: update },
    CLOCKS.map(([value, text]) => h("option", { value }, text)),
  );
  const minutes = h("input", { type: "number", min: 0, max: 600, step: "any", value: 5, "aria-label": "Minutes" });
  const seconds = h("input", {
    type: "number",
    min: 0,
    max: 600,
    step: 1,
    value: 0,
    "aria-label": "Increment in seconds",
  });
  const own = h("div", { class: "field inline" }, minutes, "minutes +", seconds, "increment (s)");
  const known = CLOCKS.some(([value]) => value === stored);
  select.value = known ? stored : "own";
  if (!known) [minutes.value, seconds.value] = stored.split("+");
  function update() {
    own.hidden = select.value !== "own";
  }
  update();
  const read = () =>
    select.value === "own" ? `${Number(minutes.value) || 0}+${Number(seconds.value) || 0}` : select.value;
  return { element: h("div", {}, field("Clock", select), own), read };
}

/**
 * What is given says which game it is; otherwise the game can be chosen, and is that of the view that is open.
 * @param {{mode?: string, given?: Given|null, color?: Color|null, game?: string|null, rated?: boolean,
 *   opponent?: string|null}} options
 */
export async function newGameDialog({
  mode = "computer",
  given = null,
  color = null,
  game = null,
  rated = settings.get("rated"),
  opponent = null,
} = {}) {
  const name = given ? gameOf(given.fen) : (game ?? currentLayout().name);
  /** @type {Wire.Config} */
  let all;
  try {
    all = await api.config();
  } catch (error) {
    toast(sentence(reason(error)), "error");
    return;
  }
  setGame(name);
  const config = configFor(all, name);
  const level = usualLevel(config);
  const ladder = new Ladder(config, opponent ?? level);
  const colors = colorSegments(color ?? (given ? readFen(given.fen).turn : settings.get("color")));
  const black = new PlayerChoice(config, level, sideName("black"));
  const white = new PlayerChoice(config, level, sideName("white"));
  const delay = h("input", {
    id: uid("delay"),
    type: "range",
    min: 0,
    max: 5,
    step: 0.25,
    value: settings.get("speed"),
    oninput: showDelay,
  });
  const delayText = h("output", { for: delay.id });
  function showDelay() {
    delayText.textContent = Number(delay.value) ? `${delay.value} s` : "none";
  }
  showDelay();
  const start = startChoice(config, given, name);
  const games = gameChoice(all, name, (chosen) => {
    frame.close();
    newGameDialog({ mode: modes.value, game: chosen });
  });
  const clock = clockChoice();
  const rules = h(
    "select",
    {},
    config.rules.map((profile) => h("option", { value: profile.name }, profile.title)),
  );

  const counts = h("input", { type: "checkbox", checked: rated && !given });
  const ratedChoice = h(
    "label",
    { class: "check", hidden: name !== ENGLISH || Boolean(given) },
    counts,
    h("span", {}, "Rated: no hints or takebacks, and the result changes your rating"),
  );
  /** @type {Record<string, HTMLElement[]>} */
  const parts = {
    computer: [
      ladder.element,
      h("fieldset", { class: "group" }, h("legend", {}, "Your colour"), colors.element),
      ratedChoice,
    ],
    people: [h("p", { class: "note" }, "Two players share one screen and take turns.")],
    watch: [
      black.element,
      white.element,
      h(
        "div",
        { class: "field" },
        h("label", { for: delay.id }, "Delay between moves"),
        h("span", { class: "range" }, delay, delayText),
      ),
    ],
  };
  const modes = segments(
    "Who plays",
    [
      ["computer", "Against the computer"],
      ["people", "Two players, one screen"],
      ["watch", "Computer vs computer"],
    ],
    mode,
    show,
  );
  const body = h("div", { class: "new-game-part" });
  function show(which = modes.value) {
    put(body, parts[which]);
  }
  show(mode);

  const submit = h("button", { type: "submit", class: "button primary big", form: uid("new-game") }, "Start game");
  const form = h(
    "form",
    { id: submit.getAttribute("form"), class: "new-game", novalidate: true, onsubmit: begin },
    given && name === ENGLISH ? null : games,
    modes.element,
    body,
    start.element,
    clock.element,
    h("details", {}, h("summary", {}, "Rules"), field("Rule profile", rules)),
  );
  const frame = openDialog({ title: "New game", className: "wide", body: form, actions: [submit] });
  form.addEventListener("click", (event) => /** @type {Element} */ (event.target).closest("a[href]") && frame.close());

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    submit.disabled = true;
    frame.fail("");
    const which = modes.value;
    /** @type {Wire.NewGame} */
    const options = { ...players(which), game: name, rules: rules.value };
    const from = start.read();
    if (from) options.start = from;
    if (clock.read()) options.clock = clock.read();
    if (which === "computer" && counts.checked && !ratedChoice.hidden) options.rated = true;
    remember(which);
    try {
      await startGame(options);
      frame.close();
    } catch (error) {
      frame.fail(sentence(reason(error)));
    } finally {
      submit.disabled = false;
    }
  }

  /** @param {string} which @returns {Wire.NewGame} */
  function players(which) {
    if (which === "computer") return seats(/** @type {Color|"random"} */ (colors.value), ladder.value);
    if (which === "people") return { black: { kind: "human" }, white: { kind: "human" } };
    return {
      black: { kind: "ai", spec: black.value },
      white: { kind: "ai", spec: white.value },
      autoplay: { delay: Number(delay.value) },
    };
  }

  /** @param {string} which */
  function remember(which) {
    if (which === "computer") {
      settings.set("level", ladder.value);
      if (!ratedChoice.hidden) settings.set("rated", counts.checked);
      settings.set("color", /** @type {Color|"random"} */ (colors.value));
    } else if (which === "watch") settings.set("speed", Number(delay.value));
    settings.set("clock", clock.read());
  }
}
