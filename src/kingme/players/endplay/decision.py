"""The engine at a root that is in the endgame tables: what needs no search, and what the search has to look for.

distances known, and no rule in the way    the shortest win, the longest defence: no search
won or lost otherwise                      moves that keep the win, searched for the next step that cannot be undone
drawn                                      moves that keep the draw, searched as ever: the enemy may still go wrong
"""

from __future__ import annotations

from kingme.move import Move
from kingme.players.base import Analysis, Line
from kingme.players.endplay.root import RootValues
from kingme.score import Score


def score_move(endgame: RootValues, move: Move, searched: Score, depth: int) -> Score:
    """The score of a move at a root in the tables: the search's, unless the tables know better."""
    value = endgame.of(move)
    return searched if value.wdl != 0 and endgame.best != 0 and depth else value.score


def decide(endgame: RootValues, lines: int) -> Analysis:
    """The decision where the distances decide, with variations for the best `lines` moves."""
    ranked = sorted(endgame.values, key=lambda value: value.rank, reverse=True)
    continued = {endgame.choice.move, *(value.move for value in ranked[:lines])}
    found = {}
    for value in endgame.values:
        move = value.move
        pv = endgame.line(move) if move in continued else (move,)
        chances = {"win": float(value.wdl == 1), "draw": float(value.wdl == 0), "loss": float(value.wdl == -1)}
        details = {"depth": 0, **chances, **endgame.details(move)}
        found[move] = Line(move, (value.wdl + 1) / 2, value.score, pv=pv, details=details)
    best, length = found[endgame.choice.move], endgame.choice.plies or 0
    return Analysis(
        best.move,
        list(found.values()),
        best.pv,
        best.value,
        best.score,
        max_depth=length,
        nodes=len(found),
        details={"table_hits": 0, "probes": len(found)},
        words=f"endgame tables\n{best.score}  {' '.join(map(str, best.pv))}",
    )
