/** One's own players on the strength ladder: enter a spec, see how far its games are, stop or remove it. */

import { api } from "../api.js";
import { confirmDialog, field } from "../dialogs/dialog.js";
import { h, put } from "../dom.js";
import { PlayerChoice } from "../playerchoice.js";
import { plural } from "../words.js";
import { act, form, input } from "./accountform.js";

const STATES = { playing: "games are being played", done: "finished", stopped: "stopped", failed: "failed" };
const PATH = "/api/ladder/entrants";

/** @param {Wire.Config} config @param {Wire.EntrantList} list @param {() => void} again  draws the page anew */
export function entrantsCard(config, list, again) {
  const body = h("div", { class: "people-body" });
  const show = (/** @type {Wire.EntrantList} */ { offered, entrants }) =>
    put(
      body,
      entrants.length
        ? h(
            "ul",
            { class: "account-list entrants" },
            entrants.map((one) => row(one, again)),
          )
        : null,
      offered ? entry(config, again) : h("p", {}, h("a", { href: "/account" }, "Log in"), " to enter a player."),
    );
  show(list);
  return h(
    "details",
    { class: "card account-more", open: list.entrants.length > 0 },
    h("summary", {}, "Enter a player"),
    body,
  );
}

/** @param {Wire.EntrantReport} one @param {() => void} again */
function row(one, again) {
  const change = (/** @type {Promise<unknown>} */ work) => act(work, again);
  const remove = async () => {
    const text = "Its games and its rating are deleted.";
    if (await confirmDialog(`Remove ${one.name}?`, text, "Remove")) await change(api.delete(`${PATH}/${one.id}`));
  };
  /** @param {string} text @param {() => unknown} action */
  const button = (text, action) => h("button", { type: "button", class: "button small", onclick: action }, text);
  return h(
    "li",
    {},
    h("span", {}, one.games ? h("a", { href: one.link }, one.name) : one.name, " ", h("code", {}, one.spec)),
    h(
      "span",
      { class: "note figure" },
      one.games ? `${one.rating} (${one.low}–${one.high}) after ${plural(one.games, "game")}, ` : "",
      one.message || STATES[one.state],
    ),
    h(
      "div",
      { class: "row" },
      one.state === "playing" ? button("Stop", () => change(api.post(`${PATH}/${one.id}/stop`))) : null,
      one.state === "stopped" || one.state === "failed"
        ? button("Resume", () => change(api.post(`${PATH}/${one.id}/resume`)))
        : null,
      button("Remove", remove),
    ),
  );
}

/** @param {Wire.Config} config @param {() => void} again */
function entry(config, again) {
  const name = input("off", { maxlength: 24 });
  const choice = new PlayerChoice(config, "mcts:iterations=1000", "Player");
  return form(
    "A new player",
    [
      h(
        "p",
        { class: "note" },
        "The server plays its games against levels close to its strength, whenever nobody else needs the computer, " +
          "until the rating is certain to about 75 points.",
      ),
      field("Name", name, "It stands in the table for everybody"),
      choice.element,
    ],
    "Enter the player",
    async () => {
      await api.post(PATH, { name: name.value, spec: choice.value });
      again();
    },
  );
}
