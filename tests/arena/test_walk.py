"""The way of `kingme match` through the files, from the command to the report: short enough to be read."""

from __future__ import annotations

import re
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import kingme
from kingme.arena.crew import SerialCrew
from kingme.arena.plan import Plan
from kingme.arena.run_options import RunOptions
from kingme.arena.runner import Runner
from kingme.arena.store import Store
from kingme.cli.arena_options import PlayOptions
from kingme.cli.commands.match import match
from kingme.cli.compiling import prepare
from kingme.players.base import Player
from kingme.players.registry import player_class

ROOT = Path(kingme.__file__).parent
MOST_FILES = 20


@contextmanager
def walk():
    """The files of `arena/` and `cli/` in the order in which they are first entered.

    A file is entered when a function of it is called in this process and thread; what runs while a module is imported
    is not counted. Left out is what every command uses: players and their protocols, boards and games, the database
    and its migrations.
    """
    files: dict[str, None] = {}
    importing = 0

    def look(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal importing
        code = frame.f_code
        if not code.co_filename.startswith(str(ROOT)):
            return
        if code.co_name == "<module>":
            importing += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not importing:
            name = Path(code.co_filename).relative_to(ROOT).as_posix()
            if name.startswith(("arena/", "cli/")) and "/migrations/" not in name:
                files[name] = None

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield files
    finally:
        sys.setprofile(before)


def play_a_match(tmp_path: Path) -> None:
    command = match.__wrapped__  # type: ignore[attr-defined]
    where = PlayOptions(store=str(tmp_path / "s.sqlite"), workers=1)
    command(first="random", second="greedy", options=RunOptions(games=2), where=where)


def test_a_match_passes_few_files_and_the_guide_names_them(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    for name in ("random", "greedy"):
        player_class(name)
    prepare()  # a machine that has to compile says so on the console, and comes by there early
    with walk() as files:
        play_a_match(tmp_path)
    assert "Endings:" in capsys.readouterr().out
    assert len(files) <= MOST_FILES, list(files)
    guide = (ROOT.parent.parent / "docs" / "architecture.md").read_text("utf-8")
    section = guide.partition("## From `kingme match` to the report")[2].partition("\n## ")[0]
    assert re.findall(r"^\| \d+ \| `([^`]+)`", section, re.MULTILINE) == list(files)


@pytest.fixture
def built(monkeypatch) -> Counter[str]:
    """How many players were built, by name."""
    counts: Counter[str] = Counter()
    begin = Player.__init__

    def count(self: Player, *arguments: Any, **named: Any) -> None:
        counts[self.name] += 1
        begin(self, *arguments, **named)

    monkeypatch.setattr(Player, "__init__", count)
    return counts


def test_the_process_that_leads_a_match_builds_each_player_once(tmp_path, monkeypatch, capsys, built):
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    play_a_match(tmp_path)
    assert "Endings:" in capsys.readouterr().out
    assert built == {"random": 1, "greedy": 1}


def test_the_player_that_was_described_plays_the_first_game(tmp_path, built):
    with Store(tmp_path / "s.sqlite") as store, SerialCrew() as crew:
        runner = Runner(Plan.match("random", "greedy", RunOptions(games=4)), store)
        assert built == {"random": 1, "greedy": 1}
        crew.submit(runner.plan.task(runner.schedule, 0))
        (first,) = crew.wait(0)
        assert built == {"random": 1, "greedy": 1}
        crew.submit(runner.plan.task(runner.schedule, 0))
        (again,) = crew.wait(0)
        assert built == {"random": 2, "greedy": 2}  # a game has players of its own
        assert first.record.line == again.record.line
