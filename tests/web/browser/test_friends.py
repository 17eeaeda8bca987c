"""People who play with each other, each in a browser of their own: by a link, with a spectator, lost and back."""

from __future__ import annotations

import re
from typing import Any

from web.browser.conftest import Open
from web.browser.table import Table

KEEP_LINES = """() => {
  const lines = (window.lines = []);
  window.WebSocket = class extends WebSocket {
    constructor(...address) { super(...address); lines.push(this); }
  };
}"""
"""So that a test can cut the lines of a page: being without a network does not end those that are open."""
SHORT_GAME = (
    "9-13 22-17 13-22 25-18 10-14 18-9 5-14 21-17 14-21 30-25 21-30 23-18 30-23-14 31-26 14-18 27-23 18-27-20 28-24"
    " 20-27 32-23 12-16 23-19 16-23-30 29-25 30-21"
)
"""Red takes everything."""
HOSTILE = "<img src=x onerror=alert(1)>"


def invite(table: Table, name: str, *, rated: bool = False, time: str = "5+3", rules: str = "") -> str:
    """Make a link in the dialog, with Red for oneself."""
    page = table.page
    table.go("/")
    page.get_by_role("button", name="Play a friend").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_label("Time").select_option(time)
    dialog.locator(".segments label").first.click()
    if rated:
        dialog.get_by_label("Rated").check()
    if rules:
        dialog.get_by_text("More options").click()
        dialog.get_by_label("Rules").select_option(rules)
    dialog.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link for your friend").input_value()
    page.get_by_role("button", name="Copy link").wait_for()
    assert "Waiting for your friend" in page.locator(".challenge-waiting").inner_text()
    return "/" + link.split("/", 3)[3]


def join(table: Table, link: str, name: str) -> None:
    table.go(link)
    table.page.get_by_label("Your name").fill(name)
    table.page.get_by_role("button", name="Play", exact=True).click()
    table.page.wait_for_selector(".stage.play")


def offer(table: Table) -> Any:
    box = table.page.locator(".offer:not([hidden])")
    box.wait_for()
    return box


def cut(table: Table) -> None:
    """End the lines of a page, and its network with them."""
    table.page.context.set_offline(True)
    table.page.evaluate("window.lines.splice(0).forEach(line => line.close())")
    table.page.locator(".banner.lost").wait_for()


def restore(table: Table) -> None:
    table.page.context.set_offline(False)
    table.page.locator(".banner.lost").wait_for(state="detached")


def test_a_whole_rated_game_by_a_link_on_a_desktop_and_a_phone(open_table: Open) -> None:
    """Twice the line of one page is cut: while the other side moves, and while this side does."""
    ann, bob = open_table("desktop"), open_table("phone")
    bob.page.add_init_script(f"({KEEP_LINES})()")
    bob.expected += ["WebSocket connection", "ERR_INTERNET_DISCONNECTED"]
    link = invite(ann, "Ann Red", rated=True)
    join(bob, link, HOSTILE[:24])
    ann.page.wait_for_selector(".stage.play")
    assert bob.page.locator(".strip-name").all_inner_texts() == ["Ann Red", HOSTILE[:24]]
    assert bob.page.locator(".strip img").count() == 0
    for number, move in enumerate(SHORT_GAME.split()):
        mover = (ann, bob)[number % 2]
        if number in (4, 5):
            cut(bob)
        mover.click(*map(int, move.split("-")))
        if number == 4:
            ann.wait_moves(5)
            assert len(bob.moves()) == 4
        if number in (4, 5):
            assert len(bob.state()["plies"]) == 5
            restore(bob)
        ann.wait_moves(number + 1)
        bob.wait_moves(number + 1)
    for table, title in ((ann, "You won"), (bob, "You lost")):
        table.page.locator(".result-card:not([hidden])").wait_for()
        assert table.page.locator(".result-title").inner_text() == title
        assert re.search(r"rating\s+\d+\??\s+[+−]\d+", table.page.locator(".result-card").inner_text())
    bar = bob.page.locator(".actions").bounding_box()
    assert bar["width"] <= 390
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_takeback_a_spectator_a_lost_page_and_a_rematch(open_table: Open) -> None:
    ann, bob, cy = open_table("desktop"), open_table("phone"), open_table("desktop")
    join(bob, invite(ann, "Ann", rules="study-b"), "Bob")
    ann.page.wait_for_selector(".stage.play")
    cy.go(f"/play/{ann.game}")
    cy.page.wait_for_selector(".stage.play")
    for number, (mover, path) in enumerate(((ann, (11, 15)), (bob, (23, 19)), (ann, (8, 11))), start=1):
        mover.click(*path)
        for table in (ann, bob, cy):
            table.wait_moves(number)
    assert cy.page.locator(".action:visible").all_inner_texts() == ["Flip", "More"]
    assert cy.page.get_by_role("tab", name="Chat").count() == 0
    buttons = bob.page.locator(".actions .action:visible")
    boxes = [button.bounding_box() for button in buttons.all()]
    assert len({round(box["y"]) for box in boxes}) == 1  # one row
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    ann.page.get_by_role("button", name="Undo").click()
    assert "Ann asks to take back a move." in offer(bob).inner_text()
    offer(bob).get_by_role("button", name="Accept").click()
    for table in (ann, bob, cy):
        table.wait_moves(2)
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Message").fill(HOSTILE)
    ann.page.get_by_role("button", name="Send").click()
    bob.page.get_by_role("tab", name="Chat").click()
    bob.page.locator(".chat-lines li", has_text=HOSTILE).wait_for()
    assert bob.page.locator(".chat-lines img").count() == 0
    game = bob.game
    bob.go("/people")  # Bob leaves in the middle of the game
    ann.page.locator('.seat.top .strip[data-here="no"]').wait_for()
    assert not bob.page.title().startswith("(")
    ann.click(9, 13)
    cy.wait_moves(3)
    bob.page.wait_for_function("() => document.title.startsWith('(1) ')")
    bob.page.locator('.topbar a[href="/people"][data-waiting="1"]').wait_for(state="attached")
    bob.go(f"/play/{game}")
    bob.page.wait_for_selector(".stage.play")
    bob.wait_moves(3)
    ann.page.locator('.seat.top .strip[data-here="yes"]').wait_for()
    bob.page.get_by_role("button", name="Draw").click()
    offer(ann).get_by_role("button", name="Accept").click()
    for table in (ann, bob, cy):
        table.page.locator(".result-card:not([hidden])").wait_for()
    bob.page.get_by_role("button", name="Rematch").click()
    offer(ann).get_by_role("button", name="Accept").click()
    for table in (ann, bob):
        table.page.wait_for_function("id => !location.pathname.includes(id)", arg=game)
        table.page.wait_for_selector(".stage.play")
    assert ann.state()["shared"]["me"] == "white"
    assert ann.state()["rules"].lower().startswith("study-b")
    assert ann.page.context.request.post("/api/people/blocked", data={"game": ann.game}).status == 204
    ann.go("/account")
    blocked = ann.page.get_by_role("region", name="Blocked people")
    assert blocked.locator("li").inner_text().split() == ["Bob", "Unblock"]
    blocked.get_by_role("button", name="Unblock").click()
    blocked.wait_for(state="hidden")


def test_a_challenge_by_name_and_from_a_position(open_table: Open) -> None:
    ann = open_table("phone")
    ann.expected.append("status of 422")  # nobody is called that
    page = ann.page
    ann.go("/lobby")
    page.get_by_role("button", name="Play a friend").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Ann")
    dialog.get_by_text("More options").click()
    dialog.get_by_text("Custom position").click()
    dialog.get_by_label("Position (FEN)").fill("W:WK9,30:B12,16")
    dialog.get_by_label("Opponent (optional)").fill("Nobody <b>")
    dialog.get_by_role("button", name="Send the challenge").click()
    assert "nobody called Nobody <b>" in dialog.get_by_role("alert").inner_text()
    dialog.get_by_label("Rated").check()
    assert dialog.get_by_label("Rules").is_disabled()
    assert dialog.get_by_label("Position (FEN)").is_hidden()
    dialog.get_by_label("Rated").uncheck()
    dialog.get_by_text("Custom position").click()
    dialog.get_by_label("Opponent (optional)").fill("")
    dialog.get_by_role("button", name="Make a link").click()
    page.get_by_label("Link for your friend").wait_for()
    assert "from a position" in page.locator(".challenge .fact-line").inner_text()


def test_a_flag_falls_and_the_lobby_pairs_two(open_table: Open) -> None:
    ann, bob = open_table("desktop"), open_table("phone")
    for table, name in ((ann, "Ann"), (bob, "Bob")):
        table.go("/lobby")
        table.page.get_by_label("Your name").fill(name)
    ann.page.get_by_role("button", name="3+2").click()
    ann.page.get_by_text("Looking for an opponent").wait_for()
    bob.page.get_by_role("button", name="3+2").click()
    for table in (ann, bob):
        table.page.wait_for_selector(".stage.play")
    wanted = {"clock": "0.05", "color": "black"}  # three seconds
    made = ann.page.context.request.post("/api/people/challenges", data=wanted).json()
    ann.go(f"/challenge/{made['id']}")
    bob.go(f"/challenge/{made['id']}")
    bob.page.get_by_role("button", name="Play", exact=True).click()
    for table in (ann, bob):
        table.page.wait_for_selector(".stage.play")
    for table, path in ((ann, [11, 15]), (bob, [23, 19])):
        act = table.page.context.request.post(f"/api/people/games/{ann.game}", data={"type": "move", "path": path})
        assert act.status == 200, act.text()
    for table, title in ((ann, "You lost"), (bob, "You won")):
        table.page.locator(".result-card:not([hidden])").wait_for()
        assert table.page.locator(".result-title").inner_text() == title
        assert "out of time" in table.page.locator(".result-text").inner_text()
