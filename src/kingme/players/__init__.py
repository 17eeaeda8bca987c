"""Players: every algorithm behind one interface, and the names to get them by."""

from kingme.players.base import Analysis, Info, Line, Player
from kingme.players.limit import Limit
from kingme.players.registry import player

__all__ = ["Analysis", "Info", "Limit", "Line", "Player", "player"]
