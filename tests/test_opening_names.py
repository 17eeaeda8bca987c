"""Names of openings: the data, recognising them in games, finding them by name."""

from __future__ import annotations

import pytest

from kingme import Game
from kingme.errors import KingMeError
from kingme.files.pdn import read_games, write_game
from kingme.opening_names import (
    DEEPEST,
    find_opening_by_name,
    name_of,
    named_openings,
    three_move_openings,
)


def played(line: str) -> Game:
    game = Game()
    for move in line.split():
        game.play(move)
    return game


def test_every_line_is_legal_has_a_source_and_leads_to_a_position_of_its_own():
    openings = named_openings()
    assert len(openings) > 50
    boards = {opening.board() for opening in openings}
    assert len(boards) == len(openings) == len({opening.name for opening in openings})
    assert all(opening.source and len(opening.moves) <= DEEPEST for opening in openings)


WELL_KNOWN = """Ayrshire Lassie, Bristol, Cross, Defiance, Denny, Dyke, Edinburgh, Fife, Glasgow, Kelso, Laird and Lady,
Maid of the Mill, Old Fourteenth, Single Corner, Souter, Switcher, Whilter, Will o' the Wisp"""


def test_the_well_known_names_are_there():
    assert {" ".join(name.split()) for name in WELL_KNOWN.split(",")} <= {opening.name for opening in named_openings()}


def test_the_deck():
    assert len(three_move_openings()) == 174
    assert sum(opening.in_deck for opening in three_move_openings()) == 156
    assert [opening.number for opening in three_move_openings()] == list(range(1, 175))


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("", None),
        ("11-15", "Old Faithful"),
        ("11-15 23-19 8-11 22-17 4-8 25-22", "Old Fourteenth"),
        ("11-15 22-17 8-11 23-19 4-8", "Old Fourteenth"),  # in another order
        ("9-13 22-18 11-15", "Edinburgh Single"),
        ("9-13 21-17 5-9", "Edinburgh (three-move 1)"),
    ],
)
def test_games_are_named_by_their_positions(line, name):
    assert name_of(played(line)) == name


def test_a_position_of_its_own_has_no_name():
    assert name_of(next(read_games('[FEN "W:W22:B18,11,1"] 1. 22x8 *'))) is None


def test_names_are_found_as_people_type_them():
    assert find_opening_by_name("will o the wisp").name == "Will o' the Wisp"
    assert find_opening_by_name("17").number == 17
    with pytest.raises(KingMeError, match="for example Souter"):
        find_opening_by_name("Sooter")
    with pytest.raises(KingMeError, match="from 1 to 174, not 175"):
        find_opening_by_name("175")


def test_files_tell_the_name_and_it_is_not_taken_for_a_tag_of_its_own():
    game = played("11-15 23-19 8-11 22-17 4-8")
    text = write_game(game)
    assert '[Opening "Old Fourteenth"]' in text
    [read] = read_games(text)
    assert read.tags == game.tags
    [own] = read_games(text.replace("Old Fourteenth", "Our favourite"))
    assert own.tags["Opening"] == "Our favourite"
    assert "Our favourite" in write_game(own)
