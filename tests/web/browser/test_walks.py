"""What people come for is at most four clicks from the start page, and every click is on a word that names it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from web.browser.conftest import Open
from web.browser.places import PDN
from web.browser.table import HUMAN, Table

MOST = 4
POSITION = "B:WK14:BK1,K2"  # as a book prints it
PRESSED = "a, button, summary, [role=tab]"


@dataclass(frozen=True)
class Walk:
    """A goal, the words that are clicked on the way, and what is there in the end.

    `before` prepares the browser; `typed` is put into the field with this label before the last click.
    """

    goal: str
    clicks: tuple[str, ...]
    arrived: str
    before: Callable[[Table], None] | None = None
    typed: tuple[str, str] | None = None

    def __str__(self) -> str:
        return self.goal


def finished_game(table: Table) -> None:
    request = table.page.context.request
    request.get("/api/config")
    game = {"black": HUMAN, "white": HUMAN, "start": {"import": {"text": PDN.replace("*", "1-0")}}}
    assert request.post("/api/games", data=game).status == 201


WALKS = [
    Walk("a game against a suitable opponent", ("Play against",), ".stage.play .strip-face"),
    Walk("a hint", ("Play against", "Hint"), ".hint-line:has-text('Hint: ')"),
    Walk(
        "the review of a game",
        ("Games", "Review", "Review the game"),
        ".review-sides h3",
        before=finished_game,
    ),
    Walk(
        "the analysis of a position from a book",
        ("Analyse", "Set up a position", "Analyse"),
        ".ending-note:has-text('Red wins in 17 moves')",
        typed=("FEN", POSITION),
    ),
    Walk("two programs playing each other", ("Computer vs computer", "Start game"), ".stage.play .pace:not([hidden])"),
    Walk("the tree of a search", ("Lab", "Search profiler", "+ 10"), ".tree-count:has-text('nodes')"),
]


def press(page: Any, words: str) -> None:
    """Click what is called so, in the dialog if one is open; in the end of the list first, where views have theirs."""
    scope = page.locator("dialog[open]") if page.locator("dialog[open]").count() else page
    found = scope.locator(PRESSED).filter(has_text=words).locator("visible=true")
    exact = scope.locator(PRESSED).get_by_text(words, exact=True).locator("visible=true")
    found.first.wait_for()
    (exact.last if exact.count() else found.first).click()


@pytest.mark.parametrize("walk", WALKS, ids=str)
def test_a_walk_from_the_start_page(open_table: Open, walk: Walk) -> None:
    assert len(walk.clicks) <= MOST
    table = open_table()
    page = table.page
    if walk.before is not None:
        walk.before(table)
    table.go("/")
    page.locator(".home-play:not([disabled])").wait_for()
    for number, words in enumerate(walk.clicks, start=1):
        if walk.typed is not None and number == len(walk.clicks):
            label, text = walk.typed
            page.get_by_label(label).fill(text)
            page.get_by_label(label).press("Enter")
            page.locator(".verdict.good").wait_for()
        press(page, words)
    page.locator(walk.arrived).first.wait_for(timeout=120_000)
