"""Tours tell the truth: every right answer is worked out a second time here, without the code that made it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any

import pytest
from starlette.testclient import TestClient

from kingme.board import Board
from kingme.library.lessons.lesson import course
from kingme.move import Move
from kingme.players.base import Limit
from kingme.players.registry import player
from kingme.web.lab import guided_tours
from kingme.web.lab.guided_tours import FOLDER, Step, list_tours, make_tour, tour_data, tour_names
from kingme.web.lab.tour_schemas import TourReport
from kingme.web.lab.tour_search import Question, TourError
from kingme.web.lab.tour_steps import StepSearch
from kingme.web.learn.glossary import glossary

NAMES = tour_names()


def steps(name: str, *kinds: str) -> list[tuple[Step, dict[str, Any], dict[str, Any]]]:
    """The steps of a tour that ask such questions: as made, as written, and their search as written."""
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text())
    found = zip(make_tour(name).steps, data["step"], strict=True)
    return [
        (step, entry, data["searches"][entry["search"]])
        for step, entry in found
        if entry.get("ask", "choices").split()[0] in kinds
    ]


def answer(step: Step) -> str:
    return step.question.choices[step.question.answer].text


# --- all of them ------------------------------------------------------------------------------------------------------


def test_there_are_tours_through_all_algorithms(client: TestClient) -> None:
    listed = client.get("/api/lab/tours").json()["tours"]
    assert [item["name"] for item in listed] == NAMES
    assert len(NAMES) >= 8
    assert all(item["steps"] >= 10 for item in listed)
    assert client.get("/api/lab/tours/nothing").status_code == 404
    first = client.get(f"/api/lab/tours/{NAMES[0]}").json()
    assert first == tour_data(NAMES[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_tour_is_whole(name: str) -> None:
    data = tour_data(name)
    TourReport.model_validate(data)
    assert len({step["title"] for step in data["steps"]}) == len(data["steps"])
    for step in data["steps"]:
        said = " ".join(step[key] for key in ("title", "text", "prompt", "right", "wrong"))
        assert not re.search(r"[{}]", said), said
        assert step["prompt"].endswith("?")
        assert min(len(step["right"]), len(step["wrong"])) > 20
        assert len({choice["text"] for choice in step["choices"]}) == len(step["choices"]) >= 2
        assert 0 <= step["answer"] < len(step["choices"])
        trees = step["view"].get("trees", [])
        nodes = {node["id"] for node in trees[-1]["nodes"]} if trees else set()
        assert {choice["node"] for choice in step["choices"]} - {None} <= nodes
        for view in filter(None, (step["view"], step["after"])):
            Board.from_fen(view["board"]["fen"])
            for tree in view.get("trees", []):
                ids = [node["id"] for node in tree["nodes"]]
                assert ids[0] == 0
                assert all(node["parent"] in ids for node in tree["nodes"][1:])


@pytest.mark.parametrize("name", NAMES)
def test_a_tour_says_the_same_every_time(name: str) -> None:
    before = tour_data(name)
    guided_tours.make_tour.cache_clear()
    assert tour_data(name) == before


def test_the_right_answer_may_stand_anywhere() -> None:
    places = Counter(step.question.answer for name in NAMES for step in make_tour(name).steps)
    assert len(places) >= 3
    assert places.most_common(1)[0][1] < 0.6 * sum(places.values())


def test_what_is_wrong_with_a_tour_is_told() -> None:
    with pytest.raises(TourError, match="none of the choices"):
        Question.of(["a", "b"], "c")
    with pytest.raises(TourError, match="two different choices"):
        Question.of(["a", "a"], "a")
    searches = dict(make_tour("minimax-by-hand").searches)
    good = {"title": "", "text": "", "search": "plain", "at": "start", "prompt": "", "right": "", "wrong": ""}
    for part, problem in (
        ({"ask": "colour"}, "cannot be asked"),
        ({"ask": "who", "at": "enter 1-5"}, "does not come to"),
        ({"ask": "who", "text": "{plain.colour}"}, "no fact"),
        ({"ask": "who", "text": "{other.move}"}, "names what there is not"),
        ({"ask": "who", "colour": 1}, "not known"),
    ):
        with pytest.raises(TourError, match=problem):
            guided_tours._step(good | part, searches, "here")


# --- minimax, once more by hand ---------------------------------------------------------------------------------------


@dataclass
class Visit:
    """A position as a search without tricks sees it, with alpha and beta for MAX."""

    way: tuple[str, ...]
    alpha: float
    beta: float
    value: float = 0.0
    skipped: int = 0


class ByHand:
    """Minimax as in a textbook, with values for the side at the root."""

    def __init__(self, fen: str, order: list[str], *, pruning: bool) -> None:
        self.board, self.pruning, self.order = Board.from_fen(fen), pruning, order
        self.visits: list[Visit] = []
        self.moments: list[tuple[str, Visit]] = []
        self.search(self.board, 3, -inf, inf, ())
        self.by_way = {visit.way: visit for visit in self.visits}

    def search(self, board: Board, depth: int, alpha: float, beta: float, way: tuple[str, ...]) -> Visit:
        visit = Visit(way, alpha, beta)
        self.visits.append(visit)
        self.moments.append(("enter", visit))
        moves = board.legal_moves()
        if not way:
            moves = tuple(sorted(moves, key=lambda move: self.order.index(str(move))))
        is_max = len(way) % 2 == 0
        if depth == 0:
            visit.value = self.evaluate(board)
        else:
            assert moves, "these trees end at their horizon"
            best = -inf if is_max else inf
            for number, move in enumerate(moves, 1):
                below = self.search(board.play(move), depth - 1, alpha, beta, (*way, str(move))).value
                best = max(best, below) if is_max else min(best, below)
                if self.pruning:
                    alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
                if self.pruning and alpha >= beta:
                    visit.skipped = len(moves) - number
                    break
            visit.value = best
        self.moments.append(("leave", visit))
        return visit

    def evaluate(self, board: Board) -> float:
        worth = 0
        for square in board.pieces():
            piece = board.piece_at(square)
            assert piece is not None
            worth += (3 if piece.king else 1) * (1 if piece.color == self.board.turn else -1)
        return worth

    def right(self, kind: str, place: int, visit: Visit) -> str:
        """How the right answer begins."""
        is_max = len(visit.way) % 2 == 0
        match kind:
            case "who":
                return "MAX" if is_max else "MIN"
            case "cut":
                return "Yes" if visit.skipped else "No"
            case "move":
                best = self.visits[0].value
                return next(item.way[0] for item in self.visits if len(item.way) == 1 and item.value == best)
            case "next" | "more":
                following, then = self.moments[place]
                if kind == "more":
                    return "Yes" if following == "enter" else "No"
                return then.way[-1] if following == "enter" else "None"
        value: float = getattr(visit, kind)
        return text_of(value)

    @property
    def leaves(self) -> int:
        return sum(len(visit.way) == 3 for visit in self.visits)

    def place(self, at: str) -> int:
        """How many moments have been."""
        if at in ("start", "end"):
            return 1 if at == "start" else len(self.moments)
        kind, _, way = at.partition(" ")
        return next(n for n, (k, v) in enumerate(self.moments, 1) if (k, v.way) == (kind, tuple(way.split())))


def by_hand(search: dict[str, Any]) -> ByHand:
    spec = search["player"]
    order = [str(move) for move in Board.from_fen(search["fen"]).legal_moves()]
    if "ties=first" not in spec:  # picked at random: the trace tells in which order
        trace = player(f"{spec},trace=on").analyse(Board.from_fen(search["fen"])).trace
        order = [str(event.move) for event in trace if event.ply == 1]
    return ByHand(search["fen"], order, pruning="pruning=off" not in spec)


def text_of(value: float) -> str:
    if value in (inf, -inf):
        return "+∞" if value > 0 else "−∞"
    return f"{value:+g}".replace("-", "−") if value else "0"


@pytest.mark.parametrize("name", ["minimax-by-hand", "alpha-beta"])
def test_every_answer_of_minimax_is_worked_out_by_hand(name: str) -> None:
    checked = 0
    for step, entry, search in steps(name, "who", "value", "next", "more", "cut", "alpha", "beta", "move"):
        hand = by_hand(search)
        kind, _, named = entry["ask"].partition(" ")
        place = hand.place(entry["at"])
        visit = hand.by_way[tuple(named.split())] if named else hand.moments[place - 1][1]
        right = hand.right(kind, place, visit)
        assert re.match(rf"{re.escape(right)}\b|{re.escape(right)}$", answer(step)), (entry["title"], right)
        checked += 1
    assert checked >= 8


@pytest.mark.parametrize("name", ["minimax-by-hand", "alpha-beta"])
def test_the_trees_hold_what_was_searched_by_hand(name: str) -> None:
    tour = make_tour(name)
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text())["searches"]
    for key, search in data.items():
        hand, made = by_hand(search), tour.searches[key]
        assert [(v.way, v.alpha, v.beta, v.value) for v in hand.visits] == [
            (
                way,
                *((inf * sign if s is None else s.men) for s, sign in ((event.alpha, -1), (event.beta, 1))),
                event.value.men,
            )
            for way, event in zip(made.ways, made.events, strict=True)  # type: ignore[attr-defined]
        ]
        assert made.fact("evaluated", "") == str(hand.leaves)


# --- tree search ------------------------------------------------------------------------------------------------------


def choose(search: StepSearch, done: int, level: int) -> int | None:
    """The child that UCT takes, from the visits and results of the steps before; None if a move was never tried."""
    counts, parents = search.counts(done), search.parents(done)
    node = 0
    for at in range(level + 1):
        board = search.board if node == 0 else parents[node][2]
        children = [child for child, (parent, *_) in sorted(parents.items()) if parent == node]
        if len(children) < len(board.legal_moves()):
            return None
        total = counts[node][0]
        scores = {c: counts[c][1] / counts[c][0] + 1.4 * sqrt(log(total) / counts[c][0]) for c in children}
        node = max(children, key=lambda child: scores[child])
        if at == level:
            return node
    raise AssertionError


@pytest.mark.parametrize("name", ["ucb-and-uct", "four-steps"])
def test_selection_is_the_formula(name: str) -> None:
    tour = make_tour(name)
    found = steps(name, "choice")
    for step, entry, _ in found:
        search = tour.searches[entry["search"]]
        assert isinstance(search, StepSearch)
        done = int(entry["at"])
        node = choose(search, done, entry.get("show", {}).get("level", 0))
        expected = "A move without a node" if node is None else search.parents(done)[node][1]
        assert answer(step) == expected
    assert len(found) >= 2


def test_rave_chooses_by_the_mixture() -> None:
    tour = make_tour("rave")
    found = steps("rave", "choice")
    for step, entry, _ in found:
        search = tour.searches[entry["search"]]
        assert isinstance(search, StepSearch)
        done = int(entry["at"])
        scores = {}
        for child in search.step(done + 1).levels[0].candidates:
            own = child.value / child.visits + 1.4 * sqrt(log(done) / child.visits)
            others = amaf(search, done, child.move)
            mixed = sum(others) / len(others) + 1.4 * sqrt(log(done) / len(others))
            scores[str(child.move)] = (own + mixed) / 2
        assert answer(step) == max(scores, key=scores.__getitem__)
    assert len(found) >= 3


def amaf(search: StepSearch, done: int, move: Move) -> list[float]:
    """The results of the simulations in which the side at the root played a move, first or later."""
    return [
        search.step(number).result
        for number in range(1, done + 1)
        if search.step(number).ending != "over"  # in the tree: no random game, and so nothing that counts here
        and str(move) in (*search._way(search.step(number))[::2], *own_moves(search, number))
    ]


def own_moves(search: StepSearch, number: int) -> list[str]:
    """What the side at the root played in the playout of a simulation."""
    step = search.step(number)
    return [str(move) for move in step.playout[(len(step.path) - 1) % 2 :: 2]]


def test_the_moves_that_get_a_share_were_played_later() -> None:
    tour = make_tour("rave")
    found = steps("rave", "credit")
    for step, entry, _ in found:
        search = tour.searches[entry["search"]]
        assert isinstance(search, StepSearch)
        done = int(entry["at"])
        way = search._way(search.step(done))
        later = {*way[2::2], *own_moves(search, done)}
        roots = {str(move) for move in search.board.legal_moves()} - {way[0]}
        assert later & roots == {answer(step)}
    assert len(found) >= 3


@pytest.mark.parametrize("name", ["ucb-and-uct", "four-steps", "rave"])
def test_the_trees_are_those_of_the_players(name: str) -> None:
    for key, search in make_tour(name).searches.items():
        assert isinstance(search, StepSearch), key
        done = 15
        whole = player(f"{search.spec},iterations={done}").analyse(search.board, Limit())
        counts, parents = search.counts(done), search.parents(done)
        mine = {text: counts[node] for node, (parent, text, *_) in parents.items() if parent == 0}
        for line in whole.lines:
            visits, value = mine[str(line.move)]
            assert (line.visits, line.value) == (visits, pytest.approx(value / visits))


def test_results_are_counted_for_the_side_that_moved() -> None:
    search = make_tour("four-steps").searches["f"]
    assert isinstance(search, StepSearch)
    before, after, step = search.counts(9), search.counts(10), search.step(10)
    gains = [after[node][1] - before.get(node, (0, 0.0))[1] for node in step.path]
    assert [gains[-1], gains[-2]] == [step.result, 1 - step.result]
    told = [answer(found) for found, *_ in steps("four-steps", "gain")]
    assert told == [{0.0: "0", 0.5: "½", 1.0: "1"}[gain] for gain in (gains[-1], gains[-2])]
    (changed,) = (answer(found) for found, *_ in steps("four-steps", "changed"))
    assert int(changed) == sum(after[node] != before.get(node) for node in after)


def test_the_four_steps_come_in_their_order() -> None:
    told = [answer(found) for found, *_ in steps("four-steps", "phase")]
    assert told == ["Selection", "Simulation", "Backpropagation"]


# --- whole searches ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random-playouts", "ucb-and-uct", "deepening", "levels"])
def test_what_players_play_is_what_they_play(name: str) -> None:
    for step, entry, search in steps(name, "move"):
        board, spec, show = Board.from_fen(search["fen"]), search["player"], entry.get("show", {})
        limit = Limit()
        match search["kind"]:
            case "games":
                spec = f"{spec},minimum=1,playouts={entry['at']},seed={show.get('seed', 1)}"
            case "steps":
                spec = f"{spec},iterations={entry['at']}"
            case "depths":
                limit = Limit(depth=show.get("to") or int(entry["at"]))
            case "levels":
                spec = f"engine:nodes=20000,lines={len(board.legal_moves())}"
        assert answer(step) == str(player(spec).analyse(board, limit).move)


def test_a_search_that_changes_its_mind_does() -> None:
    for step, entry, search in steps("deepening", "changes"):
        board = Board.from_fen(search["fen"])
        depths = int(entry["at"]), entry["show"]["to"]
        first, then = (player(search["player"]).analyse(board, Limit(depth=depth)).move for depth in depths)
        assert (first == then) == (answer(step) == "It keeps its move")


def test_levels_slip_as_often_as_told() -> None:
    tour = make_tour("levels")
    board = tour.searches["l"].board
    told = {}
    for level in ("level-1", "level-4", "level-7", "easy"):
        chosen = (player(f"{level}:seed={seed}").analyse(board, Limit()).move for seed in range(1, 41))
        told[level] = Counter(str(move) for move in chosen)
        for move, count in told[level].items():
            assert tour.searches["l"].fact("count", f"{level} {move}") == str(count)
    for step, entry, _ in steps("levels", "most"):
        assert answer(step) == told[entry["show"]["level"]].most_common(1)[0][0]
    (slips,) = (answer(step) for step, *_ in steps("levels", "slips"))
    assert slips == "level 1"
    assert told["level-1"]["24-19"] < told["level-4"]["24-19"] <= told["level-7"]["24-19"] == 40


def test_positions_that_come_up_twice_are_counted() -> None:
    search = make_tour("deepening").searches["t"]
    fens = []
    queue = [(search.board, 3)]
    while queue:
        board, depth = queue.pop()
        fens.append(board.fen())
        queue += [(board.play(move), depth - 1) for move in board.legal_moves() if depth]
    assert (search.fact("visits", ""), search.fact("different", "")) == (str(len(fens)), str(len(set(fens))))
    assert search.fact("repeated", "") == str(len(fens) - len(set(fens)))


# --- words ------------------------------------------------------------------------------------------------------------


def test_the_glossary_is_sound(client: TestClient) -> None:
    terms = client.get("/api/lab/glossary").json()["terms"]
    forms = [form.lower() for term in terms for form in (term["name"], *term["also"])]
    assert len(set(forms)) == len(forms) >= 40
    assert [term["name"] for term in terms] == [term["name"] for term in glossary()]
    tours = {term["see"] for term in terms if term["about"] != "checkers"} - {None}
    assert tours == {item["name"] for item in list_tours()}
    assert all(term["see"] in course() for term in terms if term["about"] == "checkers")
    assert all(term["text"].endswith(".") and len(term["text"]) > 20 for term in terms)
