"""Writing PDN 3.0: what `read_games` reads back to the same game, and other programs read too."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator

from kingme.board import Board
from kingme.files.pdn_games import begins, result_text
from kingme.files.pdn_tags import TagChange, pdn_tags
from kingme.files.pdn_text import GLYPHS, one_line, pack_comment
from kingme.game import Game, Ply

WIDTH = 79

_log = logging.getLogger("kingme.files.pdn")

_SIGNS = {number: sign for sign, number in GLYPHS.items() if sign != "*"}
_COMMENT_WORD = re.compile(r"\[%[^\]]*\]|\S+")


def write_game(game: Game, *, on_change: Callable[[TagChange], None] | None = None) -> str:
    """A game as PDN text, with an empty line at its end, so that the texts of games may be joined.

    A move is written by its ends, or by all its squares where the ends would mean another move. The text of comments
    and tags is put on one line, and clocks are rounded to milliseconds. A tag whose name PDN cannot hold gets another,
    which is reported to `on_change`, or to the log `kingme.files.pdn` if there is none.

    >>> game = Game(tags={"Black": "Ann"})
    >>> for move in ("11-15", "22-18", "15x22"):
    ...     _ = game.play(move)
    >>> print(write_game(game), end="")
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [Black "Ann"]
    [White "?"]
    [Result "*"]
    [GameType "21,B,8,8,N1,0"]
    [Opening "Single Corner (three-move 120)"]
    <BLANKLINE>
    1. 11-15 22-18 2. 15x22 *
    <BLANKLINE>
    """
    report = on_change or (lambda change: _log.warning("%s", change))
    tags, changes = pdn_tags(game)
    for change in changes:
        report(change)
    head = "".join(f"[{name} {_quote(value)}]\n" for name, value in tags.items())
    return f"{head}\n{_wrap(_words(game))}\n\n"


def _quote(value: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", one_line(value)) + '"'


# --- moves ------------------------------------------------------------------------------------------------------------


def _words(game: Game) -> Iterator[str]:
    """The words of the body; a line may be broken between two of them and nowhere else."""
    yield from _comment_words(pack_comment(game.comment))
    name = game.start.game.name
    yield from _line_words(game.start, int(game.start.turn is not begins(name)), game.plies)
    yield result_text(name, game.outcome())


def _line_words(board: Board, number: int, plies: list[Ply]) -> Iterator[str]:
    """The words of a line of play whose first ply has this number, from 0 for the first of whoever begins."""
    needs_number = True  # as a reply does that does not follow its move directly
    for ply in plies:
        label = ""
        if number % 2 == 0 or needs_number:
            label = f"{number // 2 + 1}{'.' if number % 2 == 0 else '...'} "
        sign = _SIGNS.get(ply.nags[0], "") if ply.nags else ""
        yield label + board.notation(ply.move) + sign
        yield from (f"${nag}" for nag in ply.nags[bool(sign) :])
        comment = pack_comment(ply.comment, ply.clock, ply.elapsed)
        yield from _comment_words(comment)
        for variation in ply.variations:
            yield from _enclose("(", list(_line_words(board, number, variation)), ")")
        needs_number = bool(comment or ply.variations)
        board = board.play(ply.move)
        number += 1


def _comment_words(comment: str) -> Iterator[str]:
    """A comment in words. No line may begin with one that looks like a tag, or like the % of a line to be skipped."""
    words: list[str] = []
    for word in _COMMENT_WORD.findall(comment):
        if words and word[0] in "[%":
            words[-1] += f" {word}"
        else:
            words.append(word)
    return _enclose("{", words, "}")


def _enclose(opening: str, words: list[str], closing: str) -> Iterator[str]:
    if words:
        words[0] = opening + words[0]
        words[-1] += closing
    return iter(words)


def _wrap(words: Iterator[str]) -> str:
    """The words in lines of at most `WIDTH` characters, where no single word is longer."""
    lines = [next(words)]
    for word in words:
        if len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)
