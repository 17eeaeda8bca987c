"""Opening sets: where the games of a match begin.

Strong players draw, and players without chance repeat themselves, from the same start. So matches go over a set of
openings, each played twice with colours swapped. A set is named by a spec string:

    start            the usual start, always
    two-move         the 47 ballots of the two-move restriction: all starts of two plies but the two that lose a man
    two-move-all     all 49
    three-move       the 156 openings of the three-move deck in use, of the 174 that are numbered
    three-move-all   all 174 of the federation's list, those that are barred as lost included
    random:N         N random plies, a new line for each pair
    name:NAME        an opening by its name, as in name:Old Fourteenth, or by its number in the three-move list
    file:PATH        the positions of a file: one FEN a line (# starts a comment), or a PDN file, of which each game
                     gives its final position; file:PATH,plies=N stops after N plies of each game

Sets with an end are shuffled by the run's seed, so that a short match sees a fair sample, and start again when they are
used up. Everything is checked when the set is loaded: a match never stops for a bad opening.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kingme.board import Board
from kingme.core.seeds import derive_seed
from kingme.errors import KingMeError
from kingme.files.pdn import read_games
from kingme.game import Game, Ply
from kingme.games.registry import DEFAULT
from kingme.opening_names import find_opening_by_name, three_move_openings
from kingme.profile import OFFICIAL, Rules

START_FEN = Board().fen()
ENGLISH_SETS = ("two-move", "two-move-all", "three-move", "three-move-all")
BARRED_TWO_MOVE = ("9-14 21-17", "10-14 21-17")  # 14x21 wins a man for nothing
MOST_PLIES = 60  # of a random opening: random games seldom last longer
TRIES = 1000
LARGEST_FILE = 64 << 20  # bytes of a FEN list

SETS = ("start", "two-move", "two-move-all", "three-move", "three-move-all", "random:N", "name:NAME", "file:PATH")


@dataclass(frozen=True, slots=True)
class Opening:
    """A line to begin a game with: a position and the moves from it."""

    name: str
    fen: str = START_FEN
    moves: tuple[str, ...] = ()

    def game(self, rules: Rules = OFFICIAL) -> Game:
        """A game under these rules with the opening played."""
        game = Game(Board.from_fen(self.fen, rules.game), rules=rules)
        for move in self.moves:
            game.play(move)
        return game

    def board(self, rules: Rules = OFFICIAL) -> Board:
        """The position where the players take over."""
        board = Board.from_fen(self.fen, rules.game)
        for move in self.moves:
            board = board.play(move)
        return board


@dataclass(frozen=True, slots=True)
class OpeningSet:
    """Openings by number, without end: `openings[k]` is the one for the k-th pair of a pairing.

    A set is a number of lines, or a length of random ones and the seed to draw them with. `skipped` tells what a file
    held that could not be used, for whoever starts the match to read.
    """

    spec: str
    lines: tuple[Opening, ...] = ()
    random_plies: int = 0
    seed: int = 0
    rules: Rules = OFFICIAL
    skipped: tuple[str, ...] = ()

    @property
    def size(self) -> int | None:
        """How many different openings there are; None for random ones."""
        return len(self.lines) or None

    def __getitem__(self, number: int) -> Opening:
        if number < 0:
            raise IndexError(f"openings are numbered from 0, not {number}")
        if self.lines:
            return self.lines[number % len(self.lines)]
        return random_opening(self.random_plies, derive_seed(self.seed, "opening", number), self.rules)

    def __iter__(self) -> Iterator[Opening]:
        """Each opening once, where there is an end."""
        if not self.lines:
            raise KingMeError(f"{self.spec} has no end: take its openings by number")
        return iter(self.lines)


def load_openings(spec: str, *, seed: int = 0, rules: Rules = OFFICIAL, shuffle: bool = True) -> OpeningSet:
    """The opening set that a spec string names, for games under `rules`; see the head of this file."""
    spec = spec.strip()
    kind, colon, argument = (part.strip() for part in spec.partition(":"))
    skipped: list[str] = []
    if kind == "random" and colon:
        return OpeningSet(spec, random_plies=_random_plies(argument, rules), seed=seed, rules=rules)
    if rules.game != DEFAULT and ((kind == "name" and colon) or spec in ENGLISH_SETS):
        raise KingMeError(
            f"{spec[:40]} are openings of English draughts: {rules.game} has start, random:N and file:PATH"
        )
    if kind == "name" and colon:
        named = find_opening_by_name(argument)
        lines = [_line(named.name, Board(), named.moves, rules)]
    elif kind == "file" and colon:
        lines = _read_file(argument, rules, skipped)
    elif spec in _FIXED:
        lines = _FIXED[spec](rules)
    else:
        raise KingMeError(f"{spec[:40]!r} is not an opening set: use {', '.join(SETS)}")
    if shuffle:
        lines = random.Random(derive_seed(seed, "openings")).sample(lines, len(lines))
    return OpeningSet(spec, tuple(lines), seed=seed, rules=rules, skipped=tuple(skipped))


def _line(name: str, start: Board, moves: Iterable[str], rules: Rules) -> Opening:
    """An opening from texts, checked, with its moves in standard notation; the game must go on after it."""
    game = Game(start, rules=rules)
    played = []
    for text in moves:
        board = game.board
        played.append(board.notation(game.play(text)))
    if (outcome := game.outcome()) is not None:
        raise KingMeError(f"the game is over after the opening {name} ({outcome})")
    return Opening(name, start.fen(), tuple(played))


# --- sets that come with the package ----------------------------------------------------------------------------------


@cache
def _deck(rules: Rules) -> tuple[tuple[Opening, bool], ...]:
    """The three-move openings by number, and whether each is in the deck in use."""
    return tuple(
        (_line(opening.name, Board(), opening.moves, rules), opening.in_deck) for opening in three_move_openings()
    )


@cache
def _two_move(rules: Rules) -> tuple[Opening, ...]:
    start = Board()
    texts = [f"{first} {reply}" for first in start.legal_moves() for reply in start.play(first).legal_moves()]
    return tuple(_line(text, start, text.split(), rules) for text in texts)


_FIXED: dict[str, Callable[[Rules], list[Opening]]] = {
    "start": lambda rules: [_line("start", Board(game=rules.game, seed=0), (), rules)],
    "two-move": lambda rules: [opening for opening in _two_move(rules) if opening.name not in BARRED_TWO_MOVE],
    "two-move-all": lambda rules: list(_two_move(rules)),
    "three-move": lambda rules: [opening for opening, played in _deck(rules) if played],
    "three-move-all": lambda rules: [opening for opening, _ in _deck(rules)],
}


# --- random lines -----------------------------------------------------------------------------------------------------


def _random_plies(text: str, rules: Rules) -> int:
    if not text.isdecimal() or len(text) > 3 or int(text) > MOST_PLIES:
        raise KingMeError(f"random: takes a number of plies from 0 to {MOST_PLIES}, as in random:8")
    if rules.move_cap is not None and rules.move_cap <= int(text):
        raise KingMeError(f"random:{text} is as long as a whole game: the rules end it after {rules.move_cap} plies")
    return int(text)


def random_opening(plies: int, seed: int, rules: Rules = OFFICIAL) -> Opening:
    """A line of random moves, every legal move as likely as any other, after which the game goes on."""
    rng = random.Random(seed)
    for _ in range(TRIES):
        game = Game(Board(game=rules.game, seed=seed), rules=rules)
        while len(game.plies) < plies and game.outcome() is None:
            game.append(Ply(rng.choice(game.board.legal_moves())))
        if game.outcome() is None:
            moves = (board.notation(move) for board, move in zip(game.positions, game.moves, strict=False))
            return Opening(f"random {plies} plies, seed {seed}", game.start.fen(), tuple(moves))
    raise KingMeError(f"no random game lasts {plies} plies: use fewer")


# --- files ------------------------------------------------------------------------------------------------------------


def _read_file(argument: str, rules: Rules, skipped: list[str]) -> list[Opening]:
    """The different positions of a FEN list or a PDN file; what cannot be used is added to `skipped`."""
    match = re.fullmatch(r"(?P<path>.*?)(?:\s*,\s*plies\s*=\s*(?P<plies>[^,]*))?", argument, re.DOTALL)
    assert match is not None
    path, plies = Path(match["path"]).expanduser(), match["plies"]
    if plies is not None and not (plies.strip().isdecimal() and len(plies) < 6):
        raise KingMeError(f"plies takes a number, not {plies[:40]!r}, as in file:games.pdn,plies=8")
    if not match["path"]:
        raise KingMeError("file: takes the path of a FEN list or a PDN file, as in file:openings.fen")
    try:
        is_pdn = _looks_like_pdn(path)
        if plies is not None and not is_pdn:
            raise KingMeError(f"{path}: plies is for PDN files, and this is a list of positions")
        if is_pdn:
            found = _pdn_openings(path, None if plies is None else int(plies), rules, skipped)
        else:
            found = _fen_openings(path, rules)
        seen: dict[Board, str] = {}
        openings = []
        for opening in found:
            first = seen.setdefault(opening.board(rules), opening.name)
            if first == opening.name:
                openings.append(opening)
            else:
                skipped.append(f"{opening.name}: the same position as {first}")
    except OSError as error:
        raise KingMeError(f"the openings cannot be read: {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise KingMeError(f"{path} is not a text file: openings are a FEN list or a PDN file") from None
    if not openings:
        raise KingMeError(f"{path} holds no opening that can be played{': ' + skipped[0] if skipped else ''}")
    return openings


def _looks_like_pdn(path: Path) -> bool:
    """By its name; otherwise by its first line that says something: a FEN begins with the side to move and a colon."""
    if path.suffix.lower() in (".pdn", ".fen"):
        return path.suffix.lower() == ".pdn"
    with path.open(encoding="utf-8-sig") as lines:
        for line in lines:
            if text := line.partition("#")[0].strip():
                return re.match(r"['\"]?[BWbw]\s*:", text) is None
    return False


def _fen_openings(path: Path, rules: Rules) -> list[Opening]:
    if path.stat().st_size > LARGEST_FILE:
        raise KingMeError(f"{path} is too large for a list of openings")
    openings = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), start=1):
        if text := line.partition("#")[0].strip():
            try:
                openings.append(_line(f"{path.name} line {number}", Board.from_fen(text, rules.game), (), rules))
            except KingMeError as error:
                raise KingMeError(f"{path}, line {number}: {error}") from None
    return openings


def _pdn_openings(path: Path, plies: int | None, rules: Rules, skipped: list[str]) -> list[Opening]:
    """The games of a PDN file as openings; unreadable, short and finished ones are skipped with a word.

    A final position comes without the moves that led to it: they may have drawn the game by repetition already.
    """
    openings: list[Opening] = []
    unreadable: list[str] = []
    games = read_games(path, on_problem=lambda problem: unreadable.append(f"{path.name} {problem}"), game=rules.game)
    for number, game in enumerate(games, start=1):
        name = f"{path.name} game {number + len(unreadable)}"
        start, moves = (game.board, []) if plies is None else (game.start, [str(move) for move in game.moves[:plies]])
        if plies is not None and len(moves) < plies:
            skipped.append(f"{name}: it has only {len(moves)} plies")
            continue
        try:
            openings.append(_line(name, start, moves, rules))
        except KingMeError as error:
            skipped.append(f"{name}: {error}")
    skipped.extend(unreadable)
    return openings
