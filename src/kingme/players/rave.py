"""`rave` and `heuristic-rave`: tree search that counts all moves as first.

RAVE is `mcts` with another score for the children of a node, which mixes in how well a child's move did whenever it was
played later in a simulation. `kingme.players.amaf` explains the statistics and holds the formula, from study B:

    score = (1 - beta) exploit + c (1 - beta) explore + beta rave_exploit + c beta rave_explore

`beta` is a constant there; `schedule=decay` uses sqrt(k / (3 N + k)) of Gelly and Silver instead, for a node with N
visits. Study B counts a move for every node of the tree that it led to by that player, also where the simulation did
not pass (`credit=tree`); as a rule it counts for the children of nodes on the way only. `heuristic-rave` is the same
with simulations that choose their moves by a score (policy `heuristic`) and not by lot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kingme.players.amaf import CONSTANT, DECAY, Amaf
from kingme.players.mcts import MctsParameters, MctsPlayer
from kingme.players.parameters import Parameters, param
from kingme.players.playouts import POLICIES, POLICY_HELP


@dataclass(frozen=True)
class RaveParameters(MctsParameters):
    beta: float = param(0.5, "weight of the all-moves-as-first half of the score", low=0.0, high=1.0)
    schedule: str = param(
        "constant",
        "beta stays constant, or decays as sqrt(k / (3 N + k)) with a node's visits N",
        choices=("constant", "decay"),
    )
    k: float = param(1000.0, "visits at which a decaying beta has come down to one half", low=1.0, high=1e9)
    credit: str = param(
        "path",
        "whom the moves of a simulation count for: path, the children of the nodes that it passed; tree, every node of "
        "the tree with that move by that player, which takes longer as the tree grows",
        choices=("path", "tree"),
    )


class RavePlayer(MctsPlayer):
    name = "rave"
    summary = "Monte Carlo tree search with RAVE: all moves count as first"
    parameters_class: ClassVar[type[Parameters]] = RaveParameters

    def _amaf(self) -> Amaf:
        settings: RaveParameters = self.parameters
        schedule = DECAY if settings.schedule == "decay" else CONSTANT
        return Amaf(schedule, settings.beta, settings.k, settings.credit == "tree")


@dataclass(frozen=True)
class HeuristicRaveParameters(RaveParameters):
    policy: str = param("heuristic", POLICY_HELP, choices=tuple(POLICIES))


class HeuristicRavePlayer(RavePlayer):
    name = "heuristic-rave"
    summary = "RAVE with simulations that prefer captures and crowns and avoid losses"
    parameters_class: ClassVar[type[Parameters]] = HeuristicRaveParameters
