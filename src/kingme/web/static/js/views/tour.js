/** One guided tour: what the search shows, a question about what comes next, and the explanation. */

import { needStyles } from "../analysis/style.js";
import { announce } from "../announce.js";
import { api, isMissing } from "../api.js";
import { h, mark, put } from "../dom.js";
import { copy, encodeFen } from "../files.js";
import { icon } from "../icons.js";
import { savePng, saveSvg } from "../lab/pictures.js";
import { barChart, numberTable } from "../lab/tourcharts.js";
import * as progress from "../lab/tourprogress.js";
import { TourPanel } from "../lab/tourpanel.js";
import { TourTree, fileName } from "../lab/tourtree.js";
import { reportProgress } from "../learn/classes.js";
import { loadTerms } from "../learn/terms.js";
import { menu } from "../menu.js";
import { miniBoard } from "../miniboard.js";
import { note } from "../router.js";
import { settings } from "../settings.js";
import { notFound, unreachable } from "./message.js";

const PHONE = matchMedia("(max-width: 699px)");

/** @param {Context} context @returns {Promise<View>} */
export async function tourView({ params, query }) {
  try {
    const [tour, terms, { tours }] = await Promise.all([
      /** @type {Promise<Wire.TourReport>} */ (api.get(`/api/lab/tours/${encodeURIComponent(params.name)}`)),
      loadTerms(),
      api.get("/api/lab/tours"),
      needStyles("tour", "tourtree"),
    ]);
    const place = tours.findIndex(({ name }) => name === tour.name);
    return new Guide(tour, terms, tours[place + 1] ?? null, query).view;
  } catch (error) {
    return isMissing(error) ? notFound() : unreachable(error);
  }
}

class Guide {
  #at = 0;
  /** @type {TourTree|null} */
  #tree = null;
  /** @type {SVGSVGElement|null} */
  #picture = null;
  /** @type {number|null} the choice that was right, once it is found */
  #right = null;
  #stage = h("div", { class: "tour-stage" });
  #panel;
  #side = h("div", { class: "tour-side" });
  #dots = h("ol", { class: "tour-dots", "aria-label": "Steps" });

  /**
   * @param {Wire.TourReport} tour
   * @param {Wire.Term[]} terms
   * @param {Wire.TourSummary|null} next
   * @param {URLSearchParams} query
   */
  constructor(tour, terms, next, query) {
    this.tour = tour;
    this.next = next;
    this.#panel = new TourPanel(terms, {
      answered: (choice, atOnce) => this.#answered(choice, atOnce),
      missed: (choice) => this.#mark(choice, "is-wrong"),
      go: (by) => this.#go(this.#at + by),
    });
    this.presenting = query.get("present") === "1" && !PHONE.matches; // a phone shows a presenter's link as always
    const wanted = Number(query.get("step") ?? 1);
    this.#at = Number.isInteger(wanted) && wanted >= 1 && wanted <= tour.steps.length ? wanted - 1 : 0;
    const redraw = () => this.#redraw();
    const forget = settings.watch(redraw);
    PHONE.addEventListener("change", redraw);
    const element = h(
      "div",
      { class: "page wide tour" },
      h(
        "div",
        { class: "page-head tour-head" },
        h("h1", {}, tour.title),
        this.#dots,
        h("div", { class: "row tour-tools" }, this.#tools()),
      ),
      h("div", { class: "tour-body" }, this.#stage, this.#panel.element, this.#side),
    );
    this.view = {
      title: tour.title,
      element,
      shown: () => {
        this.#present(this.presenting);
        this.#show();
      },
      leave: () => {
        forget();
        PHONE.removeEventListener("change", redraw);
        mark(document.documentElement, "data-presenter", false);
      },
      keys: this.#keys(),
    };
  }

  get step() {
    return this.tour.steps[this.#at];
  }

  #tools() {
    const pictures = menu({
      label: "Save the picture",
      content: icon("save"),
      items: () => [
        { text: "Picture as SVG", action: () => this.#picture && saveSvg(this.#picture, this.#name()), icon: "save" },
        { text: "Picture as PNG", action: () => this.#picture && savePng(this.#picture, this.#name()), icon: "save" },
        { text: "Copy a link to this step", action: () => copy(location.href, "Link"), icon: "link" },
      ],
    });
    return [
      pictures,
      h(
        "button",
        {
          type: "button",
          class: "button small present-button",
          "aria-pressed": "false",
          title: "Large text for a projector (p)",
          onclick: () => this.#present(!this.presenting),
        },
        icon("whole"),
        "Present",
      ),
      h("a", { class: "button small", href: "/lab/tours" }, "All tours"),
    ];
  }

  #name() {
    return `${fileName(this.tour.title)}-${this.#at + 1}`;
  }

  #keys() {
    /** @type {Keys} */
    const keys = {
      ArrowRight: () => this.#forward(),
      PageDown: () => this.#forward(),
      " ": () => this.#forward(),
      ArrowLeft: () => this.#go(this.#at - 1),
      PageUp: () => this.#go(this.#at - 1),
      Home: () => this.#go(0),
      End: () => this.#go(this.tour.steps.length - 1),
      p: () => this.#present(!this.presenting),
    };
    for (let number = 1; number <= 9; number++) keys[String(number)] = () => this.#panel.answer(number - 1);
    return keys;
  }

  /** Large text, nothing but the tour. @param {boolean} on */
  #present(on) {
    this.presenting = on;
    mark(document.documentElement, "data-presenter", on);
    const button = document.querySelector(".present-button");
    if (button) button.setAttribute("aria-pressed", String(on));
    if (this.view.element.isConnected) this.#address();
  }

  #address() {
    note(`/lab/tours/${this.tour.name}?step=${this.#at + 1}${this.presenting ? "&present=1" : ""}`);
  }

  /** One key for all that comes: the answer first, then the next step. */
  #forward() {
    if (this.#panel.answered) this.#go(this.#at + 1);
    else if (this.presenting) this.#panel.reveal();
  }

  /** @param {number} step */
  #go(step) {
    if (step < 0 || step > this.tour.steps.length) return;
    if (step === this.tour.steps.length) {
      this.#finish();
      return;
    }
    this.#at = step;
    this.#show();
    scrollTo(0, 0);
    this.#panel.focus();
  }

  #show() {
    this.#right = null;
    this.#address();
    this.#progress();
    this.#panel.ask(this.step, this.#at + 1, this.tour.steps.length);
    this.#draw(this.step.view);
  }

  /** The picture again, for another width or other colours; what was asked and answered stays. */
  #redraw() {
    const { step } = this;
    this.#draw(this.#panel.answered ? (step.after ?? step.view) : step.view);
    if (this.#panel.answered && this.#right !== null) this.#mark(this.#right, "is-right");
  }

  // --- what is shown ------------------------------------------------------------------------------------------------

  /** @param {Wire.TourView} view */
  #draw(view) {
    const { step } = this;
    this.#tree = null;
    this.#picture = null;
    const nodes = new Set(
      this.#panel.answered ? [] : step.choices.flatMap(({ node }) => (node === null ? [] : [node])),
    );
    const trees = (view.trees ?? []).map((tree, index, list) => {
      const last = index === list.length - 1;
      const drawn = new TourTree(tree, {
        narrow: PHONE.matches || list.length > 1,
        choices: last ? nodes : new Set(),
        pick: (node) => this.#panel.answer(step.choices.findIndex((choice) => choice.node === node)),
        look: (node) => this.#board({ fen: node.fen, last: node.path, arrows: [] }, `After ${node.label}`),
      });
      if (last) [this.#tree, this.#picture] = [drawn, drawn.picture];
      return drawn.element;
    });
    const chart = view.bars ? barChart(view.bars) : null;
    if (chart) this.#picture = chart.picture;
    const table = view.table ? numberTable(view.table) : null;
    put(
      this.#stage,
      trees.length ? h("div", { class: "tour-trees", "data-count": trees.length }, trees) : null,
      chart?.element,
      table,
    );
    this.#stage.dataset.empty = String(!trees.length && !chart && !table);
    this.#board(view.board, "");
    mark(this.view?.element.querySelector(".tour-tools .menu-button") ?? this.#stage, "data-none", !this.#picture);
  }

  /** @param {Wire.TourBoard} board @param {string} words */
  #board({ fen, last, arrows }, words) {
    const { look, fen: start, player } = this.step;
    const at = look ? `&mode=${look.mode}&at=${look.at}` : "";
    const link = look
      ? h(
          "a",
          { class: "link", href: `/lab/profiler?fen=${encodeFen(start)}&player=${encodeURIComponent(player)}${at}` },
          "Open this search in the profiler",
        )
      : h("a", { class: "link", href: `/analyse?fen=${encodeFen(fen)}` }, "Analyse this position");
    put(
      this.#side,
      miniBoard(fen, { last, arrows, label: words || "The position" }),
      words ? h("p", { class: "note" }, words) : null,
      link,
    );
  }

  #progress() {
    const { steps, first } = progress.reached(this.tour.name);
    put(
      this.#dots,
      this.tour.steps.map(({ title }, index) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "tour-dot",
              "data-done": steps.includes(index + 1) && (first.includes(index + 1) ? "first" : "later"),
              "aria-current": index === this.#at ? "step" : null,
              "aria-label": `Step ${index + 1}: ${title}${steps.includes(index + 1) ? ", done" : ""}`,
              onclick: () => this.#go(index),
            },
            String(index + 1),
          ),
        ),
      ),
    );
  }

  // --- answers ------------------------------------------------------------------------------------------------------

  /** @param {number} choice @param {boolean} atOnce */
  #answered(choice, atOnce) {
    const { tour } = this;
    const known = progress.note(tour.name, this.#at + 1, atOnce);
    reportProgress("tour", tour.name, known.steps.length, tour.steps.length);
    this.#progress();
    this.#right = choice;
    this.#redraw();
  }

  /** @param {number} choice @param {string} name */
  #mark(choice, name) {
    const { node } = this.step.choices[choice];
    if (node !== null) this.#tree?.mark(node, name);
  }

  #finish() {
    const { tour, next } = this;
    const { steps, first } = progress.reached(tour.name);
    const all = tour.steps.length;
    const words =
      steps.length >= all
        ? `You have been through all ${all} steps, ${first.length} of them right on the first try.`
        : `You have answered ${steps.length} of ${all} steps. The numbers above lead to the others.`;
    announce(words);
    const again = () => {
      progress.forget(tour.name);
      this.#go(0);
    };
    this.#panel.finish(
      steps.length >= all ? "Tour finished" : "The end of the tour",
      words,
      next
        ? h("a", { class: "button primary", href: `/lab/tours/${next.name}` }, `Next tour: ${next.title}`)
        : h("a", { class: "button primary", href: "/lab/profiler" }, "Open the profiler"),
      h("button", { type: "button", class: "button", onclick: again }, icon("again"), "Start again"),
    );
  }
}
