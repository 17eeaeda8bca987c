/** One experiment: how far it is, what is being played, and what was claimed beside what was measured. */

import { labHeading } from "../lab/heading.js";
import { api, isMissing, reason } from "../api.js";
import { Boards } from "../arena/extras.js";
import { experimentDialog } from "../arena/experimentcard.js";
import { Feed } from "../arena/feed.js";
import { doneText, paceText, progressBar, statePill } from "../arena/words.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { needStyles } from "../analysis/style.js";
import { banner, toast } from "../toast.js";
import { sentence, sideName } from "../words.js";
import { notFound, unreachable } from "./message.js";

/** @type {Record<string, IconName>} */
const MARKS = { agree: "check", disagree: "close", undecided: "info" };

/** @param {string} key */
export async function experimentView(key) {
  try {
    const [experiment] = await Promise.all([
      api.get(`/api/arena/experiments/${encodeURIComponent(key)}`),
      needStyles("arena", "run", "standings"),
    ]);
    return new ExperimentView(experiment).view();
  } catch (error) {
    return isMissing(error) ? notFound("There is no such run or experiment.") : unreachable(error);
  }
}

class ExperimentView {
  #head = ""; // what the head and the findings were drawn from
  #found = "";
  /** @type {Feed|null} */
  #feed = null;

  /** @param {Wire.ExperimentResult} experiment */
  constructor(experiment) {
    this.head = h("div", { class: "page-head" });
    this.progress = h("section", { class: "run-progress", "aria-label": "Progress" });
    this.runs = h("ul", { class: "run-list" });
    this.findings = h("section", { class: "arena-part", "aria-labelledby": "findings-title" });
    this.boards = new Boards();
    this.boardsBox = h(
      "section",
      { class: "arena-part", "aria-labelledby": "boards-title", hidden: true },
      h("h2", { id: "boards-title" }, "On the boards"),
      this.boards.element,
    );
    this.element = h(
      "div",
      { class: "page arena experiment" },
      this.head,
      h("p", {}, experiment.question),
      this.progress,
      this.boardsBox,
      this.findings,
      h(
        "section",
        { class: "arena-part", "aria-labelledby": "runs-title" },
        h("h2", { id: "runs-title" }, "Its runs"),
        this.runs,
      ),
      h(
        "details",
        { class: "arena-part" },
        h("summary", {}, "Conditions that differ from the study's"),
        h(
          "ul",
          { class: "differs" },
          experiment.differs.map((line) => h("li", {}, line)),
        ),
      ),
    );
    this.experiment = experiment;
    this.show(experiment);
  }

  view() {
    this.#feed = new Feed(`/api/arena/experiments/${this.experiment.key}/events`, {
      experiment: (/** @type {Wire.ExperimentResult} */ experiment) => this.show(experiment),
      boards: (/** @type {{items: Wire.LiveBoard[]}} */ { items }) => {
        this.boards.update(items);
        this.boardsBox.hidden = !items.length;
      },
      lost: () =>
        banner(
          "arena",
          "The connection to the server is lost. The experiment continues without this page; reconnecting …",
        ),
      back: () => banner("arena", null),
    });
    const leave = () => {
      this.#feed?.close();
      banner("arena", null);
    };
    return { element: this.element, title: this.experiment.name, leave };
  }

  /** @param {Wire.ExperimentResult} experiment */
  show(experiment) {
    this.experiment = experiment;
    const { status, mine, news, runs } = experiment;
    const key = JSON.stringify([status, mine, experiment.report, experiment.message]);
    if (key !== this.#head) this.#drawHead(experiment);
    this.#head = key;
    put(
      this.progress,
      progressBar(experiment.done, experiment.games),
      h(
        "p",
        { class: "progress-text" },
        h("strong", {}, doneText(experiment.done, experiment.games)),
        h("span", { class: "note" }, paceText(news)),
      ),
    );
    put(
      this.runs,
      runs.map((run) => this.#run(run)),
    );
    const text = JSON.stringify(experiment.findings);
    if (text !== this.#found) this.#drawFindings(experiment.findings);
    this.#found = text;
  }

  /** @param {Wire.ExperimentResult} experiment */
  #drawHead(experiment) {
    const { status, mine } = experiment;
    put(
      this.head,
      labHeading(
        `Study ${experiment.study}: ${experiment.title}`,
        { under: "Arena" },
        h("p", { class: "note" }, `Experiment ${experiment.name}, size: ${experiment.size}`),
      ),
      h(
        "div",
        { class: "row run-actions" },
        statePill(status),
        mine && status === "playing"
          ? h("button", { type: "button", class: "button", onclick: () => this.stop() }, icon("stop"), "Stop")
          : null,
        mine && status !== "playing"
          ? h(
              "button",
              { type: "button", class: "button primary", onclick: () => this.begin() },
              icon("play"),
              status === "stopped" || status === "failed"
                ? "Resume"
                : status === "finished"
                  ? "Run experiment again"
                  : "Run experiment",
            )
          : null,
        experiment.report
          ? h(
              "a",
              {
                class: "button",
                href: `/api/arena/experiments/${experiment.key}/report?first=${sideName("black")}`,
                target: "_blank",
                rel: "noopener",
              },
              icon("open"),
              "Report",
            )
          : null,
      ),
      experiment.message ? h("p", { class: "problem whole" }, sentence(experiment.message)) : null,
    );
  }

  /** @param {Wire.ExperimentRun} run */
  #run(run) {
    const inside = [
      h("span", { class: "run-title" }, h("strong", {}, run.title)),
      h("span", { class: "run-state" }, statePill(run.status)),
      h(
        "span",
        { class: "run-done" },
        progressBar(run.done, run.games, run.title),
        h("span", { class: "note" }, doneText(run.done, run.games)),
      ),
    ];
    return h(
      "li",
      {},
      run.id === null
        ? h("div", { class: "run-card" }, inside)
        : h("a", { class: "run-card", href: `/lab/arena/${run.id}` }, inside),
    );
  }

  /** @param {Wire.Finding[]} findings */
  #drawFindings(findings) {
    /** @param {string} verdict */
    const count = (verdict) => findings.filter((finding) => finding.verdict === verdict).length;
    this.findings.hidden = !findings.length;
    put(
      this.findings,
      h("h2", { id: "findings-title" }, "Claimed and measured"),
      h(
        "p",
        { class: "row" },
        Object.keys(MARKS).map((verdict) =>
          h("span", { class: `verdict-pill ${verdict}` }, icon(MARKS[verdict]), `${count(verdict)} ${verdict}`),
        ),
      ),
      h(
        "table",
        { class: "findings" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Verdict", "Claim", "Tested in", "Claimed", "Measured (95 %)"].map((text) =>
              h("th", { scope: "col" }, text),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          findings.map(({ verdict, source, claim, where, claimed, measured }) =>
            h(
              "tr",
              {},
              h(
                "td",
                { "data-label": "Verdict" },
                h("span", { class: `verdict-pill ${verdict}` }, icon(MARKS[verdict] ?? "info"), verdict),
              ),
              h("th", { scope: "row" }, h("span", { class: "note" }, `${source} `), claim),
              h("td", { "data-label": "Tested in" }, where || "–"),
              h("td", { class: "figure", "data-label": "Claimed" }, claimed),
              h("td", { class: "figure", "data-label": "Measured" }, measured),
            ),
          ),
        ),
      ),
    );
  }

  async stop() {
    try {
      this.show(await api.post(`/api/arena/experiments/${this.experiment.key}/stop`));
      toast("Stopping; finished games and measurements are kept.");
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }

  async begin() {
    try {
      const { experiments, limits } = await api.get("/api/arena");
      const found = experiments.find(({ name }) => name === this.experiment.name);
      if (this.experiment.status === "stopped" || this.experiment.status === "failed") {
        this.show(await api.post(`/api/arena/experiments/${this.experiment.key}/resume`, { workers: limits.workers }));
      } else if (found) experimentDialog(found, limits);
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }
}
