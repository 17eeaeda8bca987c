"""Endgames to play out: random positions of the tables, and opponents that make it as hard as they can."""

import random
from collections.abc import Callable, Iterator

from kingme import Board, Game, Move
from kingme.endgame import load, rank_moves
from kingme.endgame.index import position_at
from kingme.endgame.slices import slices
from kingme.outcome import Color

Opponent = Callable[[Game], Move]


def random_endgames(pieces: int, wdl: int, seed: int = 1) -> Iterator[Board]:
    """Positions drawn evenly from all of this many pieces with this value for the side to move, which may be either."""
    chance, tables = random.Random(f"{pieces}:{wdl}:{seed}"), load()
    listed = list(slices(pieces))
    sizes = [each.size for each in listed]
    while True:
        each = chance.choices(listed, sizes)[0]
        own, opp, kings = (int(mask) for mask in position_at(chance.randrange(each.size), *each))
        board = Board(own, opp, kings, Color.BLACK)
        board = board.flip() if chance.random() < 0.5 else board
        if tables.outcome(*board.state) == wdl and board.legal_moves():
            yield board


def by_distance(game: Game) -> Move:
    """The longest defence, and the quickest win."""
    return rank_moves(game.board)[0].move


def play_out(board: Board, choose: Opponent, opponent: Opponent) -> Game:
    """A game by official rules from this position; `choose` moves first."""
    game = Game(board)
    sides = {board.turn: choose, board.turn.other: opponent}
    while game.outcome() is None:
        game.play(sides[game.turn](game))
    return game


def result_for_first(game: Game) -> int:
    """1, 0 or -1 for the side that moved first."""
    outcome = game.outcome()
    assert outcome is not None
    return 0 if outcome.winner is None else 1 if outcome.winner is game.start.turn else -1
