"""The glossary: words of the trade in plain sentences, for a page of its own and for a click on any of them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent / "glossary.toml"


@cache
def glossary() -> tuple[dict[str, Any], ...]:
    """All terms in alphabetical order; the shape is `tour_schemas.Term`."""
    terms = tomllib.loads(_FILE.read_text("utf-8"))["term"]
    found = [{"about": "search", "also": [], "see": None, "common": False} | term for term in terms]
    return tuple(sorted(found, key=lambda term: str(term["name"]).lower()))
