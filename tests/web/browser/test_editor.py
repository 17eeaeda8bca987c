"""The board editor: pieces dragged on, about and off; what is wrong is said; the position is played."""

from __future__ import annotations

from web.browser.table import Table


def verdict(table: Table) -> str:
    return str(table.page.locator(".editor-report").inner_text())


def wait_verdict(table: Table, part: str) -> None:
    table.page.wait_for_function(
        "part => document.querySelector('.editor-report').textContent.includes(part)", arg=part
    )


def from_palette(table: Table, name: str, square: int) -> None:
    box = table.page.locator(".tools .segment", has_text=name).bounding_box()
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.page.mouse.down()
    table.page.mouse.move(*table.centre(square), steps=5)
    table.page.mouse.up()


def test_a_position_is_set_up_and_played(table: Table) -> None:
    page = table.page
    table.go("/editor")
    wait_verdict(table, "7 moves")
    page.get_by_role("button", name="Clear").click()
    wait_verdict(table, "Red has no piece")
    assert page.get_by_role("button", name="Play from here").is_disabled()
    from_palette(table, "Red king", 18)
    from_palette(table, "White man", 32)
    from_palette(table, "White man", 9)
    table.drag(9, 10)
    wait_verdict(table, "Red can make 4 moves")
    assert table.pieces() == {18: "B", 32: "w", 10: "w"}
    page.mouse.move(*table.centre(10))
    page.mouse.down()
    page.mouse.move(5, 400, steps=4)  # off the board
    page.mouse.up()
    assert table.pieces() == {18: "B", 32: "w"}
    page.locator(".tools .segment", has_text="Red man").click()
    table.click(14, 15)
    page.locator(".tools .segment", has_text="Remove").click()
    table.click(14)
    assert table.pieces() == {18: "B", 32: "w", 15: "b"}
    page.locator(".segment", has_text="White to move").click()
    wait_verdict(table, "White can make 2 moves")
    assert page.get_by_label("FEN").input_value() == "W:W32:B15,K18"
    assert "fen=W:W32:B15,K18" in page.url
    page.get_by_role("button", name="Play from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Two players, one screen").click()
    dialog.get_by_role("button", name="Start game").click()
    page.wait_for_selector(".stage.play")
    assert table.shows("W:W32:B15,K18")


def test_what_is_wrong_is_said(table: Table) -> None:
    table.go("/editor?fen=B:W32:B1")
    wait_verdict(table, "Red can make")
    from_palette(table, "White man", 2)
    wait_verdict(table, "White man on 2 would be a king")
    assert table.page.get_by_role("button", name="Play from here").is_disabled()
    table.page.keyboard.press("Escape")
    table.square(2).focus()
    table.page.keyboard.press("W")  # a king may stand there
    wait_verdict(table, "Red can make")
    table.page.keyboard.press("Delete")
    table.page.get_by_label("FEN").fill("B:W32:Bx")
    table.page.keyboard.press("Tab")
    table.page.locator(".verdict.bad").wait_for()
    assert table.pieces() == {1: "b", 32: "w"}
