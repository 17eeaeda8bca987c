/** What the page of a game between two people has beside the board: offers and who may answer them, and the chat. */

import { api, reason } from "../api.js";
import { confirmDialog } from "../dialogs/dialog.js";
import { h, mark, put } from "../dom.js";
import { other } from "../position.js";
import { go } from "../router.js";
import { play } from "../sound.js";
import { toast } from "../toast.js";
import { sentence } from "../words.js";
import { company } from "./company.js";
import { reportDialog } from "./report.js";

const MUTED = "kingme.muted";

export class SharedTable {
  #game;
  #offer;
  #key = "";
  #timer = 0;
  #lines = h("ol", { class: "chat-lines", "aria-live": "polite" });
  /** @type {Set<number>} */
  #known = new Set();
  #heard = false; // what was said before the page was opened is no news
  #text = h("input", { type: "text", maxlength: 200, autocomplete: "off", placeholder: "Say something kind" });
  #muted = localStorage.getItem(MUTED) === "yes";

  /** @param {import("../game.js").Game} game @param {HTMLElement} offer  the box beside the board for offers */
  constructor(game, offer) {
    this.#game = game;
    this.#offer = offer;
    /** @type {HTMLInputElement} */
    const mute = h("input", { type: "checkbox", onchange: () => this.#mute(mute.checked) });
    mute.checked = this.#muted;
    this.chat = h(
      "div",
      { class: "chat" },
      this.#lines,
      h(
        "form",
        { class: "chat-form", onsubmit: (event) => this.#say(event) },
        h("label", { class: "visually-hidden", for: "chat-text" }, "Message"),
        this.#text,
        h("button", { class: "button" }, "Send"),
      ),
      h(
        "div",
        { class: "chat-foot" },
        h("label", { class: "check" }, mute, h("span", {}, "Mute the chat")),
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", class: "button", onclick: () => this.#block() }, "Block"),
          h(
            "button",
            { type: "button", class: "button", onclick: () => reportDialog(this.#game.state.id, this.#otherName) },
            "Report",
          ),
        ),
      ),
    );
    this.#text.id = "chat-text";
    this.#showMute();
    company.join();
    game.on("presence", () => this.update());
    game.on("chat", ({ lines }) => this.#show(lines));
    game.on("declined", ({ by }) => this.#other !== by || toast(`${this.#otherName} declines.`));
  }

  /** The side at the other end. */
  get #other() {
    return other(/** @type {Color} */ (this.#game.mine[0]));
  }

  get #otherName() {
    return this.#game.state.players[this.#other].name;
  }

  leave() {
    clearTimeout(this.#timer);
  }

  /** Show what is offered; the box stays as it is while nothing has changed. */
  update() {
    const { state, mine } = this.#game;
    const { shared } = state;
    clearTimeout(this.#timer);
    if (!shared || !mine.length) {
      this.#offer.hidden = true;
      return;
    }
    if (shared.next && state.outcome) this.#follow(shared.next);
    const [kind, by] = this.#standing();
    this.#offer.hidden = !kind;
    const key = `${kind} ${by}`;
    if (key === this.#key) return;
    this.#key = key;
    mark(this.#offer, "data-kind", kind || null);
    put(this.#offer, this.#words(kind, by === mine[0]));
    if (kind && by !== mine[0]) play("start");
  }

  /** What is offered, and by whom. @returns {[kind: string, by: Color|null]} */
  #standing() {
    const { state } = this.#game;
    const { shared } = state;
    if (!shared) return ["", null];
    if (state.outcome) return shared.rematch && !shared.next ? ["rematch", shared.rematch] : ["", null];
    if (shared.takeback) return ["takeback", shared.takeback];
    if (state.draw_offer) return ["draw", state.draw_offer];
    const at = shared.claim_at[this.#other];
    if (at === null || state.turn !== this.#other) return ["", null];
    const wait = at * 1000 - Date.now();
    if (wait <= 0) return ["claim", this.#other];
    this.#timer = setTimeout(() => this.update(), wait + 200);
    return ["", null];
  }

  /** @param {string} kind @param {boolean} mine */
  #words(kind, mine) {
    /** @param {string} text @param {string} type @param {object} more */
    const button = (text, type, more = {}) =>
      h(
        "button",
        {
          type: "button",
          class: type === "decline" ? "button" : "button primary",
          onclick: () => this.#game.send(type, more),
        },
        text,
      );
    const name = this.#otherName;
    if (kind === "claim")
      return [
        h("span", {}, `${name} has left the game.`),
        h(
          "div",
          { class: "row" },
          button("Claim the win", "claim", { result: "win" }),
          button("Call it a draw", "claim", { result: "draw" }),
        ),
      ];
    const what = { draw: "a draw", takeback: "to take back a move", rematch: "a rematch" }[kind];
    if (!what) return [];
    if (mine)
      return [
        h("span", {}, kind === "takeback" ? `You have asked ${what}.` : `You have offered ${what}.`),
        button("Withdraw", "decline"),
      ];
    const type = kind === "takeback" ? "undo" : kind;
    return [
      h("span", {}, kind === "takeback" ? `${name} asks ${what}.` : `${name} offers ${what}.`),
      h("div", { class: "row" }, button("Accept", type), button("Decline", "decline")),
    ];
  }

  /** @param {string} game */
  #follow(game) {
    if (location.pathname === `/play/${this.#game.state.id}`) go(`/play/${game}`);
  }

  // --- the chat -----------------------------------------------------------------------------------------------------

  /** @param {ChatLine[]} lines */
  #show(lines) {
    for (const line of lines) {
      if (this.#known.has(line.number)) continue;
      this.#known.add(line.number);
      const mine = line.side === this.#game.mine[0];
      const name = mine ? "You" : this.#game.state.players[line.side].name;
      this.#lines.append(h("li", { "data-mine": mine }, h("strong", {}, name), h("span", {}, line.text)));
      if (!mine && this.#heard && !this.#muted && !this.chat.checkVisibility()) {
        toast(`${name}: ${line.text}`);
        play("move");
      }
    }
    this.#heard = true;
    this.#lines.scrollTop = this.#lines.scrollHeight;
  }

  /** @param {Event} event */
  #say(event) {
    event.preventDefault();
    const text = this.#text.value.trim();
    if (text && this.#game.send("chat", { text })) this.#text.value = "";
  }

  /** @param {boolean} on */
  #mute(on) {
    this.#muted = on;
    localStorage.setItem(MUTED, on ? "yes" : "no");
    this.#showMute();
  }

  #showMute() {
    this.#lines.hidden = this.#muted;
    /** @type {HTMLElement} */ (this.#text.form).hidden = this.#muted;
  }

  async #block() {
    const name = this.#otherName;
    const text = `${name} can no longer write to you, accept your challenges or be paired with you.`;
    if (!(await confirmDialog(`Block ${name}?`, text, "Block"))) return;
    try {
      await api.post("/api/people/blocked", { game: this.#game.state.id });
      toast(`${name} is blocked.`);
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  }
}
