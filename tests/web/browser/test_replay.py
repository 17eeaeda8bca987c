"""Replay of a stored game: buttons, keys, slider, by itself; play on; the list of games."""

from __future__ import annotations

from typing import Any

from web.browser.conftest import Open
from web.browser.table import HUMAN, Table

from kingme import Board

MOVES = "1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 *"


def load(table: Table) -> str:
    """A game of ten moves, from a file."""
    table.page.context.request.get("/api/config")
    start = {"import": {"text": MOVES}}
    answer = table.page.context.request.post("/api/games", data={"black": HUMAN, "white": HUMAN, "start": start})
    return str(answer.json()["id"])


def counter(table: Table) -> Any:
    return table.page.locator(".counter").inner_text()


def test_buttons_keys_slider_and_autoplay(open_table: Open) -> None:
    table = open_table(still=False)
    page = table.page
    game = load(table)
    table.go(f"/replay/{game}")
    assert counter(table) == "0 / 10"
    page.get_by_role("button", name="One move forward").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert counter(table) == "2 / 10"
    assert page.locator(".move[aria-current]").inner_text() == "23-19"
    page.get_by_label("Position in the game").fill("8")
    assert counter(table) == "8 / 10"
    pieces = len(Board.from_fen(table.state()["plies"][7]["fen"]).pieces())
    page.wait_for_function("n => document.querySelectorAll('.board .layer-pieces .piece').length === n", arg=pieces)
    assert page.url.endswith("?ply=8")
    page.get_by_role("button", name="To the start").click()
    page.get_by_label("Speed").select_option("very fast")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelector('.counter').textContent === '10 / 10'")
    page.get_by_role("button", name="Play", exact=True).wait_for()  # it stops at the end
    page.keyboard.press("Home")
    assert counter(table) == "0 / 10"
    page.reload()
    page.wait_for_selector(".stage.replay")


def test_play_on_from_any_position(table: Table) -> None:
    page = table.page
    game = load(table)
    table.go(f"/replay/{game}?ply=4")
    assert counter(table) == "4 / 10"
    page.get_by_role("button", name="Play from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Two players, one screen").click()
    dialog.get_by_role("button", name="Start game").click()
    page.wait_for_selector(".stage.play")
    assert table.moves() == ["11-15", "23-19", "8-11", "22-17"]
    table.click(9, 14)
    table.wait_moves(5)
    page.go_back()
    page.wait_for_selector(".stage.replay")


def test_my_games(open_table: Open) -> None:
    table = open_table("phone")
    page = table.page
    table.go("/games")
    page.get_by_text("No games yet").wait_for()
    load(table)
    open_game = table.begin(white={"kind": "ai", "spec": "random"})
    table.click(11, 15)
    table.wait_moves(2)
    table.go("/")
    page.locator(".resume-card").wait_for()
    table.go("/games")
    cards = page.locator(".game-card")
    cards.first.wait_for()
    assert cards.count() == 2
    assert cards.locator(".mini-board").count() == 2
    page.get_by_label("Search my games").fill("random")
    page.wait_for_function("() => document.querySelectorAll('.game-card').length === 1")
    page.get_by_label("Search my games").fill("zzz")
    page.get_by_text("No game matches").wait_for()
    page.get_by_label("Search my games").fill("")
    page.wait_for_function("() => document.querySelectorAll('.game-card').length === 2")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Export all").click()
    assert saved.value.suggested_filename.endswith(".pdn")
    cards.first.get_by_role("link", name="Continue", exact=True).click()
    page.wait_for_url(f"**/play/{open_game}")
    page.go_back()
    cards.first.wait_for()
    cards.last.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_function("() => document.querySelectorAll('.game-card').length === 1")
