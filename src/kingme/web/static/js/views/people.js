/** Leader boards: the best of each speed among the levels, and one's own rating. */

import { needStyles } from "../analysis/style.js";
import { api } from "../api.js";
import { segments } from "../dialogs/dialog.js";
import { newGameDialog } from "../dialogs/newgame.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { face, opponent } from "../opponents.js";
import { entrantsCard } from "../people/entrants.js";
import { estimateForm } from "../people/estimate.js";
import { ratingText, SPEED_NAMES, SPEED_NOTES } from "../rating.js";
import { note } from "../router.js";
import { plural, sentence } from "../words.js";
import { unreachable } from "./message.js";

/** @typedef {Wire.LeaderBoard["speed"]} Speed */

const SPEEDS = /** @type {Speed[]} */ (Object.keys(SPEED_NAMES));

/** @param {Context} context @returns {Promise<View>} */
export async function peopleView({ query }) {
  const asked = /** @type {Speed} */ (query.get("speed"));
  const speed = SPEEDS.includes(asked) || query.get("speed") === "programs" ? asked : "correspondence";
  const body = h("div", { class: "people-body" });
  try {
    const [account] = await Promise.all([
      api.get("/api/account"),
      needStyles("people"),
      api.config().catch(() => null), // the faces of the levels; they do without it
    ]);
    await show(body, speed);
    const choice = segments(
      "Speed",
      [...SPEEDS.map((name) => /** @type {[string, string]} */ ([name, SPEED_NAMES[name]])), ["programs", "Programs"]],
      speed,
      (name) => {
        note(`/people?speed=${name}`);
        show(body, /** @type {Speed} */ (name)).catch(() => null);
      },
    );
    return { title: "People", element: page(account, choice.element, body) };
  } catch (error) {
    return unreachable(error);
  }
}

/** @param {Wire.AccountReport} account @param {HTMLElement} choice @param {HTMLElement} body */
function page(account, choice, body) {
  return h(
    "div",
    { class: "page people" },
    h(
      "div",
      { class: "page-head" },
      h("h1", {}, "People"),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: "/lobby" }, icon("people"), "Lobby"),
        h("a", { class: "button", href: "/profile" }, "Your profile"),
        account.offered || account.kind !== "guest"
          ? h("a", { class: "button", href: "/account" }, account.kind === "guest" ? "Log in" : "Your account")
          : null,
        h(
          "button",
          { type: "button", class: "button primary", onclick: () => newGameDialog({ rated: true }) },
          icon("plus"),
          "Rated game",
        ),
      ),
    ),
    choice,
    body,
  );
}

/** @param {HTMLElement} body @param {Speed|"programs"} speed */
async function show(body, speed) {
  if (speed === "programs") {
    const again = () => show(body, speed).catch(() => null);
    const [ladder, own, config] = await Promise.all([
      api.get("/api/ladder"),
      api.get("/api/ladder/entrants").catch(() => null), // without the rules nobody plays yet
      api.config().catch(() => null),
    ]);
    put(
      body,
      h(
        "p",
        { class: "note" },
        "Programs, levels and research presets on one scale. A program is listed after " +
          `${plural(ladder.least, "game")} that the server has scheduled against levels close to its strength.`,
      ),
      table(ladder.rows),
      own && config ? entrantsCard(config, own, again) : null,
      estimateForm(),
    );
    return;
  }
  const board = await api.get(`/api/leaders?speed=${speed}`);
  const { you } = board;
  put(
    body,
    h(
      "p",
      { class: "note" },
      `${sentence(SPEED_NOTES[speed])} English draughts. The ratings of the computer players were measured.`,
    ),
    you
      ? h(
          "p",
          {},
          `Your rating: `,
          h("strong", {}, ratingText(you)),
          you.certain ? "." : " (provisional). You are listed after some more rated games; guests are not listed.",
        )
      : h("p", {}, "You have no rating here yet. Play a rated game to get one."),
    table(board.leaders),
  );
}

/** @param {(Wire.Leader|Wire.LadderRow)[]} rows */
function table(rows) {
  return h(
    "div",
    { class: "scroller" },
    h(
      "table",
      { class: "plain leaders" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["", "Player", "Rating", "95 % interval", "Games"].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h("tbody", {}, rows.map(row)),
    ),
  );
}

/** @param {Wire.Leader|Wire.LadderRow} leader @param {number} index */
function row(leader, index) {
  const { rival, rating, low, high, games, you } = leader;
  const spec = "spec" in leader ? leader.spec : null;
  return h(
    "tr",
    { "data-you": you, "data-kind": rival.kind },
    h("td", { class: "figure" }, `${index + 1}`),
    h("td", {}, rivalLink(rival), spec ? h("div", { class: "note code" }, spec) : null),
    h("td", { class: "figure" }, h("strong", {}, `${rating}`)),
    h("td", { class: "figure note" }, `${low}–${high}`),
    h(
      "td",
      { class: "figure note" },
      rival.kind === "level"
        ? "–"
        : games && rival.link
          ? h("a", { href: `${rival.link}#games` }, `${games}`)
          : `${games}`,
    ),
  );
}

/** The name of somebody, which leads to the profile. @param {Wire.Rival} rival */
export function rivalLink({ name, link, kind }) {
  const called = link?.split("/").at(-1) ?? "";
  const words = [
    kind === "level" ? face(called) : null,
    h("span", {}, name),
    kind === "bot" ? h("span", { class: "tag" }, "bot") : null,
    kind === "level" && !opponent(called).rank ? h("span", { class: "tag" }, "research preset") : null,
  ];
  return link ? h("a", { class: "rival", href: link }, words) : h("span", { class: "rival" }, words);
}
