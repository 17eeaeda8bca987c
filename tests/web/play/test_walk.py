"""How many files a reader has to open to follow a click on the page to the engine's reply on the page."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

import kingme

SOURCE = Path(kingme.__file__).parent
PAGE = Path(__file__).parents[3] / "docs" / "architecture.md"
MOST = 20


class Walk:
    """The files of `web/` and `play/` in the order in which their functions are entered, in all threads."""

    def __init__(self) -> None:
        self.files: dict[str, None] = {}
        self.is_on = False

    def enter(self, frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if self.is_on and event == "call" and path.startswith(str(SOURCE)):
            name = Path(path).relative_to(SOURCE).as_posix()
            if name.startswith(("web/", "play/")):
                self.files.setdefault(name)


@pytest.fixture
def walk() -> Iterator[Walk]:
    """Ask for it before the server, whose threads it has to see from their start."""
    made = Walk()
    threading.setprofile(made.enter)
    yield made
    threading.setprofile(None)


def told() -> list[str]:
    """The files that the documentation names for this walk."""
    section = PAGE.read_text("utf-8").split("## From a click to the reply\n")[1].split("\n## ")[0]
    return re.findall(r"^\d+\. `([a-z_/]+\.py)`", section, re.MULTILINE)


def test_a_click_and_the_reply_enter_few_files_and_the_page_on_them_is_right(walk, begin, watch):
    with watch(begin(white={"kind": "ai", "spec": "engine:nodes=2000"})["id"]) as page:
        page.move(11, 15)
        page.wait_plies(2)  # now everything is imported and compiled
        walk.is_on = True
        page.move_any()
        page.wait_plies(4)
        walk.is_on = False
    print(*walk.files, sep="\n")
    assert "web/play/session.py" in walk.files
    assert len(walk.files) <= MOST, walk.files
    assert sorted(told()) == sorted(walk.files)
