"""`ActiveGame`: a game that is being played, and who plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kingme.board import Board
from kingme.clock import Clock
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.move import Move
from kingme.outcome import Color, Outcome
from kingme.play.draw_offer import accepts_draw
from kingme.play.seat import Seat
from kingme.players.info import Analysis


class ActiveGame:
    """A game and its seats.

    `authors` tells who made each move, of moves that were taken back too: `human`, `ai`, or where it came from, such as
    `file`. The first `base` moves cannot be taken back. `full_clock` is what both sides had at the start.
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[Color, Seat],
        *,
        authors: Sequence[str] | None = None,
        base: int = 0,
        full_clock: Clock | None = None,
    ) -> None:
        self.seats = dict(seats)
        self._base, self._full_clock = base, full_clock
        self._set_game(game, authors)

    def _set_game(self, game: Game, authors: Sequence[str] | None = None) -> None:
        """Play this game; who sits where stays as it is."""
        self.game = game
        self.authors = ["file"] * (len(game.plies) + game.undone) if authors is None else list(authors)
        self.draw_offer: Color | None = None  # of a person to a person
        self._declined: Board | None = None  # the position in which a player declined a draw
        self._outcome: tuple[Board, Outcome | None, Outcome | None] | None = None

    # --- who is who -------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[Color]:
        """The sides that people play."""
        return [color for color, seat in self.seats.items() if not seat.is_ai]

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.seats[self.game.turn]

    def name(self, color: Color) -> str:
        """What to call a side: as the record does, or by its player."""
        return self.game.tags.get(str(color)) or self.seats[color].title

    def person(self, wanted: Color | None = None) -> Color:
        """The side that a person speaks for: the one they name, the only one they play, or the side to move."""
        people = self.people
        if not people:
            raise KingMeError("no person plays in this game")
        if wanted is not None and wanted not in people:
            raise KingMeError(f"{wanted} is played by {self.name(wanted)}")
        return wanted if wanted is not None else people[0] if len(people) == 1 else self.game.turn

    def check_turn(self, person: str) -> None:
        """Refuse a move that is not for somebody to make: a player is at its turn, or another person."""
        seat, turn = self.seat, self.game.turn
        if seat.is_ai or (seat.person is not None and seat.person != person):
            raise KingMeError(f"it is {turn}'s turn, and {self.name(turn)} plays {turn}")

    def check_player(self, color: Color) -> None:
        """Refuse to put another player where there is none, or when it is too late."""
        if not self.seats[color].is_ai:
            raise KingMeError(f"{color} is played by a person")
        if self.outcome() is not None:
            raise KingMeError("the game is over: choose the level of the next one")

    def replace_player(self, color: Color, seat: Seat) -> None:
        """Put another player into a seat."""
        self.seats[color] = seat
        self.game.tags[str(color)] = seat.title

    @property
    def base(self) -> int:
        """How many moves the game began with."""
        return self._base

    @property
    def has_begun(self) -> bool:
        """Whether a move was made at this board; until then no clock runs."""
        return self.moves_made > 0

    @property
    def moves_made(self) -> int:
        """How many moves were made at this board, of both sides."""
        return len(self.game.plies) - self._base

    # --- moving -----------------------------------------------------------------------------------------------------

    def play(self, move: Move, *, elapsed: float | None = None, author: str | None = None) -> None:
        """Make a legal move, which declines an offer; the author is whoever sits there, unless a person stood in."""
        number, author = len(self.game.plies), author or self.seat.kind
        self.game.play(move, elapsed=elapsed)
        self.authors[number:] = [author]
        self.draw_offer = None

    def take_back(self) -> int:
        """Take back the last move of a person, and the answers to it; return the number of plies."""
        target = self.undo_target()
        if target is None:
            whose = " of yours" if len(self.game.plies) > self._base else ""
            raise KingMeError(f"there is no move{whose} to take back")
        return self._go_to(target)

    def last_turn_of(self, color: Color) -> int | None:
        """How many moves are left when a side takes back its last move, and the answer to it."""
        numbers = range(len(self.game.plies) - 1, self._base - 1, -1)
        return next((number for number in numbers if self.game.positions[number].turn is color), None)

    def take_back_of(self, color: Color) -> int:
        """Take back the last move of one side, and the answer to it; return the number of plies."""
        target = self.last_turn_of(color)
        if target is None:
            raise KingMeError("there is no move of yours to take back")
        return self._go_to(target)

    def play_again(self) -> int:
        """Play again what was taken back: a person's move, and the answers to it; return the number of plies."""
        target = self.redo_target()
        if target is None:
            raise KingMeError("there is no move to play again")
        return self._go_to(target)

    def undo_target(self) -> int | None:
        """How many moves are left after an undo: back to where a person was to move, over any answers to it."""
        people = self.people
        for number in range(len(self.game.plies) - 1, self._base - 1, -1):
            if not people or self.game.positions[number].turn in people:
                return number
        return None

    def redo_target(self) -> int | None:
        """How many moves are on the board after a redo: up to where a person is to move again."""
        people, end = self.people, len(self.game.plies) + self.game.undone
        turns = (self.game.start.turn, self.game.start.turn.other)
        for number in range(len(self.game.plies) + 1, end + 1):
            if not people or turns[number % 2] in people or number == end:
                return number
        return None

    def _go_to(self, number: int) -> int:
        before = len(self.game.plies)
        while len(self.game.plies) > number:
            self.game.undo()
        while len(self.game.plies) < number:
            self.game.redo()
        self._restore_clock()
        self.draw_offer = None
        return abs(number - before)

    def _restore_clock(self) -> None:
        """Give back the time of moves that were taken back: each side has what it had after its last move."""
        clock, full = self.game.clock, self._full_clock
        if clock is None or full is None:
            return
        left = [full.black, full.white]
        for board, ply, author in zip(self.game.positions, self.game.plies, self.authors, strict=False):
            if ply.clock is not None and author in ("human", "ai"):
                left[board.turn] = ply.clock
        clock.black, clock.white = left

    # --- the end ----------------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """How the game ended; looked up once for each position, as everything asks for it."""
        key = self.game.board, self.game.declared
        if self._outcome is None or self._outcome[0] is not key[0] or self._outcome[1] != key[1]:
            self._outcome = (*key, self.game.outcome())
        return self._outcome[2]

    def check_running(self) -> None:
        """Refuse whatever can only be done while the game goes on."""
        if (outcome := self.outcome()) is not None:
            raise KingMeError(f"the game is over: {outcome}")

    def offer_draw(self, color: Color) -> bool:
        """Offer a draw to a person, or accept theirs; whether the game is drawn now."""
        self.check_running()
        if self.draw_offer is color:
            raise KingMeError("you have offered a draw already: it is for the other side to answer")
        if self.draw_offer is None:
            self.draw_offer = color
            return False
        self.draw_offer = None
        self.game.agree_draw()
        return True

    def check_offer(self) -> None:
        """Refuse to ask a player for a draw that it has just declined."""
        self.check_running()
        if self._declined is self.game.board:
            raise KingMeError("the draw was declined: make a move before you offer it again")

    def answer_offer(self, color: Color, analysis: Analysis) -> bool:
        """Let the player of a side accept a draw, or decline it; whether the game is drawn now."""
        if accepts_draw(self.game, color, analysis):
            self.game.agree_draw()
            return True
        self._declined = self.game.board
        return False
