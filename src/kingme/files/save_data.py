"""A `Game` as plain data, ready for JSON, and back, with every value checked.

The format stands in `kingme.files.save`. An error names the place as a program would write it: `moves[3].path`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from kingme.board import Board
from kingme.clock import Clock
from kingme.errors import KingMeError
from kingme.files.pdn_text import DEEPEST_VARIATION, MOST_PLIES
from kingme.game import Game, Ply
from kingme.move import Move
from kingme.outcome import Color, Outcome, Termination
from kingme.profile import OFFICIAL, Rules
from kingme.text.coordinates import quoted

FORMAT = "kingme-game"
VERSION = 1

T = TypeVar("T")
D = TypeVar("D")


class SaveError(KingMeError):
    """Data that is no saved game; the message says where it is wrong and what would be right."""


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
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError(f'this is not a saved game: it must be an object with "format": "{FORMAT}"')
    version = data.get("version")
    if version != VERSION or isinstance(version, bool):
        raise SaveError(f"version {_show(version)} of the format is not known: this program reads version {VERSION}")
    item = _Fields(data, "")
    item.read("format", _text)
    item.read("version", _whole)
    start = item.read("start", _board)
    game = Game(
        start,
        rules=item.read("rules", _rules, OFFICIAL),
        tags=item.read("tags", _tags, None),
        clock=item.read("clock", _clock, None),
    )
    game.comment = item.read("comment", _text, "")
    for ply in _Lines().read(item.read("moves", _list), "moves", start):
        game.append(ply)
    game.declared = item.read("declared", _outcome, None)
    result = item.read("result", _text, game.result())
    item.finish()
    if result != game.result():
        raise SaveError(f"result: {quoted(result)} does not agree with the game, whose result is {game.result()}")
    return game


class _Lines:
    """Reads the main line and its variations, and counts their plies."""

    def __init__(self) -> None:
        self.plies = 0

    def read(self, items: list[Any], where: str, board: Board, depth: int = 0) -> Iterator[Ply]:
        if depth > DEEPEST_VARIATION:
            raise SaveError(f"{where[:60]}…: variations are nested more than {DEEPEST_VARIATION} deep")
        for index, value in enumerate(items):
            self.plies += 1
            if self.plies > MOST_PLIES:
                raise SaveError(f"moves: a game has at most {MOST_PLIES} moves, variations included")
            here = f"{where}[{index}]"
            item = _Fields(value, here)
            move = _move(board, item.read("path", _list), f"{here}.path")
            text = item.read("text", _text, str(move))
            if text not in (str(move), board.notation(move)):
                raise SaveError(f"{here}.text: {quoted(text)} does not agree with the path of {move}")
            yield Ply(
                move,
                item.read("comment", _text, ""),
                [_whole(nag, f"{here}.nags") for nag in item.read_list("nags")],
                item.read("clock", _seconds, None),
                item.read("elapsed", _seconds, None),
                [
                    list(self.read(_list(line, f"{here}.variations"), f"{here}.variations[{number}]", board, depth + 1))
                    for number, line in enumerate(item.read_list("variations"))
                ],
            )
            item.finish()
            board = board.play_code(move.code)


def _move(board: Board, path: list[Any], where: str) -> Move:
    try:
        move = board.find_move([_whole(square, where) for square in path])
    except SaveError:
        raise
    except KingMeError as error:
        raise SaveError(f"{where}: {error}") from None
    if list(move.path) != path:
        raise SaveError(f"{where}: {path} is not the whole path of {move}")
    return move


# --- one value --------------------------------------------------------------------------------------------------------

_REQUIRED: Any = object()


class _Fields:
    """The fields of an object, which must be known, one and all."""

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, dict):
            raise SaveError(f"{where}: an object is needed here, not {_show(data)}")
        self.data, self.where = data, where
        self.known: set[str] = set()

    def read(self, key: str, reader: Callable[[Any, str], T], default: D = _REQUIRED) -> T | D:
        """The value of a field; `default` where it is absent, or null although there is a default."""
        self.known.add(key)
        value = self.data.get(key)
        if key not in self.data or (value is None and default is not _REQUIRED):
            if default is _REQUIRED:
                raise SaveError(f"{self._name(key)} is missing")
            return default
        return reader(value, self._name(key))

    def read_list(self, key: str) -> list[Any]:
        """A list, which is empty where it is absent."""
        return self.read(key, _list, None) or []

    def finish(self) -> None:
        """Refuse fields that nobody asked for: a misspelt one must not be lost in silence."""
        for key in self.data:
            if key not in self.known:
                raise SaveError(f"{self._name(quoted(str(key))[1:-1])} is not known in version {VERSION} of the format")

    def _name(self, key: str) -> str:
        return f"{self.where}.{key}".lstrip(".")


def _show(value: object) -> str:
    """A value as an error message may repeat it."""
    names = {dict: "an object", list: "a list", type(None): "null", bool: str(value).lower()}
    return names.get(type(value), quoted(value) if isinstance(value, str) else quoted(str(value))[1:-1])


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise SaveError(f"{where}: text is needed here, not {_show(value)}")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise SaveError(f"{where}: the text contains half a character (a lone surrogate)")
    return value


def _whole(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1_000_000_000:
        raise SaveError(f"{where}: a whole number is needed here, not {_show(value)}")
    return value


def _seconds(value: object, where: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < 1e12:
        raise SaveError(f"{where}: a number of seconds is needed here, not {_show(value)}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise SaveError(f"{where}: a list is needed here, not {_show(value)}")
    return value


def _board(value: object, where: str) -> Board:
    try:
        return Board.from_fen(_text(value, where))
    except SaveError:
        raise
    except KingMeError as error:
        raise SaveError(f"{where}: {error}") from None


def _tags(value: object, where: str) -> dict[str, str]:
    fields = _Fields(value, where)
    return {_text(name, where): fields.read(name, _text) for name in fields.data}


def _rules(value: object, where: str) -> Rules:
    item = _Fields(value, where)
    limits = {
        name: item.read(name, _limit, None) if name in item.data else getattr(OFFICIAL, name)
        for name in ("repetition", "quiet_limit", "move_cap")
    }
    stuck = item.read("stuck", _text, OFFICIAL.stuck)
    rules = Rules(item.read("name", _text, OFFICIAL.name), **limits, stuck="draw" if stuck == "draw" else "loss")
    item.finish()
    if stuck != rules.stuck:
        raise SaveError(f"{where}.stuck: loss or draw is needed here, not {quoted(stuck)}")
    return rules


def _limit(value: object, where: str) -> int:
    least = 2 if where.endswith("repetition") else 1
    if _whole(value, where) < least:
        raise SaveError(f"{where}: null or a number from {least} up is needed here, not {_show(value)}")
    return _whole(value, where)


def _clock(value: object, where: str) -> Clock:
    item = _Fields(value, where)
    clock = Clock(item.read("black", _seconds), item.read("white", _seconds), item.read("increment", _seconds, 0.0))
    item.finish()
    return clock


def _outcome(value: object, where: str) -> Outcome:
    item = _Fields(value, where)
    reason, winner = item.read("termination", _text), item.read("winner", _text, "")
    item.finish()
    if reason not in list(Termination):
        raise SaveError(f"{where}.termination: {quoted(reason)} is not one of {', '.join(Termination)}")
    if winner not in ("black", "white", ""):
        raise SaveError(f"{where}.winner: black, white or null is needed here, not {quoted(winner)}")
    return Outcome(Termination(reason), Color.parse(winner) if winner else None)
