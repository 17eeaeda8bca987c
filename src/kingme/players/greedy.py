"""`greedy`: make the move after which the board looks best, and think no further.

    choose the move that maximises evaluation(position after the move)

One ply and no reply: the simplest player that wants something. It takes what it can, and walks into every trap that
needs two plies to see. Study A counts a man as 1 and a king as 3, and shows all scores for Black, as the report here
does. A move that ends the game wins it, whatever the count. Among equal moves one is picked at random.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from kingme.core.evaluation_formulas import WIN
from kingme.core.plans import DRAWN, GOES_ON, LOST
from kingme.move import Move
from kingme.outcome import Color
from kingme.players import evaluations
from kingme.players.base import Analysis, Line, Player, Root
from kingme.players.book_move import book_parameter, plies_parameter, width_parameter
from kingme.players.control import Control
from kingme.players.parameters import Parameters, param
from kingme.score import Score


@dataclass(frozen=True)
class GreedyParameters(Parameters):
    evaluation: str = param("material", "what a position is worth", choices=tuple(evaluations.EVALUATIONS))
    weights: str = param(
        "default", "weights of the evaluation, e.g. man:1/king:2", check=evaluations.parse_weights, public=True
    )
    ties: str = param("random", "among equally good moves: a random one, or the first", choices=("random", "first"))
    seed: int | None = param(None, "seed for ties; none for a new one each time", low=0)
    book: str = book_parameter()
    book_width: int = width_parameter()
    book_plies: int | None = plies_parameter()

    def __post_init__(self) -> None:
        evaluations.weights(self.evaluation, self.weights)  # says what is wrong with them


class GreedyPlayer(Player):
    name = "greedy"
    summary = "makes the move after which the material looks best, one ply ahead"
    parameters_class = GreedyParameters

    def _search(self, root: Root, control: Control) -> Analysis:
        numbers = {move: self._number(root, move) for move in root.moves}
        man = evaluations.value_of_a_man(self._weights(root))
        scores = {move: evaluations.read_score(number, man) for move, number in numbers.items()}
        highest = max(scores.values())
        best = [move for move, score in scores.items() if score == highest]
        ties, seed = self.parameters.ties, self.parameters.seed
        move = best[0] if ties == "first" else random.Random(root.seed(seed)).choice(best)
        lines = [Line(move, score=score, pv=(move,), details={"depth": 1}) for move, score in scores.items()]
        return Analysis(
            move,
            lines,
            (move,),
            score=highest,
            depth=1.0,
            max_depth=1,
            nodes=len(lines),
            words=_report(root, scores, move, len(best)),
        )

    def _weights(self, root: Root) -> np.ndarray:
        return evaluations.weights(self.parameters.evaluation, self.parameters.weights, root.board.game)

    def _number(self, root: Root, move: Move) -> float:
        """What the side to move makes of the position after a move."""
        game, after = root.board.game, root.board.play_code(move.code)
        ending = game.ending(after.state)
        if ending != GOES_ON:
            stuck_draws = root.game is not None and root.game.rules.stuck == "draw"
            if ending == DRAWN or (ending == LOST and stuck_draws and game.is_stuck(after.state)):
                return 0.0
            return WIN - 1 if ending == LOST else 1 - WIN
        code = evaluations.evaluation_of(game, self.parameters.evaluation).code
        return 0.0 - float(game.assess(after.state, code, self._weights(root)))


def _report(root: Root, scores: dict[Move, Score], chosen: Move, equals: int) -> str:
    """The moves with their scores for Black, as study A prints them."""
    turn = root.board.turn
    rows = [f"{turn} to move; scores for Black after each move"]
    for move, score in sorted(scores.items(), key=lambda item: item[1], reverse=True):
        rows.append(f"{'*' if move == chosen else ' '} {move!s:<10} {score if turn is Color.BLACK else -score}")
    if equals > 1:
        rows.append(f"{equals} moves are equally good.")
    return "\n".join(rows)
