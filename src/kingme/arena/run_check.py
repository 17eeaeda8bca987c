"""Replaying stored games: whether their moves are legal, and whether they ended as they say.

A checksum tells that a game is what was stored; this tells that what was stored is a game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kingme.arena.record import GameRecord, PlayedGame
from kingme.arena.store import RunInfo, Store
from kingme.board import Board
from kingme.database.damage import Damage
from kingme.game import Game, Ply
from kingme.outcome import Termination
from kingme.profile import Rules

BY_RULES = frozenset(
    {
        Termination.NO_PIECES,
        Termination.NO_MOVES,
        Termination.REPETITION,
        Termination.QUIET_MOVES,
        Termination.MOVE_CAP,
    }
)
"""How a game ends by itself; any other end somebody has declared."""


@dataclass
class Verification:
    """What came of looking at every stored game of a run."""

    run: str
    sound: int = 0
    damaged: list[Damage] = field(default_factory=list)
    aside: int = 0  # games that were found damaged earlier, and are not in the run any more


def verify_run(store: Store, info: RunInfo, on_game: Callable[[], None] | None = None) -> Verification:
    """Check and replay every stored game of a run; `on_game` is called after each."""
    found = Verification(info.name, aside=info.aside)
    rules = info.plan.conditions.rules
    for played in store.games(info.id, on_damage=found.damaged.append):
        problem = problem_with(played, rules, may_adjudicate=not info.plan.conditions.adjudication.is_off)
        if problem is None:
            found.sound += 1
        else:
            found.damaged.append(Damage(info.game_name(played.number), problem))
        if on_game is not None:
            on_game()
    return found


def problem_with(played: PlayedGame, rules: Rules, *, may_adjudicate: bool = True) -> str | None:
    """What is wrong with a game by the rules; None if every move is legal and the end is right."""
    text = played.fen
    try:
        game = Game(Board.from_fen(played.fen, rules.game), rules=rules)
        for number, text in enumerate(played.moves):
            if number < played.opening_plies:
                game.append(Ply(game.board.parse_move(text)))
            else:
                game.play(text)
    except ValueError as error:
        return f"it cannot be replayed at {text[:40]} ({error})"[:300]
    return _wrong_end(played, game, may_adjudicate=may_adjudicate) or _wrong_count(played.record, game)


def _wrong_end(played: PlayedGame, game: Game, *, may_adjudicate: bool) -> str | None:
    stored, ruled = played.record.outcome, game.outcome()
    if ruled is not None:
        return None if ruled == stored else f"it is stored as “{stored}”, and the rules say “{ruled}”"
    if stored.termination in BY_RULES:
        return f"it is stored as “{stored}”, and by the rules it goes on"
    if stored.termination is Termination.ADJUDICATION and not may_adjudicate:
        return "it is stored as adjudicated, and this run has no adjudication"
    if stored.is_forfeit:
        has_begun = len(game.plies) > played.opening_plies  # before that, either side may fail to start
        if stored.winner is None or (has_begun and stored.winner is game.turn):
            return f"it is stored as “{stored}”, and {game.turn} was to move"
    return None


def _wrong_count(record: GameRecord, game: Game) -> str | None:
    if game.outcome() is None:
        game.declared = record.outcome
    counted = GameRecord.of(game, number=record.number, pair=record.pair, black=record.black, white=record.white)
    for name in ("plies", "pieces", "kings", "crowned", "line"):
        if getattr(counted, name) != getattr(record, name):
            return f"its {name} are not those of its moves"
    return None
