"""All moves as first (AMAF), the statistics behind RAVE.

The idea: a move that turned out well later in a simulation would perhaps have been good at once. So a simulation counts
for the child of a node if the child's move was played *anywhere* after that node by the side to move there, and not
only if it was played first. Such statistics come in fast, many for each simulation, but they are biased, since the
position had changed. RAVE ("rapid action value estimation", Gelly and Silver, "Combining online and offline knowledge
in UCT", 2007, and "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011) mixes them with the
usual ones. Study B's mixture weighs both halves of UCT alike:

    score = (1 - beta) exploit + c (1 - beta) explore + beta rave_exploit + c beta rave_explore

    exploit       mean result of the child           explore       sqrt(ln N_parent / N)
    rave_exploit  mean AMAF result of the child      rave_explore  sqrt(ln N_parent / N_amaf)

with a constant beta, or with Gelly and Silver's beta = sqrt(k / (3 N_parent + k)), which is 1 in the beginning and
falls to 1/2 after k visits.

Which moves were played is remembered without ever clearing a table (study E): `stamps` has an entry for each move of
each side, into which a simulation writes its own number; an entry with another number is an old one. Going from the end
of the path to its start, the move of each level is stamped just before the level's children are looked up, so that
every child sees the moves from its own level on, and none from above.

Study B reads "all moves" more widely: a move counts for every node of the tree that is reached by it, wherever it is
and wherever in the simulation the move came (`credit_everywhere`). That takes a walk over the whole tree for each
simulation, which a search of a thousand simulations can afford.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from kingme.core.jit import kernel
from kingme.core.plans import move_key

OFF, CONSTANT, DECAY = 0, 1, 2  # whether there is AMAF, and how beta is found
FULL = 1 << 22  # results of a node after which old ones count half: a sum of four bytes would soon stand still


class Amaf(NamedTuple):
    """How a search counts all moves as first."""

    schedule: int = OFF
    beta: float = 0.0
    k: float = 1.0
    everywhere: bool = False  # for every node of the tree and not only along the way


@kernel("f8(f8, f8, f8, f8, f8, f8)", quick=True)
def blend(exploit, explore, rave_exploit, rave_explore, c, beta):
    """Study B's RAVE score."""
    return (1.0 - beta) * exploit + c * (1.0 - beta) * explore + beta * rave_exploit + c * beta * rave_explore


@kernel("f8(i8, f8, f8, i8)", quick=True)
def weight(schedule, beta, k, visits):
    """The weight beta of the AMAF half at a node with so many visits."""
    if schedule == DECAY:
        return math.sqrt(k / (3.0 * visits + k))
    return beta


@kernel
def rave(nodes, child, value, visits, parent_visits, c, beta):
    """The RAVE score of a child; without AMAF statistics there is nothing to mix, and it is that of UCT."""
    exploit = value / visits
    explore = math.sqrt(math.log(parent_visits) / visits)
    others = nodes.amaf_visits[child]
    if others == 0:
        return blend(exploit, explore, 0.0, 0.0, c, 0.0)
    rave_exploit = nodes.amaf_value[child] / others
    rave_explore = math.sqrt(math.log(parent_visits) / others)
    return blend(exploit, explore, rave_exploit, rave_explore, c, beta)


@kernel
def credit(nodes, path, depth, side, result, stamps, stamp):
    """Count a simulation for all moves as first: its result, for `side`, goes to every child whose move carries its
    stamp.

    The moves of the playout are stamped already; `path.node[:depth + 1]` leads from the root to where it started.
    """
    for level in range(depth - 1, -1, -1):
        turn = (side + level) & 1
        stamps[move_key(turn, nodes.move[path.node[level + 1]])] = stamp
        gain = result if turn == side else 1.0 - result
        node = path.node[level]
        first = nodes.first[node]
        for child in range(first, first + nodes.opened[node]):
            if stamps[move_key(turn, nodes.move[child])] == stamp:
                _count(nodes, child, gain)


@kernel
def credit_everywhere(nodes, path, depth, side, result, stamps, stamp):
    """Count a simulation as study B does: for every node of the tree whose move that player made anywhere in it.

    So a move counts also for nodes above it, and for those in branches that the simulation did not enter.
    """
    for level in range(depth):
        stamps[move_key((side + level) & 1, nodes.move[path.node[level + 1]])] = stamp
    _credit_below(nodes, 0, side, result, 1.0 - result, stamps, stamp)


@kernel
def _credit_below(nodes, node, turn, gain, other_gain, stamps, stamp):
    """The part of `credit_everywhere` below a node at which `turn` is to move; `gain` is the result for that side."""
    first = nodes.first[node]
    for child in range(first, first + nodes.opened[node]):
        if stamps[move_key(turn, nodes.move[child])] == stamp:
            _count(nodes, child, gain)
        if nodes.first[child] >= 0:
            _credit_below(nodes, child, 1 - turn, other_gain, gain, stamps, stamp)


@kernel
def _count(nodes, child, gain):
    """Add a result to a node's statistics."""
    if nodes.amaf_visits[child] >= FULL:
        nodes.amaf_visits[child] //= 2
        nodes.amaf_value[child] /= 2
    nodes.amaf_visits[child] += 1
    nodes.amaf_value[child] += gain
