"""Reading PDN: games out of files that people and programs have written over forty years.

The reader takes the legal move that is meant: signs and move numbers are not trusted, squares are. A game that cannot
be read is reported as a `PdnProblem` with its number, line and move, and reading goes on with the next game, which
begins after a result or with the next tag. Memory holds one game at a time, whatever the size of the file.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kingme.files import pdn_tokens as kinds
from kingme.files.pdn_builder import GameBuilder, UnreadableError
from kingme.files.pdn_tokens import Token, read_lines, tokens
from kingme.game import Game
from kingme.games.registry import DEFAULT
from kingme.text.coordinates import quoted

_log = logging.getLogger("kingme.files.pdn")

_DAMAGE = {
    kinds.JUNK: "this isn't valid PDN: write a move, a tag or a comment here",
    kinds.BROKEN_TAG: 'this is not a tag: write [Name "value"]',
    kinds.OPEN_COMMENT: "the comment has no end: close it with }",
    kinds.BINARY: "this is not text",
}
_HEADERS = {kinds.TAG, kinds.BROKEN_TAG}
_BEGINNINGS = {*_HEADERS, kinds.MOVE, kinds.SETUP}


@dataclass(frozen=True, slots=True)
class PdnProblem:
    """What could not be read in a file: the game (the first is 1), the line, the text there, and what is wrong."""

    game: int
    line: int
    text: str
    message: str

    def __str__(self) -> str:
        return f"game {self.game}, line {self.line}, at {quoted(self.text)}: {self.message}"


def read_games(
    source: Path | str | Iterable[str],
    *,
    on_problem: Callable[[PdnProblem], None] | None = None,
    partial: bool = False,
    game: str | None = DEFAULT,
) -> Iterator[Game]:
    """The games of a PDN file, one by one as they are read.

    `source` is a path, an open text file, a text (a `str` is the text itself, not a file's name) or any series of
    lines. A game that cannot be read is left out and reported to `on_problem`, once, or to the log `kingme.files.pdn`
    if there is none; with `partial` what was readable of it, up to the damage, comes out as well. `game` is the game
    that they have to be of, None for any.

    >>> [game] = read_games('[Black "Ann"] 1. 11-15 {a classic} 23x19 2. 8-11 22-17! 1/2-1/2')
    >>> game.tags, game.result(), [str(move) for move in game.moves], game.plies[0].comment, game.plies[3].nags
    ({'Black': 'Ann'}, '1/2-1/2', ['11-15', '23-19', '8-11', '22-17'], 'a classic', [1])
    """
    report = on_problem or (lambda problem: _log.warning("%s", problem))
    record = _Record(1, game)
    for token in tokens(read_lines(source)):
        if record.ends_before(token):
            yield from record.games(report, partial)
            record = record.next()
        record.take(token)
        if record.is_finished:
            yield from record.games(report, partial)
            record = record.next()
    yield from record.games(report, partial)


class _Record:
    """One game of a file while it is being read: where it begins and ends, and what becomes of it."""

    def __init__(self, number: int, game: str | None) -> None:
        self.number, self._game = number, game
        self.is_finished = False
        self._builder = GameBuilder(game)
        self._problem: PdnProblem | None = None
        self._is_outside = True  # nothing of a game has been seen: text in front of the games is none of them
        self._has_body = False  # something other than tags has been seen
        self._is_lost = False  # so damaged that only a tag can tell where the next game begins
        self._depth = 0  # brackets that are open
        self._result: Token | None = None
        self._names = {"event"}  # of tags that cannot stand in this header once more, if a blank line comes between
        self._header_end = 0  # line of the last tag

    def next(self) -> _Record:
        return _Record(self.number if self._is_outside else self.number + 1, self._game)

    def ends_before(self, token: Token) -> bool:
        """Whether this token belongs to the next game already, although no result has ended this one."""
        if token.kind == kinds.TAG or (token.kind == kinds.BROKEN_TAG and not self._is_lost):
            is_next_header = 0 < self._header_end < token.line - 1 and token.name.lower() in self._names
            return self._has_body or is_next_header
        if self._is_lost:
            return False
        # A result may stand at the end of a variation. If the variation goes on after it, it was the game's.
        return self._result is not None and token.kind != kinds.CLOSE

    def take(self, token: Token) -> None:
        """Read one token. After the first problem only the brackets are watched, to see where the game ends."""
        token = self._builder.as_move(token)
        kind = token.kind
        if kind in _HEADERS:
            self._names.add(token.name.lower())
            self._header_end = token.line
        elif kind == kinds.OPEN:
            self._depth += 1
        elif kind == kinds.CLOSE:
            self._depth, self._result = max(0, self._depth - 1), None
        elif kind == kinds.RESULT:
            self._result = token
            self.is_finished = self._depth == 0 and not self._is_lost
            return
        if self._problem is None:
            if kind in _BEGINNINGS:
                self._is_outside = False
            try:
                self._read(token)
            except UnreadableError as error:
                self._is_lost = self._is_outside or kind in (kinds.OPEN_COMMENT, kinds.BINARY)
                self._fail(error)
        if kind not in _HEADERS and not (kind == kinds.COMMENT and self._is_outside):
            self._has_body = True

    def _read(self, token: Token) -> None:
        if token.kind in _DAMAGE or (token.kind == kinds.WORD and self._is_outside):
            raise UnreadableError(token, _DAMAGE.get(token.kind, _DAMAGE[kinds.JUNK]))
        self._builder.take(token)

    def games(self, report: Callable[[PdnProblem], None], partial: bool) -> Iterator[Game]:
        """The game, if it could be read; otherwise report what was wrong, and what could be read if that is wanted."""
        terminator = self._result.text if self._result else ""
        game = None
        if self._problem is None and not self._is_outside:
            try:
                game = self._builder.finish(terminator)
            except UnreadableError as error:
                self._fail(error)
        if self._problem is not None:
            report(self._problem)
            if partial:
                game = self._builder.finish_early(terminator)
        if game is not None:
            yield game

    def _fail(self, error: UnreadableError) -> None:
        self._problem = PdnProblem(self.number, error.line, error.place, str(error))
