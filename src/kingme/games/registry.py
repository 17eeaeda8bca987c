"""Games by their names. A new game is one folder (or one file) and one line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.games.contract import Game

DEFAULT = "english"

_HOMES = {
    "english": "english.game:English",
    "russian": "draughts.variants:Russian",
    "brazilian": "draughts.variants:Brazilian",
    "pool": "draughts.variants:Pool",
    "italian": "draughts.variants:Italian",
    "czech": "draughts.variants:Czech",
    "spanish": "draughts.variants:Spanish",
    "international": "draughts.variants:International",
    "giveaway": "draughts.giveaway:Giveaway",
    "free": "draughts.variants:Free",
    "optional": "draughts.variants:Optional",
    "single": "draughts.variants:Single",
    "othello": "othello.game:Othello",
    "connect-four": "connect_four.game:ConnectFour",
    "banqi": "banqi.game:Banqi",
}

_added: dict[str, Game] = {}


class UnknownGameError(KingMeError):
    """A game that KingMe does not know."""


def game_names() -> list[str]:
    """The names of all games; nothing is imported for them."""
    return [*_HOMES, *(name for name in _added if name not in _HOMES)]


def game_name_of(fen: str) -> str:
    """The name of the game that stands before a position (`Board.named_fen`); without one it is English draughts.

    >>> game_name_of("banqi:K7/8/8/7k r"), game_name_of("B:W21:B1")
    ('banqi', 'english')
    """
    name, colon, _ = fen.strip().partition(":")
    return name if colon and name in game_names() else DEFAULT


def find_game(name: str) -> Game:
    """The game with this name; its module, and with it Numba, is imported here.

    >>> find_game("english").title
    'English draughts'
    """
    return _added[name] if name in _added else _listed(name)


@cache
def _listed(name: str) -> Game:
    if name not in _HOMES:
        raise UnknownGameError(f"there is no game {name[:40]!r}: games are {', '.join(game_names())}")
    module, _, attribute = _HOMES[name].partition(":")
    made: Game = getattr(import_module(f"kingme.games.{module}"), attribute)()
    return made


def add_game(game: Game) -> Game:
    """Make a game from elsewhere known by its name in this process, so that boards and players can have it."""
    if game.name in _HOMES:
        raise KingMeError(f"there is a game {game.name!r} already: choose another name")
    _added[game.name] = game
    return game
