"""KingMe, a checkers laboratory: play, watch, analyse, teach and compare every search algorithm.

    from kingme import Board, Limit, player

The names below are imported on first use, so that `import kingme` and `kingme --help` stay instant.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kingme.board import Board as Board
    from kingme.board import Piece as Piece
    from kingme.clock import Clock as Clock
    from kingme.errors import KingMeError as KingMeError
    from kingme.game import Game as Game
    from kingme.game import Ply as Ply
    from kingme.move import Move as Move
    from kingme.outcome import Color as Color
    from kingme.outcome import Outcome as Outcome
    from kingme.outcome import Termination as Termination
    from kingme.players.base import Analysis as Analysis
    from kingme.players.base import Player as Player
    from kingme.players.limit import Limit as Limit
    from kingme.players.registry import player as player
    from kingme.profile import Rules as Rules
    from kingme.refusal import IllegalMoveError as IllegalMoveError
    from kingme.rules import explain as explain
    from kingme.score import Score as Score

__version__ = "0.1.0"

_HOMES = {
    "Analysis": "players.base",
    "Board": "board",
    "Clock": "clock",
    "Color": "outcome",
    "Game": "game",
    "IllegalMoveError": "refusal",
    "KingMeError": "errors",
    "Limit": "players.limit",
    "Move": "move",
    "Outcome": "outcome",
    "Piece": "board",
    "Player": "players.base",
    "Ply": "game",
    "Rules": "profile",
    "Score": "score",
    "Termination": "outcome",
    "explain": "rules",
    "player": "players.registry",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'kingme' has no attribute {name!r}")
    value = getattr(import_module(f"kingme.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
