"""The player that is asked for advice."""

from __future__ import annotations

from kingme import Board
from kingme.errors import KingMeError
from kingme.play import analyst
from kingme.players.registry import read_spec


def test_both_analysts_are_real_players():
    for spec in (analyst.ANALYST, analyst.SPARE_ANALYST):
        read_spec(spec)


def test_without_an_engine_another_steps_in(monkeypatch):
    board = Board()
    assert analyst.analyst_spec(board) == analyst.ANALYST + analyst.TABLES
    assert analyst.analyst_spec(Board(game="othello")) == analyst.ANALYST

    def missing(name: str):
        raise KingMeError(f"there is no {name}")

    monkeypatch.setattr(analyst, "player_class", missing)
    assert analyst.analyst_spec(board) == analyst.SPARE_ANALYST
