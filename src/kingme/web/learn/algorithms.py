"""The pages on algorithms: the texts of `docs/algorithms`, which the wheel carries, with what this server knows."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from kingme.errors import KingMeError
from kingme.web.catalogue import available_players, known_presets, rating_of
from kingme.web.gate import shown_spec
from kingme.web.learn.markdown import Block, parse
from kingme.web.learn.spoken import spoken_settings
from kingme.web.learn.students import for_students, studies

_INSTALLED = Path(__file__).parent / "pages"
_SOURCE = Path(__file__).parents[4] / "docs" / "algorithms"

_PAGE = re.compile(r"([a-z0-9-]+)\.md(#[a-z0-9-]*)?")
_PICTURE = re.compile(r"(?:\.\./images/|images/)?([a-z0-9-]+\.svg)")


def folder() -> Path:
    """Where the texts are: inside the package where it is installed, beside it in a checkout."""
    return _INSTALLED if _INSTALLED.is_dir() else _SOURCE


def names() -> list[str]:
    return [cls.name for cls in available_players() if (folder() / f"{cls.name}.md").is_file()]


def address(target: str) -> str | None:
    """The address of what a page links to; other documents are not part of the app, so they have none."""
    if page := _PAGE.fullmatch(target):
        if (folder() / f"{page[1]}.md").is_file() and page[1] != "readme":
            return f"/learn/algorithms/{page[1]}{page[2] or ''}"
        return None
    if picture := _PICTURE.fullmatch(target):
        return f"/api/lab/pictures/{picture[1]}"
    return target if target.startswith("https://") else None


def read_picture(name: str) -> bytes | None:
    """A picture that belongs to a page."""
    path = folder() / "images" / name
    return path.read_bytes() if re.fullmatch(r"[a-z0-9-]+\.svg", name) and path.is_file() else None


@cache
def _blocks(path: Path, stamp: int) -> list[Block]:
    return parse(path.read_text("utf-8"), address)


def read_page(name: str) -> dict[str, Any] | None:
    """The page on an algorithm, or None."""
    if name not in names():
        return None
    path = folder() / f"{name}.md"
    blocks = _blocks(path, path.stat().st_mtime_ns)
    return {**describe(name), "blocks": for_students(blocks), "studies": studies(blocks)}


def list_pages() -> list[dict[str, Any]]:
    """All algorithms, from the simplest to the strongest, in a few words each."""
    return [describe(name) for name in names()]


def describe(name: str) -> dict[str, Any]:
    path = folder() / f"{name}.md"
    blocks = _blocks(path, path.stat().st_mtime_ns)
    if len(blocks) < 2 or blocks[0]["type"] != "heading" or blocks[1]["type"] != "paragraph":
        raise KingMeError(f"the page on {name} does not begin with a heading and a paragraph")
    summary = next(cls.summary for cls in available_players() if cls.name == name)
    rated = [
        {
            "name": key,
            "title": preset.title,
            "spec": shown_spec(preset.spec),
            "words": spoken_settings(shown_spec(preset.spec).partition(":")[2]),
            "rating": rating_of(preset),
        }
        for key, preset in known_presets().items()
        if preset.spec.partition(":")[0] == name
    ]
    words = "".join(part["text"] for part in blocks[1]["text"])
    title = "".join(part["text"] for part in blocks[0]["text"])
    return {"name": name, "title": title, "summary": summary, "idea": words, "presets": rated}
