/** The lobby: your games and challenges, quick pairing, open challenges, games to watch, and who is on. */

import { needStyles } from "../analysis/style.js";
import { api, reason } from "../api.js";
import { friendDialog, nameInput } from "../dialogs/friend.js";
import { field } from "../dialogs/dialog.js";
import { tournamentDialog } from "../dialogs/tournament.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { company } from "../people/company.js";
import { challengeCard, ownGame, section, tournamentCard, watchable } from "../people/lobbycards.js";
import { go } from "../router.js";
import { play } from "../sound.js";
import { toast } from "../toast.js";
import { sentence } from "../words.js";
import { unreachable } from "./message.js";

const QUICK = ["1+2", "3+2", "5+3", "10+5"];
const RENEW = 4000; // milliseconds between two questions for an opponent

/** @returns {Promise<View>} */
export async function lobbyView() {
  try {
    await Promise.all([needStyles("company"), api.config().catch(() => null)]);
    const lobby = new Lobby();
    await lobby.load();
    return { title: "Lobby", element: lobby.element, shown: () => lobby.open(), leave: () => lobby.leave() };
  } catch (error) {
    return unreachable(error);
  }
}

class Lobby {
  #own = h("div", { class: "lobby-own" });
  #pairing = h("div", { class: "lobby-pairing" });
  #lists = h("div", { class: "lobby-lists" });
  #side = h("div", { class: "lobby-side" });
  #name = nameInput(null);
  #rated = false;
  /** The clock that an opponent is looked for with. */
  #wanted = "";
  #timer = 0;
  #loading = 0;
  /** @type {(() => void)[]} */
  #ends = [];
  /** @type {Wire.MeetingReport|null} */
  #me = null;

  constructor() {
    const rated = h("input", {
      type: "checkbox",
      onchange: () => {
        this.#rated = rated.checked;
      },
    });
    this.element = h(
      "div",
      { class: "page lobby" },
      h(
        "div",
        { class: "page-head" },
        h("h1", {}, "Lobby"),
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", class: "button", onclick: tournamentDialog }, icon("list"), "Tournament"),
          h(
            "button",
            { type: "button", class: "button", onclick: () => friendDialog({ place: "lobby", game: "english" }) },
            icon("plus"),
            "Open challenge",
          ),
          h(
            "button",
            { type: "button", class: "button primary", onclick: () => friendDialog({ game: "english" }) },
            icon("link"),
            "Play a friend",
          ),
        ),
      ),
      h(
        "div",
        { class: "lobby-main" },
        this.#own,
        h(
          "section",
          { class: "card", "aria-label": "Quick pairing" },
          h("h2", {}, "Find an opponent"),
          h(
            "div",
            { class: "lobby-quick" },
            field("Your name", this.#name),
            h("label", { class: "check" }, rated, h("span", {}, "Rated")),
          ),
          this.#pairing,
        ),
        this.#lists,
      ),
      this.#side,
    );
    this.#showPairing();
  }

  open() {
    company.join();
    company.watchLobby(true);
    const soon = () => {
      clearTimeout(this.#loading);
      this.#loading = setTimeout(() => this.load().catch(() => null), 200);
    };
    this.#ends = [
      company.on("lobby", soon),
      company.on("games", soon),
      company.on("challenge", soon),
      company.on("start", ({ game }) => {
        if (this.#wanted && game) this.#begin(game);
        else soon();
      }),
    ];
  }

  leave() {
    company.watchLobby(false);
    clearTimeout(this.#loading);
    this.#ends.forEach((end) => end());
    if (this.#wanted) this.stop();
  }

  async load() {
    const [lobby, me] = await Promise.all([api.get("/api/people/lobby"), api.get("/api/people/me")]);
    if (!this.#me && me.name) this.#name.value = me.name;
    this.#name.readOnly = me.kind !== "guest";
    this.#me = me;
    put(
      this.#own,
      section("Challenges for you", me.challenges.filter((one) => one.to_me).map(challengeCard)),
      section("Your games", me.games.map(ownGame)),
      section("Waiting for an opponent", me.challenges.filter((one) => one.mine).map(challengeCard)),
      me.blocked.length
        ? h("p", { class: "note" }, h("a", { href: "/account" }, `Blocked people: ${me.blocked.length}`))
        : null,
    );
    const offers = lobby.challenges.filter((one) => !one.mine);
    put(
      this.#lists,
      h(
        "section",
        {},
        h("h2", {}, "Open challenges"),
        offers.length
          ? h("ul", { class: "lobby-list" }, offers.map(challengeCard))
          : h(
              "p",
              { class: "note" },
              "Nobody is waiting right now. Post an open challenge, or send a link to a friend.",
            ),
      ),
      section("Tournaments", lobby.tournaments.map(tournamentCard)),
    );
    put(
      this.#side,
      h(
        "section",
        {},
        h("h2", {}, "Games to watch"),
        lobby.games.length
          ? h("ul", { class: "lobby-games" }, lobby.games.map(watchable))
          : h("p", { class: "note" }, "Games between people appear here while they are in progress."),
      ),
      h(
        "section",
        {},
        h("h2", {}, `Online: ${lobby.here}`),
        h(
          "ul",
          { class: "lobby-people" },
          lobby.people.map((one) =>
            h(
              "li",
              {},
              h("span", { class: "here-dot", "data-here": true }),
              one.name,
              one.me ? " (you)" : "",
              one.playing ? h("span", { class: "note" }, " playing") : null,
            ),
          ),
        ),
      ),
    );
  }

  // --- quick pairing ------------------------------------------------------------------------------------------------

  #showPairing() {
    put(
      this.#pairing,
      this.#wanted
        ? [
            h(
              "p",
              { class: "challenge-waiting", role: "status" },
              h("span", { class: "challenge-pulse", "aria-hidden": "true" }),
              `Looking for an opponent (${this.#wanted}) …`,
            ),
            h("button", { type: "button", class: "button", onclick: () => this.stop() }, "Stop"),
          ]
        : [
            ...QUICK.map((clock) =>
              h("button", { type: "button", class: "button lobby-time", onclick: () => this.seek(clock) }, clock),
            ),
            h("p", { class: "note lobby-clock" }, "Minutes for each player + seconds added per move."),
          ],
    );
  }

  /** @param {string} clock */
  async seek(clock) {
    this.#wanted = clock;
    this.#showPairing();
    await this.#ask();
  }

  async #ask() {
    clearTimeout(this.#timer);
    /** @type {Wire.NewChallenge} */
    const wanted = { place: "quick", clock: this.#wanted, rated: this.#rated };
    if (this.#me?.kind === "guest") wanted.name = this.#name.value.trim();
    try {
      const { game } = await api.post("/api/people/pairing", wanted);
      if (game) this.#begin(game);
      else if (this.#wanted) this.#timer = setTimeout(() => this.#ask(), RENEW);
    } catch (error) {
      this.#wanted = "";
      this.#showPairing();
      toast(sentence(reason(error)), "error");
    }
  }

  /** @param {string} game */
  #begin(game) {
    clearTimeout(this.#timer);
    this.#wanted = "";
    play("start");
    go(`/play/${game}`);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#wanted = "";
    this.#showPairing();
    api.delete("/api/people/pairing").catch(() => null);
  }
}
