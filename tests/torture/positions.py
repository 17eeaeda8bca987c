"""Odd positions and nonsense where a position, a move or a player is asked for."""

from __future__ import annotations

import random
import string
from pathlib import Path

from torture.attack import Trials, attack, survives

from kingme import Board, Game, Limit, player
from kingme.errors import KingMeError
from kingme.rules import explain

QUICK = ("random", "greedy", "minimax:depth=2", "flat:playouts=20", "mcts:iterations=20", "rave:iterations=20")
QUICK += ("hybrid:positions=200,iterations=20", "engine:nodes=200,hash=1", "engine:nodes=200,hash=1,tables=on")
PIECES = "0123456789,KWB:-. xX\0\n\u00e9"


def _fen(chance: random.Random) -> str:
    squares = list(range(1, 33))
    chance.shuffle(squares)
    black, white = squares[: chance.randrange(0, 13)], squares[13 : 13 + chance.randrange(0, 13)]

    def side(numbers: list[int]) -> str:
        return ",".join(f"{'K' if chance.random() < 0.4 else ''}{number}" for number in numbers)

    return f"{chance.choice('BW')}:W{side(white)}:B{side(black)}"


@attack("positions", "odd positions: every player answers with a legal move or a sentence")
def odd_positions(chance: random.Random, folder: Path) -> Trials:
    players = [player(spec) for spec in QUICK]
    while True:
        if chance.random() < 0.3:
            text = _fen(chance)
            at = chance.randrange(len(text) + 1)
            text = text[:at] + "".join(chance.choices(PIECES, k=chance.randrange(4))) + text[at + chance.randrange(3) :]
            yield survives(lambda text=text: Board.from_fen(text), KingMeError, what=repr(text))  # type: ignore[misc]
            yield survives(lambda text=text: player(text), KingMeError, what=repr(text))  # type: ignore[misc]
            word = "".join(chance.choices(string.printable, k=chance.randrange(12)))
            yield survives(lambda word=word: Board().parse_move(word), KingMeError, what=repr(word))  # type: ignore[misc]
            continue
        fen = _fen(chance)
        try:
            board = Board.from_fen(fen)
        except KingMeError:
            yield None
            continue
        bot = chance.choice(players)
        legal = board.legal_moves()
        found = bot.analyse(Game(board), Limit()).move
        if (found is None) != (not legal) or (found is not None and found not in legal):
            yield f"{bot.label} answers {found} in {fen}"
        else:
            yield survives(lambda board=board: str(explain(board)), what=fen)  # type: ignore[misc]
