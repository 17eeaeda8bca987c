"""What can go wrong with an outside engine, each kind by its name: results must never mistake one for another."""

from __future__ import annotations

from typing import ClassVar

from kingme.errors import KingMeError
from kingme.outcome import Termination


class EngineError(KingMeError):
    """An engine failed. `termination` is how the game ends for the side that it plays."""

    termination: ClassVar[Termination] = Termination.CRASH


class EngineCrashError(EngineError):
    """The engine could not be started, ended, or stopped making sense."""


class EngineTimeoutError(EngineError):
    """The engine did not answer in time and was ended."""

    termination = Termination.TIME_FORFEIT


class EngineMoveError(EngineError):
    """The engine answered with something that is not a legal move."""

    termination = Termination.ILLEGAL_MOVE
