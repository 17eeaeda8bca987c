/** Results so far: a row for each player with wins, draws and losses as a bar, and its rating with the error drawn. */

import { h, put } from "../dom.js";
import { number } from "../words.js";
import { ratingText, share } from "./words.js";

/** @typedef {{at: (value: number) => number, marks: number[]}} Scale */

/**
 * Wins, draws and losses as one bar; each part carries its letter, so that colour is not needed to read it.
 * @param {{wins: number, draws: number, losses: number}} standing
 */
function resultBar({ wins, draws, losses }) {
  const games = wins + draws + losses;
  /** @param {string} name @param {string} letter @param {number} count */
  const part = (name, letter, count) => {
    if (!count) return null;
    const wide = count / games > 0.24;
    return h(
      "span",
      { class: `part ${name}`, style: { flex: `${count} 0 0` } },
      wide ? `${letter} ${number.format(count)}` : null,
    );
  };
  const words = `${number.format(wins)} won, ${number.format(draws)} drawn, ${number.format(losses)} lost`;
  return h(
    "div",
    { class: "result-bar", role: "img", "aria-label": words, title: words },
    part("win", "W", wins),
    part("draw", "D", draws),
    part("loss", "L", losses),
    games ? null : h("span", { class: "part none" }, "no game yet"),
  );
}

/** A scale that all ratings fit on, with round marks. @param {Wire.StandingRow[]} standings @returns {Scale} */
function scaleOf(standings) {
  const ends = standings.flatMap(({ rating, low, high }) => [rating, low, high]).filter((value) => value !== null);
  const [least, most] = [Math.min(-20, ...ends), Math.max(20, ...ends)];
  const [from, to] = [least - 0.05 * (most - least), most + 0.05 * (most - least)];
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000].find((size) => (to - from) / size <= 4) ?? 5000;
  const first = Math.ceil(from / step) * step;
  const marks = Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
  return { at: (value) => (100 * (value - from)) / (to - from), marks };
}

/**
 * A rating as a dot with its 95 % interval; an interval without an end runs out of the picture.
 * @param {Wire.StandingRow} standing
 * @param {Scale} scale
 */
function whisker({ rating, low, high }, scale) {
  const box = h(
    "div",
    { class: "whisker", "aria-hidden": "true" },
    scale.marks.map((mark) =>
      h("span", { class: mark === 0 ? "grid zero" : "grid", style: { left: `${scale.at(mark)}%` } }),
    ),
  );
  if (low === null && high === null) return box;
  const [left, right] = [low === null ? 0 : scale.at(low), high === null ? 100 : scale.at(high)];
  box.append(
    h("span", {
      class: `span ${low === null ? "open-left" : ""} ${high === null ? "open-right" : ""}`,
      style: { left: `${left}%`, width: `${right - left}%` },
    }),
  );
  if (rating !== null) box.append(h("span", { class: "dot", style: { left: `${scale.at(rating)}%` } }));
  return box;
}

export class Standings {
  constructor() {
    this.element = h("div", { class: "standings" });
  }

  /** @param {Wire.RunTable} table */
  update(table) {
    const two = table.standings.length === 2;
    const scale = scaleOf(table.standings);
    const los = table.standings.some((standing) => standing.los !== null);
    const forfeits = table.standings.some((standing) => standing.forfeits);
    const head = [
      "Player",
      "Won, drawn, lost",
      "Score",
      two ? "Elo" : "Rating",
      "",
      los ? "LOS" : null,
      forfeits ? "Forfeits" : null,
      "Games",
    ].filter((text) => text !== null);
    put(
      this.element,
      h(
        "table",
        { class: "stand-table" },
        h("caption", { class: "visually-hidden" }, "Results so far, with 95 % intervals"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            head.map((text) =>
              h("th", { scope: "col" }, text || h("span", { class: "visually-hidden" }, "Interval drawn")),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          table.standings.map((standing, index) => this.#row(standing, index, scale, { los, forfeits, two })),
        ),
        h(
          "tfoot",
          { "aria-hidden": "true" },
          h(
            "tr",
            {},
            h("td", { colspan: 4 }),
            h(
              "td",
              { class: "axis-cell" },
              h(
                "div",
                { class: "axis" },
                scale.marks.map((mark) =>
                  h("span", { style: { left: `${scale.at(mark)}%` } }, String(mark).replace("-", "−")),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /**
   * @param {Wire.StandingRow} standing
   * @param {number} index
   * @param {Scale} scale
   * @param {{los: boolean, forfeits: boolean, two: boolean}} columns
   */
  #row(standing, index, scale, { los, forfeits, two }) {
    /** @param {...Child} content @param {string} name @param {string} label */
    const cell = (name, label, ...content) => h("td", { class: name, "data-label": label }, content);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, two ? null : h("span", { class: "place" }, `${index + 1}`), standing.name),
      cell("bar-cell", "", resultBar(standing)),
      cell(
        "figure",
        "Score",
        h("strong", {}, standing.games ? share(standing.score) : "–"),
        standing.games
          ? h("span", { class: "note" }, `${share(standing.score_low, 0)} to ${share(standing.score_high, 0)}`)
          : null,
      ),
      cell("figure rating-cell", two ? "Elo" : "Rating", ratingText(standing)),
      cell("whisker-cell", "", whisker(standing, scale)),
      los ? cell("figure", "LOS", standing.los === null ? "–" : share(standing.los)) : null,
      forfeits ? cell(standing.forfeits ? "figure bad" : "figure", "Forfeits", String(standing.forfeits)) : null,
      cell("figure", "Games", number.format(standing.games)),
    );
  }
}

/** Who scored what against whom. @param {Wire.RunTable} table */
export function crossTable({ standings, pairings }) {
  const names = standings.map(({ name }) => name);
  const found = new Map(pairings.map((pairing) => [`${pairing.player}\n${pairing.opponent}`, pairing]));
  /** @param {string} a @param {string} b */
  const cell = (a, b) => {
    if (a === b) return h("td", { class: "self" });
    const direct = found.get(`${a}\n${b}`);
    const back = found.get(`${b}\n${a}`);
    const [wins, draws, losses] = direct
      ? [direct.wins, direct.draws, direct.losses]
      : back
        ? [back.losses, back.draws, back.wins]
        : [0, 0, 0];
    const games = wins + draws + losses;
    if (!games) return h("td", {}, "");
    const score = (wins + draws / 2) / games;
    return h(
      "td",
      { title: `${a} against ${b}: ${wins} won, ${draws} drawn, ${losses} lost` },
      h("strong", {}, share(score, 0)),
      h("span", { class: "note" }, `+${wins} =${draws} −${losses}`),
    );
  };
  return h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": "Cross table" },
    h(
      "table",
      { class: "cross" },
      h("caption", { class: "visually-hidden" }, "Score of the row's player against the column's"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Against"),
          names.map((name, index) => h("th", { scope: "col", title: name, "aria-label": name }, String(index + 1))),
        ),
      ),
      h(
        "tbody",
        {},
        names.map((name, index) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, `${index + 1} ${name}`),
            names.map((other) => cell(name, other)),
          ),
        ),
      ),
    ),
  );
}
