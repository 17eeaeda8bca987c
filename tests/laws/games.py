"""Random positions and games for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from kingme.board import Board
from kingme.clock import Clock
from kingme.core.squares import BOTTOM_ROW, TOP_ROW, mask_of
from kingme.files.pdn_text import ROSTER
from kingme.game import Game, Ply
from kingme.move import Move
from kingme.outcome import Color, Outcome, Termination
from kingme.profile import PROFILES, Rules

texts = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
    st.text('{}[]()%&#;$!?*/\\"“” \n\x00\x1a0123x-.:', max_size=60),  # all that means something in a file
    st.lists(st.sampled_from(["[%clk 0:01:00]", "&#125;", '[Event "x"]', "%", "1-0", "{", "a", "\n"])).map(" ".join),
)
times = st.none() | st.integers(0, 10_000_000).map(lambda milliseconds: milliseconds / 1000)
nags = st.lists(st.integers(0, 255), max_size=3)
tag_names = st.sampled_from([*ROSTER[:-1], "Opening", "Annotator", "X_1", "TimeControl"])
rules = st.sampled_from([*PROFILES.values(), Rules.parse("repetition=off,quiet=30,cap=60,stuck=draw")])
choices = st.randoms(use_true_random=False)


@st.composite
def placements(draw: st.DrawFn, most: int = 12) -> Board:
    """Pieces dropped on the board at random, kings among them, so that long captures come up."""
    squares = draw(st.permutations(range(1, 33)))
    blacks, whites = draw(st.integers(0, most)), draw(st.integers(0, most))
    black, white = mask_of(squares[:blacks]), mask_of(squares[blacks : blacks + whites])
    kings = mask_of(tuple(draw(st.sets(st.sampled_from(range(1, 33)))))) & (black | white)
    kings |= black & BOTTOM_ROW | white & TOP_ROW
    return Board(black, white, kings, draw(st.sampled_from(Color)))


@st.composite
def played(draw: st.DrawFn, longest: int = 120) -> Board:
    """A position that random play from the start leads to."""
    board, random = Board(), draw(choices)
    for _ in range(draw(st.integers(0, longest))):
        if not board.legal_moves():
            break
        board = board.play(random.choice(board.legal_moves()))
    return board


boards = played() | placements()


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game with everything that may be written about one."""
    start = draw(st.one_of(st.just(Board()), boards))
    game = Game(start, rules=draw(rules), tags=draw(st.dictionaries(tag_names, texts, max_size=4)))
    game.comment = draw(st.just("") | texts)
    game.clock = draw(st.none() | st.builds(Clock, st.floats(0, 1e6), st.floats(0, 1e6), st.floats(0, 60)))
    random = draw(choices)
    for _ in range(draw(st.integers(0, 30))):
        if game.outcome() is not None:
            break
        game.append(draw(plies(game.board, random.choice(game.board.legal_moves()))))
    if game.outcome() is None:
        winners = st.none() | st.sampled_from(Color)
        game.declared = draw(st.none() | st.builds(Outcome, st.sampled_from(Termination), winners))
    return game


@st.composite
def plies(draw: st.DrawFn, board: Board, move: Move, depth: int = 0) -> Ply:
    ply = Ply(move)
    if draw(st.integers(0, 5)) == 0:  # most moves stand alone
        ply.comment, ply.nags = draw(texts), draw(nags)
        ply.clock, ply.elapsed = draw(times), draw(times)
    if depth < 3 and draw(st.integers(0, 7)) == 0:
        ply.variations = draw(st.lists(lines(board, depth + 1), max_size=2))
    return ply


@st.composite
def lines(draw: st.DrawFn, board: Board, depth: int) -> list[Ply]:
    line: list[Ply] = []
    for _ in range(draw(st.integers(1, 4))):
        if not board.legal_moves():
            break
        move = draw(st.sampled_from(board.legal_moves()))
        line.append(draw(plies(board, move, depth)))
        board = board.play(move)
    return line


def contents(game: Game) -> dict[str, object]:
    """All that a file must keep of a game."""
    return {
        "start": game.start,
        "plies": game.plies,
        "tags": game.tags,
        "comment": game.comment,
        "rules": game.rules,
        "declared": game.declared,
        "result": game.result(),
    }
