/** The arena: every run of the store, whoever began it, and the experiments of the studies. */

import { labHeading } from "../lab/heading.js";
import { api } from "../api.js";
import { experimentCard } from "../arena/experimentcard.js";
import { newRunDialog } from "../arena/runform.js";
import { doneText, KINDS, progressBar, statePill } from "../arena/words.js";
import { factLine, h, put } from "../dom.js";
import { emptyState, standingsPicture } from "../empty.js";
import { icon } from "../icons.js";
import { needStyles } from "../analysis/style.js";
import { when } from "../words.js";
import { unreachable } from "./message.js";

const AGAIN = 2500; // milliseconds between two looks while something is played
const FIRST = 30; // runs that are shown at once

export async function arenaView() {
  try {
    const [arena] = await Promise.all([api.get("/api/arena"), needStyles("arena")]);
    return new ArenaView(arena).view();
  } catch (error) {
    return unreachable(error);
  }
}

class ArenaView {
  #timer = 0;
  #all = false;
  #left = false;

  /** @param {Wire.Arena} arena */
  constructor(arena) {
    this.live = h("ul", { class: "run-list live" });
    this.liveBox = h(
      "section",
      { class: "arena-part", "aria-labelledby": "live-title" },
      h("h2", { id: "live-title" }, "Running"),
      this.live,
    );
    this.runs = h("ul", { class: "run-list" });
    this.more = h(
      "button",
      { type: "button", class: "button", hidden: true, onclick: () => this.showAll() },
      "Show all",
    );
    this.experiments = h("ul", { class: "card-list" });
    this.store = h("p", { class: "note" });
    this.element = h(
      "div",
      { class: "page arena" },
      h(
        "div",
        { class: "page-head" },
        labHeading("Arena"),
        h(
          "button",
          { type: "button", class: "button primary", onclick: () => newRunDialog() },
          icon("plus"),
          "New run",
        ),
      ),
      h(
        "p",
        {},
        "Let players meet in hundreds of games and see who is stronger, and how certain the result is. " +
          "Games come in pairs with colours swapped; everything is kept, " +
          "and can be stopped and resumed at any time.",
      ),
      this.liveBox,
      h(
        "section",
        { class: "arena-part", "aria-labelledby": "runs-title" },
        h("div", { class: "part-head" }, h("h2", { id: "runs-title" }, "Runs"), this.store),
        this.runs,
        h("div", { class: "row center" }, this.more),
      ),
      h(
        "section",
        { class: "arena-part", "aria-labelledby": "experiments-title" },
        h("h2", { id: "experiments-title" }, "Experiments"),
        h(
          "p",
          {},
          "Five studies of checkers programs, replicated: each claim beside what was measured, with intervals.",
        ),
        this.experiments,
      ),
    );
    this.arena = arena;
    this.draw(arena);
  }

  view() {
    const leave = () => {
      this.#left = true;
      clearTimeout(this.#timer);
    };
    return { element: this.element, title: "Arena", leave, keys: { n: () => newRunDialog() } };
  }

  showAll() {
    this.#all = true;
    this.draw(this.arena);
  }

  /** @param {Wire.Arena} arena */
  draw(arena) {
    this.arena = arena;
    const playing = arena.runs.filter(({ status }) => status === "playing");
    const others = arena.runs.filter(({ status }) => status !== "playing");
    this.liveBox.hidden = !playing.length;
    put(this.live, playing.map(runCard));
    this.store.textContent = arena.runs.length ? `In ${arena.store}, from the browser and from the command line.` : "";
    put(
      this.runs,
      others.length || playing.length ? others.slice(0, this.#all ? undefined : FIRST).map(runCard) : this.nothing(),
    );
    this.more.hidden = this.#all || others.length <= FIRST;
    put(
      this.experiments,
      arena.experiments.map((experiment) => experimentCard(experiment, arena.limits)),
    );
    clearTimeout(this.#timer);
    const busy =
      playing.length || arena.experiments.some(({ results }) => results.some(({ status }) => status === "playing"));
    if (busy) this.#later(AGAIN);
  }

  nothing() {
    return emptyState({
      tag: "li",
      level: "h3",
      picture: standingsPicture(),
      title: "No runs yet",
      text: [
        "Start a match here, or with ",
        h("code", { class: "code" }, "kingme match hard easy"),
        " in the server's folder: both appear in this list.",
      ],
      actions: [
        h("button", { type: "button", class: "button primary", onclick: () => newRunDialog() }, "Start a match"),
      ],
    });
  }

  /** Look again, unless the page was left meanwhile. @param {number} wait */
  #later(wait) {
    if (!this.#left) this.#timer = setTimeout(() => this.again(), wait);
  }

  async again() {
    try {
      this.draw(await api.get("/api/arena"));
    } catch {
      this.#later(2 * AGAIN); // it may be starting again
    }
  }
}

/** @param {Wire.Run} run */
function runCard(run) {
  const players = run.players.length > 4 ? [...run.players.slice(0, 3), `${run.players.length - 3} more`] : run.players;
  return h(
    "li",
    {},
    h(
      "a",
      { class: "run-card", href: `/lab/arena/${run.id}` },
      h(
        "span",
        { class: "run-title" },
        h("strong", {}, players.join(run.players.length === 2 ? " – " : ", ")),
        factLine([KINDS[run.kind] ?? run.kind, run.name]),
      ),
      h("span", { class: "run-state" }, statePill(run.status)),
      h(
        "span",
        { class: "run-done" },
        progressBar(run.done, run.games),
        h("span", { class: "note" }, doneText(run.done, run.games)),
      ),
      h("span", { class: "note run-when" }, when(run.created)),
    ),
  );
}
