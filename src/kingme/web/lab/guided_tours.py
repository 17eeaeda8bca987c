"""Guided tours through the algorithms: the files in `tours/` and what the real searches make of them.

A tour is a TOML file: its searches, and steps that each name a moment of one of them, say something, ask for a
prediction and explain. In sentences `{plain.value:18-23}` is a fact of the search `plain`; `docs/tours.md` lists the
kinds of searches, questions and facts. A tour is made once, when somebody first asks for it, and kept.
"""

from __future__ import annotations

import random
import re
import threading
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kingme.board import Board
from kingme.web.lab.tour_players import DepthsSearch, GamesSearch, LevelsSearch
from kingme.web.lab.tour_search import Moment, Question, TourError, TourSearch
from kingme.web.lab.tour_steps import StepSearch
from kingme.web.lab.tour_trace import TraceSearch
from kingme.web.views import encode

FOLDER = Path(__file__).parent / "tours"

_FACT = re.compile(r"\{(\w+)\.(\w+)(?::([^{}]*))?\}")
_KNOWN = {"title", "text", "search", "at", "then", "ask", "prompt", "choices", "answer", "right", "wrong", "show"}
_making = threading.Lock()


@dataclass(frozen=True)
class Step:
    """One step of a tour as its file has it, with the sentences filled in."""

    title: str
    text: str
    search: str
    moment: Moment
    after: Moment  # what is shown once the answer is known
    prompt: str
    question: Question
    right: str
    wrong: str


@dataclass(frozen=True)
class Tour:
    """A tour with its searches made."""

    name: str
    title: str
    summary: str
    order: int
    searches: dict[str, TourSearch]
    steps: tuple[Step, ...]


def tour_names() -> list[str]:
    """All tours in their order."""
    heads = [(_head(path.stem)["order"], path.stem) for path in FOLDER.glob("*.toml")]
    return [name for _, name in sorted(heads)]


@cache
def _head(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def list_tours() -> list[dict[str, Any]]:
    """What there is, without making any search."""
    return [
        {
            "name": name,
            "title": _head(name)["title"],
            "summary": _head(name)["summary"],
            "steps": len(_head(name)["step"]),
        }
        for name in tour_names()
    ]


@cache
def make_tour(name: str) -> Tour:
    """Read a tour and make its searches; `TourError` says what is wrong with it."""
    data = _head(name)
    searches: dict[str, TourSearch] = {}
    for key, entry in data["searches"].items():
        searches[key] = _search(entry, searches)
    steps = tuple(_step(entry, searches, f"{name}, step {number}") for number, entry in enumerate(data["step"], 1))
    return Tour(name, data["title"], _line(data["summary"]), data["order"], searches, steps)


def _search(entry: dict[str, Any], others: dict[str, TourSearch]) -> TourSearch:
    board, spec = Board.from_fen(entry["fen"]), entry["player"]
    full = others.get(entry.get("full", ""))
    kinds: dict[str, Callable[[], TourSearch]] = {
        "trace": lambda: TraceSearch(board, spec, full if isinstance(full, TraceSearch) else None),
        "steps": lambda: StepSearch(board, spec),
        "games": lambda: GamesSearch(board, spec),
        "depths": lambda: DepthsSearch(board, spec),
        "levels": lambda: LevelsSearch(board, spec, entry["times"]),
    }
    if entry["kind"] not in kinds:
        raise TourError(f"{entry['kind']!r} is no kind of search")
    return kinds[entry["kind"]]()


def _step(entry: dict[str, Any], searches: dict[str, TourSearch], where: str) -> Step:
    def fill(text: str) -> str:
        try:
            return _FACT.sub(lambda found: searches[found[1]].fact(found[2], found[3] or ""), _line(text))
        except (KeyError, ValueError, StopIteration) as error:
            raise TourError(f"{where}: {text!r} names what there is not: {error!r}") from None

    if unknown := entry.keys() - _KNOWN:
        raise TourError(f"{where}: {sorted(unknown)} is not known")
    try:
        search = searches[entry["search"]]
        show = entry.get("show", {})
        moment = Moment(str(entry["at"]), show)
        then = entry.get("then", {})
        after = Moment(
            str(then.get("at", moment.at)), show | {key: value for key, value in then.items() if key != "at"}
        )
        if "choices" in entry:
            texts = [fill(text) for text in entry["choices"]]
            random.Random(where).shuffle(texts)  # so that the right one stands anywhere, and always in the same place
            question = Question.of(texts, fill(entry["answer"]))
        else:
            kind, _, node = entry["ask"].partition(" ")
            question = search.ask(kind, Moment(moment.at, moment.options | ({"node": node} if node else {})))
    except (TourError, KeyError, ValueError) as error:
        raise TourError(f"{where}: {error}") from None
    texts = [fill(entry[name]) for name in ("title", "text", "prompt", "right", "wrong")]
    title, text, prompt, right, wrong = texts
    return Step(title, text, entry["search"], moment, after, prompt, question, right, wrong)


def _line(text: str) -> str:
    return " ".join(text.split())


def tour_data(name: str) -> dict[str, Any]:
    """A tour for the page."""
    tour = make_tour(name)
    steps = [_step_data(step, tour.searches[step.search]) for step in tour.steps]
    return {"name": name, "title": tour.title, "summary": tour.summary, "steps": steps}


def tour_text(name: str) -> str:
    """The same as JSON, made once."""
    with _making:  # a class that opens a tour together waits for one search
        return _text(name)


@cache
def _text(name: str) -> str:
    return encode(tour_data(name))


def _step_data(step: Step, search: TourSearch) -> dict[str, Any]:
    before, after = search.view(step.moment), search.view(step.after)
    link = search.link(step.moment)
    return {
        "title": step.title,
        "text": step.text,
        "view": before,
        "after": None if before == after else after,
        "prompt": step.prompt,
        "choices": [{"text": choice.text, "node": choice.node} for choice in step.question.choices],
        "answer": step.question.answer,
        "right": step.right,
        "wrong": step.wrong,
        "fen": search.board.fen(),
        "player": search.spec,
        "look": link,
    }
