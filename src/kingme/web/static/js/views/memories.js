/** What players remember of their games: how much, how it grew, and forget. */

import { needStyles } from "../analysis/style.js";
import { api, reason } from "../api.js";
import { confirmDialog } from "../dialogs/dialog.js";
import { h, put } from "../dom.js";
import { emptyState } from "../empty.js";
import { toast } from "../toast.js";
import { number, plural, sentence, when } from "../words.js";
import { unreachable } from "./message.js";

/** @returns {Promise<View>} */
export async function memoriesView() {
  try {
    const [report] = await Promise.all([api.get("/api/memories"), needStyles("lab", "openings")]);
    const list = h("div", { class: "memories" });
    fill(list, report);
    return {
      title: "Memories",
      element: h(
        "div",
        { class: "page" },
        h("div", { class: "page-head" }, h("h1", {}, "Memories")),
        h(
          "p",
          {},
          "A player with a memory keeps what it learns in a game and uses it in the next: the scores of its " +
            "searches, how its games ended, and which move was to blame.",
        ),
        list,
      ),
    };
  } catch (error) {
    return unreachable(error);
  }
}

/** @param {HTMLElement} list @param {Wire.MemoryList} report */
function fill(list, { memories, may_forget: mayForget }) {
  put(
    list,
    memories.length
      ? memories.map((memory) => card(memory, mayForget))
      : emptyState({
          title: "No memories yet",
          text: [
            "Play one with a memory in the terminal: ",
            h("code", {}, "kingme play --player engine:nodes=5000,memory=club"),
            ". Or give one to a level of your own, and play it here.",
          ],
        }),
  );
}

/** @param {Wire.MemoryReport} memory @param {boolean} mayForget */
function card(memory, mayForget) {
  const { name, problem, game, learner, changed, games, positions, most, wins, draws, losses } = memory;
  const element = h("section", { class: "card memory", "aria-label": `Memory ${name}` });
  const forget = async () => {
    const words = `${plural(games, "game")} and ${plural(positions, "position")}. This can't be undone.`;
    if (!(await confirmDialog(`Forget ${name}?`, words, "Forget"))) return;
    try {
      await api.delete(`/api/memories/${name}`);
      element.remove();
      toast(`${name} is forgotten.`);
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  };
  element.append(
    h(
      "div",
      { class: "memory-head" },
      h("h2", {}, name),
      mayForget ? h("button", { type: "button", class: "button small danger", onclick: forget }, "Forget") : "",
    ),
  );
  if (problem) {
    element.append(h("p", {}, sentence(problem)));
    return element;
  }
  element.append(
    h("p", { class: "note" }, `${game} · ${learner} · last game ${when(changed)}`),
    h(
      "p",
      {},
      `${plural(games, "game")}: ${wins} won, ${draws} drawn, ${losses} lost. `,
      `It remembers ${plural(positions, "position")} of at most ${number.format(most)}.`,
    ),
    growth(memory),
    knownLines(name),
  );
  return element;
}

/** How it went, some games at a time. @param {Wire.MemoryReport} memory */
function growth({ steps }) {
  const cells = ["Games", "Results"].map((text) => h("th", { scope: "col" }, text));
  cells.push(h("th", { scope: "col", class: "number" }, "Positions"));
  return h(
    "table",
    { class: "plain memory-growth" },
    h("caption", { class: "visually-hidden" }, "How the memory grew"),
    h("thead", {}, h("tr", {}, cells)),
    h(
      "tbody",
      {},
      steps.map(({ first, last, positions, wins, draws, losses }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, first === last ? `${first}` : `${first}–${last}`),
          h("td", {}, bar(wins, draws, losses)),
          h("td", { class: "number" }, number.format(positions)),
        ),
      ),
    ),
  );
}

/** @param {number} wins @param {number} draws @param {number} losses */
function bar(wins, draws, losses) {
  const total = wins + draws + losses;
  if (!total) return "–";
  const part = (/** @type {string} */ kind, /** @type {number} */ count) =>
    count ? h("span", { class: `part ${kind}`, style: { "--share": String(count / total) } }, String(count)) : null;
  const words = `${wins} won, ${draws} drawn, ${losses} lost`;
  return h(
    "span",
    { class: "results-bar", role: "img", "aria-label": words, title: words },
    part("won", wins),
    part("drawn", draws),
    part("lost", losses),
  );
}

/** Asked for when they are looked at. @param {string} name */
function knownLines(name) {
  const body = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": `Lines that ${name} knows` });
  const details = h("details", {}, h("summary", {}, "Best-known lines"), body);
  details.addEventListener(
    "toggle",
    async () => {
      try {
        const { lines } = await api.get(`/api/memories/${name}`);
        put(body, lines.length ? lineTable(lines) : h("p", { class: "note" }, "No finished game yet."));
      } catch (error) {
        put(body, sentence(reason(error)));
      }
    },
    { once: true },
  );
  return details;
}

/** @param {Wire.MemoryLine[]} lines */
function lineTable(lines) {
  const heads = ["Line", "Results", "Blamed"].map((text) => h("th", { scope: "col" }, text));
  return h(
    "table",
    { class: "plain" },
    h("thead", {}, h("tr", {}, heads)),
    h(
      "tbody",
      {},
      lines.map(({ line, wins, draws, losses, blames }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, line),
          h("td", {}, bar(wins, draws, losses)),
          h("td", { class: "number" }, blames ? String(blames) : "–"),
        ),
      ),
    ),
  );
}
