/** One page for each algorithm: the text of the documentation, what is rated, and ways to see it at work. */

import { api, isMissing } from "../api.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { markTerms } from "../learn/terms.js";
import { renderBlocks } from "../lab/blocks.js";
import { needStyles } from "../analysis/style.js";
import { seen } from "../words.js";
import { notFound, unreachable } from "./message.js";

const PROFILED = ["mcts", "rave", "heuristic-rave", "hybrid", "minimax"];

/** @param {Context} context @returns {Promise<View>} */
export async function algorithmView({ params }) {
  await needStyles("algorithm");
  try {
    const [page, { algorithms }] = await Promise.all([
      api.get(`/api/lab/algorithms/${encodeURIComponent(params.name)}`),
      api.get("/api/lab/algorithms"),
    ]);
    const article = element(page, algorithms);
    markTerms(article);
    return { title: page.title, element: article, shown: () => jump() };
  } catch (error) {
    return isMissing(error) ? notFound() : unreachable(error);
  }
}

/**
 * @param {AlgorithmBrief & {blocks: Block[], studies: {letter: string, title: string}[]}} page
 * @param {AlgorithmBrief[]} algorithms
 */
function element({ name, blocks, presets, studies }, algorithms) {
  const [heading, ...rest] = renderBlocks(blocks, seen);
  const rated = presets.filter(({ rating }) => rating !== null);
  const actions = [
    PROFILED.includes(name)
      ? h("a", { class: "button primary", href: `/lab/profiler?player=${name}` }, icon("tree"), "Look inside")
      : null,
    h(
      "a",
      {
        class: "button",
        href: `/lab/compare?players=${encodeURIComponent(name)};${name === "engine" ? "mcts" : "engine"}`,
      },
      icon("people"),
      "Compare",
    ),
  ];
  return h(
    "article",
    { class: "page algorithm" },
    h(
      "nav",
      { class: "algorithm-nav", "aria-label": "Algorithms" },
      algorithms.map((item) =>
        h(
          "a",
          {
            class: "button small",
            href: `/learn/algorithms/${item.name}`,
            "aria-current": item.name === name ? "page" : null,
          },
          item.title.replace(/ (\(|with ).*/, ""),
        ),
      ),
    ),
    h("div", { class: "page-head" }, heading, h("div", { class: "row" }, actions)),
    rest,
    studies.length
      ? h(
          "aside",
          { class: "studies", "aria-label": "Studies" },
          h("p", {}, "The studies named here are papers and projects on checkers programs. KingMe replicates them:"),
          h(
            "ul",
            {},
            studies.map(({ letter, title }) => h("li", {}, h("strong", {}, `Study ${letter}`), `: ${title}.`)),
          ),
          h("a", { class: "link", href: "/lab/arena" }, "See the experiments"),
        )
      : null,
    presets.length
      ? [
          h("h2", { id: "presets" }, "Levels and presets"),
          h(
            "div",
            { class: "scroller", tabindex: 0, role: "region", "aria-label": "Levels and presets" },
            h(
              "table",
              {},
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  ["Name", "Settings", ...(rated.length ? ["Rating"] : [])].map((text) =>
                    h("th", { scope: "col" }, text),
                  ),
                ),
              ),
              h(
                "tbody",
                {},
                presets.map((preset) =>
                  h(
                    "tr",
                    {},
                    h("td", {}, preset.title),
                    h("td", {}, preset.words),
                    rated.length ? h("td", {}, preset.rating === null ? "–" : String(preset.rating)) : null,
                  ),
                ),
              ),
            ),
          ),
        ]
      : null,
  );
}

/** To the heading that the address names. */
function jump() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id) document.getElementById(id)?.scrollIntoView();
}
