"""Self-play inside one kernel: the engine plays itself and keeps positions with the results of their games."""

from __future__ import annotations

from kingme.core.bits import popcount
from kingme.core.hashing import hash_after, hash_position
from kingme.core.jit import kernel
from kingme.core.moves import apply, can_jump, generate, is_quiet
from kingme.core.random import below
from kingme.core.squares import START_BLACK, START_WHITE
from kingme.endgame.lookup import UNKNOWN, probe_quiet
from kingme.players.engine.memory import (
    BEST,
    KEYS,
    MAX_PAST,
    NODE_LIMIT,
    NODES,
    PAST,
    QUIET_LIMIT,
    ROOT_COUNT,
    ROOT_MOVES,
    SCORE,
    STOPPED,
    TABLE_PIECES,
)
from kingme.players.engine.search import WIN_BAND
from kingme.players.engine.think import think
from kingme.players.probing import TABLES

RECORD = 6  # words of one record: own, opp, kings, turn, score, result (2 win, 1 draw, 0 loss for the side to move)
MAX_GAME = 300  # plies
DECIDED = 600  # a lead in hundredths of a man that ends a game for both players' good
OPENING_BALANCE = 60  # a random opening that costs more than this is not played on
AFTERPLAY = 12  # random plies after the endgame tables have decided a game
CERTAIN = 1000  # the score of a win that the tables know


@kernel(f"i8(i8, i8, i8, i8, i8[::1], i8[::1], i8[::1], f4[::1], i8[::1], i8[::1], i8[::1], {TABLES})")
def play_games(games, nodes, opening_plies, explore, rng, memory, table, weights, stop, records, outcomes, tables):
    """Play games and write their positions without a capture to `records`; returns the number of positions.

    Each game starts with `opening_plies` random moves; later moves are random once in `explore` (0 never), so that the
    regression sees positions that good play avoids. A game ends where the endgame tables know its result, for positions
    of up to `memory[TABLE_PIECES]` pieces; from there a few random moves show endgames, each with its true result.
    `outcomes` counts White wins, draws and Black wins.
    """
    kept = 0
    for _ in range(games):
        own, opp, kings, turn = START_BLACK, START_WHITE, 0, 0
        key = hash_position(own, opp, kings, turn)
        quiet = 0
        game_start = kept
        winner = -1  # 0 Black, 1 White
        decided = False
        for ply in range(MAX_GAME):
            if (kept + 1) * RECORD > records.size or stop[0]:
                return game_start
            count = generate(own, opp, kings, turn, memory, ROOT_MOVES)
            if count == 0:
                winner = 1 - turn
                break
            if quiet >= 80:
                break
            if popcount(own | opp) <= memory[TABLE_PIECES] and not can_jump(own, opp, kings, turn):
                value = probe_quiet(own, opp, kings, turn, tables[0], tables[1], tables[2])
                if value != UNKNOWN:
                    winner = -1 if value == 0 else turn if value > 0 else 1 - turn
                    decided = True
                    break
            at_random = ply < opening_plies or (explore > 0 and below(rng, explore) == 0)
            if at_random:
                move = memory[ROOT_MOVES + below(rng, count)]
            else:
                past = min(quiet, MAX_PAST)
                memory[PAST] = past
                memory[ROOT_COUNT] = count
                memory[NODES] = 0
                memory[STOPPED] = 0
                memory[NODE_LIMIT] = nodes
                memory[QUIET_LIMIT] = 80
                think(own, opp, kings, turn, key, quiet, 1, 40, memory, table, weights, stop, tables)
                move = memory[BEST]
                score = memory[SCORE]
                if ply == opening_plies and abs(score) > OPENING_BALANCE:
                    break  # the random opening lost a man: not a game worth learning from
                if abs(score) >= WIN_BAND or abs(score) > DECIDED:
                    winner = turn if score > 0 else 1 - turn
                    break
                if not can_jump(own, opp, kings, turn):
                    base = kept * RECORD
                    records[base] = own
                    records[base + 1] = opp
                    records[base + 2] = kings
                    records[base + 3] = turn
                    records[base + 4] = score
                    kept += 1
                if _repeated(memory, key, past):
                    break
            memory[KEYS + min(quiet, MAX_PAST - 1)] = key
            quiet_move = is_quiet(kings, turn, move)
            key = hash_after(key, kings, turn, move)
            own, opp, kings = apply(own, opp, kings, turn, move)
            turn = 1 - turn
            quiet = quiet + 1 if quiet_move else 0
        outcomes[1 if winner < 0 else 2 - 2 * winner] += 1
        for index in range(game_start, kept):
            mover = records[index * RECORD + 3]
            records[index * RECORD + 5] = 1 if winner < 0 else 2 if winner == mover else 0
        if decided:
            kept = _play_after(own, opp, kings, turn, kept, rng, memory, records, tables)
    return kept


@kernel
def _repeated(memory, key, past):
    """Whether the position came up twice before in the game."""
    seen = 0
    for index in range(KEYS, KEYS + past):
        seen += memory[index] == key
    return seen >= 2


@kernel
def _play_after(own, opp, kings, turn, kept, rng, memory, records, tables):
    """Random moves in an endgame that the tables know; positions without a capture are kept with their true results."""
    for _ in range(AFTERPLAY):
        count = generate(own, opp, kings, turn, memory, ROOT_MOVES)
        if count == 0 or (kept + 1) * RECORD > records.size:
            break
        if not can_jump(own, opp, kings, turn):
            value = probe_quiet(own, opp, kings, turn, tables[0], tables[1], tables[2])
            if value != UNKNOWN:
                base = kept * RECORD
                records[base] = own
                records[base + 1] = opp
                records[base + 2] = kings
                records[base + 3] = turn
                records[base + 4] = value * CERTAIN
                records[base + 5] = 1 + value
                kept += 1
        move = memory[ROOT_MOVES + below(rng, count)]
        own, opp, kings = apply(own, opp, kings, turn, move)
        turn = 1 - turn
    return kept
