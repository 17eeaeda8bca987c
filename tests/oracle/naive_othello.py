"""Othello to the end, written from the rule text and from nothing else: slow, and meant to be obviously right.

    a move       A player puts a disc on an empty square so that discs of the other player stand in a straight line,
                 with no gap, between it and another disc of the player's own; in all directions, these turn over.
    a pass       A player who has no such square passes.
    the end      When neither player has one, whoever has more discs has won.

A position is a string of 64 letters row by row from the top left, `X` and `O` for discs and `-` for empty squares, and
the letter of the player to move. What it is worth is found by playing all moves to the end, except that a player who
has found a win looks for no other.
"""

from __future__ import annotations

from random import Random

OTHER = {"X": "O", "O": "X"}
START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27


def _walks(square: int) -> list[list[int]]:
    """The squares from this one to the edge, in each of the eight directions that has a square to turn over."""
    walks = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            row, column, walk = square // 8 + down, square % 8 + right, []
            while (down or right) and 0 <= row < 8 and 0 <= column < 8:
                walk.append(8 * row + column)
                row, column = row + down, column + right
            if len(walk) >= 2:
                walks.append(walk)
    return walks


WALKS = [_walks(square) for square in range(64)]


def turned_over(discs: str, player: str, square: int) -> list[int]:
    """The discs that turn over if the player puts one on an empty square; none if that is no move."""
    found = []
    for walk in WALKS[square]:
        between = []
        for step in walk:
            if discs[step] != OTHER[player]:
                if discs[step] == player:
                    found += between
                break
            between.append(step)
    return found


def replies(discs: str, player: str) -> dict[int, str]:
    """The squares that the player may take, each with the discs after the move."""
    after = {}
    for square in range(64):
        if discs[square] == "-" and (turned := turned_over(discs, player, square)):
            letters = list(discs)
            for place in [square, *turned]:
                letters[place] = player
            after[square] = "".join(letters)
    return after


def result(discs: str, player: str, known: dict[tuple[str, str], int] | None = None) -> int:
    """1 if the player to move wins, 0 for a draw, -1 for a loss, both playing their best."""
    known = {} if known is None else known
    if (discs, player) not in known:
        known[discs, player] = _result(discs, player, known)
    return known[discs, player]


def _result(discs: str, player: str, known: dict[tuple[str, str], int]) -> int:
    other = OTHER[player]
    after = replies(discs, player)
    if not after:
        if replies(discs, other):
            return -result(discs, other, known)
        margin = discs.count(player) - discs.count(other)
        return (margin > 0) - (margin < 0)
    best = -1
    for reply in after.values():
        best = max(best, -result(reply, other, known))
        if best == 1:
            break
    return best


def random_position(random: Random, empty: int) -> tuple[str, str]:
    """A position with so many empty squares, out of a random game, in which the player to move has a move."""
    while True:
        discs, player = START, "X"
        while after := replies(discs, player) or replies(discs, OTHER[player]):
            if not replies(discs, player):
                player = OTHER[player]
            elif discs.count("-") == empty:
                return discs, player
            discs, player = random.choice(list(after.values())), OTHER[player]
