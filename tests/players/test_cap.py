"""A cap ends every search that would have continued, and changes no other."""

from __future__ import annotations

import pytest

from kingme.board import Board
from kingme.players.base import Limit
from kingme.players.limit import Cap
from kingme.players.registry import player

HUGE = 10**12
ENDGAME = Board.from_fen("B:WK32,K28,K27,30:BK1,K5,K6,3")  # where hybrid hands over to alpha-beta


@pytest.mark.parametrize(
    ("spec", "board"),
    [
        (f"mcts:iterations={HUGE}", Board()),
        (f"mcts:iterations={HUGE},threads=2", Board()),
        (f"rave:iterations={HUGE}", Board()),
        (f"hybrid:iterations={HUGE}", Board()),
        (f"hybrid:positions={HUGE}", ENDGAME),
        (f"flat:playouts={HUGE}", Board()),
        ("flat:minimum=1000000000", Board()),
        (f"engine:nodes={HUGE}", Board()),
        ("engine:depth=100,lines=2", Board()),
        ("minimax:depth=60", Board()),
        ("minimax:depth=60,pruning=off", Board()),
    ],
)
def test_no_spec_and_no_limit_exceeds_a_cap(spec: str, board: Board) -> None:
    for limit in (None, Limit(time=1000), Limit(nodes=HUGE, iterations=HUGE)):
        analysis = player(spec).analyse(board, limit, cap=Cap(nodes=3000))
        assert analysis.move in board.legal_moves()
        assert 0 < analysis.nodes <= 3100
    analysis = player(spec).analyse(board, cap=Cap(time=0.05))
    assert analysis.move in board.legal_moves()


@pytest.mark.parametrize("spec", ["mcts:seed=1", "flat:seed=1", "engine", "minimax:seed=1", "rave:seed=2"])
def test_a_search_within_its_cap_is_what_it_was(spec: str) -> None:
    cap = Cap(time=1000, nodes=10**9, megabytes=1000)
    for limit in (None, Limit(nodes=2000), Limit(iterations=50), Limit(depth=3)):
        free, capped = player(spec).analyse(Board(), limit), player(spec).analyse(Board(), limit, cap=cap)
        assert (capped.move, capped.nodes, capped.iterations) == (free.move, free.nodes, free.iterations)


def test_a_tree_has_no_more_room_than_its_cap() -> None:
    analysis = player("mcts:iterations=100000,seed=1").analyse(Board(), cap=Cap(megabytes=1))
    assert analysis.iterations == 100_000
    assert analysis.tree is not None
    assert len(analysis.tree.nodes.move) * 37 <= 1_000_000
