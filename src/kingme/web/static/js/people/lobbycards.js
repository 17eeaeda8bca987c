/** What the lobby lists: challenges, tournaments, own games and those of others, each as a card that leads to it. */

import { factLine, h } from "../dom.js";
import { miniBoard } from "../miniboard.js";
import { plural } from "../words.js";
import { termWords, timeLeft, timeWords } from "./terms.js";

/** @param {string} title @param {HTMLElement[]} items */
export function section(title, items) {
  return items.length ? h("section", {}, h("h2", {}, title), h("ul", { class: "lobby-list" }, items)) : null;
}

/** @param {Wire.ChallengeReport} one */
export function challengeCard(one) {
  const who = one.mine
    ? (one.opponent ?? (one.place === "link" ? "Your invitation link" : "Open to anybody"))
    : one.name;
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card lobby-card", href: `/challenge/${one.id}` },
      h("strong", {}, who, one.rating && !one.mine ? ` (${one.rating})` : ""),
      factLine(termWords(one)),
    ),
  );
}

/** @param {Wire.ListedTournament} one */
export function tournamentCard(one) {
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card lobby-card", href: `/tournament/${one.id}` },
      h("strong", {}, one.title),
      factLine([
        one.kind === "arena" ? "Arena" : "Round robin",
        one.game_title,
        timeWords(one),
        one.rated ? "rated" : "casual",
        plural(one.players, "player"),
        one.started ? "running" : "not started",
        one.owner ? "yours" : one.joined ? "joined" : "",
      ]),
    ),
  );
}

/** @param {Wire.RunningGame} game */
export function ownGame(game) {
  const left = game.deadline && !game.clock ? `${timeLeft(game.deadline)} left` : "";
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card lobby-card", href: `/play/${game.id}`, "data-turn": game.my_turn },
      h("strong", {}, game.opponent),
      factLine([
        game.my_turn ? "Your turn" : "Their turn",
        left,
        plural(Math.ceil(game.plies / 2), "move"),
        game.rated ? "rated" : "",
      ]),
    ),
  );
}

/** @param {Wire.WatchableGame} game */
export function watchable(game) {
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card lobby-card lobby-watch", href: `/play/${game.id}` },
      miniBoard(game.fen, { label: `${game.black} – ${game.white}` }),
      h("strong", {}, `${game.black} – ${game.white}`),
      factLine([game.title, game.rated ? "rated" : "", game.watchers ? plural(game.watchers, "spectator") : ""]),
    ),
  );
}
