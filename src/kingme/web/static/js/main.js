/** The page starts here: addresses, the top bar, keys, and what the server is doing. */

import { acceptDrops, openGameDialog } from "./dialogs/open.js";
import { settingsDialog } from "./dialogs/settings.js";
import { shortcutsDialog } from "./dialogs/shortcuts.js";
import { h, isTyping } from "./dom.js";
import { icon } from "./icons.js";
import { keepForLater } from "./installing.js";
import { menu } from "./menu.js";
import { company, hasCompany } from "./people/company.js";
import { pieceIcon, pieceShapes } from "./pieces.js";
import { preparation } from "./preparation.js";
import { lazy, route, start, viewKeys } from "./router.js";
import { gamesView } from "./views/games.js";
import { homeView } from "./views/home.js";
import { notFound } from "./views/message.js";
import { playView } from "./views/play.js";

/** @type {[href: string, under: string, text: string, icon: IconName][]} */
const PLACES = [
  ["/", "/ /play", "Play", "play"],
  ["/analyse", "/analyse /editor /replay /explorer", "Analyse", "search"],
  ["/lab", "/lab", "Lab", "robot"],
  ["/learn", "/learn /puzzles", "Learn", "learn"],
  ["/people", "/people /profile /account /lobby /challenge /tournament", "People", "people"],
  ["/games", "/games", "Games", "list"],
];

route("/", homeView);
route("/play/:id", playView);
route(
  "/replay/:id",
  lazy(() => import("./views/replay.js"), "replayView"),
);
route("/games", gamesView);
route(
  "/challenge/:id",
  lazy(() => import("./views/challenge.js"), "challengeView"),
);
route(
  "/tournament/:id",
  lazy(() => import("./views/tournament.js"), "tournamentView"),
);
route(
  "/lobby",
  lazy(() => import("./views/lobby.js"), "lobbyView"),
);
route(
  "/editor",
  lazy(() => import("./views/editor.js"), "editorView"),
);
route(
  "/analyse",
  lazy(() => import("./views/analyse.js"), "analyseView"),
);
route(
  "/analyse/:id",
  lazy(() => import("./views/analyse.js"), "analyseView"),
);
route(
  "/explorer",
  lazy(() => import("./views/explorer.js"), "explorerView"),
);
route(
  "/lab",
  lazy(() => import("./views/lab.js"), "labView"),
);
route(
  "/lab/profiler",
  lazy(() => import("./views/profiler.js"), "profilerView"),
);
route(
  "/lab/compare",
  lazy(() => import("./views/compare.js"), "compareView"),
);
route(
  "/lab/arena",
  lazy(() => import("./views/arena.js"), "arenaView"),
);
route(
  "/lab/arena/:run",
  lazy(() => import("./views/arenarun.js"), "arenaRunView"),
);
route(
  "/lab/arena/:run/games/:number",
  lazy(() => import("./views/arenagame.js"), "arenaGameView"),
);
route(
  "/lab/gallery",
  lazy(() => import("./views/gallery.js"), "galleryView"),
);
route(
  "/lab/memories",
  lazy(() => import("./views/memories.js"), "memoriesView"),
);
route(
  "/lab/alpha-beta",
  lazy(() => import("./views/alphabeta.js"), "alphaBetaView"),
);
route(
  "/lab/tours",
  lazy(() => import("./views/tours.js"), "toursView"),
);
route(
  "/lab/tours/:name",
  lazy(() => import("./views/tour.js"), "tourView"),
);
route(
  "/learn/classes",
  lazy(() => import("./views/classes.js"), "classesView"),
);
route(
  "/learn/classes/:code",
  lazy(() => import("./views/classroom.js"), "classroomView"),
);
route(
  "/learn/glossary",
  lazy(() => import("./views/glossary.js"), "glossaryView"),
);
route(
  "/learn",
  lazy(() => import("./views/learn.js"), "learnView"),
);
route(
  "/learn/puzzles",
  lazy(() => import("./views/puzzles.js"), "puzzlesView"),
);
route(
  "/puzzles",
  lazy(() => import("./views/puzzles.js"), "puzzlesView"),
);
route(
  "/learn/progress",
  lazy(() => import("./views/progress.js"), "progressView"),
);
route(
  "/learn/lesson/:name",
  lazy(() => import("./views/lesson.js"), "lessonView"),
);
route(
  "/learn/drill/:name",
  lazy(() => import("./views/drill.js"), "drillView"),
);
route(
  "/learn/algorithms/:name",
  lazy(() => import("./views/algorithm.js"), "algorithmView"),
);
route(
  "/learn/games/:name",
  lazy(() => import("./views/gamerules.js"), "gameRulesView"),
);
route(
  "/people",
  lazy(() => import("./views/people.js"), "peopleView"),
);
route(
  "/people/:name",
  lazy(() => import("./views/person.js"), "personView"),
);
route(
  "/profile",
  lazy(() => import("./views/person.js"), "profileView"),
);
route(
  "/admin",
  lazy(() => import("./views/admin.js"), "adminView"),
);
route(
  "/account",
  lazy(() => import("./views/account.js"), "accountView"),
);
route("/:nothing", () => notFound());

function topBar() {
  const links = PLACES.map(([href, under, text]) => h("a", { href, "data-under": under }, text));
  const phone = menu({
    label: "Menu",
    content: icon("menu"),
    items: () => [
      ...PLACES.map(([href, , text, name]) => ({ text, href, icon: name })),
      { text: "Openings and games", href: "/explorer", icon: "search" },
      { text: "Set up a position", href: "/editor", icon: "edit" },
      { text: "Open a game", action: () => openGameDialog(), icon: "open" },
      matchMedia("(hover: none) and (pointer: coarse)").matches
        ? null
        : { text: "Keyboard shortcuts", action: shortcutsDialog, icon: "keys" },
    ],
  });
  phone.classList.add("phone-menu");
  return [
    h("a", { href: "/", class: "brand" }, pieceIcon("B"), "KingMe"),
    h("nav", { "aria-label": "Main" }, links),
    h(
      "div",
      { class: "topbar-end" },
      h(
        "button",
        {
          type: "button",
          class: "icon-button keys-button",
          "aria-label": "Keyboard shortcuts",
          title: "Keyboard shortcuts (?)",
          onclick: shortcutsDialog,
        },
        icon("keys"),
      ),
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Settings", title: "Settings", onclick: settingsDialog },
        icon("settings"),
      ),
      phone,
    ),
  ];
}

/** Keys of the page and of the view; fields and dialogs keep theirs. @param {KeyboardEvent} event */
function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
  const onControl = event.target instanceof Element && event.target.closest("button, a, summary, input, [role=tab]");
  if (onControl && (event.key === " " || event.key === "Enter")) return;
  if (
    event.target instanceof HTMLInputElement &&
    (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End")
  )
    return;
  /** @type {Keys} */
  const actions = { "?": shortcutsDialog, ",": settingsDialog, ...viewKeys() };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/** Squares show their focus to people who use keys only; the browser's own guess would show it after clicks as well. */
function noteInput() {
  const set = (/** @type {string} */ kind) => () => {
    document.documentElement.dataset.input = kind;
  };
  addEventListener("keydown", set("keys"), true);
  addEventListener("pointerdown", set("pointer"), true);
}

/** @param {string} id of an element that the page has from the beginning */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

noteInput();
document.body.prepend(pieceShapes());
part("topbar").append(...topBar());
document.addEventListener("keydown", keys);
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  part("view").focus();
});
acceptDrops();
preparation();
if (hasCompany()) company.join();
await start(part("view"));
document.documentElement.dataset.ready = "yes";
keepForLater();
