"""The start page: an opponent is chosen by its face, and a move on the board or the button begins the game."""

from __future__ import annotations

import pytest
from web.browser.conftest import Open
from web.browser.table import Table


def start(table: Table, address: str = "/") -> None:
    table.go(address)
    table.page.wait_for_selector(".opponent-card")
    table.page.wait_for_selector(".home-play:enabled")


def test_choosing_an_opponent_begins_nothing(table: Table) -> None:
    page = table.page
    start(table)
    assert page.locator(".opponent-title").inner_text() == "Rosa"
    assert page.get_by_role("radiogroup", name="Opponent").get_by_role("radio").count() == 10
    page.locator(".opponent", has_text="Otto").click()
    assert page.locator(".opponent-title").inner_text() == "Otto"
    assert "Club player" in page.locator(".opponent-card").inner_text()
    assert page.locator(".seat.top .strip-name").inner_text() == "Otto"
    assert page.url.endswith("/")
    page.get_by_role("button", name="Play against Otto").click()
    page.wait_for_selector(".stage.play")
    assert table.state()["players"]["white"]["spec"] == "level-5"
    start(table)
    assert page.get_by_role("radio", name="Otto").is_checked()  # remembered


def test_the_first_move_begins_the_game(table: Table) -> None:
    start(table)
    table.page.wait_for_selector(".home .ring")
    assert len(table.pieces()) == 24
    table.click(11)
    assert table.page.locator(".target.dot").count() == 2
    table.click(15)
    table.page.wait_for_selector(".stage.play")
    table.wait_moves(2)
    state = table.state()
    assert state["plies"][0]["text"] == "11-15"
    assert [ply["by"] for ply in state["plies"]] == ["human", "ai"]
    table.page.reload()
    table.wait_moves(2)  # and it is made once


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_game_is_one_click_away(open_table: Open, size: str) -> None:
    table = open_table(size)
    start(table)
    button = table.page.get_by_role("button", name="Play against Rosa")
    box = button.bounding_box()
    assert box["y"] + box["height"] <= table.page.viewport_size["height"]  # without scrolling
    button.click()
    table.page.wait_for_selector(".stage.play")
    assert table.state()["players"]["black"]["kind"] == "human"


LINES = """element => {
  const box = each => each.getBoundingClientRect();
  return [...element.querySelectorAll('.rank-line')].map(line => [line.innerText, Math.round(box(line).top)]);
}"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_rank_and_rating_stand_on_a_line_each(open_table: Open, size: str) -> None:
    """On the card of the start page and on those of the New game dialog, on one scale, which is explained beside it."""
    table = open_table(size)
    page = table.page
    start(table)
    rank, rating = page.locator(".opponent-card").evaluate(LINES)
    assert (rank[0], rating[0]) == ("Beginner", "Rating 775")
    assert rank[1] < rating[1]
    assert "200 points higher" in page.locator(".home-ratings").inner_text()
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog")
    cards = [card.evaluate(LINES) for card in dialog.locator(".ladder:not(.whole) .rung").all()]
    ratings = [int(card[1][0].removeprefix("Rating ")) for card in cards]
    assert len(ratings) == 10
    assert ratings == sorted(ratings)
    assert all(card[0][1] < card[1][1] for card in cards)
    assert "200 points higher" in dialog.locator(".ladder-box").inner_text()


def test_who_moves_second_is_told_what_to_do(table: Table) -> None:
    page = table.page
    start(table)
    page.locator(".home-color").get_by_text("White").click()
    assert page.locator(".home-hint").inner_text() == "Red moves first. Press Play to begin."
    assert page.locator(".home .ring").count() == 0
    assert page.locator(".seat.bottom .strip-name").inner_text() == "You"
    table.click(22)
    assert page.url.endswith("/")
    page.get_by_role("button", name="Play against Rosa").click()
    table.wait_moves(1)
    assert table.state()["players"]["white"]["kind"] == "human"


def test_a_position_is_played_by_the_side_that_moves(table: Table) -> None:
    page = table.page
    start(table, "/?fen=W:W18,K24:B10,12")
    assert page.get_by_role("radio", name="White").is_checked()
    page.wait_for_selector(".home .ring")
    table.click(18, 15)
    page.wait_for_selector(".stage.play")
    table.wait_at_least(1)
    assert table.state()["start_fen"] == "W:W18,K24:B10,12"
