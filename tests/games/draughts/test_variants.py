"""What the games of draughts are to people: squares, positions and moves as their players write them."""

from __future__ import annotations

from random import Random

import pytest
from games.variants import VARIANTS, legal, random_placement

from kingme import Board
from kingme.errors import KingMeError
from kingme.games.draughts.candidates import candidates
from kingme.games.draughts.game import Draughts
from kingme.games.draughts.traits import TRAITS
from kingme.games.registry import UnknownGameError, find_game


@pytest.mark.parametrize(
    ("name", "corners"),
    [
        # the dark squares of the top row from the left, and the last of the bottom row
        ("russian", ("b8", "d8", "f8", "h8", "g1")),
        ("international", ("1", "2", "3", "4", "49")),
        ("italian", ("1", "2", "3", "4", "32")),
        ("spanish", ("32", "31", "30", "29", "1")),
        ("pool", ("1", "2", "3", "4", "32")),
    ],
)
def test_names_of_squares(name: str, corners: tuple[str, ...]) -> None:
    game = VARIANTS[name]
    places = {game.place(square): game.square_name(square) for square in game.LAYOUT.bits}  # type: ignore[attr-defined]
    top = [places[place] for place in sorted(places) if place[0] == 0]
    bottom = [places[place] for place in sorted(places) if place[0] == game.ROWS - 1]
    assert tuple(top[:4]) == corners[:4]
    assert corners[4] in bottom


def test_the_corner_that_is_dark() -> None:
    assert (7, 7) in {VARIANTS["italian"].place(square) for square in range(1, 33)}
    assert (7, 0) in {VARIANTS["russian"].place(square) for square in range(1, 33)}
    assert (9, 0) in {VARIANTS["international"].place(square) for square in range(1, 51)}


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("russian", "W:Wc3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1,a3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
        ("international", "W:W31-50:B1-20"),
        ("italian", "W:W21-32:B1-12"),
        ("spanish", "W:W1-12:B21-32"),
        ("pool", "B:W21-32:B1-12"),
    ],
)
def test_the_first_position(name: str, fen: str) -> None:
    game = VARIANTS[name]
    assert game.parse_fen(fen) == game.start()
    assert game.parse_fen(game.fen(game.start())) == game.start()


@pytest.mark.parametrize(
    ("name", "fen", "expected"),
    [
        # A man goes on as a king, goes on as a man, or stops where it is crowned.
        ("russian", "W:Wd6:Be7,g7,g3", ["d6:f8:h6"]),
        ("brazilian", "W:Wd6:Be7,g7", ["d6xf8xh6"]),
        ("czech", "W:Wd6:Be7,g7", ["d6:f8"]),
        # A king that can go on from one of its landing squares must land there.
        ("russian", "W:WKa1:Bb2,e7", ["a1:f6:d8"]),
        ("russian", "W:WKa1:Bb2,g5", ["a1:f6:h4"]),
        # Most pieces, or free choice; a king rather than a man, most kings; a man spares kings.
        ("international", "W:W32,46:B28,19,41", ["32x23x14"]),
        ("pool", "W:W23,28:B18,11,24", ["23x14", "28x19"]),
        ("czech", "W:Wf2,Ka1:Bg3,b2", ["a1:e5:h2"]),
        ("italian", "W:W23,K27:B19,K22", ["27x18"]),
        ("spanish", "W:W10,K2:B15,K7,23", ["2x20x27", "2x20x30"]),
        ("italian", "W:W23:BK19", ["23-20"]),
    ],
)
def test_moves_as_people_write_them(name: str, fen: str, expected: list[str]) -> None:
    game = VARIANTS[name]
    position = game.parse_fen(fen)
    assert sorted(game.move_text(*game.path(position, move)) for move in legal(game, position)) == sorted(expected)


@pytest.mark.parametrize(
    ("name", "fen", "message"),
    [
        ("international", "W:W51:B1", "squares are 1-50"),
        ("russian", "W:Wj9:Ba1", "columns are a-h"),
        ("russian", "W:Wa2:Bb8", "light square"),
        ("spanish", "W:W32:B5", "a White man stands on 32, where it would be a king: write K32"),
        ("russian", "W:Wb8:Ba3", "write Kb8"),
        ("international", "W:W26-50:B1", "at most 20 in International draughts"),
        ("pool", "B:W1", "three parts"),
        ("pool", "B:W32:W31", "given twice"),
        ("pool", "B:W32,32:B1", "square 32 is given twice"),
    ],
)
def test_positions_that_a_game_cannot_have(name: str, fen: str, message: str) -> None:
    with pytest.raises(KingMeError, match=message):
        VARIANTS[name].parse_fen(fen)


def test_an_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(UnknownGameError, match="games are english, russian, brazilian"):
        find_game("chess")


@pytest.mark.parametrize("game", [game for game in VARIANTS.values() if isinstance(game, Draughts)], ids=str)
def test_every_trait_cites_its_article(game: Draughts) -> None:
    assert game.SOURCE
    assert set(game.TRAITS) <= set(TRAITS)
    assert all(game.TRAITS.values())
    assert {trait for trait in TRAITS if getattr(game, trait)} == set(game.TRAITS)


def test_a_trait_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match="FLYING_PIGS is not a trait"):
        type("Wrong", (Draughts,), {"TRAITS": {"FLYING_PIGS": "1"}})


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_fit_their_room_in_crowded_positions(name: str) -> None:
    """Kings amid as many pieces as a side has: no position has more moves than there is room for."""
    game = VARIANTS[name]
    most = 0
    for seed in range(200):
        random = Random(seed)
        squares = list(range(1, game.ROWS * game.COLUMNS // 2 + 1))
        random.shuffle(squares)
        men = game.ROWS * (game.ROWS - 2) // 4
        kings = random.randint(1, men)
        own, opp = squares[:kings], squares[kings : kings + men]
        sides = [",".join(f"K{square}" for square in side) for side in (own, opp)]
        position = game.parse_fen(f"W:W{sides[0]}:B{sides[1]}")
        most = max(most, len(legal(game, position)))
    assert most < game.MAX_MOVES / 2


@pytest.mark.parametrize("game", [game for game in VARIANTS.values() if isinstance(game, Draughts)], ids=str)
def test_the_rules_that_explain_are_those_that_the_kernels_play_by(game: Draughts) -> None:
    random = Random(1)
    forbidden = set()
    for _ in range(150):
        position = random_placement(game, random, most=8)
        found = candidates(game, position)
        squares = game.LAYOUT.squares
        allowed = {
            game.code([squares[bit] for bit in item.visited], [squares[bit] for bit in item.taken])
            for item in found
            if not item.forbidden
        }
        assert allowed == set(legal(game, position)), game.fen(position)
        forbidden |= {item.forbidden for item in found}
    choice = {"MOST_PIECES", "BY_KING", "MEN_SPARE_KINGS"} & set(game.TRAITS)
    assert choice <= forbidden


@pytest.mark.parametrize(
    ("name", "fen", "move", "message"),
    [
        ("international", "W:W32,46:B28,19,41", "46x37", r"most pieces is compulsory .*4\.13\): 32x23x14"),
        ("italian", "W:W23:BK19", "23-14", r"a man cannot capture a king .*5\.3\)"),
        ("czech", "W:Wf2,Ka1:Bg3,b2", "f2:h4", r"a king captures rather than a man .*4\.14\): a1:e5:h2"),
        ("russian", "W:Wd6:Be7,g7", "d6:f8", "the capture must be continued: d6:f8:h6"),
        ("russian", "W:Wd6:Be7,g7", "d6-c7", "a capture is compulsory: d6:f8:h6"),
        ("russian", "W:Wc3:Bh8", "c3-c5", "not diagonal"),
        ("russian", "W:Wc3:Bh8", "c3-b2", "a man moves forward only"),
        ("russian", "W:WKc3,e5:Bh8", "c3-f6", "blocked"),
        ("free", "B:W18:B14", "14-23", "legal"),
        ("free", "B:W17:B10", "10-19", "too far"),
        ("single", "B:W18,26:B14", "14-9", "a capture is compulsory: 14x23"),
        ("pool", "B:W32:B1", "2-7", "there is no piece on 2"),
        ("pool", "B:W32:B1", "32-28", "it is Black's turn"),
    ],
)
def test_a_refusal_names_the_rule(name: str, fen: str, move: str, message: str) -> None:
    board = Board.from_fen(fen, name)
    if message == "legal":
        assert board.play(move)
        return
    with pytest.raises(KingMeError, match=message):
        board.play(move)


def test_pictures_and_drawings_have_the_size_of_their_board() -> None:
    board = Board(game="international")
    assert len(str(board).splitlines()) == 10
    assert board.svg().count('<circle cx="1.5"') == 40
    assert "Checkers board. Black: men 1, 2, 3" in board.svg()
    assert ">a</text>" in Board(game="russian").svg()
