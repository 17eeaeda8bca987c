"""Guided tours in a real browser: finished by people who are right, and by one who errs at every step."""

from __future__ import annotations

import re
from typing import Any

import pytest
from web.browser.conftest import Open
from web.browser.table import Table
from web.browser.test_access import check
from web.browser.test_profiler import prepared  # noqa: F401  (a fixture for all tests here)

from kingme import Board, player
from kingme.web.lab.guided_tours import tour_names

TOUR = "alpha-beta"


def tour(table: Table, name: str = TOUR) -> dict[str, Any]:
    data: dict[str, Any] = table.page.context.request.get(f"/api/lab/tours/{name}").json()
    return data


def at_step(page: Any, number: int) -> None:
    page.locator(f'.tour-dot[aria-current="step"]:text-is("{number}")').wait_for()


def in_view(page: Any, selector: str) -> bool:
    return bool(
        page.eval_on_selector(
            selector,
            """element => { const box = element.getBoundingClientRect();
                            return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; }""",
        )
    )


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_tour_is_finished(open_table: Open, size: str) -> None:
    table = open_table(size)
    page = table.page
    table.go("/lab/tours")
    page.locator(".tour-card").nth(1).click()
    steps = tour(table)["steps"]
    for number, step in enumerate(steps, 1):
        at_step(page, number)
        assert page.locator(".tour-panel h2").inner_text() == step["title"]
        assert in_view(page, ".tour-prompt")
        page.locator(f'[data-choice="{step["answer"]}"]').click()
        page.locator('.tour-feedback[data-kind="right"]').wait_for()
        assert in_view(page, ".tour-next")
        page.locator(".tour-next").click()
    page.get_by_role("heading", name="Tour finished").wait_for()
    assert f"{len(steps)} of them right on the first try" in page.locator(".tour-text").inner_text()
    page.get_by_role("link", name=re.compile("^Next tour")).click()
    page.wait_for_url("**/random-playouts*")
    table.go("/lab/tours")
    assert "✓ finished" in page.locator(".tour-card").nth(1).inner_text()


def test_whoever_errs_once_at_every_step_reaches_the_end(open_table: Open) -> None:
    """A scripted learner that knows nothing but the page: tries what is offered, and goes where the page says."""
    table = open_table("phone")
    page = table.page
    table.go("/lab/tours/four-steps")
    for number in range(1, len(tour(table, "four-steps")["steps"]) + 1):
        at_step(page, number)
        right = tour(table, "four-steps")["steps"][number - 1]["answer"]
        choices = page.locator(".tour-choice")
        choices.nth((right + 1) % choices.count()).click()  # a wrong one
        page.locator('.tour-feedback[data-kind="wrong"]').wait_for()
        assert page.locator(".tour-next").count() == 0
        for _ in range(choices.count()):
            if page.locator(".tour-next").count():
                break
            page.locator(".tour-choice:not([disabled])").first.click()
        page.locator(".tour-next").click()
    page.get_by_role("heading", name="Tour finished").wait_for()
    assert "0 of them right on the first try" in page.locator(".tour-text").inner_text()


def test_nodes_answer_and_show_their_positions(table: Table) -> None:
    page = table.page
    table.go("/lab/tours/minimax-by-hand?step=10")
    step = tour(table, "minimax-by-hand")["steps"][9]
    node = step["choices"][step["answer"]]["node"]
    page.locator(".tour-node:not(.is-choice)").nth(3).click()
    assert page.locator(".tour-side .note").inner_text().startswith("After ")
    page.locator(f'[data-node="{node}"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator('.tour-feedback[data-kind="right"]').wait_for()


def test_a_presenter_needs_one_key(table: Table) -> None:
    page = table.page
    table.go("/lab/tours/rave")
    before = page.locator(".tour-text").evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
    page.keyboard.press("p")
    page.wait_for_url("**/rave?step=1&present=1")
    assert page.locator(".tour-text").evaluate("element => parseFloat(getComputedStyle(element).fontSize)") > before
    assert page.locator(".topbar").is_hidden()
    check(table)
    for number in range(1, 4):
        at_step(page, number)
        page.keyboard.press("PageDown")
        page.locator('.tour-feedback[data-kind="right"]').wait_for()
        page.keyboard.press("PageDown")
    page.keyboard.press("PageUp")
    at_step(page, 3)
    page.reload()
    at_step(page, 3)
    page.keyboard.press("p")
    assert page.locator(".topbar").is_visible()


def test_a_presenters_link_is_read_on_a_phone(open_table: Open) -> None:
    """There nothing is larger than always, and the way out of the page is there."""
    page = (table := open_table("phone")).page
    table.go("/lab/tours/rave?step=2&present=1")
    at_step(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert page.locator(".topbar").is_visible()
    assert in_view(page, ".tour-prompt")


def test_pictures_are_saved(table: Table) -> None:
    page = table.page
    for address, name in (("/lab/tours/alpha-beta?step=9", "alpha-beta"), ("/lab/tours/levels?step=5", "how-levels")):
        table.go(address)
        for kind, sign in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
            page.get_by_role("button", name="Save the picture").click()
            with page.expect_download() as download:
                page.get_by_text(f"Picture as {kind}").click()
            content = download.value.path().read_bytes()
            assert download.value.suggested_filename.startswith(name)
            assert sign in content[:200]
            assert len(content) > 1000


def test_a_term_opens_its_explanation(table: Table) -> None:
    page = table.page
    table.go("/lab/tours/alpha-beta")
    page.locator(".term").first.click()
    card = page.get_by_role("dialog")
    assert "In alpha-beta search" in card.inner_text()
    check(table)
    card.get_by_role("link", name="Glossary").click()
    page.wait_for_url("**/learn/glossary#term-alpha")
    page.locator("#term-alpha").wait_for()
    assert in_view(page, "#term-alpha")
    page.get_by_role("link", name="See it in a tour").first.click()
    page.wait_for_url("**/lab/tours/*")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_alpha_beta_on_and_off_stand_side_by_side(open_table: Open, size: str) -> None:
    table = open_table(size)
    page = table.page
    fen = "B:W7,23:B12,15"
    plain, pruned = (
        player(f"minimax:depth=3,ties=first,seed=1,trace=on{more}").analyse(Board.from_fen(fen))
        for more in (",pruning=off", "")
    )
    table.go(f"/lab/alpha-beta?fen={fen}&depth=3")
    off, on = (analysis.details["evaluated"] for analysis in (plain, pruned))
    page.get_by_text(f"Off: {off} positions evaluated. On: {on},").wait_for()
    trees = page.locator(".tour-tree")
    assert trees.nth(0).locator(".tour-node").count() == len(plain.trace)
    assert trees.nth(1).locator(".tour-node:not(.is-cut)").count() == len(pruned.trace)
    trees.nth(1).locator(".tour-node").nth(1).click()
    page.locator(".alpha-board .note", has_text="After").wait_for()
    check(table)
    with page.expect_download() as download:
        trees.nth(1).get_by_role("button", name="SVG").click()
    assert download.value.suggested_filename == "alpha-beta-on.svg"
    page.get_by_label("Depth in plies").select_option("1")
    page.wait_for_url("**depth=1")
    table.expected.append("422")  # a position that is none
    table.go("/lab/alpha-beta?fen=nonsense")
    page.locator(".alpha-beta p[role=status]:not(:text('Searching'))").wait_for()


def test_terms_open_on_the_pages_on_algorithms(table: Table) -> None:
    table.go("/learn/algorithms/mcts")
    term = table.page.locator(".algorithm .term").first
    term.click()
    assert table.page.get_by_role("dialog").locator("strong").inner_text()
    check(table)


def test_a_link_leads_to_the_moment_in_the_profiler(table: Table) -> None:
    page = table.page
    table.go("/lab/tours/ucb-and-uct?step=5")
    page.get_by_role("link", name="Open this search in the profiler").click()
    page.wait_for_url("**/lab/profiler?*seed%3D3*")
    page.locator(".counter:text-is('7 done')").wait_for()
    table.go("/lab/tours/alpha-beta?step=4")
    page.get_by_role("link", name="Open this search in the profiler").click()
    page.locator(".workbench").wait_for()
    assert page.get_by_label("Moment of the search").input_value() != "0"


def test_everybody_can_take_a_tour(table: Table) -> None:
    """All tours, in the middle; in the other themes one of them is enough (`places.py`)."""
    page = table.page
    for name in tour_names():
        table.go(f"/lab/tours/{name}?step=4")
        page.locator(".tour-choice").first.click()
        page.locator(".tour-feedback:not(:empty)").wait_for()
        check(table)
