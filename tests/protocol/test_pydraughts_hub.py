"""A client that nobody here wrote: pydraughts' `HubEngine` plays whole games against `kingme hub`.

Positions and moves go through `HubEngine.go`. Its `play` numbers the squares of Russian and Brazilian moves from the
side of White and those of positions from that of Black, which no engine could read.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from draughts.core.game import Game as PydraughtsGame
from draughts.engine import HubEngine  # its own module imports this one

from kingme import Board
from kingme.protocol.hub_text import parse_move

MOST_PLIES = 120
GAMES = [
    ("russian", "russian", "russian"),
    ("brazilian", "brazilian", "brazilian"),
    ("international", "standard", "normal"),
]


@pytest.mark.parametrize(("name", "theirs", "variant"), GAMES)
def test_whole_games(name: str, theirs: str, variant: str, tmp_path: Path) -> None:
    script = tmp_path / "engine"  # pydraughts would follow the link that a virtual environment's Python is
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kingme hub level-5\n')
    script.chmod(0o755)
    engine, played = HubEngine(str(script)), []
    try:
        assert variant in engine.variants
        engine.setoption("variant", variant)
        engine.init()
        random, peer, board = Random(7), PydraughtsGame(theirs), Board(game=name)
        while not peer.is_over() and len(played) < MOST_PLIES:
            steps, captures = peer.legal_moves()
            theirs_by_hub = {}
            for path, taken in zip(steps, captures, strict=True):
                captured = tuple(sorted(square for square in taken if square))
                theirs_by_hub[path[0][0], path[-1][1], captured] = path
            if len(played) % 2 == 0:
                text, _ = engine.go(peer.get_fen(), nodes=300)
                move = parse_move(board, text)
            else:
                move = random.choice(board.legal_moves())
            peer.push(theirs_by_hub[move.start, move.end, tuple(sorted(move.captured))])
            board = board.play(move)
            played.append(move)
            assert Board.from_fen(peer.get_li_fen(), name) == board
        assert peer.is_over() or len(played) == MOST_PLIES
        assert len(played) > 20
    finally:
        engine.quit()
        engine.p.communicate(timeout=60)
