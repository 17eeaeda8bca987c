/** The experiments in the list: what each asks, how large it is, and which results there are. */

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
        `${number.format(experiment.quick_games)} in quick mode.`,
    ),
    results.length ? h("ul", { class: "result-links" }, results) : null,
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "button", onclick: () => experimentDialog(experiment, limits) },
        icon("play"),
        "Run experiment",
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
  const begin = h("button", { type: "button", class: "button primary big", onclick: start }, "Start");
  const frame = openDialog({
    title: `Replicate Study ${experiment.study}`,
    body: h(
      "div",
      { class: "new-game" },
      h("p", {}, experiment.question),
      size.element,
      h("p", { class: "note" }, "Quick mode takes about two minutes; the full experiment takes half an hour or more."),
      h(
        "details",
        {},
        h("summary", {}, "More"),
        field("Games per pairing", games, "an even number"),
        budget ? field("Simulations per move", budget) : null,
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
