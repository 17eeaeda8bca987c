"""The words of a PDN file: tags, moves, comments, results … each with the line where it begins.

The text arrives line by line and the tokens leave one by one, so that a file of any size passes through a few kilobytes
of memory. Real files are dirty, and what can be understood is: spaces inside a move (`21 - 17`), typographic quotes
around a tag's value, remarks in round brackets or in none, a star after a forced move, bytes that are not UTF-8. What
cannot be understood becomes a token of its own (`JUNK`, `BROKEN_TAG`, `OPEN_COMMENT`, `BINARY`): whether that spoils a
game is for the reader to say.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

from kingme.files.encoding import open_text

TAG, COMMENT, MOVE, NUMBER, RESULT, NAG, STRENGTH = "tag", "comment", "move", "number", "result", "nag", "strength"
OPEN, CLOSE, SETUP, WORD = "open", "close", "setup", "word"
JUNK, BROKEN_TAG, OPEN_COMMENT, BINARY = "junk", "broken tag", "open comment", "binary"

LONGEST_PIECE = 1 << 16  # characters; longer lines are read in pieces of about this size
LONGEST_COMMENT = 1 << 20


class FileLine(NamedTuple):
    """A line of a file, or a piece of one that is very long."""

    number: int
    text: str
    starts: bool = True  # whether this is the beginning of the line


class Token(NamedTuple):
    """A word of a file. `name` is the name of a tag and empty for all other kinds."""

    kind: str
    text: str
    line: int
    name: str = ""


# --- lines ------------------------------------------------------------------------------------------------------------


def read_lines(source: Path | str | Iterable[str]) -> Iterator[FileLine]:
    """The lines of a file, a text stream, a text, or any series of lines."""
    if isinstance(source, Path):
        with open_text(source) as stream:
            yield from _pieces(stream)
    elif isinstance(source, str):
        yield from _pieces(io.StringIO(source, newline=None))
    elif isinstance(source, io.TextIOBase):
        yield from _pieces(source)
    else:
        for number, text in enumerate(source, start=1):
            yield FileLine(number, text)


def _pieces(stream: TextIO | io.TextIOBase) -> Iterator[FileLine]:
    """The lines of a stream, those that are too long for memory cut between words."""
    number, starts, rest = 1, True, ""
    while piece := stream.readline(LONGEST_PIECE):
        text, rest = rest + piece, ""
        ends = text.endswith("\n")
        if not ends and len(piece) == LONGEST_PIECE:
            cut = max(text.rfind(" "), text.rfind("\t")) + 1 or len(text)
            text, rest = text[:cut], text[cut:]
        yield FileLine(number, text, starts)
        number, starts = number + ends, ends
    if rest:
        yield FileLine(number, rest, starts)


# --- tokens -----------------------------------------------------------------------------------------------------------

# Move numbers (1. or 1...) say nothing that the moves do not, and dirty files have them wrong: they are read over like
# spaces. A star that touches a move marks it as forced; elsewhere it ends a game whose result is not known.
_SQUARE = r"(?:[0-9]{1,9}|[a-hA-H][1-8])"
_SIGN = r"[ \t]*[-xX:×\u2010-\u2015\u2212][ \t]*"
_TOKEN = re.compile(
    rf"""
      [\s\ufeff\x1a]+ | [0-9]{{1,9}}[ ]?\.+ | \.+
    | (?P<result> (?: 1[ ]?-[ ]?[01] | 0[ ]?-[ ]?[012] | 2[ ]?-[ ]?0 | 1/2(?:[ ]?-[ ]?1/2)? | ½(?:[ ]?-[ ]?½)? )
        (?! [0-9xX:/-] ) )
    | (?P<move> {_SQUARE} (?: {_SIGN} {_SQUARE} )+ (?! [0-9] | [A-Za-z]{{1,2}}(?![A-Za-z]) ) )
    | (?P<strength> [!?]+ | \([!?]+\) | (?<=[0-9])\* )
    | (?P<star> \* )
    | (?P<nag> \$[0-9]{{1,9}} )
    | \( (?P<remark> \s* [A-Za-z]{{2}} [^(){{}}\[\]]* ) \)
    | (?P<open> \( )
    | (?P<close> \) )
    | ; (?P<rest> .* )
    | (?P<brace> \{{ )
    | (?P<bracket> \[ )
    | / \s* (?i:fen) \s* "(?P<setup> [^"]* )" \s* /
    | (?P<number> [0-9]{{1,9}} (?! [^\s(){{}};] ) )
    | (?P<binary> [\x00-\x08\x0e-\x1f\x7f] )
    | (?P<word> (?! [xX]\b ) [^\W\d_]+ (?: ['’-][^\W\d_]+ )* [.,:!?']* (?= [\s(){{}}\[\];] | $ ) )
    | (?P<junk> [^\s(){{}}\[\];\x00-\x1f]+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_KINDS = {"star": RESULT, "remark": COMMENT, "rest": COMMENT}  # all other groups are named after the kind

_NAME = r"\[\s*([A-Za-z]\w*)\s*"
_NAMED = re.compile(_NAME)
_TAG = re.compile(rf'{_NAME}(?:"((?:[^"\\]|\\.)*)"|[“”„]([^“”„]*)[“”„])\s*\]')
_TAG_ALONE = re.compile(rf'{_NAME}"(.*)"\s*\]\s*$')  # with quotes inside its value that are not escaped, or a final \
_TAG_LINE = re.compile(rf'\s*{_NAME}["“”„].*["“”„]\s*\]\s*$')
_ESCAPED = re.compile(r'\\(["\\])')
_WORD = re.compile(r"\S+")


def tokens(lines: Iterable[FileLine]) -> Iterator[Token]:
    """The tokens of these lines, in order."""
    scanner = _Scanner()
    for line in lines:
        yield from scanner.scan(line)
    if scanner.comment is not None:
        yield scanner.give_up()


class _Scanner:
    """Cuts lines into tokens; from one line to the next it keeps only a comment that is still open."""

    def __init__(self) -> None:
        self.comment: list[str] | None = None
        self.comment_line = self.comment_size = 0
        self.skips = False  # the rest of a line that began with %

    def scan(self, line: FileLine) -> Iterator[Token]:
        number, text, starts = line
        if starts:
            self.skips = text.startswith("%") and self.comment is None
            if self.comment is not None and _TAG_LINE.match(text):
                yield self.give_up()  # nobody means to write a tag on a line of its own inside a comment
        at = len(text) if self.skips else 0
        while at < len(text):
            if self.comment is not None:
                token, at = self._read_comment(text, at)
                if token is not None:
                    yield token
                continue
            match = _TOKEN.match(text, at)
            assert match is not None  # the last alternative takes any character
            kind, at = match.lastgroup, match.end()
            if kind is None:
                continue
            if kind == "brace":
                self.comment, self.comment_line, self.comment_size = [], number, 0
            elif kind == "bracket":
                token, at = _read_tag(text, match.start(), number, starts)
                yield token
            else:
                yield Token(_KINDS.get(kind, kind), match[kind], number)

    def _read_comment(self, text: str, at: int) -> tuple[Token | None, int]:
        """Go on with the open comment from `at`; the token where it ends, and where to read on."""
        assert self.comment is not None
        close = text.find("}", at)
        part = text[at:] if close < 0 else text[at:close]
        self.comment.append(part)
        self.comment_size += len(part)
        if self.comment_size > LONGEST_COMMENT:
            return self.give_up(), len(text)
        if close < 0:
            return None, len(text)
        token = Token(COMMENT, "".join(self.comment), self.comment_line)
        self.comment = None
        return token, close + 1

    def give_up(self) -> Token:
        """Leave a comment that has no end."""
        assert self.comment is not None
        start = "".join(self.comment)[:40]
        self.comment = None
        return Token(OPEN_COMMENT, "{" + start, self.comment_line)


def _read_tag(text: str, at: int, number: int, starts_line: bool) -> tuple[Token, int]:
    """The tag at `at`, and where to read on."""
    is_first = starts_line and not text[:at].strip("\ufeff \t")
    match = _TAG.match(text, at) or (is_first and _TAG_ALONE.match(text, at))
    if match:
        return Token(TAG, _ESCAPED.sub(r"\1", match[match.lastindex or 2]), number, match[1]), match.end()
    if is_first:
        named = _NAMED.match(text, at)
        return Token(BROKEN_TAG, text[at:].strip(), number, named[1] if named else ""), len(text)
    word = _WORD.match(text, at)
    assert word is not None
    return Token(JUNK, word[0], number), word.end()
