"""The pages on the rules of games: the texts of `docs/games`, which the wheel carries."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from kingme.games.registry import game_names
from kingme.web.learn.markdown import Block, parse

_INSTALLED = Path(__file__).parent / "game_pages"
_SOURCE = Path(__file__).parents[4] / "docs" / "games"

_PAGE = re.compile(r"([a-z0-9-]+)\.md")
_PICTURE = re.compile(r"images/([a-z0-9-]+\.svg)")


def folder() -> Path:
    """Where the texts are: inside the package where it is installed, beside it in a checkout."""
    return _INSTALLED if _INSTALLED.is_dir() else _SOURCE


def names() -> list[str]:
    """The games that have a page."""
    return [name for name in game_names() if (folder() / f"{name}.md").is_file()]


def address(target: str) -> str | None:
    """The address of what a page links to; other documents are not part of the app, so they have none."""
    if (page := _PAGE.fullmatch(target)) and page[1] in names():
        return f"/learn/games/{page[1]}"
    if picture := _PICTURE.fullmatch(target):
        return f"/api/learn/games/pictures/{picture[1]}"
    return target if target.startswith("https://") else None


@cache
def _blocks(path: Path, stamp: int) -> list[Block]:
    return parse(path.read_text("utf-8"), address)


def read_page(name: str) -> dict[str, Any] | None:
    """The page on a game, or None."""
    if name not in names():
        return None
    path = folder() / f"{name}.md"
    return {**describe(name), "blocks": _blocks(path, path.stat().st_mtime_ns)}


def describe(name: str) -> dict[str, Any]:
    """A game in a few words: the heading and the first paragraph of its page."""
    path = folder() / f"{name}.md"
    heading, paragraph = (
        "".join(part["text"] for part in block["text"]) for block in _blocks(path, path.stat().st_mtime_ns)[:2]
    )
    return {"name": name, "title": heading, "idea": paragraph}


def list_pages() -> list[dict[str, Any]]:
    """All games that have a page."""
    return [describe(name) for name in names()]


def read_picture(name: str) -> bytes | None:
    """A picture that belongs to a page."""
    path = folder() / "images" / name
    return path.read_bytes() if re.fullmatch(r"[a-z0-9-]+\.svg", name) and path.is_file() else None
