"""A class in real browsers: a teacher, pupils with ordinary and hostile names, and what the teacher sees of them."""

from __future__ import annotations

import re
from typing import Any

from web.browser.conftest import Open
from web.browser.table import Table
from web.browser.test_access import check, check_both_sizes
from web.browser.test_profiler import prepared  # noqa: F401  (a fixture for all tests here)
from web.browser.test_puzzles import Solver

HOSTILE = "<img src=x onerror=alert(1)>"


def make_class(table: Table) -> str:
    page = table.page
    table.go("/learn/classes")
    page.get_by_label("Name of the class").fill("Tuesday club")
    page.get_by_role("button", name="Make a class").click()
    page.get_by_role("heading", name="Assign something").wait_for()
    page.locator("#assign-tour option").first.wait_for(state="attached")
    page.get_by_label("Which tour").select_option("minimax-by-hand")
    page.get_by_role("button", name="Assign", exact=True).click()
    page.get_by_role("button", name="Remove Minimax by hand").wait_for()
    return str(page.url.rsplit("/", 1)[1])


def join(table: Table, code: str, name: str) -> None:
    table.go(f"/learn/classes/{code}")
    table.page.get_by_label("Your name in this class").fill(name)
    table.page.get_by_role("button", name="Join the class").click()
    table.page.get_by_text("Name and membership").wait_for()


def answer(table: Table, step: int) -> None:
    page = table.page
    tour: dict[str, Any] = page.context.request.get("/api/lab/tours/minimax-by-hand").json()
    with page.expect_response(lambda response: response.url.endswith("/progress")):
        page.locator(f'[data-choice="{tour["steps"][step - 1]["answer"]}"]').click()


def test_a_teacher_sees_who_got_how_far(open_table: Open) -> None:
    teacher, ann, other = open_table(), open_table("phone"), open_table()
    code = make_class(teacher)
    join(ann, code, "Ann")
    join(other, code, HOSTILE)
    ann.page.get_by_role("link", name="Minimax by hand").click()
    for step in (1, 2):
        answer(ann, step)
        ann.page.locator(".tour-next").click()
    teacher.page.get_by_label("What", exact=True).focus()  # what the teacher is doing is not disturbed
    row = teacher.page.locator(".class-table tbody tr", has_text="Ann")
    row.get_by_text("2 of 10").wait_for()  # the page looks by itself
    assert teacher.page.evaluate("document.activeElement.labels[0].innerText") == "What"
    assert HOSTILE in teacher.page.locator(".class-table tbody").inner_text()
    assert teacher.page.locator(".class-table img").count() == 0
    check_both_sizes(teacher)
    ann.go(f"/learn/classes/{code}")
    assert "2 of 10" in ann.page.locator(".class-work").inner_text()
    assert HOSTILE not in ann.page.locator("#view").inner_text()
    check(ann)
    teacher.page.get_by_role("button", name=f"Remove {HOSTILE}").click()
    dialog = teacher.page.get_by_role("dialog")
    assert HOSTILE in dialog.inner_text()
    dialog.get_by_role("button", name="Remove", exact=True).click()
    teacher.page.locator(".class-table tbody tr", has_text="<img").wait_for(state="detached")


def test_a_position_is_assigned_and_done(open_table: Open) -> None:
    teacher, ann = open_table(), open_table("phone")
    code = make_class(teacher)
    page = teacher.page
    page.get_by_label("What", exact=True).select_option("position")
    page.get_by_label("Task").fill("Red wins a man")
    page.get_by_label("Position").fill("B:W18,24,K10:B12,16")
    page.get_by_role("button", name="Assign", exact=True).click()
    page.get_by_role("link", name="Red wins a man").wait_for()
    join(ann, code, "Ann")
    ann.page.get_by_role("button", name="I have done it").click()
    ann.page.get_by_text("✓ done").wait_for()
    page.get_by_role("button", name="Refresh").click()
    page.locator(".class-table").get_by_text("✓ done").wait_for()


def test_a_lesson_is_assigned_and_reports_itself(open_table: Open) -> None:
    teacher, ann = open_table(), open_table("phone")
    code = make_class(teacher)
    page = teacher.page
    page.get_by_label("What", exact=True).select_option("lesson")
    page.locator("#assign-lesson option").first.wait_for(state="attached")
    name = page.locator("#assign-lesson").input_value()
    page.get_by_role("button", name="Assign", exact=True).click()
    page.locator(f'.class-table a[href="/learn/lesson/{name}"]').wait_for()
    join(ann, code, "Ann")
    ann.page.locator(f'a[href="/learn/lesson/{name}"]').click()
    with ann.page.expect_response(lambda response: response.url.endswith("/progress")) as told:
        solve_first_step(ann, name)
    assert told.value.json() == {"counted": True}
    page.get_by_role("button", name="Refresh").click()
    page.locator(".class-table").get_by_text(re.compile(r"^1 of \d+$")).wait_for()


def test_puzzles_are_assigned_and_counted_from_the_first_visit(open_table: Open) -> None:
    teacher, ann = open_table(), open_table("phone")
    code = make_class(teacher)
    page = teacher.page
    page.get_by_label("What", exact=True).select_option("puzzles")
    page.get_by_label("Which theme").select_option("endgame-win")
    page.get_by_label("How many to solve").fill("2")
    page.get_by_role("button", name="Assign", exact=True).click()
    page.get_by_role("link", name="Endgame: win, solve 2").wait_for()
    check(teacher)
    join(ann, code, "Ann")
    solver = Solver(ann)
    ann.go("/learn/puzzles?theme=endgame-win")
    solver.solve(solver.wait(1))  # before the first visit with the link: it does not count
    ann.page.wait_for_selector('.learn-feedback:has-text("Solved")')
    ann.go(f"/learn/classes/{code}")
    ann.page.get_by_role("link", name="Endgame: win, solve 2").click()
    ann.page.wait_for_url("**/learn/puzzles?theme=endgame-win&goal=2")
    puzzle = solver.wait(2)
    ann.page.get_by_text("Assigned: 0 of 2 solved.").wait_for()
    with ann.page.expect_response(lambda response: response.url.endswith("/progress")) as told:
        solver.solve(puzzle)
    assert told.value.json() == {"counted": True}
    ann.page.get_by_text("Assigned: 1 of 2 solved.").wait_for()
    check(ann)
    page.get_by_role("button", name="Refresh").click()
    page.locator(".class-table").get_by_text("1 of 2").wait_for()
    ann.go("/learn/puzzles?theme=endgame-win")  # without the link, it counts all the same
    with ann.page.expect_response(lambda response: response.url.endswith("/progress")):
        solver.solve(solver.wait(3))
    page.get_by_role("button", name="Refresh").click()
    page.locator(".class-table").get_by_text("✓ done").wait_for()


def solve_first_step(table: Table, name: str) -> None:
    """Do what the lesson asks for, with the answer that the server gives away."""
    address = f"/api/learn/lessons/{name}"
    step = table.page.context.request.get(address).json()["steps"][0]
    solution = table.page.context.request.get(f"{address}/1/solution").json()
    table.page.locator(".board").wait_for()
    if step["kind"] == "mark":
        table.click(*solution["squares"])
        table.page.get_by_role("button", name="Check").click()
    else:
        table.click(*solution["path"])
