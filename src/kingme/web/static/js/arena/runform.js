/** A new run: a match, a tournament, a sequential test or a sweep. The fields are the options of the command line. */

import { api, reason } from "../api.js";
import { checkbox, field, openDialog, segments } from "../dialogs/dialog.js";
import { h, put } from "../dom.js";
import { gameChoice } from "../games/choice.js";
import { ENGLISH } from "../games/layout.js";
import { configFor } from "../levels.js";
import { go } from "../router.js";
import { toast } from "../toast.js";
import { plural, sentence } from "../words.js";
import { caption, PlayerList } from "./playerlist.js";

/** @type {[key: string, text: string][]} */
const KINDS = [
  ["match", "Match"],
  ["tournament", "Tournament"],
  ["sprt", "Test"],
  ["sweep", "Sweep"],
];
/** @type {Record<string, string>} */
const NOTES = {
  match: "Two players, in pairs of games with colours swapped.",
  tournament: "Everyone against everyone, or one against all others.",
  sprt: "Two players, until it is clear whether the first is stronger than the second.",
  sweep: "One player with a parameter at several values, against the same opponents.",
};
/** @type {[key: string, text: string, usual: string|null][]} */
const LIMITS = [
  ["", "The players' own", null],
  ["time", "Seconds per move", "0.1"],
  ["iterations", "Simulations per move", "500"],
  ["nodes", "Positions per move", "10000"],
  ["depth", "Depth in plies", "4"],
  ["clock", "A clock (minutes + seconds)", "1+1"],
];
const OPENINGS = {
  start: "Starting position",
  "two-move": "Two-move",
  "three-move": "Three-move (156 of 174)",
  "random:6": "6 random moves",
  "random:10": "10 random moves",
};

const OTHER_OPENINGS = {
  start: "Starting position",
  "random:4": "4 random moves",
  "random:6": "6 random moves",
  "random:10": "10 random moves",
};

/** @typedef {Wire.RunOrder & {games: number, workers: number}} Order */

function limitChoice() {
  const value = h("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    "aria-label": "How much",
    maxlength: 20,
  });
  const select = h(
    "select",
    { onchange: update },
    LIMITS.map(([key, text]) => h("option", { value: key }, text)),
  );
  const box = h("div", { class: "limit-value" }, value);
  function update() {
    const usual = LIMITS.find(([key]) => key === select.value)?.[2] ?? null;
    box.hidden = usual === null;
    value.value = usual ?? "";
  }
  update();
  return {
    element: h("div", {}, field("Limit per move", select), box),
    read() {
      const text = value.value.trim();
      if (!select.value) return {};
      return select.value === "clock" ? { clock: text } : { limit: `${select.value}=${text}` };
    },
  };
}

/** @param {string} name  the game that is played */
export async function newRunDialog(name = ENGLISH) {
  /** @type {Wire.Config} */
  let all;
  /** @type {Wire.Bounds} */
  let limits;
  try {
    [all, { limits }] = await Promise.all([api.config(), api.get("/api/arena")]);
  } catch (error) {
    toast(sentence(reason(error)), "error");
    return;
  }
  const config = configFor(all, name);
  const games = gameChoice(all, name, (chosen) => {
    frame.close();
    newRunDialog(chosen);
  });
  const players = new PlayerList(config, limits.players);
  const format = h(
    "select",
    {},
    h("option", { value: "round-robin" }, "Everyone against everyone"),
    h("option", { value: "gauntlet" }, "The first against all others"),
  );
  const number = h("input", { type: "number", min: 2, step: 2, max: limits.games, value: 100, inputmode: "numeric" });
  const elo0 = h("input", { type: "number", step: "any", value: 0 });
  const elo1 = h("input", { type: "number", step: "any", value: 20 });
  const vary = h("input", {
    type: "text",
    class: "code",
    value: "c=0.7/1.4/2.8",
    maxlength: 100,
    spellcheck: "false",
    autocomplete: "off",
  });
  const workers = h("input", { type: "number", min: 1, max: limits.workers, value: limits.workers });
  const openings = h(
    "select",
    {},
    Object.entries(name === ENGLISH ? OPENINGS : OTHER_OPENINGS).map(([value, text]) => h("option", { value }, text)),
  );
  openings.value = name === ENGLISH ? "three-move" : "random:4";
  const rules = h(
    "select",
    {},
    config.rules.map((profile) => h("option", { value: profile.name }, profile.title)),
  );
  const seed = h("input", { type: "number", min: 0, step: 1, value: 0 });
  const title = h("input", { type: "text", maxlength: 60, placeholder: "chosen automatically", autocomplete: "off" });
  const choices = { tables: false, fresh: false };
  const limit = limitChoice();
  const note = h("p", { class: "note" });
  const body = h("div", {});
  const total = h("p", { class: "note", role: "status" });

  const gamesField = field("Games per pairing", number, "an even number");
  /** @type {Record<string, () => HTMLElement[]>} */
  const parts = {
    match: () => [gamesField],
    tournament: () => [field("Format", format), gamesField],
    sprt: () => [
      h("div", { class: "pair" }, field("H0: Elo of the first", elo0), field("H1: Elo of the first", elo1)),
      gamesField,
    ],
    sweep: () => [field("Parameter and values", vary, "such as depth=2/3/4"), gamesField],
  };
  /** @type {Record<string, string[]>} */
  const labels = {
    match: ["First player", "Second player"],
    tournament: ["Player #"],
    sprt: ["The player to test", "Compared with"],
    sweep: ["The player to vary", "Opponent #"],
  };
  const kinds = segments("Kind", KINDS, "match", show);
  function show(which = kinds.value) {
    note.textContent = NOTES[which];
    const least = which === "tournament" ? 3 : 2;
    const most = which === "tournament" || which === "sweep" ? limits.players : 2;
    players.set(least, most, labels[which]);
    const text = /** @type {ChildNode} */ (caption(gamesField).firstChild);
    text.textContent = which === "sprt" ? "Maximum number of games" : "Games per pairing";
    if (which === "sprt" && number.value === "100") number.value = "2000";
    else if (which !== "sprt" && number.value === "2000") number.value = "100";
    put(body, parts[which]());
    count();
  }
  function count() {
    const seats = players.value.length;
    const pairings =
      kinds.value === "tournament"
        ? format.value === "gauntlet"
          ? seats - 1
          : (seats * (seats - 1)) / 2
        : kinds.value === "sweep"
          ? vary.value.split("/").length * (seats - 1)
          : 1;
    const all = pairings * (Number(number.value) || 0);
    total.textContent = all ? `${plural(all, "game")} in all.` : "";
  }
  show();

  const submit = h("button", { type: "submit", class: "button primary big", form: "new-run" }, "Start");
  const form = h(
    "form",
    {
      id: "new-run",
      class: "new-game new-run",
      novalidate: true,
      onsubmit: begin,
      oninput: count,
      onclick: () => setTimeout(count),
    },
    games,
    kinds.element,
    note,
    h("fieldset", { class: "group" }, h("legend", {}, "Players"), players.element),
    body,
    limit.element,
    field("Openings", openings),
    h(
      "details",
      {},
      h("summary", {}, "More"),
      field("Rule profile", rules),
      name === ENGLISH
        ? checkbox("End games as soon as the endgame tables know the result", false, (on) =>
            Object.assign(choices, { tables: on }),
          )
        : null,
      field("Seed", seed, "a different seed gives a different sample of games"),
      field("Games at once", workers, `${limits.workers} at most`),
      field("Name", title),
      checkbox("Start a new run even if the same one exists", false, (on) => Object.assign(choices, { fresh: on })),
    ),
    total,
  );
  const frame = openDialog({ title: "New run", className: "wide", body: form, actions: [submit] });

  /** @returns {Order} */
  function read() {
    const which = kinds.value;
    return {
      kind: /** @type {Order["kind"]} */ (which === "tournament" ? format.value : which),
      players: players.value,
      game: name,
      games: Number(number.value),
      openings: openings.value,
      rules: rules.value,
      adjudicate: choices.tables ? "tables=on" : "off",
      seed: Number(seed.value),
      workers: Number(workers.value) || 1,
      name: title.value.trim(),
      fresh: choices.fresh,
      ...limit.read(),
      ...(which === "sprt" ? { elo0: Number(elo0.value), elo1: Number(elo1.value) } : {}),
      ...(which === "sweep" ? { vary: vary.value.trim() } : {}),
    };
  }

  /**
   * What can be said at once; the rest is the server's to say.
   * @param {Order} order
   * @returns {[field: HTMLInputElement, text: string]|null}
   */
  function problem(order) {
    if (!Number.isInteger(order.games) || order.games < 2) return [number, "Say how many games: at least two."];
    if (order.games % 2)
      return [number, `Games come in pairs with colours swapped: use an even number, e.g. ${order.games + 1}.`];
    if (order.workers < 1 || order.workers > limits.workers)
      return [workers, `Between 1 and ${limits.workers} games can be played at once.`];
    if (order.kind === "sprt" && !(Number(order.elo0) < Number(order.elo1))) return [elo1, "H1 must be above H0."];
    if (order.kind === "sweep" && !/^\s*\w+\s*=.+/.test(order.vary ?? ""))
      return [vary, "Name a parameter and its values, such as depth=2/3/4."];
    return null;
  }

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    frame.fail("");
    const order = read();
    const wrong = problem(order);
    if (wrong) {
      frame.fail(wrong[1]);
      wrong[0].closest("details")?.setAttribute("open", "");
      wrong[0].focus();
      return;
    }
    submit.disabled = true;
    try {
      const { id } = await api.post("/api/arena/runs", order);
      frame.close();
      await go(`/lab/arena/${id}`);
    } catch (error) {
      frame.fail(sentence(reason(error)));
    } finally {
      submit.disabled = false;
    }
  }
}
