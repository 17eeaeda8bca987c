"""Schedules: which games a run plays, in which order, from which opening and with which seeds.

A schedule is a pure function from the number of a game to the game. Whoever plays it, in whatever order and on however
many workers, plays the same games; a run that was stopped needs only the numbers that are still missing.

Games come in pairs: game 2p and game 2p + 1 are pair p, the same two players and the same opening with colours swapped.
Pairs go round all pairings in turn, so that the table is balanced at any moment; the k-th pair of every pairing has the
k-th opening, so that all pairings are compared on the same openings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from kingme.arena.openings import Opening, OpeningSet
from kingme.core.seeds import derive_seed
from kingme.errors import KingMeError
from kingme.outcome import Color

MOST_GAMES = 100_000_000


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game to be played. `black` and `white` are the players' places in the run's list, from 0; so is `number`."""

    number: int
    pair: int
    black: int
    white: int
    opening: Opening
    seed: int

    @property
    def players(self) -> tuple[int, int]:
        return self.black, self.white

    def player_seed(self, color: Color) -> int:
        """The seed of one side's random choices in this game."""
        return derive_seed(self.seed, color.name)


@dataclass(frozen=True, slots=True)
class Schedule:
    """The games between some pairings, `games` for each; index it by the number of a game."""

    pairings: tuple[tuple[int, int], ...]
    games: int
    openings: OpeningSet
    seed: int

    def __post_init__(self) -> None:
        if not self.pairings:
            raise KingMeError("a schedule needs at least two players")
        if self.games < 2 or self.games % 2:
            better = max(2, self.games + 1)
            raise KingMeError(
                f"games come in pairs with colours swapped: {self.games} is odd, use an even number, e.g. {better}"
                if abs(self.games) < MOST_GAMES
                else "games come in pairs with colours swapped: use an even number"
            )
        if (total := self.games * len(self.pairings)) > MOST_GAMES:
            raise KingMeError(f"{total} games are too many: {MOST_GAMES} is the limit")

    def __len__(self) -> int:
        return self.games * len(self.pairings)

    def __getitem__(self, number: int) -> ScheduledGame:
        if not 0 <= number < len(self):
            raise IndexError(f"the schedule has games 0 to {len(self) - 1}, not {number}")
        pair, second = divmod(number, 2)
        turn, pairing = divmod(pair, len(self.pairings))
        black, white = self.pairings[pairing][::-1] if second else self.pairings[pairing]
        seed = derive_seed(self.seed, "game", number)
        return ScheduledGame(number, pair, black, white, self.openings[turn], seed)

    def __iter__(self) -> Iterator[ScheduledGame]:
        return (self[number] for number in range(len(self)))

    def pairing_of(self, pair: int) -> tuple[int, int]:
        """The players of a pair; the first has Black in its first game."""
        return self.pairings[pair % len(self.pairings)]


def match(games: int, openings: OpeningSet, seed: int) -> Schedule:
    """Player 0 against player 1."""
    return Schedule(((0, 1),), games, openings, seed)


def round_robin(players: int, games: int, openings: OpeningSet, seed: int) -> Schedule:
    """Everyone against everyone, `games` for each pairing."""
    return Schedule(tuple(combinations(range(players), 2)), games, openings, seed)


def gauntlet(players: int, games: int, openings: OpeningSet, seed: int, *, heroes: int = 1) -> Schedule:
    """Each of the first `heroes` players against each of the others, `games` for each pairing."""
    if not 1 <= heroes < players:
        raise KingMeError(f"a gauntlet of {players} players has 1 to {max(1, players - 1)} heroes, not {heroes}")
    pairings = tuple((hero, other) for other in range(heroes, players) for hero in range(heroes))
    return Schedule(pairings, games, openings, seed)
