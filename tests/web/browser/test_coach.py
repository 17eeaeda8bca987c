"""A coached game: warned before a blunder, and told afterwards what mattered."""

from __future__ import annotations

import pytest
from web.browser.conftest import Open
from web.browser.table import RANDOM, Table
from web.browser.test_access import check, check_both_sizes

from kingme.board import Board
from kingme.endgame import rank_moves

FEN = "B:W20,21,22,24,26:B1,7,8,11,15"
TWO_KINGS = "B:WK26:BK17,K24"  # won in five plies, but 17-22 gives a king away


def choose(table: Table, name: str) -> None:
    table.page.get_by_role("toolbar").get_by_role("button", name="More").click()
    table.page.locator(".menu-list.up").get_by_text(name, exact=True).click()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_coached_game(open_table: Open, size: str) -> None:
    table = open_table(size)
    page = table.page
    table.begin(white=RANDOM, start={"fen": FEN})
    coach = page.locator(".coach")

    choose(table, "Coach: off")
    table.click(11, 16)
    page.wait_for_selector(".coach:has-text('Allows 20x11x2, which costs two men')")
    assert page.get_by_role("button", name="Take it back").evaluate("node => node === document.activeElement")
    page.get_by_role("button", name="Take it back").click()
    page.wait_for_selector('.stage [data-square="11"][aria-label*="can move"]')
    assert coach.is_hidden()
    assert table.state()["plies"] == []

    table.click(11, 16)
    page.get_by_role("button", name="Play it anyway").click()
    table.wait_moves(2)  # the answer is forced
    assert table.moves()[1].startswith("20x")  # to 2 or to 4

    choose(table, "Resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.wait_for_selector(".coach-moment")
    assert "The moments that mattered" in coach.inner_text()
    assert "11-16 Allows 20x11x2" in coach.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_coached_game_to_its_end(table: Table) -> None:
    """A blunder is announced and taken back, the game is won, and the coach says that nothing went wrong."""
    page = table.page
    table.begin(white=RANDOM, start={"fen": TWO_KINGS})
    choose(table, "Coach: off")
    table.click(17, 22)
    page.wait_for_selector(".coach:has-text('Allows 26x17')")
    check(table)
    page.get_by_role("button", name="Take it back").click()
    while not (state := table.state())["outcome"]:
        best = rank_moves(Board.from_fen(state["fen"]))[0].move
        page.wait_for_selector(f'.stage .cell.movable[data-square="{best.start}"]')
        table.click(*best.path)
        if not table.wait_turn(len(state["plies"])):
            break
    page.wait_for_selector(".coach:has-text('found no mistake of yours')")
    assert table.state()["outcome"]["winner"] == "black"
    check_both_sizes(table)


def test_without_the_coach_nothing_is_asked(open_table: Open) -> None:
    table = open_table()
    asked: list[str] = []
    table.page.on("request", lambda request: "/api/coach" in request.url and asked.append(request.url))
    table.begin(white=RANDOM, start={"fen": FEN})
    table.click(11, 16)
    table.wait_moves(2)
    assert not asked
    assert table.page.locator(".coach").is_hidden()
