"""Monte Carlo tree search: select, expand, simulate, back up.

The tree grows where it is worth looking. Each simulation has four steps:

1. `select`: from the root, go to the child with the best score until a node has something that was never tried.
2. `expand`: try it, that is, add it to the tree.
3. `simulate`: play a quick game from there to its end (`kingme.core.policies`).
4. `back_up`: count the result at every node on the way back to the root.

The score is UCT's (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006; its root is the bandit rule UCB1
of Auer, Cesa-Bianchi and Fischer, 2002): for a child with N visits and results that sum up to Q, below a parent with
N_parent visits,

    Q / N  +  c sqrt(ln N_parent / N)
    ------    -----------------------
    exploit   explore

A child that did well is visited again; a child that was neglected for long is given another chance; c weighs the two.
As visits grow the most visited move becomes the best one. Browne et al., "A survey of Monte Carlo tree search methods"
(2012), tell the rest of the story.

One compiled search, `grow_tree`, serves every variant: `Options` chooses among them by numbers. Results are counted
from 0 to 1 for the side to move at the root while they travel, and turned round for nodes that the other side moved
into.

Several threads may grow one tree, each with a path, counters and random numbers of its own (Chaslot, Winands and van
den Herik, "Parallel Monte-Carlo tree search", 2008). A visit is counted before the playout and its result after it:
until then it looks like a loss, a "virtual loss", and the other threads look elsewhere. Nobody waits for anybody, after
Enzenberger and Müller ("A lock-free multithreaded Monte-Carlo tree search algorithm", 2009): a node is expanded by the
thread that is first to say so, whoever comes second simulates from the node itself, and an addition that is lost when
two threads add to the same sum is not missed. Every simulation counts at the root and at one of its children, and every
choice there reads them all: between cores that share no cache, threads would wait for these few lines of memory more
than for anything else. So each thread counts the `Top` of the tree for itself, and tells the others every few
simulations. One thread alone grows the same tree as if there were no others to think of.
"""

from __future__ import annotations

import math

from kingme.core.atomics import add, compare_and_swap, fence, load, store
from kingme.core.jit import kernel
from kingme.core.plans import DRAWN, GOES_ON, SHORT_MASK, PlayoutPlan, PlayoutWork
from kingme.core.plans import LOST as HAS_LOST
from kingme.core.plans import WON as HAS_WON
from kingme.core.situation import stood_before
from kingme.players.amaf import OFF, credit, credit_everywhere, rave, weight
from kingme.players.endplay.verdict import UNKNOWN, known_value, only_kings_moved
from kingme.players.nodes import (
    BUSY,
    DRAW_HERE,
    LEAF,
    LOST,
    LOST_HERE,
    PAUSE,
    ROOT,
    TABLE_LOST,
    TABLE_WON,
    UNSEEN,
    USED,
    WON,
    WON_HERE,
    arrange,
    write_child,
)
from kingme.players.tree_work import (
    DEPTH_MAX,
    DEPTH_SUM,
    OPENED,
    ROOM,
    ROOM_END,
    SIMULATIONS,
    STAMP,
    TELL,
    TOP,
)

FINISHED, STOPPED, PROVED, ENOUGH, NO_ROOM, PAUSED = 0, -1, -2, -3, -4, -5  # why `grow_tree` returned


# --- 1. select --------------------------------------------------------------------------------------------------------


@kernel("f8(f8, i8, i8, f8)", quick=True)
def uct(value, visits, parent_visits, c):
    """UCT's score of a child: its mean result, and what there is to learn from it."""
    return value / visits + c * math.sqrt(math.log(parent_visits) / visits)


@kernel
def visits_of(nodes, top, node):
    """The visits of a node as far as this thread knows."""
    return nodes.visits[node] + (top.visits[node] if node < TOP else 0)


@kernel
def best_child(nodes, top, node, options):
    """The opened child with the best score; one that was never visited comes before all others."""
    first = nodes.first[node]
    parent_visits = max(visits_of(nodes, top, node), 1)
    beta = weight(options.amaf, options.beta, options.k, parent_visits)
    best = first
    best_score = -1.0
    for child in range(first, first + nodes.opened[node]):
        value, visits = nodes.value[child], visits_of(nodes, top, child)
        if node == ROOT:
            value += top.value[child]
        if visits == 0:
            return child
        if options.solver and nodes.proof[child] == LOST:
            continue
        if options.amaf == OFF:
            score = uct(value, visits, parent_visits, options.c)
        else:
            score = rave(nodes, child, value, visits, parent_visits, options.c, beta)
        if score > best_score:
            best_score = score
            best = child
    return best


@kernel
def allowed_children(nodes, top, node, options):
    """How many children a node may have open: all, or with progressive widening a number that grows with its visits.

    Coulom ("Computing Elo ratings of move patterns in the game of Go", 2007) and Chaslot et al. ("Progressive
    strategies for Monte-Carlo tree search", 2008) let a node start with its most promising children and add others as
    it is visited.
    """
    if options.widening <= 0.0:
        return nodes.children[node]
    return min(nodes.children[node], max(1, math.ceil(options.widening * math.sqrt(visits_of(nodes, top, node)))))


@kernel
def select(game, nodes, work, options, tables):
    """Go down to a node that has something new to try, or where the game is over; returns its depth."""
    top, path = work.top, work.path
    depth = 0
    while True:
        node = path.node[depth]
        if load(nodes.first, node) < 0 or nodes.opened[node] < allowed_children(nodes, top, node, options):
            return depth
        descend(game, nodes, work, depth, best_child(nodes, top, node, options), options, tables)
        depth += 1


@kernel
def position_at(path, depth, options):
    """The position at a depth of the path."""
    return path.first[depth], path.second[depth], path.third[depth], (options.side + depth) & 1


@kernel
def descend(game, nodes, work, depth, child, options, tables):
    """Play the move of a child, and find out on the first visit whether the game is over there."""
    path = work.path
    position = position_at(path, depth, options)
    move = nodes.move[child]
    path.quiet[depth + 1] = (path.quiet[depth] + 1) * (not game.is_irreversible(position, move))
    path.hash[options.past + depth + 1] = game.key_after(position, path.hash[options.past + depth], move)
    first, second, third, _ = game.apply(position, move)
    path.first[depth + 1] = first
    path.second[depth + 1] = second
    path.third[depth + 1] = third
    path.node[depth + 1] = child
    if nodes.first[child] == UNSEEN:
        compare_and_swap(nodes.first, child, UNSEEN, judge(game, work, depth + 1, options, tables))


@kernel
def judge(game, work, depth, options, tables):
    """Whether the game is over at this depth of the path: LOST_HERE, DRAW_HERE, WON_HERE, or LEAF if it goes on.

    It is over, too, where the endgame tables know the result, unless nothing but kings has moved since the root.
    A position that came up before, in the game or on the path, is taken for a draw at its first return: whoever could
    avoid it then would have to avoid it the next time too.
    """
    path = work.path
    position = position_at(path, depth, options)
    ending = game.ending(position)
    if ending == HAS_LOST:
        return DRAW_HERE if options.stuck_draws and game.is_stuck(position) else LOST_HERE
    if ending != GOES_ON:
        return WON_HERE if ending == HAS_WON else DRAW_HERE
    quiet = path.quiet[depth]
    if quiet >= options.quiet_limit or depth >= options.plies_left:
        return DRAW_HERE
    at = options.past + depth
    if options.repetition and stood_before(path.hash, 0, at, quiet, path.hash[at], 1):
        return DRAW_HERE
    if not only_kings_moved(depth, quiet, path.quiet[0]):
        value = known_value(game, position, options.table_pieces, tables, work.moves, 0)
        if value != UNKNOWN:
            return DRAW_HERE if value == 0 else TABLE_WON if value == 1 else TABLE_LOST
    return LEAF


# --- 2. expand --------------------------------------------------------------------------------------------------------


@kernel
def expand(game, nodes, work, depth, options, shared, tables):
    """Open a new child of the node at this depth, or all of them, and go there; returns the depth to simulate from.

    That is `depth` itself where nothing can be opened: the game is over, a leaf has not been simulated yet, a limit
    says so, or another thread is just doing it. A negative number is a reason to end the search (ENOUGH) or to
    interrupt it (NO_ROOM), with nothing changed.
    """
    top, counters = work.top, work.counters
    node = work.path.node[depth]
    first = load(nodes.first, node)
    if first == LEAF:
        if options.frozen or depth >= options.depth_limit:
            return depth
        if visits_of(nodes, top, node) == 0 and not options.expand_all:
            return depth
        if counters[OPENED] >= options.node_limit:
            return ENOUGH
        if not compare_and_swap(nodes.first, node, LEAF, BUSY):
            return depth
        first = add_children(game, nodes, work, depth, options, shared)
        store(nodes.first, node, first)
        if first == LEAF:
            return NO_ROOM
    if first < 0:
        return depth
    opened = load(nodes.opened, node)
    more = allowed_children(nodes, top, node, options) - opened
    if more > 1 and not options.expand_all:
        more = 1
    if counters[OPENED] + more > options.node_limit:
        return ENOUGH
    if more <= 0 or not compare_and_swap(nodes.opened, node, opened, opened + more):
        return depth
    counters[OPENED] += more
    descend(game, nodes, work, depth, first + opened, options, tables)
    return depth + 1


@kernel
def add_children(game, nodes, work, depth, options, shared):
    """List the moves of the node at this depth as its children, in random order.

    Returns the first of them, or LEAF if there is no room. Captures that take the same pieces by different paths lead
    to the same position and are one child.
    """
    path, moves = work.path, work.moves
    node = path.node[depth]
    position = position_at(path, depth, options)
    count = game.generate(position, moves, 0)
    if moves[0] > SHORT_MASK:
        count = _drop_equal(moves, count)
    first = take_room(shared, work.counters, count, options.block, len(nodes.move))
    if first < 0:
        return LEAF
    arrange(game, position, moves, count, (options.widening > 0.0) * 1, work.rng)
    for i in range(count):
        write_child(nodes, first + i, moves[i])
    nodes.children[node] = count
    nodes.opened[node] = 0
    return first


@kernel
def take_room(shared, counters, count, block, capacity):
    """The first of so many nodes side by side that belong to nobody yet, or -1 if there are none.

    Threads that search together set nodes aside in blocks: so they seldom meet at the shared counter, and what one of
    them adds to the tree lies in other cache lines than what the others add.
    """
    first = counters[ROOM]
    if first + count > counters[ROOM_END]:
        size = max(count, block)
        while True:
            first = load(shared, USED)
            if first + size > capacity:
                return -1
            if compare_and_swap(shared, USED, first, first + size):
                break
        counters[ROOM_END] = first + size
    counters[ROOM] = first + count
    return first


@kernel
def _drop_equal(moves, count):
    """Keep the first of equal numbers; returns how many are left."""
    kept = 0
    for i in range(count):
        is_new = True
        for j in range(kept):
            is_new = is_new and moves[j] != moves[i]
        if is_new:
            moves[kept] = moves[i]
            kept += 1
    return kept


# --- 3. simulate ------------------------------------------------------------------------------------------------------


@kernel
def simulate(game, nodes, work, depth, options, policy_weights, tables):
    """The result of a playout from the node at this depth, for the side to move at the root."""
    path, counters = work.path, work.counters
    position = position_at(path, depth, options)
    first = nodes.first[path.node[depth]]
    if first in (LOST_HERE, TABLE_LOST):
        ending = HAS_LOST
    elif first in (WON_HERE, TABLE_WON):
        ending = HAS_WON
    elif first == DRAW_HERE:
        ending = DRAWN
    else:
        stamp = 0
        if options.amaf != OFF:
            counters[STAMP] += 1
            stamp = counters[STAMP]
        quiet = path.quiet[depth] * (options.playout_quiet == options.quiet_limit)
        plan = playout_plan(options, policy_weights, counters[SIMULATIONS])
        playout_work = PlayoutWork(work.rng, work.moves, work.stamps)
        position, ending, _ = game.playout(position, quiet, plan, playout_work, stamp)
        if ending == GOES_ON:
            value = known_value(game, position, options.table_pieces, tables, work.moves, 0)
            if value != UNKNOWN:
                ending = DRAWN if value == 0 else HAS_WON if value == 1 else HAS_LOST
        if ending == HAS_LOST and options.stuck_draws and game.is_stuck(position):
            ending = DRAWN
    return game.worth(position, ending, options.side, options.cut, options.margin)


@kernel
def playout_plan(options, policy_weights, simulations):
    """How the playouts of a search are played, after so many simulations."""
    cutoff = _cutoff(options, simulations)
    return PlayoutPlan(options.policy, policy_weights, options.playout_quiet, cutoff, options.table_pieces)


@kernel
def _cutoff(options, simulations):
    """Plies after which a playout is cut: more and more as the search goes on, if it is to grow (study C)."""
    if options.growth <= 0.0:
        return options.cutoff
    return options.cutoff + int(options.growth * math.log2(1.0 + simulations))


# --- 4. back up -------------------------------------------------------------------------------------------------------


@kernel
def count_visit(visits, path, depth, end):
    """Count a visit at every node of the path up to level `end`: before the playout, a virtual loss that keeps other
    threads away.
    """
    for level in range(depth, end - 1, -1):
        visits[path.node[level]] += 1


@kernel
def back_up(values, path, depth, end, result):
    """Count a result at every node of the path up to level `end`, turned round where the other side moved into it."""
    for level in range(depth, end - 1, -1):
        values[path.node[level]] += result if level & 1 else 1.0 - result


@kernel
def tell(nodes, top):
    """Add what this thread counted at the top to what all of them know."""
    for node in range(1 + nodes.children[ROOT]):
        if top.visits[node]:
            add(nodes.visits, node, top.visits[node])
            add(nodes.value, node, top.value[node])
            top.visits[node] = 0
            top.value[node] = 0.0


@kernel
def prove(nodes, path, depth):
    """MCTS-Solver (Winands, Björnsson and Saito, 2008): a game that ends in the tree proves something about its
    parents.

    A move into a lost position wins, so a node with such a child is lost for whoever moved there; a node all of whose
    children are lost for the mover is won for whoever moved there. Draws prove nothing. A result from the endgame
    tables is as good as the end of the game.
    """
    node = path.node[depth]
    if nodes.first[node] >= LEAF or nodes.first[node] == DRAW_HERE or nodes.proof[node]:
        return
    nodes.proof[node] = LOST if nodes.first[node] in (TABLE_WON, WON_HERE) else WON
    for level in range(depth - 1, -1, -1):
        child_proof = nodes.proof[path.node[level + 1]]
        node = path.node[level]
        if child_proof == LOST:
            fence()  # of two threads that prove the last two children, one must see both proofs
            first = nodes.first[node]
            for child in range(first, first + nodes.children[node]):
                if nodes.proof[child] != LOST:
                    return
        nodes.proof[node] = -child_proof


# --- the search -------------------------------------------------------------------------------------------------------


@kernel
def run_simulation(game, nodes, work, depth, options, policy_weights, tables):
    """Simulate from the node at this depth and count the result everywhere."""
    top, path, counters, outcomes = work.top, work.path, work.counters, work.outcomes
    end = 2 if options.block else 0  # with other threads, levels 0 and 1 are counted apart
    count_visit(nodes.visits, path, depth, end)
    if end:
        count_visit(top.visits, path, min(depth, 1), 0)
    result = simulate(game, nodes, work, depth, options, policy_weights, tables)
    back_up(nodes.value, path, depth, end, result)
    if end:
        back_up(top.value, path, min(depth, 1), 0, result)
        if counters[SIMULATIONS] % TELL == 0:
            tell(nodes, top)
    is_over = nodes.first[path.node[depth]] < LEAF
    if options.everywhere:
        counters[STAMP] += is_over * 1  # without a playout there are still the moves on the way to credit
        credit_everywhere(nodes, path, depth, options.side, result, work.stamps, counters[STAMP])
    elif options.amaf != OFF and not is_over:  # where the game is over no move was played: there is nothing to credit
        credit(nodes, path, depth, options.side, result, work.stamps, counters[STAMP])
    if options.solver and is_over:
        prove(nodes, path, depth)
    outcomes[int(result * (len(outcomes) - 1) + 0.5)] += 1
    counters[SIMULATIONS] += 1
    counters[DEPTH_SUM] += depth
    counters[DEPTH_MAX] = max(counters[DEPTH_MAX], depth)


@kernel("i8(game, Nodes, TreeWork, Options, i8, i8[::1], i8[::1], TableArrays, i8[::1])")
def grow_tree(game, nodes, work, options, budget, shared, policy_weights, tables, stop):
    """Search until `counters[SIMULATIONS]` reaches the budget; returns FINISHED, or why it ended before that.

    Changes the nodes and the arrays of `work`; looks at `stop[0]` before every simulation. NO_ROOM asks for larger
    arrays, and threads on the same tree return PAUSED then; the calls that follow go on where these stopped. Threads
    share everything but `work`.
    """
    top, path, counters = work.top, work.path, work.counters
    status = FINISHED
    while counters[SIMULATIONS] < budget:
        if stop[0]:
            status = STOPPED
            break
        if shared[PAUSE]:
            status = PAUSED
            break
        if options.solver and nodes.proof[ROOT]:
            status = PROVED
            break
        selected = select(game, nodes, work, options, tables)
        before = counters[OPENED]
        depth = expand(game, nodes, work, selected, options, shared, tables)
        if depth < 0:
            if depth == NO_ROOM:
                shared[PAUSE] = 1
            status = depth
            break
        node = path.node[selected]
        child = path.node[depth]
        count = 1
        rounds = 1
        if options.each and depth > selected:
            # Two-phase simulation (study E): so many for each of the new children, then a batch for the best of them.
            count = counters[OPENED] - before
            rounds = count * (options.each + options.batch)
        for i in range(rounds):
            if i > 0:
                if counters[SIMULATIONS] >= budget or stop[0]:
                    break
                target = child + i % count if i < count * options.each else best_child(nodes, top, node, options)
                descend(game, nodes, work, selected, target, options, tables)
            run_simulation(game, nodes, work, depth, options, policy_weights, tables)
    tell(nodes, top)
    return status
