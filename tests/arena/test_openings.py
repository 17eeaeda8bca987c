"""Opening sets: the published numbers, what files may hold, and errors that say what is wrong."""

from __future__ import annotations

import pickle
from importlib import resources
from pathlib import Path

import pytest

from kingme.arena.openings import SETS, OpeningSet, load_openings, random_opening
from kingme.board import Board
from kingme.errors import KingMeError
from kingme.outcome import Color
from kingme.profile import OFFICIAL, PROFILES, Rules

DATA = Path(__file__).parent.parent / "data"


@pytest.mark.parametrize(
    ("spec", "size", "plies"),
    [("start", 1, 0), ("two-move", 47, 2), ("two-move-all", 49, 2), ("three-move", 156, 3), ("three-move-all", 174, 3)],
)
def test_sets_of_the_package(spec: str, size: int, plies: int) -> None:
    openings = load_openings(spec)
    assert openings.size == size == len(list(openings))
    assert len({opening.board() for opening in openings.lines}) >= 0.9 * size  # a few transpose into each other
    assert len({opening.moves for opening in openings.lines}) == size
    assert len({opening.name for opening in openings.lines}) == size
    for opening in openings.lines:
        game = opening.game()
        assert len(game.plies) == len(opening.moves) == plies
        assert game.outcome() is None
        assert game.board == opening.board()


def test_the_packaged_deck_is_the_reference_data() -> None:
    packaged = resources.files("kingme").joinpath("data/three_move_openings.csv")
    assert packaged.read_bytes() == (DATA / "three_move_openings.csv").read_bytes()


def test_captures_are_written_as_captures() -> None:
    by_name = {opening.name: opening for opening in load_openings("three-move").lines}
    assert by_name["4: 9-13 22-17 13-22"].moves == ("9-13", "22-17", "13x22")


def test_the_two_ballots_that_lose_a_man_are_left_out() -> None:
    played = {opening.moves for opening in load_openings("two-move").lines}
    everything = {opening.moves for opening in load_openings("two-move-all").lines}
    assert everything - played == {("9-14", "21-17"), ("10-14", "21-17")}
    assert played == {opening.moves[:2] for opening in load_openings("three-move-all").lines}


def test_sets_are_shuffled_by_the_seed_and_start_again_at_their_end() -> None:
    one, same, other = (load_openings("three-move", seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one.lines != other.lines
    assert sorted(one.lines, key=str) == sorted(other.lines, key=str)
    assert one[156] == one[0]
    assert one[155] != one[0]
    assert load_openings("three-move", shuffle=False)[0].name == "1: 9-13 21-17 5-9"
    with pytest.raises(IndexError):
        one[-1]


@pytest.mark.parametrize("plies", [0, 1, 8, 40, 60])
def test_random_openings(plies: int) -> None:
    openings = load_openings(f"random:{plies}", seed=3)
    assert openings.size is None
    for number in range(5):
        opening = openings[number]
        assert len(opening.moves) == plies
        assert opening.game().outcome() is None
        assert openings[number] == opening
    with pytest.raises(KingMeError, match="no end"):
        list(openings)
    if plies >= 8:
        assert len({openings[number].moves for number in range(20)}) == 20
        assert load_openings(f"random:{plies}", seed=4)[0] != openings[0]


def test_random_openings_draw_all_first_moves() -> None:
    firsts = {random_opening(1, seed).moves for seed in range(200)}
    assert len(firsts) == 7


def test_a_set_survives_the_way_to_another_process() -> None:
    for spec in ("three-move", "random:6"):
        openings = load_openings(spec, seed=9)
        again = pickle.loads(pickle.dumps(openings))
        assert isinstance(again, OpeningSet)
        assert again[17] == openings[17]


def test_fen_lists(tmp_path: Path) -> None:
    file = tmp_path / "ends.txt"
    file.write_text("# two ends\n\nB:W18,24,K10:B12,16   # the first\nW:WK32:BK1\n\nW:WK32:BK1.\n", encoding="utf-8")
    openings = load_openings(f"file:{file}", shuffle=False)
    assert [opening.name for opening in openings.lines] == ["ends.txt line 3", "ends.txt line 4"]
    assert openings[1].board() == Board.from_fen("W:WK32:BK1")
    assert openings[1].board().turn is Color.WHITE
    assert openings.skipped == ("ends.txt line 6: the same position as ends.txt line 4",)


PDN = """[Event "one"]
1. 11-15 23-19 2. 8-11 22-17 1/2-1/2

[Event "two"]
1. 11-15 23-19 2. 9-14 1-0

[Event "broken"]
1. 11-15 23-3 1-0

[Event "short"]
1. 9-13 0-1

[Event "ended"] [FEN "B:W10:B6"]
1. 6x15 1-0
"""


def test_pdn_files_by_final_position(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(PDN, encoding="utf-8")
    openings = load_openings(f"file:{file}", shuffle=False)
    assert [opening.name for opening in openings.lines] == [f"games.pdn game {number}" for number in (1, 2, 4)]
    assert openings[0].board() == Board().play("11-15").play("23-19").play("8-11").play("22-17")
    assert openings[0].moves == ()
    assert len(openings.skipped) == 2
    assert "game 5: the game is over" in openings.skipped[0]
    assert "game 3" in openings.skipped[1]


def test_pdn_files_by_plies(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(PDN, encoding="utf-8")
    openings = load_openings(f"file:{file}, plies=3", shuffle=False)
    assert [opening.moves for opening in openings.lines] == [("11-15", "23-19", "8-11"), ("11-15", "23-19", "9-14")]
    assert any("game 4: it has only 1 plies" in line for line in openings.skipped)
    # After two plies games 1 and 2 are the same.
    both = load_openings(f"file:{file},plies=2")
    assert both.size == 1
    assert any("the same position as games.pdn game 1" in line for line in both.skipped)


def test_pdn_is_known_without_its_extension(tmp_path: Path) -> None:
    file = tmp_path / "games, with a comma"
    file.write_text(PDN, encoding="utf-8")
    assert load_openings(f"file:{file}").size == 3
    assert load_openings(f"file:{file},plies=3").size == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("B:W21-32:B1-12\nB:W33:B1\n", "line 2"),
        ("B:W21-32:B1-12\nnonsense\n", "line 2"),
        ("B:W5:B\n", "line 1"),
        ("", "no opening"),
        ("# nothing\n", "no opening"),
    ],
)
def test_bad_fen_lists_say_where(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.fen"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(KingMeError, match=message):
        load_openings(f"file:{file}")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(KingMeError, match=r"nowhere\.fen: No such file"):
        load_openings(f"file:{tmp_path / 'nowhere.fen'}")
    with pytest.raises(KingMeError, match="cannot be read"):
        load_openings(f"file:{tmp_path}")
    binary = tmp_path / "binary.fen"
    binary.write_bytes(b"\xff\xfe\x00\x81" * 50)
    with pytest.raises(KingMeError, match="not a text file"):
        load_openings(f"file:{binary}")
    fens = tmp_path / "some.fen"
    fens.write_text("B:W21-32:B1-12\n", encoding="utf-8")
    with pytest.raises(KingMeError, match="plies is for PDN"):
        load_openings(f"file:{fens},plies=3")
    with pytest.raises(KingMeError, match="takes a number"):
        load_openings(f"file:{fens},plies=many")


@pytest.mark.parametrize(
    "spec", ["", "four-move", "random", "random:", "random:x", "random:-1", "random:61", "file:", "²"]
)
def test_unknown_sets_are_refused(spec: str) -> None:
    with pytest.raises(KingMeError) as caught:
        load_openings(spec)
    assert any(name.partition(":")[0] in str(caught.value) for name in SETS)


def test_openings_are_checked_under_the_rules_of_the_run() -> None:
    for rules in PROFILES.values():
        assert load_openings("three-move", rules=rules)[0].game(rules).outcome() is None
    tiny = Rules("tiny", move_cap=3)
    with pytest.raises(KingMeError, match="is over"):
        load_openings("three-move", rules=tiny)
    with pytest.raises(KingMeError, match="after 3 plies"):
        load_openings("random:3", rules=tiny)
    assert load_openings("two-move", rules=tiny).size == 47
    assert load_openings("start", rules=OFFICIAL).size == 1
