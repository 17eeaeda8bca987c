"""Making moves: what is marked, multi-jumps, refusals, taking a piece and letting it go."""

from __future__ import annotations

import pytest
from web.browser.conftest import Open
from web.browser.table import RANDOM, Table

DOUBLE = "B:W15,23,24,32:B2,10"  # 10x19x26 or 10x19x28
CIRCLE = "B:W7,8,15,16,32:BK3"  # the king comes back to where it began, either way round
COMPULSORY = "W:W22,23,32:B18,1"  # 23x14 or 22x15
PROMOTION = "B:W32:B26,1"


def start(fen: str) -> dict[str, object]:
    return {"start": {"fen": fen}}


def test_pieces_that_can_move_are_marked_and_targets_light_up(table: Table) -> None:
    table.begin()
    assert table.page.locator(".ring").count() == 4
    table.click(11)
    assert table.page.locator(".target.dot").count() == 2
    assert "move here" in (table.square(15).get_attribute("aria-label") or "")
    table.click(11)
    assert table.page.locator(".target").count() == 0
    table.click(11, 10)
    assert table.square(10).get_attribute("aria-selected") == "true"
    table.page.keyboard.press("Escape")
    assert table.page.locator(".target").count() == 0


def test_a_multi_jump_square_by_square(table: Table) -> None:
    table.begin(**start(DOUBLE))
    assert table.status() == "Red to move: you must capture"
    table.click(10)
    assert table.page.locator(".target.ring").count() == 3
    table.click(19)
    assert table.pieces()[19] == "b"
    assert 15 not in table.pieces()
    assert table.state()["plies"] == []  # not finished yet
    table.click(26)
    table.wait_moves(1)
    assert table.moves() == ["10x26"]
    assert table.shows(table.state()["fen"])


def test_a_multi_jump_by_its_end_and_by_dragging(table: Table) -> None:
    table.begin(**start(DOUBLE))
    table.click(10, 28)
    table.wait_moves(1)
    assert table.moves() == ["10x28"]
    table.begin(**start(DOUBLE))
    table.drag(10, 19)
    table.drag(19, 26)
    table.wait_moves(1)
    assert table.moves() == ["10x26"]


def test_a_jump_that_is_begun_must_be_finished_or_taken_back(table: Table) -> None:
    table.begin(**start(DOUBLE))
    table.click(10, 19, 2)
    assert table.status() == "The jump must be continued: 10x19x26 or 10x19x28."
    table.page.keyboard.press("Escape")
    assert table.shows(DOUBLE)


def test_a_jump_in_a_circle(table: Table) -> None:
    table.begin(**start(CIRCLE))
    path = table.state()["legal"][0]["path"]
    assert path[0] == path[-1] == 3
    table.click(*path)
    table.wait_moves(1)
    assert table.shows(table.state()["fen"])
    assert table.drawn() == 2  # the king and one man


def test_refused_moves_say_why_and_flash(table: Table) -> None:
    table.begin(**start(COMPULSORY))
    table.click(32)
    assert table.status() == "A capture is compulsory: 23x14 or 22x15."
    assert table.page.locator(".tint.flash").count() == 2
    table.click(22, 17)  # this time the server refuses
    table.page.wait_for_selector(".status-line[data-kind=warn]")
    assert table.status() == "A capture is compulsory: 23x14 or 22x15."
    assert table.shows(COMPULSORY)
    table.click(18)
    assert table.status() == "It is White's turn: this piece is Red's."
    table.click(22, 15)
    table.wait_moves(1)


def test_a_refused_move_is_explained_by_its_rule(table: Table) -> None:
    table.begin()
    table.drag(11, 18)
    table.page.wait_for_selector(".status-line[data-kind=warn]")
    assert table.status() == "11-18 is not a jump: there is no enemy piece between 11 and 18."
    assert len(table.pieces()) == 24
    table.click(1)
    assert table.status() == "The piece on 1 has no move now."


def test_a_press_that_ends_off_the_board_does_not_cost_the_next_click(table: Table) -> None:
    table.begin()
    table.page.mouse.move(*table.centre(18))
    table.page.mouse.down()
    table.page.mouse.move(2, 400)
    table.page.mouse.up()
    table.click(11)
    assert table.page.locator(".target.dot").count() == 2


@pytest.mark.parametrize("still", [True, False])
def test_a_man_is_crowned(open_table: Open, still: bool) -> None:
    table = open_table(still=still)
    table.begin(**start(PROMOTION))
    table.click(26, 31)
    table.wait_moves(1)
    table.page.wait_for_function(
        "() => document.querySelector('.board [data-square=\"31\"]').ariaLabel.includes('king')"
    )
    table.page.wait_for_function("() => document.querySelectorAll('.board use[href=\"#shape-king\"]').length === 1")


def test_the_ai_answers_and_the_previous_position_stays_visible(table: Table) -> None:
    table.begin(white=RANDOM)
    assert "Nothing has been played yet" in table.page.locator(".previous").inner_text()
    table.click(11, 15)
    table.wait_moves(2)
    previous = table.page.locator(".previous .mini-board")
    assert previous.locator(".piece").count() == 24
    assert previous.locator(".tint.last").count() == 2  # the squares 11 and 15
    assert table.page.locator(".board .tint.last").count() == 2


def test_touch(open_table: Open) -> None:
    table = open_table("phone")
    table.begin()
    table.square(11).tap()
    table.square(15).tap()
    table.wait_moves(1)
