"""The explorer of openings in a real browser: the page of its own, and the tab of the analysis board."""

from __future__ import annotations

import random

import pytest
from web.browser.table import Table

from kingme import Game
from kingme.game import Ply
from kingme.library.archive.archive import Archive


@pytest.fixture
def library(server):
    rng = random.Random(3)
    games = []
    for number in range(60):
        game = Game(tags={"Black": f"Ann {number}", "White": "Bob", "Date": "1999.05.01", "BlackRating": "1400"})
        while game.outcome() is None and len(game.plies) < 50:
            game.append(Ply(rng.choice(game.board.legal_moves())))
        games.append(game)
    with Archive(str(server.folder / "data" / "archive.sqlite")) as archive:
        archive.add(games, "club")
    return games


def test_from_a_move_to_the_games_with_it(library, table: Table) -> None:
    page = table.page
    table.go("/explorer")
    page.locator(".openings-status", has_text="60 games").wait_for()
    rows = page.locator(".openings-moves tbody tr")
    assert rows.count() == 7
    first = rows.first
    played = int(first.locator(".bars-number").inner_text())
    assert played == max(
        sum(str(game.moves[0]) == str(move) for game in library) for move in Game().board.legal_moves()
    )
    first.get_by_role("button").click()
    page.locator(".openings-status", has_text=f"{played} games").wait_for()
    assert page.locator(".openings-name").inner_text()
    page.keyboard.press("ArrowLeft")
    page.locator(".openings-status", has_text="60 games").wait_for()
    assert page.locator(".openings-games li").count() == 20
    page.get_by_role("button", name="Older games").click()
    page.wait_for_function("() => document.querySelectorAll('.openings-games li').length === 40")
    page.locator(".openings-game").first.click()
    page.wait_for_url("**/analyse")
    page.locator(".tree-list .move").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_tab_of_the_analysis_board_follows_the_moves(library, table: Table) -> None:
    page = table.page
    table.go("/analyse")
    page.get_by_role("tab", name="Openings").click()
    page.locator(".openings-status", has_text="60 games").wait_for()
    page.get_by_label("Games to look at").select_option("Your games")
    page.locator(".openings-status", has_text="None of your games").wait_for()
    page.get_by_label("Games to look at").select_option("club (60)")
    page.locator(".openings-moves tbody tr").first.get_by_role("button").click()
    page.locator(".tab-list").get_by_role("tab", name="Moves").click()
    page.locator(".tree-list .move").first.wait_for()  # the move goes to the server and back
    assert page.locator(".tree-list .move").count() == 1


def test_from_the_list_of_games_to_ones_own_openings(table: Table) -> None:
    page = table.page
    table.go("/games")
    page.get_by_role("link", name="Your openings").click()
    page.locator(".openings-status", has_text="None of your games").wait_for()
    assert page.get_by_label("Games to look at").input_value() == "@own"
