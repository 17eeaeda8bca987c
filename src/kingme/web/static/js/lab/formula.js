/** The formula with the real numbers in it: what each child of a node scored, and how. */

import { h } from "../dom.js";

/** @param {number|null|undefined} value @param {number} count */
const digits = (value, count = 3) => (value === null || value === undefined ? "–" : value.toFixed(count));
/** @param {number} value */
const whole = (value) => String(Math.round(value * 1e4) / 1e4);

/** @param {string} text @param {string} name @param {number|null|undefined} value */
function cell(text, name, value) {
  return h("td", { "data-part": name, "data-value": value ?? null }, text);
}

/**
 * The scores of a level's children as a table, the chosen one marked.
 * @param {Level} level
 * @param {{amaf?: boolean}} options
 */
export function scoreTable(level, { amaf = false } = {}) {
  const rave = amaf && level.children.some((child) => child.rave);
  const heads = ["Move", "Q", "N", "Q / N", "c√(ln Np/N)", ...(rave ? ["β", "RAVE"] : []), "Score"];
  const sorted = [...level.children].sort((a, b) => (b.score ?? Infinity) - (a.score ?? Infinity));
  return h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": "Scores" },
    h(
      "table",
      { class: "plain score-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        sorted.map((child) =>
          h(
            "tr",
            { class: child.chosen ? "chosen" : null, "data-node": child.id },
            h("th", { scope: "row" }, child.chosen ? "▸ " : "", child.move),
            cell(whole(child.value), "value", child.value),
            cell(String(child.visits), "visits", child.visits),
            cell(digits(child.exploit), "exploit", child.exploit),
            cell(digits(child.explore), "explore", child.explore),
            rave
              ? [
                  cell(digits(child.rave?.beta, 2), "beta", child.rave?.beta),
                  cell(
                    child.rave ? digits(child.rave.exploit + child.rave.explore) : "–",
                    "rave",
                    child.rave ? child.rave.exploit + child.rave.explore : null,
                  ),
                ]
              : null,
            cell(child.score === null ? "∞" : digits(child.score), "score", child.score),
          ),
        ),
      ),
    ),
  );
}

/** The chosen child's score worked out. @param {Level} level @param {number} c */
export function workedOut(level, c) {
  const child = level.children.find((item) => item.chosen) ?? level.children.find((item) => item.score !== null);
  if (!child || child.score === null) return null;
  const [q, n, parent] = [whole(child.value), child.visits, Math.max(level.visits, 1)];
  /** @param {...Child} content */
  const part = (...content) => h("span", { class: "worked-part" }, content);
  const uct = [
    part(fraction(q, n)),
    part(`+ ${whole(c)} · √`, h("span", { class: "under-root" }, fraction(`ln ${parent}`, n))),
  ];
  const sum = part(`= ${digits(child.exploit)} + ${digits(child.explore)}`);
  const plain = digits((child.exploit ?? 0) + (child.explore ?? 0));
  const name = h("span", { class: "worked-name" }, child.move);
  if (!child.rave)
    return h("p", { class: "worked", "data-score": child.score }, name, uct, sum, part("= ", h("strong", {}, plain)));
  const { beta, exploit, explore } = child.rave;
  return h(
    "p",
    { class: "worked", "data-score": child.score },
    name,
    part(`(1 − ${digits(beta, 2)}) · (`),
    uct,
    part(`) + ${digits(beta, 2)} · (${digits(exploit)} + ${digits(explore)})`),
    part("= ", h("strong", {}, digits(child.score))),
  );
}

/** @param {string|number} top @param {string|number} bottom */
function fraction(top, bottom) {
  return h(
    "span",
    { class: "fraction" },
    h("span", {}, String(top)),
    h("span", { class: "visually-hidden" }, " over "),
    h("span", {}, String(bottom)),
  );
}

/**
 * What was counted at each node of the way back.
 * @param {DetailedStep["backed_up"]} backed
 * @param {import("./treemodel.js").TreeModel} model
 */
export function backupTable(backed, model) {
  return h(
    "div",
    { class: "scroller", tabindex: 0, role: "region", "aria-label": "Backed up" },
    h(
      "table",
      { class: "plain score-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Node", "Result", "N", "Q", "Q / N"].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        backed.map(({ id, gain, visits, value }) =>
          h(
            "tr",
            { "data-node": id },
            h("th", { scope: "row" }, id === 0 ? "root" : (model.node(id)?.move ?? "")),
            cell(`+ ${whole(gain)}`, "gain", gain),
            cell(String(visits), "visits", visits),
            cell(whole(value), "value", value),
            cell(digits(value / visits), "exploit", value / visits),
          ),
        ),
      ),
    ),
  );
}
