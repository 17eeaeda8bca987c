/** A tournament: its link, who takes part, the table, and one's own game as soon as it begins. */

import { needStyles } from "../analysis/style.js";
import { api, isMissing, reason } from "../api.js";
import { field } from "../dialogs/dialog.js";
import { nameInput } from "../dialogs/friend.js";
import { factLine, h, put } from "../dom.js";
import { copy } from "../files.js";
import { icon } from "../icons.js";
import { company } from "../people/company.js";
import { timeLeft } from "../people/terms.js";
import { go } from "../router.js";
import { toast } from "../toast.js";
import { plural, sentence } from "../words.js";
import { notFound, unreachable } from "./message.js";

const LOOK = 5000; // milliseconds between two looks at the table
const RESULTS = { "1-0": "1 – 0", "0-1": "0 – 1", "1/2-1/2": "½ – ½", "*": "playing" };

/** Who has won, once it is over. @param {Wire.TournamentReport} found */
function winners({ players }) {
  const best = Math.max(0, ...players.map(({ points }) => points));
  const names = players.filter(({ points }) => best && points === best).map(({ name }) => name);
  if (!names.length) return null;
  const who = names.length === 1 ? `${names[0]} wins` : `${names.join(" and ")} share first place`;
  return h(
    "p",
    { class: "tournament-winner" },
    icon("crown"),
    h("strong", {}, `${who} with ${plural(best, "point")}.`),
  );
}

/** @param {Context} context @returns {Promise<View>} */
export async function tournamentView({ params }) {
  try {
    const path = /** @type {const} */ (`/api/tournaments/${encodeURIComponent(params.id)}`);
    const [found, me] = await Promise.all([api.get(path), api.get("/api/people/me"), needStyles("company")]);
    const view = new TournamentView(found, me);
    return { title: found.title, element: view.element, shown: () => view.open(), leave: () => view.leave() };
  } catch (error) {
    return isMissing(error) ? notFound("There is no such tournament.") : unreachable(error);
  }
}

class TournamentView {
  #timer = 0;
  #end = () => {};
  #key = "";
  #me;
  #id;

  /** @param {Wire.TournamentReport} found @param {Wire.MeetingReport} me */
  constructor(found, me) {
    this.#id = found.id;
    this.#me = me;
    this.#name = nameInput(me.name);
    this.element = h("div", { class: "page lobby" });
    this.show(found);
  }

  #name;

  open() {
    company.join();
    this.#end = company.on("start", ({ game }) => game && go(`/play/${game}`));
    this.#timer = setInterval(() => this.look(), LOOK);
  }

  leave() {
    clearInterval(this.#timer);
    this.#end();
  }

  async look() {
    const found = await api.get(/** @type {const} */ (`/api/tournaments/${this.#id}`)).catch(() => null);
    if (found) this.show(found);
  }

  /** @param {string} what @param {object} body */
  async act(what, body = {}) {
    try {
      await api.post(`/api/tournaments/${this.#id}/${what}`, body);
      await this.look();
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }

  /** @param {Wire.TournamentReport} found */
  show(found) {
    const key = JSON.stringify(found);
    if (key === this.#key) return; // what is being written keeps the focus
    this.#key = key;
    const mine = found.games.find((game) => game.mine && game.result === "*");
    const state = found.ended
      ? "finished"
      : found.started
        ? found.until
          ? `${timeLeft(found.until)} left`
          : `round ${found.round} of ${found.rounds}`
        : "not started";
    put(
      this.element,
      h("h1", {}, found.title),
      factLine([
        found.kind === "arena" ? `Arena, ${found.minutes} minutes` : "Round robin",
        found.game_title,
        found.clock,
        found.rated ? "rated" : "casual",
        state,
      ]),
      mine ? h("a", { class: "button primary big", href: `/play/${mine.id}` }, icon("play"), "Go to your game") : null,
      found.ended ? winners(found) : this.#part(found),
      this.#table(found),
      found.games.length ? this.#games(found) : null,
    );
  }

  /** @param {Wire.TournamentReport} found */
  #part(found) {
    /** @param {string} text @param {string} what @param {string} kind */
    const button = (text, what, kind = "button") =>
      h("button", { type: "button", class: kind, onclick: () => this.act(what) }, text);
    const join = h(
      "form",
      {
        class: "lobby-quick",
        onsubmit: (event) => {
          event.preventDefault();
          this.act("join", this.#me.kind === "guest" ? { name: this.#name.value.trim() } : {});
        },
      },
      this.#me.kind === "guest" ? field("Your name", this.#name) : null,
      h("button", { class: "button primary" }, "Join"),
    );
    const link = `${location.origin}/tournament/${found.id}`;
    return h(
      "section",
      { class: "card" },
      found.joined
        ? h("p", {}, "You are in. Stay on this page: your games open here automatically.")
        : found.started && found.kind === "round-robin"
          ? h("p", {}, "This round robin has started, so nobody else can join.")
          : join,
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button", onclick: () => copy(link, "Link") }, icon("copy"), "Copy link"),
        found.owner && !found.started ? button("Start", "start", "button primary") : null,
        found.joined ? button("Leave", "leave") : null,
        found.owner && found.started ? button("End now", "end") : null,
      ),
    );
  }

  /** @param {Wire.TournamentReport} found */
  #table(found) {
    if (!found.players.length) return h("p", { class: "note" }, "Nobody has joined yet. Send the link to the players.");
    return h(
      "table",
      { class: "plain" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["", "Player", "Points", "Games", "Won"].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        found.players.map((one, index) =>
          h(
            "tr",
            { "data-you": one.me },
            h("td", { class: "figure" }, `${index + 1}`),
            h(
              "td",
              {},
              h("span", { class: "here-dot", "data-here": one.here, title: one.here ? "is here" : "is not here" }),
              one.name,
              one.me ? " (you)" : "",
              one.away ? h("span", { class: "note" }, " has left") : null,
            ),
            h("td", { class: "figure" }, h("strong", {}, `${one.points}`)),
            h("td", { class: "figure" }, `${one.played}`),
            h("td", { class: "figure" }, `${one.won}`),
          ),
        ),
      ),
    );
  }

  /** @param {Wire.TournamentReport} found */
  #games(found) {
    return h(
      "section",
      {},
      h("h2", {}, "Games"),
      h(
        "ul",
        { class: "lobby-list" },
        found.games.map((game) =>
          h(
            "li",
            {},
            h(
              "a",
              { class: "card lobby-card", href: `/play/${game.id}` },
              h("strong", {}, `${game.black} – ${game.white}`),
              h("span", { class: "note" }, RESULTS[game.result]),
            ),
          ),
        ),
      ),
    );
  }
}
