"""New games: from a request to a `Game` with its players, its clock and the moves that it begins with."""

from __future__ import annotations

import datetime
import secrets
from dataclasses import dataclass

from kingme.arena.openings import Opening
from kingme.board import Board
from kingme.clock import Clock
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.games.registry import DEFAULT, game_name_of
from kingme.opening_names import find_opening_by_name
from kingme.outcome import Color
from kingme.play.seat import PERSON, Seat
from kingme.players.game_ratings import ratings_in
from kingme.profile import OFFICIAL, Rules, official_rules
from kingme.web.catalogue import known_presets
from kingme.web.gate import PublicSpec, openings
from kingme.web.schemas import ImportStart, NewGame, SeatRequest
from kingme.web.settings import Settings
from kingme.web.uploads import pick_game

MOST_MINUTES = 600
DEFAULT_DELAY = 1.0
EVENT = "Game at KingMe"


@dataclass
class Draft:
    """A game that is about to begin."""

    game: Game
    authors: list[str]
    seats: dict[Color, Seat]
    control: str | None
    delay: float | None
    opening: str | None = None
    base: int = 0  # moves that cannot be taken back


def draft_game(request: NewGame, settings: Settings) -> Draft:
    """Make the game that was asked for; `KingMeError` says what is wrong. It may take long: call it in a thread."""
    given = request.start.fen if request.start is not None else None
    name = request.game or game_name_of(given or "")
    seats = {
        color: _seat(seat, settings, name)
        for color, seat in ((Color.BLACK, request.black), (Color.WHITE, request.white))
    }
    start = Board(game=name)
    official = request.rules is None or request.rules == OFFICIAL.name
    rules = official_rules(start.game) if official else Rules.parse(request.rules or "")
    control = _control(request.clock)
    both_ai = all(seat.is_ai for seat in seats.values())
    delay = (request.autoplay.delay if request.autoplay else DEFAULT_DELAY) if both_ai else None
    draft = Draft(Game(start, rules=rules), [], seats, control, delay)
    _begin(draft, request, rules, settings)
    game = draft.game
    if game.outcome() is None:
        titles = {"Black": seats[Color.BLACK].title, "White": seats[Color.WHITE].title}
        from_file = {name: game.tags[name] for name in titles if name in game.tags}
        people = not any(seat.is_ai for seat in seats.values())  # who may well be those that the file names
        game.tags |= titles | from_file if people else titles
        game.clock = Clock.parse(control) if control else game.clock
    game.tags.setdefault("Event", EVENT)
    game.tags.setdefault("Date", today())
    return draft


def today() -> str:
    """The date as records of games have it."""
    return datetime.date.today().strftime("%Y.%m.%d")


def _begin(draft: Draft, request: NewGame, rules: Rules, settings: Settings) -> None:
    """Set up the position that the game starts from."""
    start = request.start
    if start is None:
        return
    given = [value for value in (start.fen, start.opening, start.import_) if value is not None]
    if len(given) != 1:
        raise KingMeError("a start is exactly one of fen, opening and import")
    if start.fen is not None:
        board = Board.from_fen(start.fen)
        if request.game not in (None, board.game.name):
            raise KingMeError(f"the position is one of {board.game.title}, and another game was asked for")
        draft.game = Game(board, rules=official_rules(board.game) if rules.name == OFFICIAL.name else rules)
        if (outcome := draft.game.outcome()) is not None:
            raise KingMeError(f"the game would be over before it begins: {outcome}")
    elif request.game not in (None, DEFAULT):
        raise KingMeError("openings and files are those of English draughts")
    elif start.opening is not None:
        opening = find_opening(start.opening)
        draft.game, draft.opening = opening.game(rules), opening.name
        draft.base = len(draft.game.plies)
        draft.authors = ["opening"] * draft.base
    elif start.import_ is not None:
        draft.game = _imported(start.import_, None if request.rules is None else rules, settings)
        draft.authors = ["file"] * len(draft.game.plies)


def _imported(start: ImportStart, rules: Rules | None, settings: Settings) -> Game:
    """A game of an uploaded text: all of it with its result, or its first moves to go on from."""
    loaded = pick_game(start.text, start.index)
    if len(loaded.plies) > settings.game_plies:
        raise KingMeError(f"a game may have {settings.game_plies} moves here, and it has {len(loaded.plies)}")
    if start.ply is None and rules is None:
        return loaded
    end = len(loaded.plies) if start.ply is None else start.ply
    if end > len(loaded.plies):
        raise KingMeError(f"the game has {len(loaded.plies)} moves: it cannot go on after move {end}")
    game = Game(loaded.start, rules=rules or loaded.rules, tags=loaded.tags)
    game.comment = loaded.comment
    for ply in loaded.plies[:end]:
        game.append(ply)
    if start.ply is None:
        game.declared = loaded.declared
    return game


def find_opening(wanted: int | str) -> Opening:
    """An opening by its number in the three-move list or by its name, or one of the deck in use, picked at random."""
    if wanted == "random":
        return secrets.choice(openings("three-move").lines)
    named = find_opening_by_name(str(wanted))
    return Opening(named.name, moves=named.moves)


def _seat(request: SeatRequest, settings: Settings, game: str) -> Seat:
    if request.kind == "human":
        return PERSON
    if request.spec is None:
        raise KingMeError("an ai needs a spec, such as easy or minimax:depth=4")
    return make_seat(request.spec, settings, game)


def make_seat(spec: str, settings: Settings, game: str = DEFAULT) -> Seat:
    """The seat of a player; `KingMeError` says what is wrong with a spec. Ratings are those of its game."""
    PublicSpec(spec, settings)
    name = spec.partition(":")[0].strip()
    preset = known_presets().get(name)
    if preset is None:
        return Seat("ai", spec.strip(), spec.strip())
    title = preset.title if spec.strip() == name else f"{preset.title} ({spec.partition(':')[2].strip()})"
    return Seat("ai", spec.strip(), title, ratings_in(game).get(name))


def _control(text: str | None) -> str | None:
    if text is None or not text.strip():
        return None
    clock = Clock.parse(text)
    if clock.black > 60 * MOST_MINUTES or clock.increment > 60 * MOST_MINUTES:
        raise KingMeError(f"a clock has at most {MOST_MINUTES} minutes")
    return text.strip()
