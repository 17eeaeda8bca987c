/** One run of the arena, live: results with their errors, the games on the boards, and every finished game. */

import { labHeading } from "../lab/heading.js";
import { api, isMissing, reason } from "../api.js";
import { Boards, conditions, endingsText, testBar } from "../arena/extras.js";
import { Feed } from "../arena/feed.js";
import { GameList } from "../arena/gamelist.js";
import { crossTable, Standings } from "../arena/standings.js";
import { doneText, KINDS, paceText, progressBar, statePill } from "../arena/words.js";
import { factLine, h, put } from "../dom.js";
import { icon } from "../icons.js";
import { Chart } from "../analysis/chart.js";
import { needStyles } from "../analysis/style.js";
import { isLevel } from "../levels.js";
import { banner, toast } from "../toast.js";
import { sentence, sideName, when } from "../words.js";
import { experimentView } from "./arenaexperiment.js";
import { notFound, unreachable } from "./message.js";

/** @param {Context} context @returns {Promise<View>} */
export async function arenaRunView({ params }) {
  if (!/^\d+$/.test(params.run)) return experimentView(params.run);
  try {
    const [run] = await Promise.all([
      api.get(`/api/arena/runs/${params.run}`),
      needStyles("arena", "run", "standings", "intervals", "chart"),
    ]);
    return new RunView(run).view();
  } catch (error) {
    return isMissing(error) ? notFound("There is no such run.") : unreachable(error);
  }
}

class RunView {
  #drawn = ""; // what the head was drawn from
  /** @type {Feed|null} */
  #feed = null;

  /** @param {Wire.RunDetail} run */
  constructor(run) {
    this.id = run.id;
    this.run = run;
    /** @type {Wire.LiveBoard[]} */
    this.items = [];
    this.head = h("div", { class: "page-head" });
    this.progress = h("section", { class: "run-progress", "aria-label": "Progress" });
    this.standings = new Standings();
    this.cross = h("div", {});
    this.test = h("div", {});
    this.endings = h("p", { class: "note" });
    this.boards = new Boards();
    this.boardsBox = h(
      "section",
      { class: "arena-part", "aria-labelledby": "boards-title" },
      h("h2", { id: "boards-title" }, "On the boards"),
      this.boards.element,
    );
    this.games = new GameList(run);
    this.chart =
      run.players.length === 2
        ? new Chart({
            title: `Score of ${run.players[0]} in %`,
            x: { label: "games", whole: true },
            y: { range: [0, 1], format: (value) => String(Math.round(100 * value)), ticks: [0, 0.25, 0.5, 0.75, 1] },
            height: 190,
            empty: "The chart starts with the first finished game.",
          })
        : null;
    this.element = h(
      "div",
      { class: "page arena run" },
      this.head,
      this.progress,
      h(
        "div",
        { class: "run-grid" },
        h(
          "div",
          { class: "run-main" },
          h(
            "section",
            { class: "arena-part", "aria-labelledby": "results-title" },
            h("h2", { id: "results-title" }, "Results"),
            this.standings.element,
            this.test,
            this.endings,
          ),
          this.chart
            ? h("section", { class: "arena-part" }, this.chart.element)
            : h(
                "section",
                { class: "arena-part", "aria-labelledby": "cross-title" },
                h("h2", { id: "cross-title" }, "Cross table"),
                this.cross,
              ),
          h("details", { class: "arena-part" }, h("summary", {}, "Conditions"), conditions(run)),
        ),
        h("div", { class: "run-side" }, this.boardsBox, this.games.element),
      ),
    );
    this.show(run);
  }

  view() {
    this.#feed = new Feed(`/api/arena/runs/${this.id}/events`, {
      run: (/** @type {Wire.RunDetail} */ run) => this.show(run),
      boards: (/** @type {{items: Wire.LiveBoard[]}} */ { items }) => this.showBoards(items),
      table: (/** @type {Wire.RunTable} */ table) => this.showTable(table),
      gone: () => toast("This run is not in the store any more.", "error"),
      lost: () =>
        banner("arena", "The connection to the server is lost. The run continues without this page; reconnecting …"),
      back: () => banner("arena", null),
    });
    return {
      element: this.element,
      title: this.run.name,
      leave: () => {
        this.#feed?.close();
        this.chart?.destroy();
        banner("arena", null);
      },
    };
  }

  /** @param {Wire.RunDetail} run */
  show(run) {
    const key = JSON.stringify([run.status, run.mine, run.message, run.done > 0]);
    if (key !== this.#drawn) this.#drawHead(run);
    this.#drawn = key;
    this.run = run;
    const pace = paceText(run.news, run.kind === "sprt");
    put(
      this.progress,
      progressBar(run.done, run.games),
      h(
        "p",
        { class: "progress-text" },
        h(
          "span",
          {},
          h("strong", {}, doneText(run.done, run.games)),
          run.kind === "sprt" && run.status !== "finished" ? " at most" : "",
        ),
        h("span", { class: "note" }, pace),
      ),
    );
    this.boardsBox.hidden = run.status !== "playing" || !this.items.length;
  }

  /** @param {Wire.RunDetail} run */
  #drawHead(run) {
    /** @param {IconName} name @param {string} text @param {() => unknown} action @param {string} kind */
    const button = (name, text, action, kind = "") =>
      h("button", { type: "button", class: `button ${kind}`, onclick: action }, icon(name), text);
    const led = run.mine && run.status !== "finished";
    const { players } = run;
    put(
      this.head,
      labHeading(
        players.length < 6 ? players.join(players.length === 2 ? " – " : ", ") : run.name,
        { under: "Arena" },
        factLine([KINDS[run.kind] ?? run.kind, run.name, `started ${when(run.created)}`]),
      ),
      h(
        "div",
        { class: "row run-actions" },
        statePill(run.status),
        led && run.status === "playing" ? button("stop", "Stop", () => this.ask("stop")) : null,
        led && run.status !== "playing" && run.resumable
          ? button("play", "Resume", () => this.ask("resume"), "primary")
          : null,
        run.done
          ? h(
              "a",
              {
                class: "button",
                href: `/api/arena/runs/${run.id}/report?first=${sideName("black")}`,
                target: "_blank",
                rel: "noopener",
              },
              icon("list"),
              "Report",
            )
          : null,
        run.done
          ? h("a", { class: "button", href: `/api/arena/runs/${run.id}/pdn`, download: "" }, icon("save"), "PDN")
          : null,
        run.done && run.players.some(isLevel) && !run.players.every(isLevel)
          ? h("a", { class: "button", href: `/people?speed=programs&run=${run.id}` }, "Estimate strength")
          : null,
      ),
      run.message ? h("p", { class: "problem whole" }, sentence(run.message)) : null,
      led && !run.resumable && run.status !== "playing"
        ? h(
            "p",
            { class: "note whole" },
            "This run has outside engines, or openings from a file: resume it from the command line.",
          )
        : null,
    );
  }

  /** @param {"stop"|"resume"} what */
  async ask(what) {
    try {
      if (what === "stop") this.show(await api.post(`/api/arena/runs/${this.id}/stop`));
      else {
        const { workers } = (await api.get("/api/arena")).limits;
        this.show(await api.post(`/api/arena/runs/${this.id}/resume`, { workers }));
      }
      if (what === "stop") toast("Stopping after the current moves; finished games are kept.");
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }

  /** @param {Wire.LiveBoard[]} items */
  showBoards(items) {
    this.items = items;
    this.boards.update(items);
    this.boardsBox.hidden = this.run.status !== "playing" || !items.length;
  }

  /** @param {Wire.RunTable} table */
  showTable(table) {
    this.standings.update(table);
    put(this.test, table.test ? testBar(table.test) : null);
    const left = table.damaged ? ` ${table.damaged} damaged and left out: kingme runs verify names them.` : "";
    this.endings.textContent = endingsText(table.endings, table.plies) + left;
    if (this.chart) {
      /** @param {number} index */
      const column = (index) => table.history.map((point) => point[index]);
      this.chart.set({
        x: column(0),
        series: table.history.length
          ? [{ label: this.run.players[0], values: column(1), low: column(2), high: column(3) }]
          : [],
      });
    } else put(this.cross, table.done ? crossTable(table) : h("p", { class: "note" }, "No game has ended yet."));
    this.games.follow(table);
  }
}
