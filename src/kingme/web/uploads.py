"""Text from outside, of any kind and any quality: which games are in it.

All of this may take long: call it in threads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Literal

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.files.pdn import PdnProblem, read_games
from kingme.files.save import load_games
from kingme.game import Game

Kind = Literal["pdn", "json", "fen"]
OnProblem = Callable[[dict[str, Any]], None]

MOST_PROBLEMS = 100
_FEN = re.compile(r"\s*[\"']?\s*[BWbw]\s*:")


def kind_of(text: str) -> Kind:
    """What a text holds, by how it begins."""
    begin = text.lstrip("\ufeff \t\r\n")[:100]
    if begin[:1] == "{" or re.match(r"\[\s*[{\]]", begin):
        return "json"
    return "fen" if _FEN.match(begin) else "pdn"


def games_of(text: str, on_problem: OnProblem) -> Iterator[Game]:
    """The games of a text one by one; whatever cannot be read is told and left out, from the first illegal move on."""
    kind = kind_of(text)
    if kind == "pdn":
        damaged = False

        def tell(problem: PdnProblem) -> None:
            nonlocal damaged
            damaged = True
            on_problem({"game": problem.game, "line": problem.line, "message": problem.message})

        for game in read_games(text, on_problem=tell, partial=True):
            if game.plies or not damaged:  # of a damaged game the moves before the damage are worth having
                yield game
            damaged = False
    elif kind == "fen":
        yield from _positions(text, on_problem)
    else:
        number = 0
        try:
            for game in load_games(text):
                number += 1
                yield game
        except KingMeError as error:
            on_problem({"game": number + 1, "line": None, "message": str(error)})


def _positions(text: str, on_problem: OnProblem) -> Iterator[Game]:
    """Positions, one a line, as games without moves."""
    number = 0
    for line_number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if not line.strip():
            continue
        number += 1
        try:
            yield Game(Board.from_fen(line))
        except KingMeError as error:
            on_problem({"game": number, "line": line_number, "message": str(error)})


def list_games(text: str, most_games: int) -> dict[str, Any]:
    """What a text holds; the shape is `schemas.ImportReport`."""
    problems: list[dict[str, Any]] = []

    def note(problem: dict[str, Any]) -> None:
        if len(problems) < MOST_PROBLEMS:
            problems.append(problem)

    games = games_of(text, note)
    listed = [_summary(index, game) for index, game in enumerate(islice(games, most_games))]
    if len(listed) == most_games and next(games, None) is not None:
        problems.append({"game": None, "line": None, "message": f"only the first {most_games} games are listed"})
    if not listed and not problems:
        problems.append({"game": None, "line": None, "message": "there is no game in this text"})
    return {"kind": kind_of(text), "games": listed, "problems": problems}


def _summary(index: int, game: Game) -> dict[str, Any]:
    tags = {name.lower(): value for name, value in game.tags.items()}
    return {
        "index": index,
        **{name: tags.get(name, "?")[:200] for name in ("black", "white", "event", "date")},
        "result": game.result(),
        "plies": len(game.plies),
        "final_fen": game.board.named_fen(),
        "middle_fen": game.positions[len(game.plies) // 2].named_fen(),
    }


def pick_game(text: str, index: int) -> Game:
    """One game of a text, by its place among those that can be read."""
    problems: list[dict[str, Any]] = []
    found = next(islice(games_of(text, problems.append), index, None), None)
    if found is not None:
        return found
    if problems:
        raise KingMeError(f"that game cannot be read: {problems[0]['message']}")
    raise KingMeError(f"there is no game {index + 1} in this text")
