"""Every page and dialog of the site in one list, for tests that look at all of them. A new page is one line here."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from web.arena.helpers import begin, wait_for_run
from web.browser.table import HUMAN, RANDOM, Table
from web.people.accounts import PASSWORD

PDN = '[Black "Ann"]\n[White "Ben"]\n\n1. 11-15 23-19 2. 8-11 26-23 3. 15-18 23x14 4. 9x18 *\n'  # with three blunders
SHOT = "B:W18,24,K10:B12,16"


@dataclass
class World:
    """What there is to be seen: a game that is played, one that is over, one with somebody else, a run, a class.

    `cookies` are those of the two people: of the guest who has made all this, and of a member with an account.
    """

    game: str
    plain: str
    over: str
    run: int
    group: str
    joined: str
    challenge: str
    contest: str
    met: str
    cookies: dict[bool, list[Any]]


def make_world(table: Table) -> World:
    """Make it for the browser of a table."""
    request = table.page.context.request
    request.get("/api/config")

    def game(**options: Any) -> str:
        return str(request.post("/api/games", data={"black": HUMAN, "white": HUMAN} | options).json()["id"])

    class Http:
        """The same browser as an HTTP client: a run belongs to whoever began it."""

        @staticmethod
        def post(path: str, json: Any) -> Any:
            return Answer(request.post(path, data=json))

        @staticmethod
        def get(path: str) -> Any:
            return Answer(request.get(path))

    other = table.page.context.browser.new_context(base_url=request.get("/api/config").url.partition("/api/")[0])
    pupil = other.request
    pupil.get("/api/config")
    run = begin(Http, games=2)
    person = {"name": "Ann", "color": "black", "clock": "5+3"}
    met, cookies = _meet(table)
    made = World(
        game=game(white={"kind": "ai", "spec": "level-6"}, clock="5+3"),
        plain=game(white=RANDOM),
        over=game(start={"import": {"text": PDN.replace("*", "1-0")}}),
        run=run,
        group=_make_class(request, pupil),
        joined=_make_class(pupil, request),
        contest=str(request.post("/api/tournaments", data={"title": "Friday"}).json()["id"]),
        challenge=str(request.post("/api/people/challenges", data=person).json()["id"]),
        met=met,
        cookies=cookies,
    )
    other.close()
    wait_for_run(Http, run, "finished")
    return made


def _meet(table: Table) -> tuple[str, dict[bool, list[Any]]]:
    """Two games with a member: a rated one that is over, and one with a chat in which a draw is offered."""
    guest = table.page.context
    site = guest.request.get("/api/config").url.partition("/api/")[0]
    visit = guest.browser.new_context(base_url=site)
    member = visit.request
    account = {"name": f"Bea {secrets.token_hex(3)}", "password": PASSWORD}
    assert member.post("/api/account", data=account).status == 201

    def game(**options: Any) -> str:
        wanted = {"name": "Ann", "color": "black", "clock": "30+0"} | options
        made = guest.request.post("/api/people/challenges", data=wanted).json()
        return str(member.post(f"/api/people/challenges/{made['id']}/accept", data={}).json()["game"])

    def act(person: Any, game: str, type: str, **fields: Any) -> None:
        answer = person.post(f"/api/people/games/{game}", data={"type": type, **fields})
        assert answer.status == 200, answer.text()

    rated = game(rated=True)
    act(guest.request, rated, "move", path=[11, 15])
    act(member, rated, "move", path=[23, 19])
    act(guest.request, rated, "resign")
    met = game()
    act(guest.request, met, "move", path=[11, 15])
    act(member, met, "move", path=[23, 19])
    act(member, met, "chat", text="Good luck, and have fun!")
    act(member, met, "draw")
    cookies = {False: guest.cookies(), True: visit.cookies()}
    visit.close()
    return met, cookies


def _make_class(teacher: Any, pupil: Any) -> str:
    """A class with work of three kinds, and one who has joined it."""
    code = str(teacher.post("/api/classes", data={"title": "A class"}).json()["code"])
    for kind, id in (("tour", "minimax-by-hand"), ("puzzles", "shot:10"), ("position", SHOT)):
        work = {"kind": kind, "id": id, "title": "Something to do by next Tuesday"}
        answer = teacher.post(f"/api/classes/{code}/assignments", data=work)
        assert answer.status == 200, answer.text()
    joined = pupil.post(f"/api/classes/{code}/join", data={"name": "Bartholomew Featherstonehaugh"})
    assert joined.status == 200, joined.text()
    return code


class Answer:
    """An answer of playwright's client with the names that helpers expect."""

    def __init__(self, answer: Any) -> None:
        self.status_code, self.text, self._answer = answer.status, answer.text(), answer

    def json(self) -> Any:
        return self._answer.json()


@dataclass(frozen=True)
class Place:
    """A page, or what opens on it.

    `address` may name fields of the `World`; `ready` is a selector to wait for; `then` opens a dialog or a tab; `reads`
    are selectors of what must be in view without scrolling, at every size; `member` says who looks at it.
    """

    name: str
    address: str
    ready: str
    then: Callable[[Table], None] | None = None
    reads: tuple[str, ...] = field(default=())
    member: bool = False

    def open(self, table: Table, world: World) -> None:
        table.page.context.clear_cookies()
        table.page.context.add_cookies(world.cookies[self.member])
        table.go(self.address.format(**vars(world)))
        table.page.locator(self.ready).first.wait_for()
        if self.then is not None:
            self.then(table)

    def __str__(self) -> str:
        return self.name


def press_key(key: str) -> Callable[[Table], None]:
    def press(table: Table) -> None:
        table.page.keyboard.press(key)
        table.page.get_by_role("dialog").wait_for()

    return press


def press_tab(name: str, ready: str = "[role=tabpanel]:not([hidden])") -> Callable[[Table], None]:
    def choose(table: Table) -> None:
        table.page.get_by_role("tab", name=name, exact=True).click()
        table.page.locator(ready).first.wait_for()

    return choose


def press_button(name: str, ready: str = "dialog[open]") -> Callable[[Table], None]:
    def click(table: Table) -> None:
        table.page.get_by_role("button", name=name).first.click()
        table.page.locator(ready).first.wait_for()

    return click


def open_menu(name: str) -> Callable[[Table], None]:
    return press_button(name, ".menu-list:not([hidden])")


def _choose(table: Table) -> None:
    table.page.locator(".cell.movable").first.click()
    table.page.locator(".target.dot").first.wait_for()


def _custom(table: Table) -> None:
    """The New game dialog with an algorithm of one's own and its parameters."""
    press_key("n")(table)
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_text("Other opponents").click()
    dialog.get_by_label("Player", exact=True).select_option("Custom algorithm …")
    dialog.get_by_text("Parameters", exact=True).click()


def _simulate(table: Table) -> None:
    """Ten simulations, the table of the nodes, and one of the phases of the last."""
    page = table.page
    page.click('.run[data-count="10"]')
    page.wait_for_selector(".counter:text-is('10 done')")
    page.wait_for_selector(".halt", state="hidden")
    page.click(".node-table summary")
    page.click(".phase-chip:has-text('Select')")
    page.wait_for_selector(".worked")


def _compare(table: Table) -> None:
    table.page.click(".compare-start")
    table.page.locator(".verdict-line[data-agree]").wait_for()


def _answer(table: Table) -> None:
    table.page.locator(".tour-choice").first.click()
    table.page.locator(".tour-feedback:not(:empty)").wait_for()


def _resign(table: Table) -> None:
    table.page.get_by_role("button", name="More").click()
    table.page.get_by_role("button", name="Resign").click()
    table.page.get_by_role("dialog").wait_for()


def _learn(table: Table) -> None:
    """A review with a mistake in it, and the task that it sets."""
    page = table.page
    page.get_by_role("tab", name="Review", exact=True).click()
    page.get_by_label("Review depth").select_option("quick")
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("button", name="Learn from these mistakes").first.click(timeout=120_000)
    page.locator(".learn-text").wait_for()


HEAD = ("dialog h2", "dialog .dialog-foot .primary")
PLACES = [
    Place("start", "/", ".home-play:not([disabled])", reads=(".board",)),
    Place("start from a position", f"/?fen={SHOT}", ".from-link", reads=(".from-link strong",)),
    Place("new game", "/", ".home-play:not([disabled])", press_key("n"), HEAD),
    Place("custom opponent", "/", ".home-play:not([disabled])", _custom, ("dialog .dialog-foot .primary",)),
    Place("settings", "/", ".home-play:not([disabled])", press_key(","), ("dialog h2",)),
    Place("keyboard", "/", ".home-play:not([disabled])", press_key("?"), ("dialog h2",)),
    Place("game", "/play/{game}", ".stage.play", reads=(".board", ".status-line", ".actions")),
    Place("piece chosen", "/play/{plain}", ".stage.play .cell.movable", _choose, (".board", ".status-line")),
    Place("thinking", "/play/{game}", ".stage.play", press_tab("Thinking", ".thinking-head"), (".board",)),
    Place("info", "/play/{game}", ".stage.play", press_tab("Info", ".facts"), (".board",)),
    Place("resigning", "/play/{game}", ".stage.play", _resign, ("dialog h2", "dialog .danger")),
    Place(
        "game over",
        "/play/{over}",
        ".result-card:not([hidden])",
        reads=(".board", ".result-title", ".result-text", ".result-card .primary"),
    ),
    Place("replay", "/replay/{over}", ".replay-slider", reads=(".board", ".replay-slider", ".replay-controls")),
    Place("games", "/games", ".game-card", reads=("h1",)),
    Place("opening a game", "/games", ".game-card", press_button("Open a game"), ("dialog h2",)),
    Place("deleting a game", "/games", ".game-card", press_button("Delete"), ("dialog h2", "dialog .danger")),
    Place("editor", "/editor", ".editor-report .verdict", reads=(".board", ".tools", ".segment:has([value=white])")),
    Place("analysis", "/analyse", ".engine-panel", reads=(".board", ".engine-bar")),
    Place("statistics", "/analyse", ".engine-panel", press_tab("Statistics", ".bars tbody tr"), (".board",)),
    Place("endgame", "/analyse", ".engine-panel", press_tab("Endgame", ".explorer-head"), (".board",)),
    Place("legality", "/analyse", ".engine-panel", press_tab("Rules", ".legality-moves td"), (".board",)),
    Place("learning", "/analyse/{over}", ".engine-panel", _learn, (".board", ".learn-text", ".learn .button")),
    Place("lab", "/lab", ".lab-doors", reads=("h1",)),
    Place("profiler", "/lab/profiler", ".workbench", reads=("h1",)),
    Place("simulated", f"/lab/profiler?player=mcts:seed=1&fen={SHOT}", ".workbench", _simulate),
    Place("minimax", "/lab/profiler?mode=trace", ".workbench", reads=("h1",)),
    Place("side by side", "/lab/compare", ".lane", reads=("h1",)),
    Place("memories", "/lab/memories", ".memories", reads=("h1",)),
    Place("compared", f"/lab/compare?fen={SHOT}&players=greedy;minimax:depth%3D2", ".lane", _compare, ("h1",)),
    Place("gallery", "/lab/gallery", ".exhibit", reads=("h1",)),
    Place("arena", "/lab/arena", ".experiment-card", reads=("h1",)),
    Place("new run", "/lab/arena", ".experiment-card", press_button("New run"), HEAD),
    Place("new experiment", "/lab/arena", ".experiment-card", press_button("Run experiment"), HEAD),
    Place("run", "/lab/arena/{run}", ".arena-game", reads=("h1",)),
    Place("game of a run", "/lab/arena/{run}/games/0", ".replay-slider", reads=(".board", ".replay-slider")),
    Place("archive", "/explorer", ".explorer-page", reads=(".board",)),
    Place("alpha-beta", "/lab/alpha-beta", ".page.alpha-beta", reads=("h1",)),
    Place("tours", "/lab/tours", ".page.tours", reads=("h1",)),
    Place("tour", "/lab/tours/four-steps", ".page.tour .tour-choice", reads=("h1", ".tour-prompt", ".tour-choices")),
    Place("tour answered", "/lab/tours/levels?step=4", ".tour-choice", _answer, ("h1", ".tour-feedback")),
    Place("learn", "/learn", ".page.learn", reads=("h1",)),
    Place("classes", "/learn/classes", ".page.classes", reads=("h1",)),
    Place("class", "/learn/classes/{group}", ".class-table tbody tr", reads=("h1",)),
    Place("class joined", "/learn/classes/{joined}", ".class-work", reads=("h1",)),
    Place("tour presented", "/lab/tours/rave?step=2&present=1", ".tour-choice", reads=("h1", ".tour-prompt")),
    Place("people", "/people?speed=blitz", ".leaders tbody tr", reads=("h1",)),
    Place("profile", "/people/level-3", ".rating-figures dd", reads=("h1", ".page-head .primary")),
    Place("own profile", "/profile", ".page.person", reads=("h1",)),
    Place("administration", "/admin", ".page.account", reads=("h1",)),
    Place("challenge", "/challenge/{challenge}", "main h1", reads=("h1",)),
    Place("lobby", "/lobby", ".page.lobby h1", reads=("h1",)),
    Place("tournament of people", "/tournament/{contest}", ".page.lobby h1", reads=("h1",)),
    Place("account", "/account", ".account-form", reads=("h1",)),
    Place("glossary", "/learn/glossary", ".page.glossary", reads=("h1",)),
    Place(
        "puzzles", "/learn/puzzles", ".puzzle-stage .cell.movable", reads=(".board", ".learn-task", ".learn-choices")
    ),
    Place("daily puzzle", "/puzzles?kind=daily", ".puzzle-stage .cell.movable", reads=(".board", ".learn-task")),
    Place("progress", "/learn/progress", ".progress-figures", reads=("h1",)),
    Place("lesson", "/learn/lesson/two-for-one", ".stage .board", reads=(".board",)),
    Place("algorithm", "/learn/algorithms/mcts", "article.algorithm", reads=("h1",)),
    Place("formulas", "/learn/algorithms/minimax", "article.algorithm", reads=("h1",)),
    Place("rules of a game", "/learn/games/othello", "article", reads=("h1",)),
    Place("drill", "/learn/drill/king-against-man", ".stage .board", reads=(".board",)),
    Place("nothing", "/nowhere", ".page.message", reads=("h1",)),
]
