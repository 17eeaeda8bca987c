"""Games in the formats that only some games have (`kingme.games.transcripts`): from text to `Game`, and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game, Ply
from kingme.games.registry import find_game, game_names
from kingme.games.transcripts import Transcript
from kingme.outcome import Color, Outcome, Termination


def read_game_texts(form: str, source: TextIO, name: str | None) -> Iterator[Game]:
    """The games of an open file in this format; `name` is the game that it holds, where several have the format."""
    able = [game for game in game_names() if form in find_game(game).TRANSCRIPTS]
    if name is None and len(able) > 1:
        raise KingMeError(f"a file of {form} does not tell its game: add --game {' or '.join(able)}")
    game = find_game(name or able[0])
    if form not in game.TRANSCRIPTS:
        raise KingMeError(f"games of {game.title} are not written as {form}: {' and '.join(able)} are")
    for found in game.TRANSCRIPTS[form].read(source.read()):
        yield _game(found, game.name)


def write_game_text(form: str, game: Game) -> str:
    """A game in this format, on a line of its own."""
    rules = game.start.game
    if form not in rules.TRANSCRIPTS:
        raise KingMeError(f"games of {rules.title} are not written as {form}: use pdn, json or fen")
    outcome = game.outcome()
    result = None if outcome is None else 0.5 if outcome.winner is None else 1.0 - outcome.winner
    reason = str(outcome.termination) if outcome else ""
    moves = [move.code for move in game.moves]
    return rules.TRANSCRIPTS[form].write(Transcript(game.start.state, moves, game.tags, result, reason)) + "\n"


def _game(found: Transcript, name: str) -> Game:
    rules = find_game(name)
    start = (int(found.start[0]), int(found.start[1]), int(found.start[2]), int(found.start[3]))
    game = Game(Board.from_fen(rules.fen(start), name), tags=found.tags)
    for code in found.moves:
        game.append(Ply(next(move for move in game.board.legal_moves() if move.code == code)))
    if game.outcome() is None and found.result is not None and found.reason:
        winner = None if found.result == 0.5 else Color.BLACK if found.result == 1 else Color.WHITE
        game.declared = Outcome(Termination(found.reason), winner)
    return game
