"""A `Game` as plain data, ready for JSON, and back, with every value checked.

The format stands in `kingme.files.save`, its fields in `kingme.files.save_schema`. An error names the place as a
program would write it: `moves[3].path`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kingme.board import Board
from kingme.clock import Clock
from kingme.errors import KingMeError
from kingme.files.pdn_text import DEEPEST_VARIATION, MOST_PLIES
from kingme.files.save_schema import (
    FORMAT,
    VERSION,
    SavedClock,
    SavedOutcome,
    SavedPly,
    SavedRules,
    SaveError,
    place,
    read_shape,
)
from kingme.game import Game, Ply
from kingme.games.registry import DEFAULT
from kingme.move import Move
from kingme.outcome import Color, Outcome
from kingme.profile import OFFICIAL, PROFILES, Rules, official_rules
from kingme.text.coordinates import quoted

Place = tuple[int | str, ...]


# --- from a game to data ----------------------------------------------------------------------------------------------


def game_data(game: Game) -> dict[str, Any]:
    """The whole game as dictionaries, lists, texts and numbers."""
    clock, declared, rules = game.clock, game.declared, game.rules
    return {
        "format": FORMAT,
        "version": VERSION,
        "tags": dict(game.tags),
        "rules": {
            "name": rules.name,
            "repetition": rules.repetition,
            "quiet_limit": rules.quiet_limit,
            "move_cap": rules.move_cap,
            "stuck": rules.stuck,
        },
        **({} if game.start.game.name == DEFAULT else {"game": game.start.game.name}),
        "start": game.start.fen(),
        "comment": game.comment,
        "clock": clock and {"black": clock.black, "white": clock.white, "increment": clock.increment},
        "declared": declared and {"termination": str(declared.termination), "winner": _name(declared.winner)},
        "result": game.result(),
        "moves": list(_line_data(game.start, game.plies)),
    }


def _line_data(board: Board, plies: list[Ply]) -> Iterator[dict[str, Any]]:
    for ply in plies:
        data: dict[str, Any] = {"text": board.notation(ply.move), "path": list(ply.move.path)}
        if ply.comment:
            data["comment"] = ply.comment
        if ply.nags:
            data["nags"] = list(ply.nags)
        if ply.clock is not None:
            data["clock"] = ply.clock
        if ply.elapsed is not None:
            data["elapsed"] = ply.elapsed
        if ply.variations:
            data["variations"] = [list(_line_data(board, line)) for line in ply.variations]
        yield data
        board = board.play(ply.move)


def _name(color: Color | None) -> str | None:
    return None if color is None else str(color).lower()


# --- from data to a game ----------------------------------------------------------------------------------------------


def game_from_data(data: object) -> Game:
    """The game that `game_data` described; a `SaveError` where the data is anything else."""
    saved = read_shape(data)
    try:
        start = Board.from_fen(saved.start, saved.game or DEFAULT)
    except KingMeError as error:
        raise SaveError(f"start: {error}") from None
    game = Game(start, rules=_rules(saved.rules, start), tags=saved.tags, clock=_clock(saved.clock))
    game.comment = saved.comment or ""
    for ply in _Lines().read(saved.moves, ("moves",), start):
        game.append(ply)
    game.declared = _outcome(saved.declared)
    if saved.result is not None and saved.result != game.result():
        raise SaveError(f"result: {quoted(saved.result)} does not agree with the game, whose result is {game.result()}")
    return game


def _rules(saved: SavedRules | None, start: Board) -> Rules:
    if saved is None:
        return official_rules(start.game)
    name = OFFICIAL.name if saved.name is None else saved.name
    endings = PROFILES[name].endings if name in PROFILES else ()
    stuck = saved.stuck or OFFICIAL.stuck
    return Rules(name, saved.repetition, saved.quiet_limit, saved.move_cap, stuck, endings, start.game.name)


def _clock(saved: SavedClock | None) -> Clock | None:
    if saved is None:
        return None
    return Clock(saved.black, saved.white, 0.0 if saved.increment is None else saved.increment)


def _outcome(saved: SavedOutcome | None) -> Outcome | None:
    if saved is None:
        return None
    return Outcome(saved.termination, Color.parse(saved.winner) if saved.winner else None)


class _Lines:
    """Plays the main line and its variations, and counts their plies."""

    def __init__(self) -> None:
        self.plies = 0

    def read(self, line: list[SavedPly], where: Place, board: Board, depth: int = 0) -> Iterator[Ply]:
        if depth > DEEPEST_VARIATION:
            raise SaveError(f"{place(where)[:60]}…: variations are nested more than {DEEPEST_VARIATION} deep")
        for index, saved in enumerate(line):
            self.plies += 1
            if self.plies > MOST_PLIES:
                raise SaveError(f"moves: a game has at most {MOST_PLIES} moves, variations included")
            here = (*where, index)
            move = _move(board, saved, here)
            variations = [
                list(self.read(variation, (*here, "variations", number), board, depth + 1))
                for number, variation in enumerate(saved.variations or ())
            ]
            yield Ply(move, saved.comment or "", saved.nags or [], saved.clock, saved.elapsed, variations)
            board = board.play_code(move.code)


def _move(board: Board, saved: SavedPly, where: Place) -> Move:
    path, text = saved.path, saved.text
    try:
        move = board.find_move(path)
    except KingMeError as error:
        raise SaveError(f"{place((*where, 'path'))}: {error}") from None
    if list(move.path) != path:
        raise SaveError(f"{place((*where, 'path'))}: {path} is not the whole path of {move}")
    if text is not None and text not in (str(move), board.notation(move)):
        raise SaveError(f"{place((*where, 'text'))}: {quoted(text)} does not agree with the path of {move}")
    return move
