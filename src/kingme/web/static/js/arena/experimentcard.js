/** The experiments in the list: what each asks, how large it is, and what was conducted of it. */

import { api, reason } from "../api.js";
import { field, openDialog, segments } from "../dialogs/dialog.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { go } from "../router.js";
import { number, plural, sentence } from "../words.js";
import { statePill } from "./words.js";

/** @param {Wire.ExperimentInfo} experiment @param {Wire.Bounds} limits */
export function experimentCard(experiment, limits) {
  const results = experiment.results.map((result) =>
    h(
      "li",
      {},
      h("a", { class: "link", href: `/lab/arena/${result.key}` }, result.quick ? "Quick size" : "Full size"),
      statePill(result.status),
      result.status === "finished"
        ? null
        : h("span", { class: "note" }, `${number.format(result.done)} of ${number.format(result.games)}`),
    ),
  );
  return h(
    "li",
    { class: "card experiment-card" },
    h("h3", {}, `Study ${experiment.study}: ${experiment.title}`),
    h("p", {}, experiment.question),
    h(
      "p",
      { class: "note" },
      `${plural(experiment.claims, "claim")}, ${plural(experiment.games, "game")}; ` +
        `${number.format(experiment.quick_games)} in the quick size.`,
    ),
    results.length ? h("ul", { class: "result-links" }, results) : null,
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "button", onclick: () => experimentDialog(experiment, limits) },
        icon("play"),
        "Conduct it",
      ),
    ),
  );
}

/** How large, and on how many workers. @param {Wire.ExperimentInfo} experiment @param {Wire.Bounds} limits */
export function experimentDialog(experiment, limits) {
  const size = segments(
    "Size",
    [
      ["quick", `Quick (${number.format(experiment.quick_games)} games)`],
      ["full", `Full (${number.format(experiment.games)} games)`],
    ],
    "quick",
  );
  const workers = h("input", { type: "number", min: 1, max: limits.workers, value: limits.workers });
  const games = h("input", { type: "number", min: 2, step: 2, placeholder: "as planned" });
  const budget =
    experiment.budget === null
      ? null
      : h("input", { type: "number", min: 1, placeholder: number.format(experiment.budget) });
  const begin = h("button", { type: "button", class: "button primary big", onclick: start }, "Begin");
  const frame = openDialog({
    title: `Study ${experiment.study} again`,
    body: h(
      "div",
      { class: "stack" },
      h("p", {}, experiment.question),
      size.element,
      h("p", { class: "note" }, "The quick size takes about two minutes, the full one up to half an hour and more."),
      h(
        "details",
        {},
        h("summary", {}, "More"),
        field("Games of each pairing", games, "an even number"),
        budget ? field("Simulations a move", budget) : null,
        field("Games at once", workers),
      ),
    ),
    actions: [begin],
  });

  async function start() {
    begin.disabled = true;
    frame.fail("");
    /** @param {HTMLInputElement|null} input */
    const whole = (input) => (input?.value ? Number(input.value) : null);
    try {
      const { id } = await api.post("/api/arena/experiments", {
        name: experiment.name,
        quick: size.value === "quick",
        games: whole(games),
        budget: whole(budget),
        workers: Number(workers.value) || 1,
      });
      frame.close();
      await go(`/lab/arena/${id}`);
    } catch (error) {
      frame.fail(sentence(reason(error)));
      begin.disabled = false;
    }
  }
}
