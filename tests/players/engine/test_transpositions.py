"""The transposition table: what is stored is found, and threads that mark moves keep out of each other's way."""

from __future__ import annotations

import numpy as np
import pytest
from players.engine.test_search import position

from kingme import Board
from kingme.core.lines import PAIR_OF_LINES
from kingme.core.situation import Situation
from kingme.games.english.evaluate import SHAPE
from kingme.games.weights import load_weights
from kingme.players import Limit, player
from kingme.players.endplay.at_hand import OFF
from kingme.players.engine import memory as m
from kingme.players.engine.search import (
    NO_FUTILITY,
    NO_REDUCTIONS,
    NO_TRANSPOSITIONS,
    SHARED_DEPTH,
    EngineWork,
    _give_way,
    _score_moves,
)
from kingme.players.engine.think import think
from kingme.players.engine.transpositions import (
    EXACT,
    LOWER,
    MARKS,
    MISS,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    expect,
    is_marked,
    new_table,
    probe,
    remove_mark,
    set_mark,
    store,
)


@pytest.mark.parametrize("megabytes", [0.001, 1, 3])
def test_a_bucket_is_one_cache_line(megabytes):
    table = new_table(megabytes)
    assert table.__array_interface__["data"][0] % PAIR_OF_LINES == 0
    buckets = (table.size - MARKS) // 8
    assert buckets & (buckets - 1) == 0
    assert table[:-MARKS].nbytes <= max(megabytes * (1 << 20), 1024)


def test_what_is_stored_is_found():
    table = new_table(0.01)
    key = 0x123456789ABCDEF
    expect(table, key)
    assert probe(table, key) == MISS
    store(table, key, 77, -345, 12, LOWER, 3)
    data = probe(table, key)
    assert (entry_move(data), entry_score(data), entry_depth(data), entry_bound(data)) == (77, -345, 12, LOWER)
    store(table, key, 0, 10, 14, EXACT, 3)
    assert entry_move(probe(table, key)) == 77  # the move that was known is kept


def test_entries_and_marks_do_not_touch_each_other():
    table = new_table(0.001)
    for key in np.random.default_rng(1).integers(1 << 62, size=5000).tolist():
        store(table, key, 5, 1, 1, EXACT, 1)
    assert not table[-MARKS:].any()
    entries = table[:-MARKS].copy()
    for key in range(1, 5000):
        set_mark(table, key << 20, key)
    assert (table[:-MARKS] == entries).all()


def test_marks_come_and_go():
    table = new_table(0.01)
    set_mark(table, 1 << 40, 9)
    assert is_marked(table, 1 << 40, 9)
    assert not is_marked(table, 1 << 40, 10)
    remove_mark(table, 1 << 40, 9)
    assert not is_marked(table, 1 << 40, 9)


@pytest.mark.parametrize("marked", [(), (2,), (1, 2), (1, 2, 3, 4)])
def test_marked_moves_come_last_and_none_is_lost(marked):
    memory, table, key = m.new_memory(), new_table(0.01), 1 << 50
    moves = [1 << 6 | 2, 3 << 6 | 4, 5 << 6 | 6, 7 << 6 | 8, 9 << 6 | 10]
    first, end = m.MOVES, m.MOVES + len(moves)
    memory[first:end] = moves
    _score_moves(Board().game, Board().state, memory, 0, first, end, moves[0])
    for index in marked:
        set_mark(table, key, moves[index])
    order = []
    for index in range(first, end):
        best = max(range(index, end), key=lambda place: memory[place])
        memory[[index, best]] = memory[[best, index]]
        move = int(memory[index]) & ((1 << 48) - 1)
        order.append(_give_way(memory, table, index, end, key, move) if index > first else move)
    assert sorted(order) == moves
    assert order[0] == moves[0]
    assert {moves.index(move) for move in order[len(moves) - len(marked) :]} == set(marked)


def test_giving_way_does_not_change_the_score():
    """All replies are marked as if another thread were at work on them: they are searched all the same."""
    nodes = []
    for seed in range(8):
        scores, nodes_of_seed = _scores_alone_and_together(position(seed, 5 + 3 * seed))
        assert scores[0] == scores[1]
        nodes.append(nodes_of_seed)
    assert any(alone != together for alone, together in nodes)  # in another order


def _scores_alone_and_together(board):
    scores, nodes = [], []
    for together in (0, 1):
        memory, table = m.new_memory(), new_table(0.01)
        memory[m.NODE_LIMIT], memory[m.QUIET_TO_DRAW] = 1 << 60, 80
        memory[m.OPTIONS], memory[m.TOGETHER] = NO_TRANSPOSITIONS | NO_REDUCTIONS | NO_FUTILITY, together
        codes = [move.code for move in board.legal_moves()]
        memory[m.ROOT_MOVES : m.ROOT_MOVES + len(codes)] = codes
        memory[m.ROOT_COUNT] = len(codes)
        for move in board.legal_moves():
            after = board.play(move)
            for reply in after.legal_moves():
                set_mark(table, after.hash, reply.code)
        depth = SHARED_DEPTH + 3
        stop = np.zeros(1, np.int64)
        work = EngineWork(memory, table, load_weights(SHAPE).packed(), OFF.arrays, stop)
        think(board.game, Situation(board.state, board.hash, 0), depth, depth, work)
        scores.append(int(memory[m.SCORE]))
        nodes.append(int(memory[m.NODES]))
    return scores, nodes


@pytest.mark.parametrize("limit", [Limit(depth=14), Limit(nodes=150_000), Limit(time=0.1)])
def test_no_mark_outlives_its_search(limit):
    bot = player("engine:threads=2,hash=4")
    bot.analyse(Board(), limit)
    assert bot._transpositions.array[:-MARKS].any()
    assert not bot._transpositions.array[-MARKS:].any()
