"""Faults that were found in use, each as it would be met again."""

from __future__ import annotations

import pytest
from web.browser.conftest import Open
from web.browser.places import PDN
from web.browser.table import HUMAN, Table

ERRS = {"kind": "ai", "spec": "engine:nodes=105,error=1000,seed=3"}  # off by ten men: seldom the best move


def test_thinking_between_the_moves_of_two_programs_is_the_movers_own(table: Table) -> None:
    """The figures that are shown are those of the player that is named, and a delay is not called getting ready."""
    page = table.page
    quick = {"kind": "ai", "spec": "minimax:depth=2,seed=1"}
    table.begin(black=quick, white=quick, autoplay={"delay": 60})
    page.get_by_role("tab", name="Thinking").click()
    page.locator(".thinking-head", has_text="has chosen a move").wait_for()
    page.locator(".bars tbody tr").first.wait_for()
    assert page.locator(".thinking-head").inner_text().startswith("Red")
    assert "best for Red first" in page.locator(".bars caption").inner_text()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Step").click()
    table.wait_moves(1)
    page.locator(".thinking-head", has_text="search behind its last move").wait_for()
    assert page.locator(".thinking-head").inner_text().startswith("Red")


def test_a_level_that_errs_says_so_and_lists_the_best_first(table: Table) -> None:
    page = table.page
    table.begin(white=ERRS)
    page.get_by_role("tab", name="Thinking").click()
    caption = page.locator(".bars caption")
    table.click(11, 15)
    table.wait_moves(2)
    caption.filter(has_text="errs on purpose").wait_for()
    assert "This level errs on purpose: it plays" in caption.inner_text()
    shown = page.locator(".bars .bars-value").all_inner_texts()
    values = [float(text.removesuffix(" %")) for text in shown if text != "–"]
    assert values == sorted(values)  # for Red, at the bottom: the best for White first
    assert "Expected score for Red" in page.locator(".dashboard-figures").inner_text()
    assert "Played on purpose" in page.locator(".dashboard-figures").inner_text()
    page.keyboard.press("f")  # the board is turned, and the figures with it
    page.locator(".dashboard-figures", has_text="Expected score for White").wait_for()


def test_moves_are_written_as_the_board_is(open_table: Open) -> None:
    table = open_table()
    page = table.page
    page.add_init_script("localStorage.setItem('kingme.settings', JSON.stringify({coordinates: 'algebraic'}))")
    page.context.request.get("/api/config")
    start = {"import": {"text": PDN}}
    game = page.context.request.post("/api/games", data={"black": HUMAN, "white": HUMAN, "start": start}).json()["id"]
    for address in (f"/play/{game}", f"/replay/{game}", f"/analyse/{game}"):
        table.go(address)
        page.locator(".move-list .move").first.wait_for()
        assert page.locator(".move-list button.move").first.inner_text() == "f6-e5", address


@pytest.mark.parametrize("address", ["/?fen=W:W18,24:B5,6", "/editor?fen=W:W18,24:B5,6"])
def test_the_side_to_move_is_chosen_in_a_position(table: Table, address: str) -> None:
    page = table.page
    table.go(address)
    if "editor" in address:
        page.locator(".verdict.good").wait_for()
        page.get_by_role("button", name="Play from here").click()
        page.get_by_role("dialog").wait_for()
    assert page.get_by_role("radiogroup", name="Your colour").get_by_label("White").is_checked()


def test_one_illegal_move_leaves_the_moves_before_it(table: Table) -> None:
    page = table.page
    table.go("/games")
    page.get_by_role("button", name="Open a game").first.click()
    page.get_by_label("Game or position as text").fill("1. 11-15 23-19 2. 8-11 22-17 3. 1-32 9-14 *")
    page.get_by_role("button", name="Load").click()
    page.get_by_text("1 problem: what could be read is below").wait_for()
    entry = page.locator(".opener-game")
    assert "2 moves" in entry.inner_text()
    assert "12 pieces" in str(entry.locator(".mini-board").get_attribute("aria-label"))
    entry.get_by_role("button", name="Replay").click()
    page.wait_for_selector(".stage.replay")
    assert table.moves() == ["11-15", "23-19", "8-11", "22-17"]


def test_captions_name_the_colours_that_are_seen(table: Table) -> None:
    page = table.page
    table.go("/lab/profiler?mode=trace&player=minimax:depth%3D2&fen=B:W5,17,25,26,27,30,31:B1,2,4,8,10,16,18,28")
    page.locator(".watch-text", has_text="Red can crown").wait_for()
    table.go("/lab/gallery")
    page.locator(".exhibit").first.wait_for()
    assert "black" not in page.locator(".gallery-list").inner_text().lower()
    for address, words in (("/learn/algorithms/random", "article.algorithm"), ("/learn/glossary", ".page.glossary")):
        table.go(address)
        assert "Red" in page.locator(words).inner_text()
        assert "black" not in page.locator(words).inner_text().lower()
    table.go("/learn/lesson/two-kings-against-one")
    page.locator(".learn-task").wait_for()
    assert "black" not in page.locator(".learn-side").inner_text().lower()


def test_a_phone_has_no_keyboard_help(open_table: Open) -> None:
    page = open_table("phone").page
    page.goto("/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Open a game").first.wait_for()
    assert page.get_by_role("button", name="Keyboard shortcuts").locator("visible=true").count() == 0


def test_no_separator_is_left_where_a_line_wraps(table: Table) -> None:
    """Facts in one line have a dot between them; one that begins a line shows none, and none ends with one."""
    page = table.page
    table.begin(start={"import": {"text": PDN.replace("*", "1-0")}})
    table.go("/games")
    line = page.locator(".game-card .fact-line").first
    line.wait_for()
    parts = line.locator(":scope > span").all_text_contents()
    assert parts[1:] == ["· 4 moves", "· Nailor"]
    for width in (390, 240, 130):
        line.evaluate("(one, width) => { one.style.inlineSize = `${width}px`; }", width)
        seen = line.evaluate(
            """one => [...one.querySelectorAll('.dot')].map(dot => {
              const [self, before] = [dot.parentElement, dot.parentElement.previousElementSibling];
              const wrapped = self.getBoundingClientRect().top > before.getBoundingClientRect().top + 2;
              return [wrapped, dot.getBoundingClientRect().right <= one.getBoundingClientRect().left + 1];
            })"""
        )
        assert all(wrapped == hidden for wrapped, hidden in seen), width
        assert len(seen) == 2
    assert any(wrapped for wrapped, _ in seen)


def test_the_info_tab_says_who_plays_and_by_which_clock(table: Table) -> None:
    page = table.page
    table.begin(white={"kind": "ai", "spec": "level-3"}, clock="5+3")
    page.get_by_role("tab", name="Info").click()
    facts = page.locator(".facts > div").all_inner_texts()
    assert [text.split("\n")[:2] for text in facts[:4]] == [
        ["Red", "You"],
        ["White", "Milo, Casual (1010)"],
        ["Rules", "Official"],
        ["Clock", "5 min + 3 s per move"],
    ]


@pytest.mark.parametrize("address", ["/lab/gallery", "/learn/algorithms/flat"])
def test_a_study_is_explained_where_it_is_named(table: Table, address: str) -> None:
    page = table.page
    table.go(address)
    page.get_by_role("button", name="Study A").first.click()
    card = page.locator(".term-card")
    assert "Checkers AI Solution Proposal" in card.inner_text()
