"""The pictures of the pages on algorithms show what the players find; `KINGME_UPDATE_DOCS=1` draws them anew."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from players.pictures import PICTURES

from kingme.players.registry import player_names

PAGES = Path(__file__).parents[2] / "docs" / "algorithms"
UPDATE = bool(os.environ.get("KINGME_UPDATE_DOCS"))


@pytest.mark.parametrize("name", player_names())
def test_the_picture_is_what_the_player_finds(name: str) -> None:
    drawn = PICTURES[name]()
    ElementTree.fromstring(drawn)
    path = PAGES / "images" / f"{name}.svg"
    if UPDATE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawn, "utf-8")
    if name != "engine":  # its evaluation is learned anew from time to time
        assert path.read_text("utf-8") == drawn
    assert f"(images/{name}.svg)" in (PAGES / f"{name}.md").read_text("utf-8")
