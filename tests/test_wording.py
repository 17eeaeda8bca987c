"""Plain English: phrases that were replaced because readers stumbled over them do not come back."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACES = ("src/kingme", "docs", "examples", "bench", "tests", "README.md", "CONTRIBUTING.md")
KINDS = {".py", ".js", ".css", ".html", ".j2", ".md", ".toml", ".ts", ".ipynb"}
GENERATED = (
    "docs/experiments/",
    "static/vendor/",
    "tests/web/browser/vendor/",
    "tests/test_wording.py",
    "tests/data/",
)  # results as they were measured; others'
PHRASES = """
watch two play
gone on with
once more for the line
you lose the game
undo takes this back, and the last move with it
a move declines it
open the text
this is no part of a game
a position from a link
about it, and off it
settings of the engine
every other move becomes a variation
comment and glyphs
this one has
come on top
full / most
mean / most
expected result: score
before its last move
what it considers shows here
the engine has a look
quick, some seconds
for a free place
empty: drawn from
another player of the studies
of the studies, or any algorithm
seconds a move
as the device
how sure that is
how sure the result is
conduct it again
study e again
in the quick size
42 would do
each side's counted
games of each pairing
limit for a move
ended by no pieces
all 2 agree on
at most so many games
what is said here of the players was tried with them
your games are safe with it
try again when it runs
where draws count half
machines differ and so do their moods
is getting ready
waits for its turn
ties by lot
drawn by lot
of its moves not searched
""".strip().splitlines()
JOINT = re.compile(
    r"\s*(?:\n\s*(?:\*|#|//|\|)?\s*|\"\s*\+?\s*\n?\s*\")\s*|\s+"
)  # a line's end in a text, a comment or a string


def texts() -> list[Path]:
    found = []
    for name in PLACES:
        place = ROOT / name
        found += [place] if place.is_file() else [path for path in place.rglob("*") if path.suffix in KINDS]
    return [path for path in found if not any(part in path.as_posix() for part in GENERATED)]


def plain(text: str) -> str:
    """A text in one line and small letters, whatever it is wrapped in; names of several words are texts as well."""
    return JOINT.sub(" ", text).lower().replace("_", " ")


def test_lines_are_joined() -> None:
    assert plain('a = "Watch two "\n    "play"') == 'a = "watch two play"'
    assert plain("/** Watch\n * two play */") == "/** watch two play */"
    assert plain("def watch_two_play():") == "def watch two play():"


def test_no_mannered_phrase_is_left() -> None:
    files = texts()
    assert len(files) > 400
    assert all(len(phrase.split()) >= 3 for phrase in PHRASES)
    found = []
    for path in files:
        text = plain(path.read_text(encoding="utf-8", errors="replace"))
        found += [f"{path.relative_to(ROOT)}: {phrase}" for phrase in PHRASES if phrase in text]
    assert found == []
