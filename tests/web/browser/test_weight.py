"""What a first visit to each page for learners costs: everything that travels, with nothing in the cache."""

from __future__ import annotations

import pytest
from web.browser.conftest import Open
from web.browser.table import RANDOM

LARGEST = 300_000  # bytes
PAGES = {
    "/learn": ".page.learn",
    "/learn/lesson/two-for-one": ".learn-stage .cell.movable",
    "/learn/drill/king-against-man": ".learn-stage .cell.movable",
    "/learn/puzzles": ".puzzle-stage .cell.movable",
    "/learn/progress": ".progress-figures",
    "/learn/glossary": ".page.glossary dt",
    "/learn/classes": ".page.classes",
    "/learn/algorithms/mcts": "article.algorithm",
    "/lab/tours": ".tour-card",
    "/lab/tours/ucb-and-uct": ".tour-dot",
    "/lab/alpha-beta": ".tour-tree .tour-node",
}


@pytest.mark.parametrize("address", PAGES)
def test_a_page_weighs_little(open_table: Open, address: str) -> None:
    table = open_table("phone")
    sizes: dict[str, int] = {}
    table.page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    table.go(address)
    table.page.locator(PAGES[address]).first.wait_for()
    table.page.wait_for_load_state("networkidle")
    assert len(sizes) > 10
    assert sum(sizes.values()) < LARGEST, sorted(sizes.items(), key=lambda item: -item[1])[:5]


def test_a_coached_game_weighs_little(open_table: Open) -> None:
    """The page of a game, the coach's warning included."""
    table = open_table("phone")
    table.page.add_init_script("localStorage.setItem('kingme.settings', JSON.stringify({coach: true}))")
    sizes: list[int] = []
    table.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    table.begin(white=RANDOM, start={"fen": "B:W20,21,22,24,26:B1,7,8,11,15"})
    table.click(11, 16)
    table.page.wait_for_selector(".coach:has-text('Allows')")
    assert sum(sizes) < LARGEST
