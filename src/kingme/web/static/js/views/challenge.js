/** A challenge: whoever has made it sends its link and waits, everybody else reads what is offered and sits down. */

import { needStyles } from "../analysis/style.js";
import { api, isMissing, reason } from "../api.js";
import { field } from "../dialogs/dialog.js";
import { friendDialog, nameInput } from "../dialogs/friend.js";
import { factLine, h } from "../dom.js";
import { copy } from "../files.js";
import { setGame } from "../games/current.js";
import { icon } from "../icons.js";
import { miniBoard } from "../miniboard.js";
import { namedFen, START_FEN } from "../position.js";
import { company } from "../people/company.js";
import { termWords } from "../people/terms.js";
import { go } from "../router.js";
import { play } from "../sound.js";
import { toast } from "../toast.js";
import { sentence, sideName } from "../words.js";
import { notFound, unreachable } from "./message.js";

/** @param {Context} context @returns {Promise<View>} */
export async function challengeView({ params }) {
  try {
    const [challenge, me] = await Promise.all([
      api.get(`/api/people/challenges/${encodeURIComponent(params.id)}`),
      api.get("/api/people/me"),
      needStyles("company"),
      api.config().catch(() => null),
    ]);
    company.join();
    if (challenge.accepted) {
      await go(`/play/${challenge.accepted}`, { replace: true });
      return { title: "", element: h("div") };
    }
    setGame(challenge.game);
    return challenge.mine ? waiting(challenge) : invitation(challenge, me);
  } catch (error) {
    if (isMissing(error))
      return notFound("This invitation is over: it was withdrawn, or somebody else has accepted it.");
    return unreachable(error);
  }
}

/** @param {Wire.ChallengeReport} challenge */
function picture(challenge) {
  const fen = challenge.fen ?? (challenge.game === "english" ? START_FEN : namedFen("", challenge.game));
  return challenge.fen || challenge.game === "english"
    ? h("div", { class: "challenge-board", "aria-hidden": "true" }, miniBoard(fen))
    : null;
}

/** @param {Wire.ChallengeReport} challenge @returns {View} */
function waiting(challenge) {
  const link = `${location.origin}/challenge/${challenge.id}`;
  /** @type {HTMLInputElement} */
  const box = h("input", {
    type: "text",
    readonly: true,
    class: "code challenge-link",
    "aria-label": "Link for your friend",
    value: link,
    onfocus: () => box.select(),
  });
  const share =
    "share" in navigator
      ? h(
          "button",
          {
            type: "button",
            class: "button",
            onclick: () => navigator.share({ title: "KingMe", url: link }).catch(() => null),
          },
          icon("link"),
          "Share",
        )
      : null;
  const local = /^(localhost|127\.|\[::1\])/.test(location.host);
  const stop = [
    company.on("start", ({ game }) => game && arrive(challenge.id, game)),
    company.on("games", () => look(challenge.id)),
    company.on("declined", ({ challenge: id }) => {
      if (id !== challenge.id) return;
      toast(`${challenge.opponent ?? "Your opponent"} has declined.`);
      go("/lobby");
    }),
  ];
  const withdraw = async () => {
    try {
      await api.delete(`/api/people/challenges/${challenge.id}`);
      go("/lobby");
    } catch (error) {
      toast(sentence(reason(error)), "error");
    }
  };
  const open = challenge.place === "lobby";
  const who = challenge.opponent ?? (open ? "an opponent" : "your friend");
  return {
    title: "Waiting",
    leave: () => stop.forEach((end) => end()),
    element: h(
      "div",
      { class: "page challenge" },
      h(
        "h1",
        {},
        open ? "Your challenge is in the lobby" : challenge.opponent ? `Challenge to ${who}` : "Invite a friend",
      ),
      factLine(termWords(challenge)),
      h(
        "div",
        { class: "challenge-body" },
        picture(challenge),
        h(
          "div",
          { class: "challenge-side" },
          challenge.opponent || open ? null : shareCard(link, box, share, local),
          h(
            "p",
            { class: "challenge-waiting", role: "status" },
            h("span", { class: "challenge-pulse", "aria-hidden": "true" }),
            `Waiting for ${who}. The game opens here automatically. You can leave this page and come back.`,
          ),
          h("button", { type: "button", class: "button", onclick: withdraw }, "Withdraw"),
        ),
      ),
    ),
  };
}

/** The link to send. @param {string} link @param {HTMLInputElement} box @param {Child} share @param {boolean} local */
function shareCard(link, box, share, local) {
  return h(
    "div",
    { class: "card challenge-share" },
    h("p", {}, "Send this link to a friend. The first to accept plays against you. No account is needed."),
    h(
      "div",
      { class: "row" },
      box,
      h(
        "button",
        { type: "button", class: "button primary", onclick: () => copy(link, "Link") },
        icon("copy"),
        "Copy link",
      ),
      share,
    ),
    local
      ? h(
          "p",
          { class: "note" },
          "Only this computer can open the link. To let others in, start the server with ",
          h("code", {}, "kingme serve --host 0.0.0.0"),
          ".",
        )
      : null,
  );
}

/** @param {string} id @param {string} game */
async function arrive(id, game) {
  const found = await api.get(`/api/people/challenges/${id}`).catch(() => null);
  if (found?.accepted !== game) return;
  play("start");
  go(`/play/${game}`, { replace: true });
}

/** The line was away for a moment: perhaps somebody has come. @param {string} id */
async function look(id) {
  const found = await api.get(`/api/people/challenges/${id}`).catch(() => null);
  if (found?.accepted && location.pathname === `/challenge/${id}`) go(`/play/${found.accepted}`, { replace: true });
}

/** @param {Wire.ChallengeReport} challenge @param {Wire.MeetingReport} me @returns {View} */
function invitation(challenge, me) {
  const name = nameInput(me.name);
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const submit = h("button", { class: "button primary big" }, icon("play"), "Play");
  /** @param {Event} event */
  const join = async (event) => {
    event.preventDefault();
    submit.disabled = true;
    problem.hidden = true;
    try {
      const body = me.kind === "guest" ? { name: name.value.trim() } : {};
      const { game } = await api.post(`/api/people/challenges/${challenge.id}/accept`, body);
      play("start");
      go(`/play/${game}`, { replace: true });
    } catch (error) {
      problem.textContent = sentence(reason(error));
      problem.hidden = false;
    } finally {
      submit.disabled = false;
    }
  };
  const decline = async () => {
    await api.delete(`/api/people/challenges/${challenge.id}`).catch(() => null);
    go("/lobby");
  };
  const yours = { black: "white", white: "black", random: "" }[challenge.color];
  return {
    title: `${challenge.name} invites you`,
    element: h(
      "div",
      { class: "page challenge" },
      h("h1", {}, `${challenge.name} invites you to a game`),
      factLine([
        ...termWords(challenge),
        challenge.rating ? `rating ${challenge.rating}` : "",
        yours ? `you play ${sideName(/** @type {Color} */ (yours))}` : "colours at random",
      ]),
      h(
        "div",
        { class: "challenge-body" },
        picture(challenge),
        h(
          "div",
          { class: "challenge-side" },
          h(
            "form",
            { class: "card challenge-join", onsubmit: join },
            me.kind === "guest"
              ? field("Your name", name)
              : h("p", {}, "You play as ", h("strong", {}, me.name ?? ""), "."),
            problem,
            h(
              "div",
              { class: "row" },
              submit,
              challenge.to_me ? h("button", { type: "button", class: "button", onclick: decline }, "Decline") : null,
              h(
                "button",
                { type: "button", class: "button", onclick: () => friendDialog({ game: challenge.game }) },
                "Offer another game",
              ),
            ),
          ),
          h("p", { class: "note" }, "You don't need an account. Your opponent sees the name that you choose."),
        ),
      ),
    ),
  };
}
