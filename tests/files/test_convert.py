"""Conversion between formats, and writing files as a whole."""

from __future__ import annotations

import io
import stat
from pathlib import Path

import pytest

from kingme import Board, Game, KingMeError
from kingme.files.atomic import atomic_write
from kingme.files.convert import Format, convert, convert_stream, read_as, read_positions, write_as
from kingme.files.pdn import PdnProblem, TagChange, read_games, write_game
from kingme.files.save import load_games, save_game, save_games
from kingme.outcome import Color

FENS = ["B:W32:B1", "W:W21,K30:BK2", "B:W14:B9"]


@pytest.fixture
def pdn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text('[Event "1"] 1. 11-15 {good} 22-18 *\n[Event "2"] 11-99 *\n[Event "3"] 9-13 1-0\n')
    return path


def test_there_and_back(pdn: Path, tmp_path: Path) -> None:
    saved, again = tmp_path / "games.json", tmp_path / "again.PDN"
    problems: list[PdnProblem] = []
    assert convert(pdn, saved, on_problem=problems.append) == 2
    assert [problem.game for problem in problems] == [2]
    assert [game.tags["Event"] for game in load_games(saved)] == ["1", "3"]
    assert convert(saved, again) == 2
    assert again.read_text() == "".join(write_game(game) for game in load_games(saved))


def test_positions(pdn: Path, tmp_path: Path) -> None:
    fens = tmp_path / "positions.fen"
    counts = {}
    for positions in ("last", "first", "all"):
        convert(pdn, fens, positions=positions, on_problem=lambda problem: None)  # type: ignore[arg-type]
        counts[positions] = [board.turn.name[0] for board in read_positions(fens)]
    assert counts == {"last": ["B", "W"], "first": ["B", "B"], "all": ["B", "W", "B", "B", "W"]}


def test_lists_of_positions(tmp_path: Path) -> None:
    source, target = tmp_path / "positions.txt", tmp_path / "positions.pdn"
    source.write_text("\ufeff# three positions\n\n" + "\n".join(f"  {fen}.  # why" for fen in FENS))
    assert convert(source, target) == 3
    assert [game.start for game in read_games(target)] == [Board.from_fen(fen) for fen in FENS]
    assert convert(target, source) == 3
    assert source.read_text().splitlines() == FENS


def test_a_bad_position_is_named_by_its_line(tmp_path: Path) -> None:
    source, target = tmp_path / "positions.fen", tmp_path / "games.json"
    source.write_text("B:W32:B1\n\nB:W33:B1\n")
    target.write_text("precious")
    with pytest.raises(KingMeError, match=r"^line 3: 33 is not a square"):
        convert(source, target)
    assert target.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.json", "positions.fen"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.pdn", b"", "holds no game that can be read"),
        ("garbage.pdn", b"\0\1\2" * 500, "holds no game that can be read"),
        ("garbage.json", b"\0\1\2" * 500, "this is not a saved game"),
        ("garbage.fen", b"\0\1\2" * 500, "line 1: "),
        ("empty.fen", b"# nothing\n", "holds no game that can be read"),
        ("list.json", b"[]", "holds no game that can be read"),
        ("missing.pdn", None, "cannot read "),
        ("games.xyz", b"", "does not tell its format"),
        ("games", b"", "does not tell its format"),
    ],
)
def test_what_cannot_be_converted(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    source, target = tmp_path / name, tmp_path / "target.pdn"
    if content is not None:
        source.write_bytes(content)
    with pytest.raises(KingMeError, match=message):
        convert(source, target, on_problem=lambda problem: None)
    assert not target.exists()


def test_a_target_that_cannot_be_written(pdn: Path, tmp_path: Path) -> None:
    with pytest.raises(KingMeError, match="cannot convert"):
        convert(pdn, tmp_path / "no" / "folder.pdn", on_problem=lambda problem: None)
    with pytest.raises(KingMeError, match="does not tell its format"):
        convert(pdn, tmp_path / "games.doc")
    with pytest.raises(KingMeError, match="cannot read"):
        convert(tmp_path, tmp_path / "games.pdn", from_format=Format.PDN)


def test_formats_may_be_given(pdn: Path, tmp_path: Path) -> None:
    target = tmp_path / "games.doc"
    convert(pdn, target, to_format=Format.parse(" FEN "), on_problem=lambda problem: None)
    assert len(list(read_positions(target))) == 2
    with pytest.raises(KingMeError, match="'doc' is not a format: use pdn, json, fen"):
        Format.parse("doc")


def test_a_file_may_be_converted_into_itself(pdn: Path) -> None:
    assert convert(pdn, pdn, on_problem=lambda problem: None) == 2
    assert convert(pdn, pdn) == 2


def test_streams() -> None:
    output = io.StringIO()
    assert convert_stream(io.StringIO("11-15 *"), output, Format.PDN, Format.FEN) == 1
    assert output.getvalue() == Board().play("11-15").fen() + "\n"


# --- writing ----------------------------------------------------------------------------------------------------------


def test_nothing_is_left_behind_when_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def fail() -> None:
        with atomic_write(path) as stream:
            stream.write("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_links_and_modes_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with atomic_write(link) as stream:
        stream.write("new\n")
        assert path.read_text() == "old"
    assert path.read_bytes() == b"new\n"
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_device_is_written_directly() -> None:
    with atomic_write(Path("/dev/null")) as stream:
        stream.write(write_game(Game()))
    assert not Path("/dev/null").is_file()


def test_names_of_tags_that_are_changed_are_told(tmp_path: Path) -> None:
    source, target = tmp_path / "games.json", tmp_path / "games.pdn"
    source.write_text("".join(save_games([Game(tags={"a b": "1"})])))
    told: list[TagChange] = []
    assert convert(source, target, on_change=told.append) == 1
    assert told == [TagChange("a b", "a_b")]


def transcript(text: str, source: Format, target: Format, game: str | None = None) -> str:
    games = read_as(source, io.StringIO(text), game=game)
    return "".join(write_as(target, games))


def test_transcripts_and_digits_there_and_back() -> None:
    for name, text in (("othello", "f5d6c3d3c4\nf5\n"), ("connect-four", "44455\n1\n")):
        saved = transcript("# two games\n\n" + text, Format.MOVES, Format.JSON, name)
        assert [game.start.game.name for game in load_games(io.StringIO(saved))] == [name, name]
        assert transcript(saved, Format.JSON, Format.MOVES) == text
        assert transcript(transcript(saved, Format.JSON, Format.PDN), Format.PDN, Format.MOVES) == text


def test_ggf_keeps_who_played_and_why_it_ended() -> None:
    game = Game(game="othello", tags={"Black": "Ada", "White": "Bob", "Date": "2026.11.19"})
    game.play("f5")
    game.resign(Color.WHITE)
    ggf = "".join(write_as(Format.GGF, [game]))
    assert "PB[Ada]PW[Bob]DT[2026.11.19]RE[+64:r]" in ggf
    [read] = read_as(Format.GGF, io.StringIO(ggf))
    assert (read.tags, read.outcome(), read.positions) == (game.tags, game.outcome(), game.positions)


@pytest.mark.parametrize(
    ("text", "form", "game", "message"),
    [
        ("f5", "moves", None, "a file of moves does not tell its game: add --game othello or connect-four"),
        ("f5", "moves", "russian", "games of Russian draughts are not written as moves: othello and connect-four are"),
        ("f5\nf5a1", "moves", "othello", "line 2: move 2, a1: a disc on a1 turns nothing over"),
        ("4\n8", "moves", "connect-four", "line 2: move 1: '8' is not a column"),
        ("(;GM[Go];)", "ggf", None, "game 1: this is a game of Go, not of Othello"),
        (save_game(Game(game="othello")), "json", "banqi", "this is a game of Othello, not Banqi"),
    ],
)
def test_bad_transcripts(text: str, form: str, game: str | None, message: str) -> None:
    with pytest.raises(KingMeError, match=message):
        transcript(text, Format(form), Format.JSON, game)


def test_a_game_is_not_written_in_the_format_of_another() -> None:
    with pytest.raises(KingMeError, match="games of English draughts are not written as ggf: use pdn, json or fen"):
        list(write_as(Format.GGF, [Game()]))
    with pytest.raises(KingMeError, match="begins at the first position"):
        list(write_as(Format.MOVES, [Game(Board(game="othello").play("f5"))]))
