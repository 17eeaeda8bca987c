"""Side by side, the gallery and the pages on algorithms in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from web.browser.conftest import PHONE, Open
from web.browser.table import Table
from web.browser.test_profiler import prepared  # noqa: F401  (a fixture for all tests here)

from kingme import Board
from kingme.players import Limit, player
from kingme.players.registry import player_names
from kingme.web.lab.gallery import exhibits
from kingme.web.prepare import compile_other

SHOT = "W:W21,22,24,25,27,28,29,32:B1,2,7,8,11,14,16,20"
PLAYERS = ("minimax:depth=2,seed=1", "mcts:seed=1", "engine")
BUDGET = "1,000 positions or simulations each"
LIMIT = Limit(nodes=1000, iterations=1000)
SIZES = ("desktop", "phone")


def no_sideways(page: Any) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def compare(table: Table, fen: str = SHOT, players: tuple[str, ...] = PLAYERS) -> Any:
    table.go(f"/lab/compare?fen={fen}&players={';'.join(players)}")
    page = table.page
    page.select_option(".compare-budget select", label=BUDGET)
    page.click(".compare-start")
    page.wait_for_function(
        "n => document.querySelectorAll('.dashboard:not([data-live]) .dashboard-body:not([hidden])').length === n",
        arg=len(players),
        timeout=120_000,
    )
    return page


# --- side by side -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_rankings_are_those_of_the_players(open_table: Open, size: str) -> None:
    page = compare(open_table(size))
    chosen = []
    for lane, spec in enumerate(PLAYERS):
        wanted = {"minimax:depth=2,seed=1": f"{spec},lines=all", "engine": "engine:lines=5"}.get(spec, spec)
        analysis = player(wanted).analyse(Board.from_fen(SHOT), LIMIT)
        chosen.append(str(analysis.move))
        shown = page.eval_on_selector_all(
            ".rank-table tbody tr",
            "(rows, lane) => rows.map(row => [row.dataset.move, +row.cells[lane + 1].dataset.place])",
            lane,
        )
        ranking = [move for move, _ in sorted(shown, key=lambda item: item[1])]
        assert ranking == [str(line.move) for line in analysis.best_lines()]
        values = dict(page.eval_on_selector_all(
            f'.lane[data-lane="{lane}"] .bars tbody tr',
            "rows => rows.map(row => [row.dataset.move, row.querySelector('.bars-value').textContent])",
        ))  # fmt: skip
        for line in analysis.lines:
            shown_value = values[str(line.move)]
            if line.value is None:
                assert line.score is not None
                assert shown_value == str(-line.score)  # for Red, while White is to move
            else:
                assert float(shown_value.removesuffix(" %")) / 100 == pytest.approx(1 - line.value, abs=6e-4)
    verdict = page.locator(".verdict-line").inner_text()
    assert verdict.startswith("=" if len(set(chosen)) == 1 else "≠")
    assert all(move in verdict for move in chosen)
    assert no_sideways(page)


@pytest.mark.parametrize(
    ("game", "fen", "pieces", "players"),
    [
        ("connect-four", "connect-four:7/7/7/3y3/3y3/2rr3 r", 4, ("minimax:depth=2,seed=1", "mcts:seed=1", "engine")),
        ("othello", f"othello:{'-' * 19}X{'-' * 7}XX{'-' * 6}XO{'-' * 27} O", 5, ("random", "greedy")),
    ],
)
def test_players_of_other_games_are_compared(
    open_table: Open, game: str, fen: str, pieces: int, players: tuple[str, ...]
) -> None:
    for spec in players:  # here, where it may take as long as it takes
        compile_other(game, type(player(spec)).__module__)
    board = Board.from_fen(fen.partition(":")[2], game)
    page = compare(open_table("phone"), quote(fen), players)
    assert page.locator(".compare-board .piece").count() == pieces
    moves = {str(move) for move in board.legal_moves()}
    shown = page.eval_on_selector_all(".rank-table tbody tr", "rows => rows.map(row => row.dataset.move)")
    assert set(shown) == moves
    assert len(shown) == len(moves)
    said = page.locator(".verdict-line").inner_text()
    assert said[0] in "=≠"
    assert any(move in said for move in moves)
    assert no_sideways(page)


def test_agreement_is_told_from_disagreement(table: Table) -> None:
    page = compare(table, players=("minimax:depth=2,seed=1", "minimax:depth=4,seed=1", "minimax:depth=3,seed=1"))
    assert page.locator(".verdict-line").inner_text() == "≠ They disagree: B, C play 24-19; A plays 22-17."
    assert page.locator(".lane-badge").all_inner_texts() == ["≠ alone", "= C", "= B"]
    page = compare(table, players=("minimax:depth=4,seed=1", "minimax:depth=3,seed=1"))
    assert page.locator(".verdict-line").inner_text() == "= Both choose 24-19."


def test_players_are_added_and_removed(table: Table) -> None:
    page = compare(table)
    page.click("text=Add a player")
    assert page.locator(".lane").count() == 4
    assert page.locator("text=Add a player").count() == 0
    for left in (3, 2):
        page.click('[aria-label="Remove player 1"]')
        assert page.locator(".lane").count() == left
    assert page.locator('[aria-label="Remove player 1"]').count() == 0
    assert page.url.count(";") == 1


def test_a_player_that_cannot_be_made_says_so(table: Table) -> None:
    table.go(f"/lab/compare?fen={SHOT}&players=mcts:seed=1;nobody:x=1")
    table.page.click(".compare-start")
    table.page.wait_for_selector('.lane[data-lane="1"] >> text=no player')


# --- the gallery ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_gallery_shows_every_position(open_table: Open, size: str) -> None:
    table = open_table(size)
    table.go("/lab/gallery")
    page = table.page
    assert page.locator(".exhibit").count() == len(exhibits())
    for item in exhibits():
        card = page.locator(f"#exhibit-{item.id}")
        assert card.locator("h2").inner_text() == item.title
        assert card.locator("ul li").count() == len(item.claims)
        assert card.locator(".mini-board .piece").count() == len(item.board.pieces())
    assert no_sideways(page)


def test_a_position_of_the_gallery_opens_everywhere(table: Table) -> None:
    page = table.page
    for link, sign in (("Compare", ".compare"), ("Profile", ".workbench"), ("Analyse", ".stage"), ("Play", ".home")):
        table.go("/lab/gallery")
        page.click(f"#exhibit-horizon a:has-text('{link}')")
        page.wait_for_selector(sign)
        assert "B:W6,20,K32:B12,K25" in page.url.replace("%3A", ":").replace("%2C", ",")
    table.go("/lab/gallery")
    page.click("#exhibit-horizon a:has-text('Profile')")
    page.wait_for_selector(".wb-panel h2")
    assert page.locator(".mode-segments input:checked").get_attribute("value") == "trace"
    assert "overboard" in page.locator(".profiler-setup select").first.evaluate("s => s.selectedOptions[0].text")


# --- pages on algorithms ----------------------------------------------------------------------------------------------


def test_every_algorithm_has_its_page(table: Table) -> None:
    page = table.page
    table.go("/learn")
    page.wait_for_selector('a[href="/learn/algorithms/mcts"]')
    for name in player_names():
        table.go(f"/learn/algorithms/{name}")
        source = (Path(__file__).parents[3] / "docs" / "algorithms" / f"{name}.md").read_text("utf-8")
        assert page.locator("h1").inner_text() == source.splitlines()[0].removeprefix("# ")
        headings = [text for text in re.findall(r"^## (.*)$", source, re.MULTILINE) if text != "Parameters"]  # folded
        assert [text for text in page.locator(".algorithm h2").all_inner_texts() if text in headings] == headings
        assert page.locator(".algorithm pre").count() == len(re.findall(r"^```(?!console)\w", source, re.MULTILINE))
        pictures = page.locator(".algorithm img")
        for index in range(pictures.count()):
            pictures.nth(index).scroll_into_view_if_needed()
            page.wait_for_function("i => document.querySelectorAll('.algorithm img')[i].naturalWidth > 0", arg=index)
    page.set_viewport_size(PHONE)
    for name in player_names():
        page.locator(f'a[href="/learn/algorithms/{name}"]').first.click()
        page.wait_for_url(f"**/learn/algorithms/{name}")
        page.locator("article.algorithm").wait_for()
        assert no_sideways(page)


def test_links_between_the_pages(table: Table) -> None:
    page = table.page
    table.go("/learn/algorithms/greedy")
    page.click(".algorithm a:has-text('evaluation')")
    page.wait_for_selector("h1:has-text('Minimax')")
    assert page.url.endswith("/learn/algorithms/minimax#evaluations")
    top = page.evaluate("() => document.getElementById('evaluations').getBoundingClientRect().top")
    assert -5 < top < 200
    page.click("text=Look inside")
    page.wait_for_selector(".workbench")
    assert page.locator(".mode-segments input:checked").get_attribute("value") == "trace"


def test_a_page_that_is_not_there(table: Table) -> None:
    table.expected.append("404")
    table.go("/learn/algorithms/nobody")
    table.page.wait_for_selector("text=Not found")
