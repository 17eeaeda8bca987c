"""The glossary: words of the trade in plain sentences, for a page of its own and for a click on any of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from kingme.web.learn.students import study_titles

_FILE = Path(__file__).parent / "glossary.toml"


@cache
def glossary() -> tuple[dict[str, Any], ...]:
    """All terms in alphabetical order, the five studies among them; the shape is `tour_schemas.Term`."""
    terms = tomllib.loads(_FILE.read_text("utf-8"))["term"] + list(_studies())
    found = [{"about": "search", "also": [], "see": None, "common": False} | term for term in terms]
    return tuple(sorted(found, key=lambda term: str(term["name"]).lower()))


def _studies() -> Iterator[dict[str, str]]:
    """What texts call "Study A", each by its title."""
    for letter, title in study_titles().items():
        text = f"A paper or project on checkers programs: {title}. KingMe tests its claims in the arena."
        yield {"name": f"Study {letter}", "text": text}
