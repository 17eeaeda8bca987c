/** A profile: ratings with their curves, results by opponent and by opening, and the latest rated games. */

import { Chart } from "../analysis/chart.js";
import { needStyles } from "../analysis/style.js";
import { api, isMissing } from "../api.js";
import { emptyState, gamesPicture } from "../empty.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { newGameDialog } from "../dialogs/newgame.js";
import { face, opponent } from "../opponents.js";
import { reportDialog } from "../people/report.js";
import { changeText, ratingText, SPEED_NAMES } from "../rating.js";
import { plural, sentence, sideName, when } from "../words.js";
import { notFound, unreachable } from "./message.js";
import { rivalLink } from "./people.js";

/** @param {Context} context @returns {Promise<View>} */
export async function personView({ params }) {
  return show(`/api/profiles/${encodeURIComponent(params.name)}`);
}

/** One's own, also without a name. @returns {Promise<View>} */
export async function profileView() {
  return show("/api/profile");
}

/** @param {string} address @returns {Promise<View>} */
async function show(address) {
  try {
    const [profile] = await Promise.all([
      /** @type {Promise<Wire.Profile>} */ (api.get(address)),
      needStyles("people", "chart"),
      api.config().catch(() => null),
    ]);
    const charts = profile.curves.filter(({ points }) => points.length > 1).map(curve);
    return {
      title: profile.rival.name,
      leave: () => charts.forEach((chart) => chart.destroy()),
      element: page(profile, charts),
    };
  } catch (error) {
    return isMissing(error) ? notFound("Nobody has this name.") : unreachable(error);
  }
}

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { year: "numeric", month: "long", day: "numeric" };

/** @param {Wire.Profile} profile @param {Chart[]} charts */
function page(profile, charts) {
  const { rival, you, ratings, rivals, openings, games, since, seen } = profile;
  const called = rival.link?.split("/").at(-1) ?? "";
  const facts = [
    rival.kind === "bot" ? "A program" : rival.kind === "level" ? levelWords(called) : "",
    since && rival.kind !== "guest" ? `here since ${new Date(since * 1000).toLocaleDateString("en", DAY)}` : "",
    seen && rival.kind !== "guest" ? `seen ${when(seen)}` : "",
  ].filter(Boolean);
  return h(
    "div",
    { class: "page person" },
    h(
      "div",
      { class: "page-head" },
      h(
        "h1",
        {},
        rival.kind === "level" ? face(called) : null,
        you && rival.kind === "guest" ? "Your profile" : rival.name,
      ),
      you ? h("a", { class: "button", href: "/account" }, "Your account") : null,
      rival.kind === "level" ? playButtons(called, rival.name) : null,
    ),
    facts.length ? h("p", { class: "note" }, `${sentence(facts.join(", "))}`) : null,
    you && rival.kind === "guest"
      ? h("p", { class: "note" }, "Only you can see this page. With an account, your rating is kept and listed.")
      : null,
    figures(ratings, rival.kind === "level"),
    ratings.every(({ certain }) => certain)
      ? null
      : h("p", { class: "note" }, "A question mark means that the rating is provisional: it comes from few games."),
    charts.map((chart) => chart.element),
    games.length
      ? null
      : emptyState({
          title: "No rated games yet",
          text: you
            ? "Your ratings, their history and your results against each opponent will appear here."
            : `The results of ${rival.name} in rated games will appear here.`,
          picture: gamesPicture(),
          actions: you
            ? [
                h(
                  "button",
                  { type: "button", class: "button primary", onclick: () => newGameDialog({ rated: true }) },
                  "Play a rated game",
                ),
              ]
            : [],
        }),
    h(
      "div",
      { class: "person-results" },
      results("By opponent", "Opponent", rivals, ({ rival: other }) => rivalLink(other)),
      results("By opening", "Opening", openings, ({ opening }) => opening),
    ),
    gameTable(games, you),
  );
}

/** Rank and character of a level: "Casual, a computer player. Sees two moves ahead". @param {string} level */
function levelWords(level) {
  const { rank, character } = opponent(level);
  return [`${rank ? `${rank}, a` : "A"} computer player of KingMe`, character.replace(/\.$/, "")]
    .filter(Boolean)
    .join(". ");
}

/** The buttons of a level's page. @param {string} level @param {string} name */
function playButtons(level, name) {
  return h(
    "div",
    { class: "row" },
    h(
      "button",
      { type: "button", class: "button primary", onclick: () => newGameDialog({ opponent: level, game: "english" }) },
      icon("play"),
      `Play against ${name}`,
    ),
  );
}

/** @param {Wire.PoolRating} pool */
const poolName = ({ variant, speed }) =>
  variant === "english" ? SPEED_NAMES[speed] : `${variant}, ${SPEED_NAMES[speed]}`;

/** @param {Wire.PoolRating[]} ratings @param {boolean} isLevel */
function figures(ratings, isLevel) {
  return h(
    "dl",
    { class: "rating-figures" },
    ratings.map((one) =>
      h(
        "div",
        {},
        h("dt", {}, isLevel ? "Measured rating" : poolName(one)),
        h("dd", {}, ratingText(one)),
        h("dd", { class: "note" }, `${one.low} to ${one.high} (95 %)`),
        one.won + one.drawn + one.lost
          ? h("dd", { class: "note" }, `${one.won} won, ${one.drawn} drawn, ${one.lost} lost`)
          : null,
      ),
    ),
  );
}

/** @param {Wire.Curve} curve */
function curve({ speed, points }) {
  const chart = new Chart({
    title: `${SPEED_NAMES[speed]} rating`,
    x: { label: "rated games", whole: true },
    y: { label: "rating", whole: true },
    empty: "The rating is drawn here.",
  });
  chart.set({
    x: points.map((_, index) => index + 1),
    series: [{ label: "Rating", values: points.map(({ rating }) => rating) }],
  });
  return chart;
}

/**
 * @template {{won: number, drawn: number, lost: number}} R
 * @param {string} title @param {string} column @param {R[]} rows @param {(row: R) => Child} name
 */
function results(title, column, rows, name) {
  if (!rows.length) return null;
  return h(
    "section",
    {},
    h("h2", {}, title),
    h(
      "div",
      { class: "scroller" },
      h(
        "table",
        { class: "plain" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [column, "Won", "Drawn", "Lost"].map((text) => h("th", { scope: "col" }, text)),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              {},
              h("td", {}, name(row)),
              [row.won, row.drawn, row.lost].map((count) => h("td", { class: "figure" }, `${count}`)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Wire.Rival} rival */
const plainLink = ({ name, link }) => (link ? h("a", { href: link }, name) : name);

const SIGNS = { won: "Won", drawn: "Draw", lost: "Lost" };

/** @param {Wire.PlayedGame[]} games @param {boolean} you */
function gameTable(games, you) {
  if (!games.length) return null;
  return h(
    "section",
    {},
    h("h2", { id: "games" }, "Rated games"),
    h(
      "ul",
      { class: "rated-games" },
      games.map((game) =>
        h(
          "li",
          { "data-result": game.result },
          h("strong", { class: "rated-result" }, SIGNS[game.result]),
          h("span", {}, `as ${sideName(game.color)} against `, plainLink(game.rival)),
          h("span", { class: "figure" }, `${game.rating} (${changeText(game.change)})`),
          h(
            "span",
            { class: "note" },
            [SPEED_NAMES[game.speed].toLowerCase(), game.opening, when(game.ended)].filter(Boolean).join(", "),
          ),
          h(
            "div",
            { class: "row" },
            game.game ? h("a", { class: "button small", href: `/replay/${game.game}` }, "Replay") : null,
            you && game.game && ["account", "bot", "guest"].includes(game.rival.kind)
              ? h(
                  "button",
                  {
                    type: "button",
                    class: "button small",
                    onclick: () => reportDialog(/** @type {string} */ (game.game), game.rival.name),
                  },
                  "Report",
                )
              : null,
          ),
        ),
      ),
    ),
    games.length === 50 ? h("p", { class: "note" }, `The latest ${plural(games.length, "game")}.`) : null,
  );
}
