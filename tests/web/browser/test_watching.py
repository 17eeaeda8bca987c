"""Two players against each other: begun in the dialog, paused, stepped, made faster, seen to the end."""

from __future__ import annotations

from web.browser.table import Table


def test_ai_against_ai(table: Table) -> None:
    page = table.page
    table.go("/")
    page.get_by_role("button", name="Computer vs computer").click()
    dialog = page.get_by_role("dialog")
    for side, spec in (("Red", "random:seed=3"), ("White", "greedy")):
        dialog.get_by_label(side, exact=True).select_option("Custom algorithm …")
        dialog.get_by_label("As text").locator("visible=true").nth(0 if side == "Red" else 1).fill(spec)
    dialog.get_by_label("Delay between moves").fill("0.25")
    dialog.get_by_role("button", name="Start game").click()
    page.wait_for_selector(".stage.play")
    table.wait_at_least(2)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").wait_for()
    count = len(table.moves())
    page.wait_for_timeout(600)
    assert len(table.moves()) == count
    page.get_by_role("button", name="Step").click()
    table.wait_moves(count + 1)
    page.get_by_label("Delay", exact=True).fill("0")
    page.wait_for_timeout(300)
    assert table.state()["autoplay"] == {"delay": 0}
    page.keyboard.press("Escape")
    page.locator(".board").click(position={"x": 5, "y": 5})
    page.keyboard.press("Space")
    page.locator(".result-card").wait_for(timeout=60_000)
    assert table.shows(table.state()["fen"])
    assert page.locator(".pace").is_hidden()


def test_a_wrong_spec_is_explained_and_nothing_is_lost(table: Table) -> None:
    table.expected.append("422")
    table.go("/")
    table.page.keyboard.press("n")
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_text("Other opponents").click()
    dialog.get_by_label("Player", exact=True).select_option("Custom algorithm …")
    dialog.get_by_label("As text").fill("minimax:depth=deep")
    dialog.get_by_role("button", name="Start game").click()
    problem = dialog.get_by_role("alert")
    problem.wait_for()
    assert "depth takes" in problem.inner_text()
    dialog.get_by_label("As text").fill("minimax:depth=2")
    dialog.get_by_role("button", name="Start game").click()
    table.page.wait_for_selector(".stage.play")


def test_thinking_shows_and_can_be_stopped(table: Table) -> None:
    table.begin(white={"kind": "ai", "spec": "mcts:iterations=100000000"})
    table.click(11, 15)
    note = table.page.locator(".seat.top .strip-note")
    table.page.wait_for_function(
        "() => /simulations/.test(document.querySelector('.seat.top .strip-note').textContent)"
    )
    assert table.page.locator(".seat.top .strip[data-thinking]").count() == 1
    table.page.get_by_role("tab", name="Thinking").click()
    table.page.locator(".bars tbody tr").first.wait_for()
    assert "Best move" in table.page.locator(".figures").inner_text()
    table.page.get_by_role("button", name="Stop thinking and move").click()
    table.page.get_by_role("tab", name="Moves").click()
    table.wait_moves(2)
    assert "simulations" not in note.inner_text()


def test_a_three_move_opening_a_fen_and_a_clock(table: Table) -> None:
    page = table.page
    table.go("/")
    page.get_by_role("button", name="More options").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Two players, one screen").click()
    dialog.get_by_text("Named opening").click()
    dialog.get_by_label("Clock").select_option("5+3")
    dialog.get_by_role("button", name="Start game").click()
    page.wait_for_selector(".stage.play")
    assert len(table.moves()) == 3
    assert page.locator(".clock").all_inner_texts() == ["5:00", "5:00"]
    page.keyboard.press("n")
    dialog.get_by_text("Two players, one screen").click()
    dialog.get_by_text("A FEN", exact=True).click()
    dialog.get_by_label("Position (FEN)").fill("W:W32:BK1")
    dialog.get_by_label("Clock").select_option("No clock")
    dialog.get_by_role("button", name="Start game").click()
    page.wait_for_function("() => document.querySelectorAll('.board .piece').length === 2")
    assert table.status() == "White to move"
