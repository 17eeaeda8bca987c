"""`Bot`: connects a player, or any engine that speaks Hub, to a KingMe server.

It plays games for the strength ladder one after another, or waits for challenges and plays the games that come of
them. A connection that is lost is opened again; the server keeps the game meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.players.base import Player
from kingme.players.limit import Limit
from kingme.profile import Rules
from kingme.protocol.site import LostError, Site, SiteError

PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0)  # before connecting again; then the server is gone
RESERVE = 0.9  # of the clock that a player is told of: moves travel too

Say = Callable[[str], None]


class Bot:
    """A player at a server. It plays one game at a time."""

    def __init__(self, site: Site, player: Player, say: Say, limit: Limit | None = None) -> None:
        self._site, self._player, self._say, self._limit = site, player, say, limit

    def climb(self, games: int, clock: str | None = None) -> None:
        """Play so many games for the strength ladder."""
        for _ in range(games):
            state = self._site.ask("/api/bot/ladder", {"clock": clock})
            self._play(state["id"])
        for row in self._site.ask("/api/ladder")["rows"]:
            if row["you"]:
                self._say(f"Rating {row['rating']} ({row['low']} to {row['high']}) after {row['games']} games.")

    def wait(self, games: int | None = None) -> None:
        """Accept every challenge, and play the games, until so many have ended; without a number for ever."""
        played = 0
        failed = 0
        while games is None or played < games:
            try:
                for event in self._site.follow("/api/bot/events"):
                    failed = 0
                    played += self._look(event)
                    if games is not None and played >= games:
                        return
            except LostError as error:
                failed = self._pause(failed, error)

    def _look(self, event: dict[str, Any]) -> int:
        """Do what an event asks for; how many games have ended meanwhile."""
        if event["type"] not in ("challenge", "start", "games"):
            return 0
        me = self._site.ask("/api/people/me")
        for challenge in me["challenges"]:
            if challenge["to_me"]:
                self._accept(challenge)
        waiting = [game["id"] for game in self._site.ask("/api/people/me")["games"]]
        for game in waiting:
            self._play(game)
        return len(waiting)

    def _accept(self, challenge: dict[str, Any]) -> None:
        try:
            self._site.ask(f"/api/people/challenges/{challenge['id']}/accept", {})
            self._say(f"Accepted the challenge of {challenge['name']}.")
        except SiteError as error:
            self._say(f"The challenge of {challenge['name']} cannot be accepted: {error}")

    def _play(self, game: str) -> None:
        """Play a game to its end, also over lost connections."""
        self._player.new_game()
        failed = 0
        while True:
            try:
                for message in self._site.follow(f"/api/bot/games/{game}/stream"):
                    failed = 0
                    if message["type"] == "state" and self._move(game, message["state"]):
                        return
                raise LostError("the server has ended the stream")
            except LostError as error:
                failed = self._pause(failed, error)

    def _move(self, game: str, state: dict[str, Any]) -> bool:
        """Make a move if it is ours to make; whether the game is over."""
        if state["outcome"] is not None:
            self._say(
                f"{state['players']['black']['name']} – {state['players']['white']['name']}: "
                f"{state['outcome']['text']} ({self._site.address}/replay/{game})"
            )
            return True
        if side_of(state) != state["turn"]:
            return False
        played = game_of(state)
        analysis = self._player.analyse(played, self._limit_for(state))
        if analysis.move is None:
            raise KingMeError("the player has found no move")
        order = {"type": "move", "path": list(analysis.move.path), "version": state["version"]}
        try:
            self._site.ask(f"/api/bot/games/{game}", order)
        except LostError:
            raise
        except SiteError as error:  # the flag fell, or the opponent has resigned: the stream tells
            self._say(f"A move was refused: {error}")
        return False

    def _limit_for(self, state: dict[str, Any]) -> Limit | None:
        clock = state["clock"]
        if self._limit is not None or clock is None:
            return self._limit
        return Limit(clock=max(0.01, RESERVE * clock[state["turn"]]), increment=clock["increment"])

    def _pause(self, failed: int, error: LostError) -> int:
        if failed >= len(PAUSES):
            raise error
        time.sleep(PAUSES[failed])
        return failed + 1


def side_of(state: dict[str, Any]) -> str | None:
    """The side that is ours: in a game between two it is told, against a level it is the other one."""
    if state["shared"] is not None:
        side: str | None = state["shared"]["me"]
        return side
    return next((color for color in ("black", "white") if state["players"][color]["kind"] == "human"), None)


def game_of(state: dict[str, Any]) -> Game:
    """The game with its moves, so that the player knows of repetitions."""
    game = Game(Board.from_fen(state["start_fen"]), rules=Rules.parse(state["rules"]))
    for ply in state["plies"]:
        game.play(game.board.find_move(ply["path"]))
    return game
