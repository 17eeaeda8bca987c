"""Puzzles: found in games, told as a line of text, verified again."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.library.puzzles import collection, harvest, puzzle_check
from kingme.library.puzzles.difficulty import Difficulty
from kingme.library.puzzles.finder import Finder, self_play
from kingme.library.puzzles.only_move import OnlyMoves
from kingme.library.puzzles.puzzle import (
    THEMES,
    Goal,
    Proof,
    Puzzle,
    PuzzleTheme,
    positions,
    puzzle_id,
    rating_of,
    themes_of,
)
from kingme.library.puzzles.themes import find_themes


@pytest.fixture(scope="module")
def judge() -> OnlyMoves:
    return OnlyMoves()


@pytest.fixture(scope="module")
def rows() -> list[str]:
    return [row for _, row in collection.read_rows(collection.SHIPPED)]


def moves_of(fen: str, line: str) -> tuple[Board, tuple]:
    board = start = Board.from_fen(fen)
    moves = []
    for word in line.split():
        moves.append(board.parse_move(word))
        board = board.play(moves[-1])
    return start, tuple(moves)


# --- what ships -------------------------------------------------------------------------------------------------------


def test_the_puzzles_that_ship_are_different_and_small(rows: list[str]) -> None:
    assert collection.SHIPPED.stat().st_size < 2_000_000
    assert not puzzle_check.find_repeats(rows)
    assert len(set(rows)) == len(rows) >= 5_000
    for theme in THEMES:
        assert sum(theme in themes_of(row) for row in rows) >= 100, theme


def test_a_sample_of_what_ships_is_right(rows: list[str], judge: OnlyMoves) -> None:
    for row in puzzle_check.draw(rows, 12, seed=3):
        assert puzzle_check.check_row(row, judge) == []


def test_rows_are_those_that_reading_and_writing_gives(rows: list[str]) -> None:
    for row in puzzle_check.draw(rows, 200, seed=4):
        puzzle = Puzzle.parse(row)
        assert puzzle.text() == row
        assert (puzzle.rating, list(puzzle.themes)) == (rating_of(row), themes_of(row))
        assert [move for _, move in puzzle.decisions()] == list(puzzle.line[::2])


# --- only moves -------------------------------------------------------------------------------------------------------


def test_tables_tell_the_only_move(judge: OnlyMoves) -> None:
    found = judge.find(Board.from_fen("W:WK3,K27:BK15,20"))
    assert found is not None
    assert (str(found.move), found.goal, found.proof) == ("3-7", Goal.WIN, Proof.TABLES)


def test_colours_exchanged_make_no_difference(judge: OnlyMoves, rows: list[str]) -> None:
    puzzle = Puzzle.parse(puzzle_check.draw(rows, 1, seed=1)[0])
    flipped = puzzle.start.flip()
    found = judge.find(flipped)
    assert found is not None
    assert flipped.play(found.move) == puzzle.boards()[1].flip()
    assert puzzle_id(flipped) == puzzle.id


def test_the_start_has_no_only_move(judge: OnlyMoves) -> None:
    assert judge.find(Board()) is None
    assert judge.find(Board.from_fen("B:WK31:BK15,K23")) is None  # several ways to win


# --- themes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "line", "goal", "themes"),
    [
        ("W:W25,26,31,32:B17,18,10,3,4,12", "26-23 18x27 32x23", Goal.WIN, []),
        ("B:WK4,K8,14:B5,6,K23", "23-18 8-12 18x9", Goal.WIN, [PuzzleTheme.STEAL, PuzzleTheme.ENDGAME_WIN]),
        (
            "W:WK9,K11:BK12,K22",
            "9-14 12-16 11x20 22-25 14-18 25-29 18-22 29-25 22x29",
            Goal.WIN,
            [PuzzleTheme.STEAL, PuzzleTheme.KING_TRAP, PuzzleTheme.ENDGAME_WIN],
        ),
        (
            "B:W14,19,20,24,25,26,27,30,31:B1,2,4,6,7,11,12,13",
            "11-16 20x11 7x32 31-27 32x23 26x19",
            Goal.WIN,
            [PuzzleTheme.SHOT],
        ),
        (
            "W:WK19,20,29:B17,21,K22",
            "19-23 21-25 23-26 22x31 29x13",
            Goal.WIN,
            [PuzzleTheme.TWO_FOR_ONE, PuzzleTheme.ENDGAME_WIN],
        ),
        (
            "W:W20,23,24,30,31,32:B1,3,11,12,14,15",
            "23-19 15-18 19-15 3-8 15-10 11-15 10-7 14-17 7-3 1-6 32-28",
            Goal.WIN,
            [PuzzleTheme.RACE, PuzzleTheme.QUIET],
        ),
        ("B:WK11,13,14,21,22:B2,5,6,15,K18", "18x25 11x18", Goal.WIN, [PuzzleTheme.CAPTURE]),
        ("B:WK2,K19:BK9,20", "9-5 2-6 5-1", Goal.DRAW, [PuzzleTheme.ENDGAME_DRAW]),
        (
            "B:W7,10,18,21,23,28:B3,5,9,16,K27",
            "9-14 18x9 5x14 7-2 27x18",
            Goal.DRAW,
            [PuzzleTheme.DEFENCE],
        ),
    ],
)
def test_themes_are_read_from_the_line(fen: str, line: str, goal: Goal, themes: list[PuzzleTheme]) -> None:
    start, moves = moves_of(fen, line)
    found = find_themes(start, moves, (), goal)
    assert found == (tuple(themes) or (PuzzleTheme.COMBINATION,))


# --- finding ----------------------------------------------------------------------------------------------------------


def test_a_game_gives_the_same_puzzles_again_and_none_is_a_step_of_another() -> None:
    finder = Finder()
    games = [self_play(number, 5) for number in range(2)]
    assert games[0] == self_play(0, 5) != games[1]
    found = [puzzle for boards in games for puzzle in finder.in_game(boards)]
    assert found == [puzzle for boards in games for puzzle in Finder().in_game(boards)]
    assert found
    for puzzle in found:
        assert puzzle_check.check_row(puzzle.text(), OnlyMoves()) == []
        assert len(collection.different([puzzle, *found])) == len(found)


def test_a_run_that_was_stopped_resumes(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    found = harvest.harvest(harvest.self_played(2, 5), whole, processes=1, report=lambda progress: None)
    text = whole.read_text()
    second = text.index(harvest.DONE, text.index(harvest.DONE) + 1)
    cut.write_text(text[: second - 10])  # in the middle of the second game
    seen = []
    again = harvest.harvest(harvest.self_played(2, 5), cut, processes=1, report=seen.append)
    assert seen[0].done == 1
    assert sorted(puzzle.text() for puzzle in again) == sorted(puzzle.text() for puzzle in found)


def test_harder_puzzles_need_a_deeper_look() -> None:
    difficulty = Difficulty()
    board = Board.from_fen("B:W18:B15,4")
    assert difficulty.depth(board, board.legal_moves()[0]) == 1
    start, line = moves_of("B:WK2,K19:BK9,20", "9-5 2-6 5-1")
    easy = difficulty.rate(start, line[:1], Goal.WIN)
    assert difficulty.rate(start, line, Goal.DRAW) > easy


# --- collections ------------------------------------------------------------------------------------------------------


def test_mirrors_and_steps_of_a_line_are_left_out(rows: list[str]) -> None:
    long = next(puzzle for puzzle in map(Puzzle.parse, rows) if len(puzzle.line) >= 3)
    board = long.start.flip()
    flipped = []
    for after in long.boards()[1:]:
        flipped.append(next(each for each in board.legal_moves() if board.play(each) == after.flip()))
        board = board.play(flipped[-1])
    mirror = Puzzle(long.start.flip(), tuple(flipped), (), long.goal, long.proof, long.themes, long.rating)
    step = Puzzle(long.boards()[2], long.line[2:], (), long.goal, long.proof, long.themes, long.rating)
    assert collection.different([step, long, mirror]) in ([long], [mirror])
    faults = puzzle_check.find_repeats([long.text(), mirror.text(), step.text()])
    assert [fault.problem for fault in faults] == ["it comes 2 times", f"it is a step of {long.id}"]


def test_a_choice_is_spread_over_themes_and_ratings(rows: list[str]) -> None:
    puzzles = [Puzzle.parse(row) for row in rows[::25]]
    few = collection.choose(puzzles, 20)
    assert len(few) == len({puzzle.id for puzzle in few}) == 20
    assert len({puzzle.themes[0] for puzzle in few}) > 3
    assert len(collection.choose(puzzles, 10_000)) == len(puzzles)


def test_whatever_is_wrong_with_a_row_is_found(rows: list[str], judge: OnlyMoves) -> None:
    row = "jqoxb3eo\twin\ttables\t1020\tendgame-win\tW:WK3,K27:BK15,20\t3-7"
    row = Puzzle.parse(row).text()
    assert puzzle_check.check_row(row, judge) == []

    def problem(old: str, new: str) -> str:
        assert old in row
        [fault] = puzzle_check.check_row(row.replace(old, new), judge)
        return fault.problem

    assert "not the only move" in problem("\t3-7", "\t27-23")
    assert "themes" in problem("endgame-win", "steal")
    assert "known by tables" in problem("tables", "search")
    assert "position is that of" in problem(row[:8], "aaaaaaaa")
    assert "begin and end" in problem("\t3-7", "\t3-7 15-18")
    assert "3-12" in problem("\t3-7", "\t3-12")
    assert "fields" in problem("\twin", "")


def test_files_that_cannot_be_read_say_so(tmp_path: Path) -> None:
    with pytest.raises(KingMeError, match="cannot be read"):
        list(collection.read_puzzles(tmp_path / "none.tsv"))
    damaged = tmp_path / "damaged.tsv"
    damaged.write_text("# id\nx\twin\n")
    with pytest.raises(KingMeError, match=r"damaged.tsv, line 2: a puzzle is a line of 7 fields"):
        list(collection.read_puzzles(damaged))
    damaged.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(KingMeError, match="not text"):
        list(collection.read_puzzles(damaged))


def test_positions_follow_the_moves() -> None:
    start, moves = moves_of("B:WK31:BK15,K23", "15-18 31-26 23x30")
    assert [board.turn for board in positions(start, moves)] == [0, 1, 0, 1]
