"""The server is killed in the middle of a game: the page says so quietly, comes back by itself, and nothing is lost."""

from __future__ import annotations

from web.browser.conftest import Open, Server
from web.browser.table import RANDOM, Table

MANY_PAGES = """() => Promise.all(Array.from({ length: 64 }, () => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/analysis/ws`);
  socket.onopen = () => done();
  (window.kept ??= []).push(socket);
})))"""
"""As many lines as a browser may have."""


def test_reconnect_after_a_kill(open_table: Open, mortal_server: Server) -> None:
    table = open_table("phone", at=mortal_server)
    table.expected += ["WebSocket connection", "ERR_CONNECTION_REFUSED"]  # the browser notes each try
    table.begin(white=RANDOM)
    table.click(11, 15)
    table.wait_moves(2)
    moves = table.moves()
    mortal_server.kill()
    banner = table.page.locator(".banner.lost")
    banner.wait_for()
    assert "Your game is saved" in banner.inner_text()
    legal = table.page.locator(".cell.movable").first.get_attribute("data-square")
    table.click(int(legal or 0))
    target = table.page.locator(".cell.target").first.get_attribute("data-square")
    table.click(int(target or 0))  # made while the server is away: it arrives later
    mortal_server.start()
    banner.wait_for(state="detached")
    table.wait_moves(4)
    assert table.moves()[:2] == moves
    assert table.moves()[2].startswith(str(legal))
    assert table.shows(table.state()["fen"])
    table.page.reload()
    table.wait_moves(4)


def test_pages_without_a_server_say_so(open_table: Open, mortal_server: Server) -> None:
    table = open_table(at=mortal_server)
    table.expected += ["WebSocket connection", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET"]
    table.go("/learn")
    mortal_server.kill()
    table.page.get_by_role("link", name="Games").click()
    table.page.get_by_text("The server isn't responding").wait_for()
    mortal_server.start()
    table.page.get_by_role("button", name="Try again").click()
    table.page.get_by_text("No games yet").wait_for()


def test_one_page_too_many_says_so_and_does_not_try_again(open_table: Open) -> None:
    table = open_table()
    game = table.begin()
    table.page.evaluate(MANY_PAGES)
    late = Table(table.page.context.new_page())
    lines: list[object] = []
    late.page.on("websocket", lambda line: lines.append(line))
    late.go(f"/play/{game}")
    banner = late.page.locator(".banner.lost")
    banner.wait_for()
    assert "Too many pages are open." in banner.inner_text()
    late.page.wait_for_timeout(1500)
    assert banner.is_visible()
    assert len(lines) == 1
    assert late.errors == []


def test_the_first_start_shows_progress(open_table: Open) -> None:
    table = open_table()
    answers = [
        {"ready": False, "core": True, "done": 12, "total": 40, "current": "", "message": "", "failed": []},
        {"ready": True, "core": True, "done": 40, "total": 40, "current": "", "message": "", "failed": []},
    ]
    table.page.route("**/api/status", lambda route: route.fulfill(json=answers.pop(0)))
    table.go("/")
    banner = table.page.locator(".banner.preparing")
    banner.wait_for()
    assert "(12 of 40). You can already play." in banner.inner_text()
    banner.wait_for(state="detached")


def test_a_game_that_is_not_there(open_table: Open) -> None:
    table = open_table()
    table.expected.append("404")
    table.go("/play/AAAAAAAAAAAAAAAAAAAAAA")
    assert "There is no such game" in table.page.locator("main").inner_text()
