"""Reviewing a game in a real browser: planted blunders, the graph, learning from mistakes, from play to analysis."""

from __future__ import annotations

from pathlib import Path

from web.browser.conftest import Open
from web.browser.table import Table
from web.browser.test_access import check, check_both_sizes
from web.browser.test_analyse import load, open_tab, set_analyst

from kingme import Game
from kingme.files.pdn import read_games, write_game

GAMES = list(read_games((Path(__file__).parents[2] / "data" / "planted_blunders.pdn").read_text()))


def review(table: Table, game: Game, depth: str = "quick") -> None:
    """Open a game and have it reviewed to the end."""
    identity = load(table, write_game(game))
    table.go(f"/analyse/{identity}")
    open_tab(table, "Review")
    table.page.get_by_label("Review depth").select_option(depth)
    table.page.get_by_role("button", name="Review the game").click()
    table.page.get_by_text("Found:").wait_for(timeout=120_000)


def test_ten_planted_blunders_are_listed(table: Table) -> None:
    set_analyst(table, on=False)
    for game in GAMES:
        planted = int(game.tags["Planted"])
        review(table, game)
        listed = table.page.locator(f'.review-item[data-ply="{planted + 1}"]')
        assert listed.get_attribute("data-kind") == "blunder"
        assert game.positions[planted].notation(game.plies[planted].move) in listed.inner_text()
    check_both_sizes(table)


def test_learning_from_a_mistake(open_table: Open) -> None:
    table = open_table()
    page = table.page
    set_analyst(table, on=False)
    game = GAMES[1]
    planted = int(game.tags["Planted"])
    review(table, game, "normal")
    board, wrong = game.positions[planted], game.plies[planted].move
    side = page.locator(f'.review-side[data-color="{"white" if board.turn else "black"}"]')
    side.get_by_role("button", name="Learn from these mistakes").click()
    text = page.locator(".learn-text")
    text.wait_for()
    assert page.locator(".review-item").locator("visible=true").count() == 0  # the list would give the answers away
    heading = f"{'White' if board.turn else 'Red'} played {board.notation(wrong)}."
    while not text.inner_text().startswith(heading):  # other mistakes may come first
        page.get_by_role("button", name="Skip").click()
    table.click(*wrong.path)
    page.locator(".learn-text", has_text="was the move in the game").wait_for()
    page.wait_for_function("() => document.querySelector('.learn-text.wrong')")
    better = page.locator(f'.review-item[data-ply="{planted + 1}"] .review-better').text_content() or ""
    best = board.parse_move(better.partition(": ")[2])
    losing = next(
        move
        for move in board.legal_moves()
        if move not in (best, wrong) and len(board.play(move).legal_moves()[0].captured) > 1
    )
    table.click(*losing.path)
    page.locator(".learn-text.wrong", has_text=f"{board.notation(losing)}: Allows").wait_for()  # why, in words
    table.click(*best.path)
    page.locator(".learn-text", has_text="is the best move").wait_for()
    assert f"{board.notation(wrong)}: " in text.inner_text()  # and what was wrong with the move in the game
    check(table)
    page.get_by_role("button", name="End learning").click()
    assert page.locator(".learn").is_hidden()


def test_the_solution_is_shown(open_table: Open) -> None:
    table = open_table("phone")
    page = table.page
    set_analyst(table, on=False)
    review(table, GAMES[0])
    page.get_by_role("button", name="Learn from these mistakes").first.click()
    page.get_by_role("button", name="Show the solution").click()
    page.locator(".learn-text", has_text="Best was").wait_for()


def test_the_graph_leads_through_the_game(open_table: Open) -> None:
    table = open_table()
    page = table.page
    game = load(table, write_game(GAMES[3]))
    table.go(f"/replay/{game}")
    open_tab(table, "Evaluation")
    page.get_by_text("Click a point to go there").wait_for(timeout=120_000)
    rows = page.locator(".eval-graph tbody tr")
    assert rows.count() == len(GAMES[3].plies) + 1
    box = page.locator(".eval-graph .u-over").bounding_box()
    page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 20)
    middle = len(GAMES[3].plies) // 2
    page.wait_for_function("n => document.querySelector('.counter').textContent.startsWith(`${n} /`)", arg=middle)
    page.locator(".eval-graph .chart-box").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.counter').textContent.startsWith('1 /')")
    check(table)
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.wait_for_url(f"**/analyse/{game}?ply=1")


def test_a_review_is_stopped_and_goes_on(open_table: Open) -> None:
    table = open_table()
    page = table.page
    set_analyst(table, on=False)
    table.go(f"/analyse/{load(table, write_game(GAMES[8]))}")
    open_tab(table, "Review")
    page.get_by_label("Review depth").select_option("deep")
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_text("The results so far are kept").wait_for()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Stop", exact=True).wait_for()
    page.reload()  # the review goes on at the server, and is found again
    open_tab(table, "Review")
    page.get_by_label("Review depth").select_option("deep")
    page.get_by_role("button", name="Review the game").click()
    page.get_by_text("positions").first.wait_for()
    page.get_by_role("button", name="Stop", exact=True).click()


def test_nothing_to_review(table: Table) -> None:
    set_analyst(table, on=False)
    table.go("/analyse")
    open_tab(table, "Review")
    table.page.get_by_role("button", name="Review the game").click()
    table.page.get_by_text("There is nothing to review yet").wait_for()
