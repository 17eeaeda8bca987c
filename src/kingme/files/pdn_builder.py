"""From the tokens of one game to a `Game`: tags, moves, what is written about them, and the result."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.files import pdn_tokens as kinds
from kingme.files.pdn_games import OtherGameError, begins, check_game, named_game, winner_of
from kingme.files.pdn_text import (
    DEEPEST_VARIATION,
    MOST_PLIES,
    ROSTER,
    TOLD_OTHERWISE,
    UNKNOWN_VALUES,
    WINNERS,
    comment_text,
    glyph,
    unpack_comment,
)
from kingme.files.pdn_tokens import Token
from kingme.game import Game, Ply
from kingme.games.registry import DEFAULT, find_game, game_names
from kingme.opening_names import name_of
from kingme.outcome import Outcome, Termination
from kingme.profile import Rules
from kingme.text.coordinates import parse_square

_MOST_TAGS = 1000
_NAMES = {name.lower(): name for name in ROSTER}
_PERHAPS_MOVES = (kinds.JUNK, kinds.NUMBER, kinds.WORD)
_SIGN = re.compile(r"[^0-9a-hA-H]+")


class UnreadableError(KingMeError):
    """A token that makes no sense where it stands; `place` is what to show of it."""

    def __init__(self, token: Token, message: str, place: str | None = None) -> None:
        super().__init__(message)
        self.line = token.line
        self.place = token.text if place is None else place


@dataclass(slots=True)
class _Branch:
    """A line of play that is being read: the main line, or a variation."""

    plies: list[Ply]
    board: Board  # after the last ply
    number: int  # of the next ply; even numbers are those of whoever begins
    opened_by: Token | None = None
    before: Board | None = None  # the position before the last ply
    foreword: str = ""  # what is written before the first ply


class GameBuilder:
    """Takes the tokens of one game in order, and makes the game."""

    def __init__(self, wanted: str | None) -> None:
        self._wanted = wanted  # the game that it has to be, if any
        self.tags: dict[str, Token] = {}  # by their names in lower case
        self.game: Game | None = None  # None until something shows that the tags are complete
        self._branches: list[_Branch] = []  # the main line, and the variations that are open
        self._foreword = ""
        self._plies = 0

    def take(self, token: Token) -> None:
        """Read one token; an `UnreadableError` says what is wrong with it."""
        _READERS[token.kind](self, token)

    def as_move(self, token: Token) -> Token:
        """The token as a move where the game that the tags name writes its moves so: f5, pass, 4."""
        name = self._tag("variant").strip().lower()
        if token.kind not in _PERHAPS_MOVES or name not in game_names() or not find_game(name).TRANSCRIPTS:
            return token
        try:
            find_game(name).split_move(token.text)
        except KingMeError:
            return token
        return token._replace(kind=kinds.MOVE)

    def finish(self, terminator: str) -> Game:
        """The whole game; `terminator` is the result that stands behind its moves, if any."""
        branch = self._branch()
        if branch.opened_by is not None:
            raise UnreadableError(branch.opened_by, "the variation has no end: close it with )")
        assert self.game is not None
        return self._conclude(self.game, terminator)

    def finish_early(self, terminator: str) -> Game | None:
        """As much of the main line as has been read, or nothing where not even the start could be."""
        return self._conclude(self.game, terminator) if self.game is not None else None

    def _conclude(self, game: Game, terminator: str) -> Game:
        """Give the game its comment, and its result where that does not follow from the moves."""
        game.comment = self._branches[0].foreword
        if self._tag("opening") and self._tag("opening") == name_of(game):  # the moves say so already
            del game.tags[self.tags["opening"].name]
        result = next((text for text in (self._tag("result"), terminator) if _squeeze(text) in WINNERS), None)
        if result is None:
            return game
        winner, by_rules = winner_of(game.start.game.name, WINNERS[_squeeze(result)]), game.outcome()
        reason = _termination(self._tag("termination"))
        if by_rules is None or by_rules.winner is not winner or reason not in (None, by_rules.termination):
            game.declared = Outcome(reason or Termination.UNKNOWN, winner)
        if reason is not None:
            del game.tags[self.tags["termination"].name]
        return game

    # --- the beginning ----------------------------------------------------------------------------------------------

    def _read_tag(self, token: Token) -> None:
        if len(self.tags) == _MOST_TAGS:
            raise UnreadableError(token, f"a game has at most {_MOST_TAGS} tags")
        self._foreword = ""  # what stood before the tags was said of no game
        name = token.name.lower()
        self.tags[name] = token._replace(name=_NAMES.get(name, token.name))

    def _tag(self, name: str) -> str:
        return self.tags[name].text if name in self.tags else ""

    def _branch(self) -> _Branch:
        """The line that is being read; the first call begins the game."""
        if not self._branches:
            self._begin(self._start())
        return self._branches[-1]

    def _start(self) -> Board:
        """The first position that the tags give."""
        try:
            name = named_game({key: token.text for key, token in self.tags.items()})
            check_game(name, self._wanted)
        except OtherGameError as error:
            told = next(self.tags[key] for key in ("variant", "gametype") if key in self.tags)
            raise UnreadableError(told, str(error), f"{told.name} {told.text}") from None
        for tag in ("fen", "setup"):
            if ":" in self._tag(tag) or (tag == "fen" and self._tag(tag).strip(" ?")):
                return _board(self.tags[tag], f"FEN {self._tag(tag)}", name)
        return Board(game=name)

    def _begin(self, start: Board) -> None:
        tags = {token.name: token.text for name, token in self.tags.items() if name not in TOLD_OTHERWISE}
        tags = {name: value for name, value in tags.items() if UNKNOWN_VALUES.get(name) != value}
        if self._tag("variant").strip().lower() == start.game.name:
            del tags[self.tags["variant"].name]
        rules = _rules(self._tag("rules"), start)
        if rules is not None:
            del tags[self.tags["rules"].name]
        self.game = Game(start, rules=rules, tags=tags)
        number = int(start.turn is not begins(start.game.name))
        self._branches = [_Branch(self.game.plies, start, number, foreword=self._foreword)]

    def _read_setup(self, token: Token) -> None:
        """`/FEN "…"/` in front of the moves."""
        if self._branches and (self._plies or len(self._branches) > 1):
            raise UnreadableError(token, "a setup stands before the first move")
        name = self._branch().board.game.name
        self._begin(_board(token, f"FEN {token.text}", name))

    # --- moves ------------------------------------------------------------------------------------------------------

    def _read_move(self, token: Token) -> None:
        branch = self._branch()
        if self._plies == MOST_PLIES:
            raise UnreadableError(token, f"a game has at most {MOST_PLIES} moves")
        try:
            squares = _squares(branch.board, token.text)
            move = branch.board.find_move(squares)
        except KingMeError as error:
            sign = "..." if branch.number % 2 else "."
            raise UnreadableError(token, str(error), f"{branch.number // 2 + 1}{sign} {token.text}") from None
        ply = Ply(move)
        branch.before = branch.board
        if branch.opened_by is None:
            assert self.game is not None
            self.game.append(ply)
            branch.board = self.game.board
        else:
            branch.plies.append(ply)
            branch.board = branch.board.play_code(move.code)
            if branch.foreword:
                ply.comment, branch.foreword = branch.foreword, ""
        branch.number += 1
        self._plies += 1

    def _read_number(self, token: Token) -> None:
        """A move number without its full stop; any other number may be half a move."""
        if int(token.text) != self._branch().number // 2 + 1:
            raise UnreadableError(token, "this is not a move, and not the number of the next one")

    def _read_nag(self, token: Token) -> None:
        self._annotate(int(token.text[1:]))

    def _read_strength(self, token: Token) -> None:
        self._annotate(glyph(token.text))

    def _annotate(self, nag: int) -> None:
        plies = self._branch().plies
        if plies:
            plies[-1].nags.append(nag)

    def _read_comment(self, token: Token) -> None:
        if not self._branches:
            self._foreword = f"{self._foreword} {comment_text(token.text)}".strip()
            return
        branch = self._branches[-1]
        if not branch.plies:
            branch.foreword = f"{branch.foreword} {comment_text(token.text)}".strip()
            return
        ply = branch.plies[-1]
        text, clock, elapsed = unpack_comment(token.text)
        ply.comment = f"{ply.comment} {text}".strip()
        ply.clock = ply.clock if clock is None else clock
        ply.elapsed = ply.elapsed if elapsed is None else elapsed

    def _open(self, token: Token) -> None:
        branch = self._branch()
        if branch.before is None:
            raise UnreadableError(token, "a variation stands behind the move that it replaces, and here is none")
        if len(self._branches) > DEEPEST_VARIATION:
            raise UnreadableError(token, f"variations are nested more than {DEEPEST_VARIATION} deep")
        self._branches.append(_Branch([], branch.before, branch.number - 1, opened_by=token))

    def _close(self, token: Token) -> None:
        branch = self._branch()
        if branch.opened_by is None:
            raise UnreadableError(token, "there is no variation to close here")
        self._branches.pop()
        if branch.plies:
            self._branches[-1].plies[-1].variations.append(branch.plies)


_READERS: dict[str, Callable[[GameBuilder, Token], None]] = {
    kinds.TAG: GameBuilder._read_tag,
    kinds.SETUP: GameBuilder._read_setup,
    kinds.MOVE: GameBuilder._read_move,
    kinds.NUMBER: GameBuilder._read_number,
    kinds.NAG: GameBuilder._read_nag,
    kinds.STRENGTH: GameBuilder._read_strength,
    kinds.COMMENT: GameBuilder._read_comment,
    kinds.WORD: GameBuilder._read_comment,  # a remark without brackets
    kinds.OPEN: GameBuilder._open,
    kinds.CLOSE: GameBuilder._close,
}


def _squeeze(text: str) -> str:
    return "".join(text.split())


def _squares(board: Board, text: str) -> list[int]:
    """The squares that a move names, whatever stands between them."""
    if board.game.name != DEFAULT:
        return board.game.split_move(text)
    return [int(part) if part.isdecimal() else parse_square(part) for part in _SIGN.split(text)]


def _board(token: Token, place: str, game: str) -> Board:
    try:
        return Board.from_fen(token.text, game)
    except KingMeError as error:
        raise UnreadableError(token, str(error), place) from None


def _termination(text: str) -> Termination | None:
    """The reason that a tag gives, if it is one of ours."""
    return next((reason for reason in Termination if reason == text.strip().lower()), None)


def _rules(text: str, start: Board) -> Rules | None:
    """The rule profile that a tag names, if it is one of ours."""
    try:
        return Rules.parse(text, start.game) if text else None
    except KingMeError:
        return None
