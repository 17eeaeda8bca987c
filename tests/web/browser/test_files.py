"""Games in and out: saved, loaded, pasted, dropped; many games in one file; positions as links."""

from __future__ import annotations

import json
from pathlib import Path

from web.browser.table import RANDOM, Table

PDN = """
[Event "First"] [White "Ada"] [Black "Alan"] [Result "1-0"]
1. 11-15 23-19 2. 8-11 22-17 1-0

[Event "Second"] [White "Grace"] [Black "Edsger"] [Result "0-1"]
1. 9-13 22-18 2. 12-16 0-1

[Event "Third"] [White "Barbara"] [Black "Donald"] [Result "*"]
1. 10-15 *
"""

DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const type of ['dragenter', 'dragover', 'drop']) {
    document.body.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
  }
}"""
PASTE = """text => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
}"""


def download(table: Table, name: str) -> Path:
    """A file from the menu of the game."""
    table.page.get_by_role("toolbar").get_by_role("button", name="More").click()
    with table.page.expect_download() as saved:
        table.page.locator(".menu-list.up").get_by_text(name, exact=True).click()
    return Path(saved.value.path())


def test_save_reload_load(table: Table) -> None:
    page = table.page
    first = table.begin(white=RANDOM)
    table.click(11, 15)
    table.wait_moves(2)
    moves = table.moves()
    saved = download(table, "Save as JSON")
    assert json.loads(saved.read_text())["moves"]
    page.reload()
    table.wait_moves(2)
    assert table.moves() == moves

    table.go("/")
    page.get_by_role("button", name="Open a game").click()
    page.get_by_label("Choose a file").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": saved.read_bytes()}
    )
    page.get_by_role("button", name="Play on").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Two players, one screen").click()
    dialog.get_by_role("button", name="Start game").click()
    page.wait_for_selector(".stage.play")
    assert table.game != first
    assert table.moves() == moves
    state = table.state()
    assert table.shows(state["fen"])
    table.click(*state["legal"][0]["path"])
    table.wait_moves(3)


def test_pdn_goes_out_and_comes_back_by_drag_and_drop(table: Table) -> None:
    table.begin()
    table.click(11, 15)
    table.wait_moves(1)
    saved = download(table, "Save as PDN").read_text()
    assert "11-15" in saved
    table.page.evaluate(DROP, ["game.pdn", saved])
    table.page.get_by_role("button", name="Replay").click()
    table.page.wait_for_selector(".stage.replay")
    assert table.moves() == ["11-15"]


def test_a_pdn_with_three_games_shows_a_list(table: Table) -> None:
    page = table.page
    table.go("/analyse")
    page.get_by_role("button", name="Open a game").click()
    page.get_by_label("Game or position as text").fill(PDN)
    page.get_by_role("button", name="Load").click()
    games = page.locator(".opener-game")
    games.first.wait_for()
    assert games.count() == 3
    assert [text.split("\n")[0] for text in games.all_inner_texts()] == [
        "Alan – Ada",
        "Edsger – Grace",
        "Donald – Barbara",
    ]
    assert games.locator(".mini-board").count() == 3
    games.nth(1).get_by_role("button", name="Replay").click()
    page.wait_for_selector(".stage.replay")
    assert table.moves() == ["9-13", "22-18", "12-16"]
    assert "Edsger" in page.locator(".seat.top").inner_text()
    assert "White wins" in page.locator(".replay-outcome").inner_text()
    page.go_back()
    page.wait_for_selector(".stage.analyse")


def test_what_cannot_be_read_is_told(table: Table) -> None:
    page = table.page
    table.go("/analyse")
    page.get_by_role("button", name="Open a game").click()
    page.get_by_label("Game or position as text").fill('[Event "Bad"]\n1. 11-15 23-24 *\n\n[Event "Good"]\n1. 9-13 *\n')
    page.get_by_role("button", name="Load").click()
    page.locator(".problems summary").click()
    assert "game 1" in page.locator(".problems").inner_text()
    assert page.locator(".opener-game").count() >= 1
    page.get_by_label("Game or position as text").fill("this is no game")
    page.get_by_role("button", name="Load").click()
    page.get_by_text("This isn't a valid PDN, JSON or FEN").wait_for()


def test_pasted_text_opens_anywhere(table: Table) -> None:
    page = table.page
    table.go("/games")
    page.evaluate(PASTE, PDN)
    page.locator(".dialog .opener-game").first.wait_for()
    assert page.locator(".dialog .opener-game").count() == 3
    page.keyboard.press("Escape")
    page.evaluate(PASTE, "B:W18,24,K10:B12,16")
    page.wait_for_url("**/?fen=*")
    page.wait_for_function("() => document.querySelectorAll('.board .piece').length === 5")


def test_a_position_is_a_link(table: Table) -> None:
    page = table.page
    table.go("/?fen=W:W32,K10:B12,16")
    assert "White to move" in page.locator(".from-link").inner_text()
    assert page.locator(".board .piece").count() == 4
    page.get_by_role("button", name="Two players, one screen").click()
    page.wait_for_selector(".stage.play")
    assert table.state()["start_fen"] == "W:WK10,32:B12,16"
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("tab", name="Info").click()
    page.get_by_role("button", name="Copy link to this position").click()
    page.locator(".toast").wait_for()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link.endswith("/?fen=W:WK10,32:B12,16")
    table.go("/?fen=nonsense")
    assert "cannot be used" in page.get_by_role("alert").inner_text()
