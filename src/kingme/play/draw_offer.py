"""When a player accepts a draw: gladly when it is worse, when level only late, and never in the opening."""

from __future__ import annotations

from kingme.game import Game
from kingme.outcome import Color
from kingme.players.info import Analysis

OPENING_PLIES = 20
OPENING_PIECES = 20
"""A game with fewer plies that began with at least as many pieces is still in its opening, whatever was exchanged."""
LEVEL_PLIES = 60
"""A level game is drawn by a player that is asked after this many plies, and played on before."""
WORSE, BETTER = 0.45, 0.55
"""Expected scores between these are level."""


def is_opening(game: Game) -> bool:
    """Whether it is too early for a draw: the estimates of a weak level are too rough to give a game away."""
    return len(game.plies) < OPENING_PLIES and game.start.pieces_mask().bit_count() >= OPENING_PIECES


def accepts_draw(game: Game, color: Color, analysis: Analysis) -> bool:
    """Whether the player of a side takes a draw, by an analysis of the current position."""
    if is_opening(game):
        return False
    board, is_late = game.board, len(game.plies) >= LEVEL_PLIES
    is_to_move = game.turn is color
    if analysis.value is not None:
        value = analysis.value if is_to_move else 1 - analysis.value
        return value < WORSE or (value <= BETTER and is_late)
    if analysis.score is not None:
        lead = analysis.score.lead if is_to_move else -analysis.score.lead
    else:
        lead = board.pieces_mask(color).bit_count() - board.pieces_mask(color.other).bit_count()
    return lead < 0 or (lead == 0 and is_late)
