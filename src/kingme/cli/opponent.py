"""The one place where the terminal meets `kingme.players`: a player at the board, thinking in the background.

The terminal must stay awake while a player thinks, so the search runs in a thread and Ctrl-C cancels it.
"""

from __future__ import annotations

import threading
from dataclasses import fields, replace
from typing import Any

from kingme.board import Board
from kingme.game import Game
from kingme.games.registry import DEFAULT, find_game
from kingme.move import Move
from kingme.players.base import Player
from kingme.players.info import Analysis, OnInfo
from kingme.players.limit import Limit
from kingme.players.ponder import Ponder

_PATIENCE = 2.0  # seconds that a cancelled search may take to end; players promise 0.05, but compiling takes longer


class StoppedError(Exception):
    """The search was interrupted by the user; nothing was decided."""


class CrashError(Exception):
    """The player failed; the message says how."""


class Opponent:
    """A player made from a spec string, with the limit it thinks under."""

    def __init__(
        self,
        spec: str,
        *,
        limit: Limit | None = None,
        seed: int | None = None,
        trace: bool = False,
        ponders: bool = False,
        game: str = DEFAULT,
    ) -> None:
        self.spec, self.limit, self.seed, self.trace, self.ponders = spec, limit, seed, trace, ponders
        self.game = game
        self._player = _make(spec, game, seed=seed, trace=trace)
        self._ponder: Ponder | None = None

    @property
    def name(self) -> str:
        return self._player.label

    def start(self) -> None:
        """Get ready, so that the first move does not take longer than the others; gigabytes of hash take seconds."""
        from kingme.cli.output import console

        with console(stderr=True).status(f"{self.name} starts up"):
            self._player.start(game=find_game(self.game))

    def new_game(self) -> None:
        self.rest()
        self._player.new_game()

    def end_game(self, game: Game) -> None:
        """The game is over, and this is its record."""
        self.rest()
        self._player.end_game(game)

    def leave(self) -> None:
        self.rest()
        self._player.close()

    def expect(self, game: Game, reply: Move) -> None:
        """Think about the position after the reply that is expected, until `think` or `rest` is called."""
        self.rest()
        after = game.copy()
        after.play(reply)
        if after.outcome() is None:
            self._ponder = self._player.ponder(after, self.limit)

    def rest(self) -> None:
        """Stop thinking on the opponent's time."""
        if self._ponder is not None:
            self._ponder.cancel()
            self._ponder = None

    def think(self, game: Game, on_info: OnInfo | None = None) -> Analysis:
        """Analyse the current position; Ctrl-C raises `StoppedError`, a failure of the player `CrashError`."""
        ponder = self._ponder
        if ponder is not None and not _same_game(ponder.position, game):
            self.rest()
            ponder = None
        cancel = threading.Event()
        results: list[Analysis] = []
        errors: list[BaseException] = []

        def work() -> None:
            try:
                if ponder is not None:
                    results.append(ponder.hit())
                else:
                    results.append(self._player.analyse(game.copy(), self.limit, on_info=on_info, cancel=cancel))
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=work, daemon=True)
        try:
            thread.start()
            while thread.is_alive():
                thread.join(0.05)
        except KeyboardInterrupt:
            cancel.set()
            self.rest()
            thread.join(_PATIENCE)
            if thread.is_alive():  # leave it to itself, and have a player that is not busy
                self._player = _make(self.spec, self.game, seed=self.seed, trace=self.trace)
            raise StoppedError from None
        self._ponder = None
        if errors:
            raise CrashError(f"{self.name} failed: {type(errors[0]).__name__}: {errors[0]}") from errors[0]
        analysis = results[0]
        if analysis.move is not None and analysis.move not in game.board.legal_moves():
            raise CrashError(f"{self.name} failed: {analysis.move} is not a legal move")
        return analysis


def _same_game(expected: Board | Game, game: Game) -> bool:
    """Whether the game went as it was expected to go."""
    return isinstance(expected, Game) and (expected.start, expected.moves) == (game.start, game.moves)


def _make(spec: str, game: str, **wishes: Any) -> Player:
    """The player of a spec, with parameters that it is to have if it knows them."""
    from kingme.cli.compiling import prepare
    from kingme.players import player

    made = player(spec)
    known = {field.name: getattr(made.parameters, field.name) for field in fields(made.parameters)}
    # What the spec itself says is the more exact wish.
    changes = {key: value for key, value in wishes.items() if key in known and known[key] in (None, False)}
    if changes:
        label = made.label
        made = type(made)(replace(made.parameters, **changes))
        made.label = label
    prepare(game)
    return made


def make_limit(seconds: float | None, nodes: int | None) -> Limit | None:
    """The limit that options ask for; None leaves a player its own budget."""
    if seconds is None and nodes is None:
        return None
    return Limit(time=seconds, nodes=nodes)


def level_names() -> list[str]:
    """Levels and presets that can be named."""
    from kingme.players.registry import presets

    return list(presets())
