"""Saved games: a whole `Game` as JSON, for programs to read and for people to look at.

    {
      "format": "kingme-game",
      "version": 1,
      "tags": {"Black": "Ann"},
      "rules": {"name": "official", "repetition": 3, "quiet_limit": 80, "move_cap": null, "stuck": "loss"},
      "start": "B:W21,22,…:B1,2,…",
      "comment": "",
      "clock": null,                                 or {"black": 300, "white": 297.5, "increment": 3}
      "declared": null,                              or {"termination": "resignation", "winner": "black"}
      "result": "*",
      "moves": [
        {"text": "11-15", "path": [11, 15], "comment": "…", "nags": [1], "clock": 297, "elapsed": 3,
         "variations": [[…]]}
      ]
    }

A file holds one game or a list of games. Only `format`, `version`, `start` and `moves` are needed, and of a move only
its `path`; `text` and `result` are for other readers, and must agree with the rest. Everything is checked: a
`SaveError` says what is wrong, and where.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from kingme.files.encoding import open_text
from kingme.files.save_data import game_data, game_from_data
from kingme.files.save_schema import FORMAT, VERSION, SaveError
from kingme.game import Game

__all__ = ["FORMAT", "VERSION", "SaveError", "load_game", "load_games", "save_game", "save_games"]

LARGEST_GAME = 1 << 25  # characters
_CHUNK = 1 << 16


def save_game(game: Game) -> str:
    """The game as JSON text, one line for each move of the main line.

    >>> text = save_game(Game())
    >>> load_game(text).board == Game().board
    True
    """
    fields = []
    for key, value in game_data(game).items():
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        if key == "moves" and value:
            lines = (json.dumps(move, ensure_ascii=False, allow_nan=False) for move in value)
            text = "[\n    " + ",\n    ".join(lines) + "\n  ]"
        fields.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def save_games(games: Iterable[Game]) -> Iterator[str]:
    """The pieces of a file that holds a list of games."""
    opening = "[\n"
    for game in games:
        yield opening + save_game(game).rstrip("\n")
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"


def load_game(text: str) -> Game:
    """The game of a text that holds exactly one."""
    games = load_games(text)
    game = next(games, None)
    if game is None or next(games, None) is not None:
        raise SaveError("exactly one game is needed here, and this is a list of none or of several")
    return game


def load_games(source: Path | str | TextIO) -> Iterator[Game]:
    """The games of a file, an open file or a text (a `str` is the text itself), one by one as they are read."""
    if isinstance(source, Path):
        with open_text(source) as stream:
            yield from load_games(stream)
        return
    stream = io.StringIO(source) if isinstance(source, str) else source
    document = _Document(stream)
    for number, value in enumerate(document.values(), start=1):
        try:
            yield game_from_data(value)
        except SaveError as error:
            raise SaveError(f"game {number}: {error}") if document.is_list else error from None


class _Document:
    """A JSON text that is one object, or a list of objects that are read one at a time."""

    def __init__(self, stream: TextIO) -> None:
        self.is_list = False
        self._stream = stream
        self._text = ""
        self._at = 0
        self._lines = 0  # that have left the memory
        self._decoder = json.JSONDecoder(parse_constant=_refuse_constant)

    def values(self) -> Iterator[Any]:
        self.is_list = self._peek() == "["
        if not self.is_list:
            yield self._value()
        else:
            self._at += 1
            if self._peek() != "]":
                yield self._value()
            while self._peek() == ",":
                self._at += 1
                yield self._value()
            if self._peek() != "]":
                raise self._error("a comma or the ] of the list is missing")
            self._at += 1
        if self._peek():
            raise self._error("there is more text behind the end")

    def _peek(self) -> str:
        """The next character that is no space, or nothing at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in " \t\r\n\ufeff":
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._read_on():
                return ""

    def _value(self) -> Any:
        """The object that begins here; more is read until it is complete."""
        if self._peek() != "{":
            raise self._error("an object { … } is needed here")
        while True:
            try:
                value, self._at = self._decoder.raw_decode(self._text, self._at)
                return value
            except RecursionError:
                raise self._error("the data is nested too deeply") from None
            except ValueError as error:  # perhaps it only goes on
                if len(self._text) - self._at > LARGEST_GAME:
                    raise self._error(f"a game has at most {LARGEST_GAME} characters") from None
                if not self._read_on():
                    raise self._syntax_error(error) from None

    def _read_on(self) -> bool:
        """Read some more, twice as much each time that a value needs it; False at the end."""
        rest = self._text[self._at :]
        more = self._stream.read(max(_CHUNK, len(rest)))
        if not more:
            return False
        self._lines += self._text.count("\n", 0, self._at)
        self._text, self._at = rest + more, 0
        return True

    def _syntax_error(self, error: ValueError) -> SaveError:
        if isinstance(error, json.JSONDecodeError):
            self._at = error.pos
            return self._error(error.msg[:1].lower() + error.msg[1:])
        return self._error(str(error))

    def _error(self, message: str) -> SaveError:
        line = self._lines + self._text.count("\n", 0, self._at) + 1
        return SaveError(f"this is not a saved game: line {line}: {message}")


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")
