/** The rules of a game on one page: the text of the documentation. */

import { needStyles } from "../analysis/style.js";
import { api, isMissing } from "../api.js";
import { h } from "../dom.js";
import { renderBlocks } from "../lab/blocks.js";
import { notFound, unreachable } from "./message.js";

/** @param {Context} context @returns {Promise<View>} */
export async function gameRulesView({ params }) {
  await needStyles("algorithm");
  try {
    const [page, { games }] = await Promise.all([
      api.get(`/api/learn/games/${encodeURIComponent(params.name)}`),
      api.get("/api/learn/games"),
    ]);
    return { title: `Rules of ${page.title}`, element: element(page, games) };
  } catch (error) {
    return isMissing(error) ? notFound("There is no page on such a game.") : unreachable(error);
  }
}

/** @param {GameBrief & {blocks: Block[]}} page @param {GameBrief[]} games */
function element({ name, blocks }, games) {
  const [heading, ...rest] = renderBlocks(blocks);
  /** @param {string} href @param {string} text @param {boolean} here */
  const link = (href, text, here) =>
    h("a", { class: "button small", href, "aria-current": here ? "page" : null }, text);
  return h(
    "article",
    { class: "page algorithm" },
    h(
      "div",
      { class: "page-head" },
      heading,
      h("div", { class: "row" }, h("a", { class: "button primary", href: `/?game=${name}` }, "Play it")),
    ),
    rest,
    h("h2", {}, "Other games"),
    h(
      "nav",
      { class: "algorithm-nav", "aria-label": "Games" },
      link("/learn", "English draughts", false),
      games.map((game) => link(`/learn/games/${game.name}`, game.title, game.name === name)),
    ),
  );
}
