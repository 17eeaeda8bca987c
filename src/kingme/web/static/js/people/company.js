/**
 * What is new among people: a line to the server, and a number beside "People" for the games where it is one's turn.
 *
 * The line is opened by pages that need it, and by every page of a browser that has played with others. Events: "start"
 * (a game has begun), "games" (one's games have changed), "lobby", "challenge", "declined".
 */

import { api } from "../api.js";
import { mark } from "../dom.js";
import { Emitter } from "../emitter.js";
import { LiveSocket } from "../socket.js";

const KEY = "kingme.people";

/** @typedef {{type: "start"|"games"|"lobby"|"challenge"|"declined", game?: string, challenge?: string}} News */

/** @extends {Emitter<{start: News, games: News, lobby: News, challenge: News, declined: News, waiting: number}>} */
class Company extends Emitter {
  /** @type {LiveSocket<News>|null} */
  #socket = null;
  #lobby = false;
  #asking = 0;
  /** How many games wait for a move, and challenges for an answer. */
  waiting = 0;

  /** Open the line, and from now on in every page. */
  join() {
    try {
      localStorage.setItem(KEY, "yes");
    } catch {
      // the line is then open in this page only
    }
    if (this.#socket) return;
    const socket = /** @type {LiveSocket<News>} */ (new LiveSocket("/api/people/ws"));
    this.#socket = socket;
    socket.on("open", () => this.#lobby && socket.send({ type: "lobby", on: true }));
    socket.on("message", (news) => {
      this.tell(news.type, news);
      if (news.type !== "lobby") this.#count();
    });
    new MutationObserver(() => this.#showTitle()).observe(document.head, { childList: true, subtree: true });
  }

  /** Whether the page shows the lobby. @param {boolean} on */
  watchLobby(on) {
    this.#lobby = on;
    this.#socket?.send({ type: "lobby", on });
  }

  /** Ask how many games wait; several pieces of news at once need one answer. */
  #count() {
    clearTimeout(this.#asking);
    this.#asking = setTimeout(async () => {
      try {
        const { games, challenges } = await api.get("/api/people/me");
        const open = location.pathname.split("/").at(-1);
        const turns = games.filter((game) => game.my_turn && game.id !== open).length;
        this.waiting = turns + challenges.filter((one) => one.to_me && one.id !== open).length;
      } catch {
        return; // the next piece of news asks again
      }
      for (const link of document.querySelectorAll('.topbar a[href="/people"]')) {
        mark(link, "data-waiting", this.waiting || null);
        mark(link, "aria-label", this.waiting ? `People: ${this.waiting} waiting for you` : null);
      }
      this.#showTitle();
      this.tell("waiting", this.waiting);
    }, 100);
  }

  #showTitle() {
    const plain = document.title.replace(/^\(\d+\) /, "");
    const wanted = this.waiting ? `(${this.waiting}) ${plain}` : plain;
    if (document.title !== wanted) document.title = wanted;
  }
}

export const company = new Company();

/** Whether this browser has played with others. */
export function hasCompany() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}
