"""The puzzle trainer in a real browser: a wrong answer, a right one, a timed run, and the page of one's progress."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from web.browser.conftest import Open
from web.browser.table import Table

from kingme.library.puzzles.puzzle import Puzzle
from kingme.web.learn.puzzles import read_puzzle


class Solver:
    """Solves, or errs, as somebody does who taps squares."""

    def __init__(self, table: Table) -> None:
        self.page = table.page
        self.tasks: list[dict[str, Any]] = []
        self.page.on("response", self._hear)

    def _hear(self, response: Any) -> None:
        if response.url.endswith("/api/puzzles/next") and response.ok:
            self.tasks.append(response.json())

    def wait(self, number: int) -> Puzzle:
        """The puzzle that is asked, once its board can be played on."""
        self.page.wait_for_selector(".puzzle-stage .cell.movable")
        for _ in range(600):
            if len(self.tasks) >= number:
                break
            self.page.wait_for_timeout(50)
        puzzle = read_puzzle(self.tasks[number - 1]["id"])
        assert puzzle is not None
        return puzzle

    def tap(self, path: tuple[int, ...]) -> None:
        for square in path:
            self.page.locator(f'.puzzle-stage [data-square="{square}"]').click()

    def err(self, puzzle: Puzzle) -> None:
        self.tap(next(move.path for move in puzzle.start.legal_moves() if move.code != puzzle.line[0].code))

    def solve(self, puzzle: Puzzle) -> None:
        for board, move in puzzle.decisions():
            piece = f'.puzzle-stage .cell.movable[data-square="{move.start}"]'
            self.page.wait_for_selector(piece)
            assert board.legal_moves()
            self.tap(move.path)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_run_of_puzzles_with_a_wrong_answer(open_table: Open, size: str) -> None:
    table = open_table(size)
    solver = Solver(table)
    page = table.page
    table.go("/learn/puzzles?theme=endgame-win")
    first = solver.wait(1)
    solver.err(first)
    page.wait_for_selector('.learn-feedback[data-kind="wrong"]')
    assert re.search(r"Rating −\d+", page.locator(".learn-feedback").inner_text())
    page.get_by_role("button", name="See why").wait_for()  # the engine has refuted it
    task = page.locator(".learn-task").bounding_box()
    assert task["y"] + task["height"] < page.viewport_size["height"]
    assert page.locator(".learn-feedback").is_visible()
    solver.press("Next puzzle")
    second = solver.wait(2)
    assert second.id != first.id
    solver.solve(second)
    page.wait_for_selector('.learn-feedback[data-kind="right"]:has-text("Solved")')
    assert re.search(r"Rating \+\d+", page.locator(".learn-feedback").inner_text())
    sideways = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert sideways <= 0
    page.get_by_role("link", name="Progress").click()
    page.wait_for_selector('.progress-figures:has-text("1 of 2")')
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as JSON").click()
    saved = json.loads(download.value.path().read_text())
    assert [each["solved"] for each in saved["attempts"]] == [False, True]


def test_a_timed_run_goes_on_by_itself(open_table: Open) -> None:
    table = open_table("phone")
    solver = Solver(table)
    table.go("/puzzles")
    solver.wait(1)
    solver.press("Three minutes")
    table.page.wait_for_selector('.puzzle-stage[data-mode="run"]')
    solver.solve(solver.wait(2))
    table.page.wait_for_selector('.learn-count:has-text("1 solved")')
    solver.err(solver.wait(3))
    table.page.wait_for_selector('.learn-feedback:has-text("It was")')
    solver.wait(4)
    assert solver.tasks[3]["run"]["wrong"] == 1
    solver.press("Stop")
    table.page.wait_for_selector('.puzzle-stage[data-mode="endless"]')


def test_who_gives_up_sees_the_solution(open_table: Open) -> None:
    table = open_table()
    solver = Solver(table)
    table.go("/learn/puzzles?kind=daily")
    puzzle = solver.wait(1)
    solver.press("Show the solution")
    table.page.wait_for_selector('.learn-feedback:has-text("The solution:")')
    assert puzzle.start.notation(puzzle.line[0]) in table.page.locator(".learn-feedback").inner_text()
    table.page.get_by_role("button", name="Analyse").click()
    table.page.wait_for_url("**/analyse?fen=*")
