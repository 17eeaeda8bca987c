"""The page's types are those of the server."""

from __future__ import annotations

import re
from typing import Any

import pytest
from web.wire_types import TARGET, declarations

from kingme import Board
from kingme.game import Game
from kingme.players import Limit, player
from kingme.web.analysis.snapshot import Snapshots
from kingme.web.gate import PublicSpec
from kingme.web.lab.steps import take_steps, trace_search
from kingme.web.settings import Settings

SHOT = "W:W21,22,24,25,27,28,29,32:B1,2,7,8,11,14,16,20"
BY_HAND = TARGET.with_name("types.d.ts").read_text("utf-8")


def test_the_page_is_checked_against_the_schema_of_the_server() -> None:
    assert TARGET.read_text("utf-8") == declarations(), "the server's schema has changed: run `make format`"


def fields(name: str) -> set[str]:
    """The fields of an interface that is written by hand, with those of the one that it extends."""
    found = re.search(rf"^interface {name}(?: extends (\w+))? {{\n(.*?)^}}", BY_HAND, re.M | re.S)
    assert found is not None, f"types.d.ts has no {name}"
    return set(re.findall(r"^  (\w+)\??:", found[2], re.M)) | (fields(found[1]) if found[1] else set())


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(Board.from_fen(SHOT))


def test_steps_have_the_fields_that_the_page_expects(game: Game) -> None:
    answer = take_steps(game, PublicSpec("b-rave:seed=2", Settings()), 0, 3, detailed=True)
    step = answer["simulations"][-1]
    assert set(answer) == fields("StepsAnswer")
    assert set(step) == fields("DetailedStep")
    assert set(step["levels"][0]) == fields("Level")
    assert set(step["levels"][0]["children"][0]) == fields("Candidate")
    assert set(
        take_steps(game, PublicSpec("mcts:seed=5", Settings()), 0, 1, detailed=False)["simulations"][0]
    ) == fields("BriefStep")


def test_traces_have_the_fields_that_the_page_expects(game: Game) -> None:
    trace = trace_search(game, PublicSpec("minimax:depth=2,seed=1", Settings()))
    assert set(trace) == fields("Trace")
    assert set(trace["events"][0]) == fields("TraceEvent")


def test_snapshots_have_the_fields_that_the_page_expects(game: Game) -> None:
    analysis = player("mcts:seed=5").analyse(game, Limit(iterations=100))
    info: dict[str, Any] = Snapshots(game.board, "mcts", tree=True).take(analysis, final=True)
    assert set(info) == fields("Info")
    assert set(info["lines"][0]) == fields("Line")
    assert set(info["tree"]["nodes"][0]) == fields("TreeEntry")
