"""`GameState`: the state of a game on this server, for the pages that show it and for the row that keeps it."""

from __future__ import annotations

import time
from typing import Any

import sqlalchemy as sa

from kingme.board import Board
from kingme.clock import Clock
from kingme.errors import KingMeError
from kingme.game import Game, Ply
from kingme.move import Move
from kingme.opening_names import DEEPEST, name_of
from kingme.outcome import Color
from kingme.play.active_game import ActiveGame
from kingme.play.seat import Seat
from kingme.web.play import rated
from kingme.web.play.shared import SharedGame
from kingme.web.play.timer import TurnTimer
from kingme.web.store import Change, Store, StoredPly, game_checksum
from kingme.web.views import color_name, encode, move_info, moves_info, must_capture, outcome_info, ply_text, ply_texts


class GameState:
    """A game with what is stored of it beside its moves; `version` counts changes, `moved` is that of the last move.

    Changes are made here, and `change` then says what they do to the store.
    """

    def __init__(self, row: dict[str, Any], game: Game, authors: list[str], shared: SharedGame | None = None) -> None:
        self.shared = shared  # of a game between two people over a link
        self.id: str = row["id"]
        self.owner: str = row["owner"]
        self.version: int = row["version"]
        self.moved: int = row["moved"]
        self.setup: dict[str, Any] = row["setup"]
        self.paused: bool = row["paused"]
        self.active = ActiveGame(
            game,
            {color: self._seat(color) for color in Color},
            authors=authors,
            base=self.setup.get("base", 0),
            full_clock=Clock.parse(self.setup["clock"]) if self.setup.get("clock") else None,
        )
        self.active.draw_offer = Color.parse(row["draw_offer"]) if row["draw_offer"] else None
        self.rated: dict[str, Any] | None = None  # the ratings of a game that counts
        self._created: float = row["created"]
        self._updated: float = row["updated"]
        self._plies = ply_texts(game, authors)  # the moves for the page
        self._start_fen = game.start.named_fen()
        self._rules = game.rules.text()
        self._named: tuple[Board | None, str | None] = None, None  # the opening, and the position that it follows from

    @property
    def updated(self) -> float:
        """When it was changed last."""
        return self._updated

    @property
    def is_rated(self) -> bool:
        """Whether the game goes on and will count: then nobody gets help."""
        return self.rated is not None and self.rated["status"] == "playing" and self.active.outcome() is None

    @property
    def must_be_counted(self) -> bool:
        """Whether the game is over, and its result has yet to change the ratings."""
        return self.rated is not None and self.rated["status"] == "playing" and self.active.outcome() is not None

    def count(self, connection: sa.Connection, change: Change) -> dict[str, Any] | None:
        """Store the end of a rated game together with what it does to the ratings."""
        outcome = self.active.outcome()
        assert outcome is not None
        Store.change(connection, change)
        length = len(self.active.game.plies) - self.active.base
        counted = rated.end(connection, self.id, outcome, length, self.opening)
        return None if counted is None else rated.rated_info(connection, counted)

    def _seat(self, color: Color) -> Seat:
        person = None if self.shared is None else self.shared.people[color]
        return Seat(**self.setup["seats"][color_name(color)], person=person)

    # --- changing -------------------------------------------------------------------------------------------------

    def play(self, move: Move, elapsed: float, author: str) -> tuple[int | None, StoredPly]:
        """Make a legal move; what is to be stored: from which number on moves are forgotten, and the new one."""
        active, number = self.active, len(self.active.game.plies)
        cut = number if len(active.authors) > number else None
        active.play(move, elapsed=round(elapsed, 3), author=author)
        ply = active.game.plies[-1]
        ply.clock = None if ply.clock is None else round(ply.clock, 3)
        if author == "human":
            self.paused = False
        return cut, StoredPly(author, _ply_data(ply))

    def take_back(self) -> None:
        self.active.take_back()
        self._hold()

    def play_again(self) -> None:
        self.active.play_again()
        self._hold()

    def _hold(self) -> None:
        if not self.active.people:
            self.paused = True  # otherwise what was taken back would be played again at once

    def change_seat(self, color: Color, seat: Seat) -> None:
        """Put another player into a seat."""
        self.active.replace_player(color, seat)
        seats = self.setup["seats"] | {color_name(color): seat.data()}
        self.setup = self.setup | {"seats": seats, "tags": dict(self.active.game.tags)}
        if self.active.game.turn is color and self.active.people:
            self.paused = False  # the player before it may have failed; two players go on when they are told to

    @property
    def delay(self) -> float | None:
        """Seconds between the moves of two players."""
        delay: float | None = self.setup.get("autoplay")
        return delay

    @delay.setter
    def delay(self, seconds: float) -> None:
        self.setup = self.setup | {"autoplay": seconds}

    def change(
        self, *, cut: int | None = None, added: StoredPly | None = None, moved: bool = False, setup: bool = False
    ) -> Change:
        """Count a change, and say what it does to the store."""
        follows, self.version = self.version, self.version + 1
        self.moved = self.version if moved else self.moved
        self._updated = time.time()
        values = self.row_values() | ({"setup": self.setup} if setup else {})
        add = [] if added is None else [added]
        return Change(self.id, follows, values, cut, len(self.active.game.plies) - len(add), add)

    # --- showing --------------------------------------------------------------------------------------------------

    def text(
        self,
        *,
        is_owner: bool,
        timer: TurnTimer,
        thinking: dict[str, Any] | None,
        shared: dict[str, Any] | None = None,
        seen: int | None = None,
        common: str | None = None,
    ) -> str:
        """All that a page shows, as JSON; the shape is `schemas.State`. The moves are JSON already, and most of it.

        With `seen`, the game as it stood after so many moves. `common` is what `common_text` gives now, for whoever
        tells several pages.
        """
        self._show_plies()
        if seen is not None:
            common = encode(self._info(timer, thinking) | self._past(seen))
        elif common is None:
            common = self.common_text(timer, thinking)
        own = encode({"owner": is_owner, "shared": shared})
        plies = ",".join(ply.text for ply in self._plies[:seen])
        return f'{common[:-1]},{own[1:-1]},"plies":[{plies}]}}'

    def common_text(self, timer: TurnTimer, thinking: dict[str, Any] | None) -> str:
        """What all pages that see the whole game see alike, without the moves, as JSON."""
        self._show_plies()
        return encode(self._info(timer, thinking))

    def _past(self, seen: int) -> dict[str, Any]:
        """What was different after so many moves, for those who look on from a distance."""
        game = self.active.game
        fens = [self._start_fen, *(ply.fen for ply in self._plies[:seen])]
        past: dict[str, Any] = {
            "fen": fens[-1],
            "previous_fen": fens[-2] if seen else None,
            "legal": [],
            "must_capture": False,
        }
        past |= {"turn": color_name(game.positions[seen].turn), "outcome": None, "draw_offer": None}
        if self.rated is not None:  # what the ratings became would tell how it has ended
            sides = {name: self.rated[name] | {"change": None} for name in map(color_name, Color)}
            past["rated"] = self.rated | sides | {"status": "playing"}
        return past | {"clock": None, "can_undo": False, "can_redo": False}

    def _show_plies(self) -> None:
        """Have the texts of exactly the moves that are on the board."""
        game, authors = self.active.game, self.active.authors
        shown = len(self._plies)
        while shown > len(game.plies) or (shown and self._plies[shown - 1].ply is not game.plies[shown - 1]):
            shown -= 1
        del self._plies[shown:]
        for number in range(shown, len(game.plies)):
            boards = game.positions
            self._plies.append(ply_text(boards[number], boards[number + 1], game.plies[number], authors[number]))

    def _info(self, timer: TurnTimer, thinking: dict[str, Any] | None) -> dict[str, Any]:
        """The state of a game without its moves, and without what is somebody's own."""
        active, game, board = self.active, self.active.game, self.active.game.board
        outcome = active.outcome()
        fens = [self._start_fen, *(ply.fen for ply in self._plies[-2:])]
        captures = must_capture(board)
        return {
            "id": self.id,
            "version": self.version,
            "fen": fens[-1],
            "start_fen": self._start_fen,
            "previous_fen": fens[-2] if game.plies else None,
            "turn": color_name(game.turn),
            "legal": [] if outcome is not None or active.seat.is_ai else moves_info(board),
            "must_capture": outcome is None and captures,
            "outcome": outcome_info(outcome, board.game),
            "players": {
                color_name(color): seat.data() | {"name": active.name(color)} for color, seat in active.seats.items()
            },
            "clock": self._clock_info(timer),
            "can_undo": self.rated is None and active.undo_target() is not None,
            "can_redo": self.rated is None and active.redo_target() is not None,
            "paused": self.paused,
            "autoplay": None if self.delay is None else {"delay": self.delay},
            "rules": self._rules,
            "opening": self.opening,
            "thinking": thinking,
            "draw_offer": None if active.draw_offer is None else color_name(active.draw_offer),
            "rated": self.rated,
            "created": self._created,
            "updated": self._updated,
        }

    def _clock_info(self, timer: TurnTimer) -> dict[str, Any] | None:
        clock = self.active.game.clock
        if clock is None:
            return None
        turn = color_name(self.active.game.turn)
        left = {"black": clock.black, "white": clock.white}
        left[turn] = max(0.0, left[turn] - timer.elapsed)
        return {
            **{name: round(seconds, 3) for name, seconds in left.items()},
            "increment": clock.increment,
            "control": self.setup.get("clock") or "",
            "running": turn if timer.is_running else None,
            "at": time.time(),
        }

    @property
    def opening(self) -> str | None:
        """What the opening is called; until it has a name, the line that the game was begun with."""
        positions = self.active.game.positions
        last = positions[min(DEEPEST, len(positions) - 1)]  # later ones have no names
        if self._named[0] is not last:
            self._named = last, name_of(self.active.game)
        return self._named[1] or self.setup.get("opening")

    def refusal(self, error: KingMeError, squares: list[int]) -> dict[str, Any]:
        """Why a move is not taken, and what must be played instead."""
        board = self.active.game.board
        moves = board.legal_moves() if self.active.outcome() is None else ()
        must = moves if must_capture(board) else ()
        flash = list(dict.fromkeys(move.start for move in must)) or squares[:1]
        return {
            "type": "refused",
            "message": str(error),
            "must": [move_info(board, move) for move in must],
            "squares": flash,
            "version": self.version,
        }

    # --- keeping --------------------------------------------------------------------------------------------------

    def row_values(self) -> dict[str, Any]:
        """The columns of the game's row that may change with any step, and its checksum."""
        active, game = self.active, self.active.game
        outcome, clock, declared = active.outcome(), game.clock, game.declared
        winner = None if declared is None or declared.winner is None else color_name(declared.winner)
        self._show_plies()
        values = {
            "version": self.version,
            "moved": self.moved,
            "updated": self._updated,
            "length": len(game.plies),
            "clock": clock and {"black": clock.black, "white": clock.white, "increment": clock.increment},
            "declared": declared and {"termination": str(declared.termination), "winner": winner},
            "paused": self.paused,
            "draw_offer": None if active.draw_offer is None else color_name(active.draw_offer),
            "black": active.name(Color.BLACK),
            "white": active.name(Color.WHITE),
            "result": "*" if outcome is None else outcome.result(),
            "outcome_text": None if outcome is None else str(outcome),
            "final_fen": self._plies[-1].fen if self._plies else self._start_fen,
            "opening": self.opening,
        }
        fixed = {
            "id": self.id,
            "owner": self.owner,
            "created": self._created,
            "setup": self.setup,
            "rules": self._rules,
        }
        return values | {"checksum": game_checksum(fixed | values, len(active.authors))}


def _ply_data(ply: Ply) -> dict[str, Any]:
    """A move that was just played as saved games hold it (`kingme.files.save`)."""
    data: dict[str, Any] = {"path": list(ply.move.path)}
    if ply.clock is not None:
        data["clock"] = ply.clock
    if ply.elapsed is not None:
        data["elapsed"] = ply.elapsed
    return data
