"""Whole games against `random`, from the first click to the result: by clicks, by drags, by keys, at both sizes."""

from __future__ import annotations

import pytest
from web.browser.conftest import Open
from web.browser.table import RANDOM, Table


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_game_by_clicks(open_table: Open, size: str) -> None:
    table = open_table(size)
    table.begin(white=RANDOM)
    table.play_out(table.click)
    card = table.page.locator(".result-card")
    assert "won" in card.inner_text() or "Draw" in card.inner_text()
    assert card.get_by_role("button", name="Rematch").is_visible()


def test_a_game_by_drags_with_animation(open_table: Open) -> None:
    table = open_table(still=False)
    table.begin(black=RANDOM, white={"kind": "human"})
    table.wait_turn(0)
    table.play_out(table.drag)


def test_a_game_by_keyboard_alone(table: Table) -> None:
    table.go("/")
    table.page.keyboard.press("Tab")
    table.page.wait_for_selector(".opponent-card")
    while "home-play" not in table.page.evaluate("() => document.activeElement.className"):
        table.page.keyboard.press("Tab")
    table.page.keyboard.press("Enter")
    table.page.wait_for_selector(".stage.play")
    assert table.state()["players"]["white"]["kind"] == "ai"
    for _ in range(20):
        table.page.keyboard.press("Tab")
        if table.page.evaluate("() => document.activeElement.role") == "gridcell":
            break
    assert table.page.locator(".cell:focus-visible").count() == 1
    table.play_out(table.walk)
