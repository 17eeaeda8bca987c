"""Lessons in a real browser: done by somebody who knows nothing but what the page says, and who errs at every step."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from web.browser.conftest import Open
from web.browser.test_access import check

from kingme.board import Board
from kingme.library.lessons.drills import best_reply, better_move, drills, measure
from kingme.library.lessons.lesson import course

RULES = [lesson for lesson in course().values() if lesson.chapter == "rules"]


class Learner:
    """Reads the page, errs once, asks for the answer, and does what it says."""

    def __init__(self, page: Any) -> None:
        self.page = page

    @property
    def feedback(self) -> Any:
        return self.page.locator(".learn-feedback")

    def square(self, number: int) -> Any:
        return self.page.locator(f'.learn-stage [data-square="{number}"]')

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def err(self) -> None:
        """Do something that cannot be right: no squares at all, or a move to where nothing can go."""
        if self.page.get_by_role("button", name="Check").count():
            self.press("Check")
        elif self.page.get_by_role("button", name="Draw", exact=True).count():
            self.press("Draw" if self.result() != "draw" else "White wins")
        else:
            self.page.wait_for_selector(".learn-stage .cell.movable")
            self.page.locator(".learn-stage .cell.movable").first.click()
            aims = self.page.locator('.learn-stage .cell:not(.target):not(.movable)[aria-label*="empty"]')
            aims.first.click()
        self.page.wait_for_selector('.learn-feedback[data-kind="wrong"]')
        assert len(self.feedback.inner_text()) > 20

    def result(self) -> str:
        """What a step asks for, from the server: of three buttons, the page does not say which are wrong."""
        name = self.page.url.rpartition("/")[2]
        number = re.search(r"Step (\d+)", self.page.locator(".learn-count").inner_text())
        assert number
        answer = self.page.context.request.get(f"/api/learn/lessons/{name}/{number[1]}/solution").json()
        return str(answer["result"])

    def obey(self) -> None:
        """Ask for the answer and give it."""
        self.press("Show the answer")
        self.page.wait_for_selector('.learn-feedback[data-kind=""]')
        text = self.feedback.inner_text()
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        if text.startswith("Play"):
            self.square(numbers[0]).click()
            for _, target in pairwise(numbers):
                self.square(target).click()
        elif text.startswith("Tap"):  # the page has marked them already
            self.press("Check")
        else:
            self.press("Draw" if "draw" in text else text.strip().removesuffix("."))
        self.page.wait_for_selector('.learn-feedback[data-kind="right"]')

    def step(self, number: int, steps: int) -> None:
        self.page.wait_for_selector(f'.learn-count:has-text("Step {number} of {steps}")')
        self.err()
        self.obey()
        self.press("Finish" if number == steps else "Next")

    def finish(self, steps: int) -> None:
        """All steps of a lesson, from the first."""
        for number in range(1, steps + 1):
            self.step(number, steps)
        self.page.wait_for_selector('.learn-task:has-text("Lesson complete")')


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def test_who_errs_at_every_step_still_reaches_the_end_of_the_rules(open_table: Open, size: str) -> None:
    """The whole first chapter, from the list to its last lesson, by the page's own buttons."""
    table = open_table(size)
    page = table.page
    table.expected.append("Failed to load resource")  # a move that is refused is not an error, but browsers note some
    table.go("/learn")
    page.get_by_role("link", name="Start with the first lesson").click()
    learner = Learner(page)
    for lesson in RULES:
        page.wait_for_selector(f".learn-title:text-is({lesson.title!r})")
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        learner.finish(len(lesson.steps))
        learner.press("Next lesson")
    page.wait_for_selector(".learn-title:not(:empty)")
    table.go("/learn")
    page.wait_for_selector("#chapter-rules")
    done = sum(len(lesson.steps) for lesson in RULES)
    assert page.get_by_text(f"{done} of {done} steps done").is_visible()


def test_a_lesson_is_finished_at_a_desk(open_table: Open) -> None:
    """A lesson of tactics; whoever needs a screen reader or large contrasts can follow every answer."""
    table = open_table()
    table.expected.append("Failed to load resource")
    lesson = course()["the-double-corner"]
    table.go(f"/learn/lesson/{lesson.name}")
    learner = Learner(table.page)
    learner.err()
    check(table)
    learner.obey()
    check(table)
    table.page.reload()
    table.page.wait_for_selector(f'.learn-count:has-text("Step 2 of {len(lesson.steps)}")')
    for number in range(2, len(lesson.steps) + 1):
        learner.step(number, len(lesson.steps))
    table.page.wait_for_selector('.learn-task:has-text("Lesson complete")')
    check(table)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_refutation_is_played_out(open_table: Open, size: str) -> None:
    table = open_table(size)
    page = table.page
    table.go("/learn/lesson/two-for-one")
    learner = Learner(page)
    page.wait_for_selector(".learn-stage .cell.movable")
    learner.square(15).click()
    learner.square(18).click()
    page.wait_for_selector('.learn-feedback[data-kind="wrong"]')
    assert "11x18 wins back only one" in learner.feedback.inner_text()
    for part in (".learn-task", ".learn-feedback", ".learn-choices", ".learn-stage .board"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= page.viewport_size["height"] + 1, part
    learner.press("See why")
    page.wait_for_selector('.learn-stage [data-square="18"][aria-label*="red man"]')
    assert "22x15 11x18" in learner.feedback.inner_text()
    learner.press("Try again")
    page.wait_for_selector('.learn-stage [data-square="15"][aria-label*="can move"]')
    learner.square(15).click()
    learner.square(19).click()
    page.wait_for_selector('.learn-feedback[data-kind="right"]')
    learner.press("Next")
    page.wait_for_selector('.learn-count:has-text("Step 2")')
    page.reload()
    page.wait_for_selector('.learn-count:has-text("Step 2")')  # what is done is kept


def test_words_of_checkers_open_the_glossary(open_table: Open) -> None:
    table = open_table("phone")
    page = table.page
    table.go("/learn/lesson/the-double-corner")
    page.locator(".learn-task .term").first.click()
    card = page.get_by_role("dialog", name="double corner")
    assert "A lone king is safest there" in card.inner_text()
    check(table)
    card.get_by_role("link", name="Glossary").click()
    page.wait_for_url("**/learn/glossary#term-double-corner")
    page.locator("#term-dog-hole").wait_for()
    check(table)
    page.locator("#term-dog-hole + dd").get_by_role("link", name="See it in a lesson").click()
    page.wait_for_url("**/learn/lesson/the-dog-hole")


def test_with_keys_only(open_table: Open) -> None:
    table = open_table()
    page = table.page
    table.go("/learn/lesson/one-step-forward")
    page.wait_for_selector(".learn-stage .cell.movable")
    page.locator('.learn-stage [data-square="22"]').focus()
    page.keyboard.press("Enter")
    page.locator('.learn-stage [data-square="18"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.learn-feedback[data-kind="right"]')
    page.keyboard.press("n")
    page.wait_for_selector('.learn-count:has-text("Step 2")')


@pytest.mark.parametrize(
    ("name", "number", "size"), [("king-against-man", 3, "phone"), ("three-against-two", 32, "desktop")]
)
def test_a_drill_is_won_after_a_mistake(open_table: Open, name: str, number: int, size: str) -> None:
    """A move that throws the win away is named and taken back; then the tables are beaten with their own moves."""
    drill = drills()[name]
    table = open_table(size)
    page = table.page
    table.go("/learn")
    page.get_by_role("link", name=drill.title).first.wait_for()
    table.go(f"/learn/drill/{drill.name}?n={number}")
    learner = Learner(page)
    board = drill.position(number)
    page.wait_for_selector(".learn-stage .cell.movable")
    slip = next(move for move in board.legal_moves() if not drill.keeps(board.play(move)))
    learner.square(slip.start).click()
    learner.square(slip.end).click()
    page.wait_for_selector('.learn-feedback[data-kind="wrong"]')
    assert "would have kept it" in learner.feedback.inner_text()
    learner.press("Take it back")
    while True:
        page.wait_for_selector(f'.learn-stage [data-square="{better_move(drill, board).start}"].movable')
        move = better_move(drill, board)
        learner.square(move.start).click()
        learner.square(move.end).click()
        board = board.play(move)
        if not board.legal_moves():
            break
        board = board.play(best_reply(board))
        page.wait_for_selector(f'.learn-count:text-is("{_plies(board)} plies to the end")')
    page.wait_for_selector('.learn-feedback:has-text("Won")')


def _plies(board: Board) -> int:
    value = measure(board)
    return (value.plies or 0) if value else 0
