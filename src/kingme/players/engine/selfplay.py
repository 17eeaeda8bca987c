"""Self-play inside one kernel: the engine plays itself and keeps positions with the results of their games."""

from __future__ import annotations

from typing import NamedTuple

from kingme.core.jit import group, kernel
from kingme.core.plans import DRAWN, GOES_ON, WON
from kingme.core.random import below
from kingme.core.situation import Situation, follow, stood_before
from kingme.players.endplay.verdict import UNKNOWN, known_quiet_value
from kingme.players.engine.memory import (
    BEST,
    KEYS,
    MAX_PAST,
    NODE_LIMIT,
    NODES,
    PAST,
    QUIET_TO_DRAW,
    ROOT_COUNT,
    ROOT_MOVES,
    SCORE,
    STOPPED,
    TABLE_PIECES,
)
from kingme.players.engine.search import WIN_BAND
from kingme.players.engine.think import think

FOR_MAKERS = True  # compiled when it is first used, or by `kingme warmup --all`

RECORD = 6  # words of one record: the position, score, result (2 win, 1 draw, 0 loss for the side to move)
MAX_GAME = 300  # plies
DECIDED = 600  # a lead in hundredths of a man that ends a game for both players' good
OPENING_BALANCE = 60  # a random opening that costs more than this is not played on
AFTERPLAY = 12  # random plies after the endgame tables have decided a game
CERTAIN = 1000  # the score of a win that the tables know


@group
class SelfPlay(NamedTuple):
    """How games are played."""

    nodes: int  # searched for each move
    opening_plies: int  # random moves at the start
    explore: int  # later moves are random once in so many; 0: never
    quiet_limit: int  # plies without an irreversible move that make a draw


@kernel("i8(game, position, i8, SelfPlay, i8[::1], EngineWork, i8[::1], i8[::1])")
def play_games(game, start, games, plan, rng, work, records, outcomes):
    """Play games from a position, write positions without a capture to `records`, and return how many those are.

    Random moves show the regression positions that good play avoids. A game ends where the endgame tables know its
    result, for positions of up to `memory[TABLE_PIECES]` pieces; from there a few random moves show endgames, each with
    its true result. `outcomes` counts White wins, draws and Black wins.
    """
    memory = work.memory
    kept = 0
    for _ in range(games):
        situation = Situation(start, game.key(start), 0)
        game_start = kept
        winner = -1  # 0 Black, 1 White
        decided = False
        for ply in range(MAX_GAME):
            if (kept + 1) * RECORD > records.size or work.stop[0]:
                return game_start
            position, key, quiet = situation
            turn = position[3]
            ending = game.ending(position)
            if ending != GOES_ON:
                winner = -1 if ending == DRAWN else turn if ending == WON else 1 - turn
                break
            count = game.generate(position, memory, ROOT_MOVES)
            if quiet >= plan.quiet_limit:
                break
            if not game.is_forced(position):
                value = known_quiet_value(game, position, memory[TABLE_PIECES], work.tables)
                if value != UNKNOWN:
                    winner = -1 if value == 0 else turn if value > 0 else 1 - turn
                    decided = True
                    break
            at_random = ply < plan.opening_plies or (plan.explore > 0 and below(rng, plan.explore) == 0)
            if at_random:
                move = memory[ROOT_MOVES + below(rng, count)]
            else:
                past = min(quiet, MAX_PAST)
                memory[PAST] = past
                memory[ROOT_COUNT] = count
                memory[NODES] = 0
                memory[STOPPED] = 0
                memory[NODE_LIMIT] = plan.nodes
                memory[QUIET_TO_DRAW] = plan.quiet_limit
                think(game, situation, 1, 40, work)
                move = memory[BEST]
                score = memory[SCORE]
                if ply == plan.opening_plies and abs(score) > OPENING_BALANCE:
                    break  # the random opening lost a man: not a game worth learning from
                if abs(score) >= WIN_BAND or abs(score) > DECIDED:
                    winner = turn if score > 0 else 1 - turn
                    break
                if not game.is_forced(position):
                    base = kept * RECORD
                    for word in range(4):
                        records[base + word] = position[word]
                    records[base + 4] = score
                    kept += 1
                if stood_before(memory, KEYS, KEYS + past, quiet, key, 2):
                    break
            memory[KEYS + min(quiet, MAX_PAST - 1)] = key
            situation = follow(game, situation, move)
        outcomes[1 if winner < 0 else 2 - 2 * winner] += 1
        for index in range(game_start, kept):
            mover = records[index * RECORD + 3]
            records[index * RECORD + 5] = 1 if winner < 0 else 2 if winner == mover else 0
        if decided:
            kept = _play_after(game, position, kept, rng, work, records)
    return kept


@kernel
def _play_after(game, position, kept, rng, work, records):
    """Random moves in an endgame that the tables know; positions without a capture are kept with their true results."""
    memory = work.memory
    for _ in range(AFTERPLAY):
        count = game.generate(position, memory, ROOT_MOVES)
        if count == 0 or (kept + 1) * RECORD > records.size:
            break
        if not game.is_forced(position):
            value = known_quiet_value(game, position, memory[TABLE_PIECES], work.tables)
            if value != UNKNOWN:
                base = kept * RECORD
                for word in range(4):
                    records[base + word] = position[word]
                records[base + 4] = value * CERTAIN
                records[base + 5] = 1 + value
                kept += 1
        move = memory[ROOT_MOVES + below(rng, count)]
        position = game.apply(position, move)
    return kept
