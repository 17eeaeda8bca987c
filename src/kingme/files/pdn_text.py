"""What the reader and the writer of PDN agree on: tags, results, glyphs, and what stands inside a comment.

In files of English draughts (`GameType` 21) `1-0` means that Black won, who moves first, and `0-1` that White did. Some
pages say the opposite; draft 2.0 of the standard, CheckerBoard and the open archives of games agree on this.
"""

from __future__ import annotations

import re
from typing import TypeGuard

from kingme.outcome import RESULTS, Color

ROSTER = ("Event", "Site", "Date", "Round", "Black", "White", "Result")
"""Tags that stand first in every game, in this order."""

UNKNOWN_VALUES = {name: "????.??.??" if name == "Date" else "?" for name in ROSTER}
"""What a tag of the roster says that has nothing to say."""

TOLD_OTHERWISE = {"result", "gametype", "fen", "setup"}
"""Tags, in lower case, for what a `Game` does not keep among its tags."""

WINNERS: dict[str, Color | None] = {
    **RESULTS,
    "2-0": Color.BLACK,
    "0-2": Color.WHITE,
    "1-1": None,
    "1/2": None,
    "½-½": None,
    "½": None,
}
"""Results, as files write them, and their winners. `*` and `0-0` (both lost by default) have none."""

GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "*": 7}
"""Marks behind a move and their numbers; `*` marks a forced move and is only read."""

MOST_PLIES = 100_000
"""The most plies of one game, variations included: enough for any game or book, and no danger to the memory."""

DEEPEST_VARIATION = 64


def glyph(text: str) -> int:
    """The number of a mark such as `!?`; one that no table knows counts as its first two signs.

    >>> glyph("!?"), glyph("(?)"), glyph("!!!")
    (5, 2, 3)
    """
    text = text.strip("()")
    return GLYPHS.get(text[:2]) or GLYPHS[text[0]]


# --- comments ---------------------------------------------------------------------------------------------------------

# PDN has no way to write } in a comment. Here it becomes &#125;, and what would be read as something else likewise:
# a [% that begins no clock, and an &# that stands for itself.
_TO_ESCAPE = re.compile(r"\}|\[(?=%)|&(?=#)")
_ESCAPED = re.compile(r"&#(125|91|38);")
_CLOCK = re.compile(r"\[%(clk|emt)\s+(?:([0-9]{1,6}):)?(?:([0-9]{1,6}):)?([0-9]{1,9})(\.[0-9]{1,9})?\s*\]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def one_line(text: str) -> str:
    """The text on one line, without characters that no file should hold."""
    return " ".join(_CONTROL.sub(" ", text).split())


def pack_comment(text: str, clock: float | None = None, elapsed: float | None = None) -> str:
    """The inside of a comment: the clocks, if any, and the text.

    >>> pack_comment("a {b}", clock=297)
    '[%clk 0:04:57] a {b&#125;'
    """
    times = [f"[%{name} {_format_time(time)}]" for name, time in (("clk", clock), ("emt", elapsed)) if _can_write(time)]
    return " ".join([*times, _TO_ESCAPE.sub(lambda match: f"&#{ord(match[0])};", one_line(text))]).strip()


def unpack_comment(text: str) -> tuple[str, float | None, float | None]:
    """The text of a comment, the time left and the time spent in seconds: what `pack_comment` took.

    >>> unpack_comment("[%clk 0:04:57] a {b&#125;")
    ('a {b}', 297.0, None)
    """
    times: dict[str, float] = {}
    if "[%" in text:
        for name, hours, minutes, seconds, fraction in _CLOCK.findall(text):
            hours, minutes = (hours, minutes) if minutes else ("", hours)
            whole = 3600 * int(hours or 0) + 60 * int(minutes or 0) + int(seconds)
            times[name] = float(f"{whole}{fraction}")
        text = _CLOCK.sub(" ", text)
    return comment_text(text), times.get("clk"), times.get("emt")


def comment_text(text: str) -> str:
    """The text of a comment where no clock is expected."""
    return _ESCAPED.sub(lambda match: chr(int(match[1])), " ".join(text.split()))


def _can_write(seconds: float | None) -> TypeGuard[float]:
    return seconds is not None and 0 <= seconds < 1e9


def _format_time(seconds: float) -> str:
    """Hours, minutes and seconds: `0:04:57`, with a fraction of at most three digits where there is one."""
    minutes, milliseconds = divmod(round(seconds * 1000), 60_000)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{milliseconds % 1000:03}".rstrip("0").rstrip(".")
    return f"{hours}:{minutes:02}:{milliseconds // 1000:02}{fraction}"
