"""The analysis board in a real browser: the figures on the page, variations, files, tables and rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from web.browser.conftest import SIZES, Open, Server
from web.browser.table import HUMAN, Table
from web.browser.test_access import check

from kingme import Board, Color, Game, player
from kingme.endgame import rank_moves
from kingme.files.pdn import read_games
from kingme.players.base import Analysis, Limit
from kingme.rules import explain

ENDGAME = "B:WK14:BK1,K2"
STUDY_A = "B:W22,8:B18,11"
TEXT = '[Black "Ann"]\n[White "Ben"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 *\n'


def set_analyst(table: Table, **settings: Any) -> None:
    text = json.dumps({"on": True, "player": "engine", "lines": 3, "threads": 1, "time": "10"} | settings)
    table.page.add_init_script(
        f"if (!localStorage.getItem('kingme.analyst')) localStorage.setItem('kingme.analyst', {json.dumps(text)})"
    )


def load(table: Table, text: str = TEXT) -> str:
    """A game from a file, kept by the server."""
    table.page.context.request.get("/api/config")
    answer = table.page.context.request.post(
        "/api/games", data={"black": HUMAN, "white": HUMAN, "start": {"import": {"text": text}}}
    )
    return str(answer.json()["id"])


def open_tab(table: Table, name: str) -> None:
    table.page.get_by_role("tab", name=name, exact=True).click()


def read_bars(table: Table) -> dict[str, tuple[str, str]]:
    """What the table of moves shows: value and visits of each."""
    rows = table.page.eval_on_selector_all(
        ".bars tbody tr",
        """rows => rows.map(row => [row.dataset.move, row.querySelector('.bars-value').textContent,
                                    row.querySelector('.bars-visits').textContent])""",
    )
    return {move: (value, visits) for move, value, visits in rows}


def figure(table: Table, name: str) -> str:
    return str(table.page.locator(f'[data-figure="{name}"]').inner_text())


def percent(value: float, board: Board) -> str:
    """An expected score of the side to move as pages have it: for Black, who moves first and sits at the bottom."""
    return f"{100 * (value if board.turn is Color.BLACK else 1 - value):.1f} %"


def agrees(table: Table, analysis: Analysis, board: Board) -> None:
    """The figures on the page are those of an analysis, at the precision that is shown."""
    expected = {
        board.notation(line.move): (
            "–" if line.value is None else percent(line.value, board),
            f"{line.visits:,}" if analysis.outcomes else "",
        )
        for line in analysis.lines
    }
    assert read_bars(table) == expected
    assert list(read_bars(table)) == [board.notation(line.move) for line in analysis.best_lines()]
    assert analysis.move is not None
    assert analysis.value is not None
    assert figure(table, "move") == board.notation(analysis.move)
    assert figure(table, "value") == percent(analysis.value, board)
    assert "Expected score for Red" in table.page.locator(".dashboard-figures").inner_text()
    assert figure(table, "nodes") == f"{analysis.nodes:,}"
    depth = f"{analysis.depth:.0f}" if analysis.depth == int(analysis.depth) else f"{analysis.depth:.1f}"
    assert figure(table, "depth") == f"{depth} / {max(analysis.max_depth, int(analysis.depth))}"
    texts = table.page.locator(".line-box .line-move").all_inner_texts()
    at = board
    for text, move in zip(texts, analysis.pv, strict=False):
        assert text == at.notation(move)
        at = at.play(move)
    assert len(texts) == min(24, len(analysis.pv))
    if analysis.outcomes:
        assert figure(table, "iterations") == f"{analysis.iterations:,}"
        counts = table.page.locator(".histogram-count").all_inner_texts()
        outcomes = analysis.outcomes if board.turn is Color.BLACK else analysis.outcomes[::-1]
        assert counts == [f"{count:,}" for count in outcomes]
        for line in analysis.lines:
            if line.interval is not None:
                row = table.page.locator(f'.bars tr[data-move="{board.notation(line.move)}"]')
                ends = line.interval if board.turn is Color.BLACK else line.interval[::-1]
                words = " to ".join(percent(end, board) for end in ends)
                assert row.locator(".bars-value").get_attribute("title") == f"95 % interval {words}"


def wait_finished(table: Table) -> None:
    table.page.wait_for_function("() => document.querySelector('.engine-head').textContent.includes('finished')")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "spec",
    ["mcts:iterations=3000,seed=4", "engine:nodes=30000,hash=4", "hybrid:iterations=2000,seed=1,simulations=5+25"],
)
def test_the_figures_of_the_analysis_board(open_table: Open, size: str, spec: str) -> None:
    table = open_table(size)
    set_analyst(table, player=spec)
    table.go("/analyse")
    open_tab(table, "Statistics")
    table.page.wait_for_selector(".bars tbody tr")
    wait_finished(table)
    more = ",lines=3,tables=on" if spec.startswith("engine") else ",tables=on"
    agrees(table, player(spec + more).analyse(Game(), Limit(time=100)), Board())
    check(table)


def test_the_figures_beside_a_game(open_table: Open) -> None:
    table = open_table()
    spec = "mcts:iterations=4000,seed=11"
    table.begin(white={"kind": "ai", "spec": spec})
    open_tab(table, "Thinking")
    table.click(11, 15)
    table.wait_moves(2)
    table.page.wait_for_selector(".bars tbody tr")
    game = Game()
    game.play("11-15")
    expected = player(spec).analyse(game)
    table.page.wait_for_function(
        "n => document.querySelector('[data-figure=iterations]').textContent === n", arg=f"{expected.iterations:,}"
    )
    agrees(table, expected, game.board)
    check(table)


def test_the_expected_scores_on_the_board(open_table: Open) -> None:
    table = open_table()
    spec = "mcts:iterations=3000,seed=4"
    set_analyst(table, player=spec)
    table.go("/analyse")
    open_tab(table, "Statistics")
    table.page.wait_for_selector(".bars tbody tr")
    wait_finished(table)
    analysis = player(f"{spec},tables=on").analyse(Game(), Limit(time=100))
    values = [line.value for line in analysis.lines if line.value is not None]
    shown = sorted(table.page.locator(".layer-badges .badge-text").all_text_contents())
    assert shown == sorted(str(int(100 * value + 0.5)) for value in values)
    places = table.page.locator(".layer-badges .badge").evaluate_all(
        "all => all.map(one => one.getAttribute('transform'))"
    )
    assert len(set(places)) == len(analysis.lines)  # two moves to one square keep their labels
    open_tab(table, "Moves")
    assert table.page.locator(".layer-badges .badge").count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_variations_comments_glyphs_and_pdn(open_table: Open, size: str, tmp_path: Path) -> None:
    table = open_table(size)
    page = table.page
    set_analyst(table, on=False)
    game = load(table)
    table.go(f"/analyse/{game}?ply=2")
    assert page.locator(".move[aria-current]").inner_text() == "23-19"
    table.click(9, 14)
    page.wait_for_selector(".tree-variation .move[aria-current]")
    assert page.locator(".tree-variation .move").all_inner_texts() == ["9-14"]
    table.click(22, 18)  # and a capture that must be finished
    table.click(15, 22)
    table.click(26, 17)
    page.wait_for_function("() => document.querySelectorAll('.tree-variation .move').length === 4")
    page.get_by_text("Comments and symbols").click()
    page.get_by_role("button", name="good move", exact=True).click()
    page.get_by_label("Comment", exact=True).fill("A break.\nWorth a try.")
    page.get_by_label("Comment", exact=True).blur()
    page.wait_for_selector(".tree-variation .tree-comment")
    assert page.locator(".tree-variation .move").last.inner_text() == "26x17!"
    page.get_by_role("button", name="More").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as PDN").click()
    file = tmp_path / "game.pdn"
    saved.value.save_as(file)
    read = next(iter(read_games(file.read_text())))
    assert [str(move) for move in read.moves] == ["11-15", "23-19", "8-11", "22-17", "4-8", "17-13"]
    assert read.tags["Black"] == "Ann"
    variation = read.plies[2].variations[0]
    assert [str(ply.move) for ply in variation] == ["9-14", "22-18", "15x22", "26x17"]
    assert (variation[3].comment, variation[3].nags) == ("A break. Worth a try.", [1])
    page.reload()  # nothing is lost
    page.wait_for_selector(".tree-variation .move")
    assert page.locator(".tree-variation .move").all_inner_texts() == ["9-14", "22-18", "15x22", "26x17!"]
    check(table)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Open a game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game or position as text").fill(file.read_text())
    dialog.get_by_role("button", name="Load").click()
    dialog.get_by_role("button", name="Analyse").click()
    page.wait_for_url("**/analyse")
    page.wait_for_selector(".tree-variation .move")
    assert page.locator(".tree-variation .move").all_inner_texts() == ["9-14", "22-18", "15x22", "26x17!"]


def test_notes_on_a_game_that_went_another_way(open_table: Open) -> None:
    table = open_table()
    page = table.page
    set_analyst(table, on=False)
    game = table.begin()
    table.click(11, 15)
    table.wait_moves(1)
    table.go(f"/analyse/{game}?ply=1")
    table.click(22, 18)
    page.locator(".tree-list .move[aria-current]", has_text="22-18").wait_for()
    page.get_by_text("Comments and symbols").click()
    page.get_by_label("Comment", exact=True).fill("Why not?")
    table.go(f"/play/{game}")
    table.click(23, 19)
    table.wait_moves(2)
    table.go(f"/analyse/{game}")
    page.wait_for_selector(".tree-variation .move")
    assert page.locator(".move-row .move:not(.gap)").all_inner_texts() == ["11-15", "23-19"]
    assert page.locator(".tree-variation .move").all_inner_texts() == ["22-18"]
    assert page.locator(".tree-variation .tree-comment").inner_text() == "Why not?"


def test_a_comment_is_kept_while_it_is_being_typed(open_table: Open) -> None:
    table = open_table()
    page = table.page
    set_analyst(table, on=False)
    table.go(f"/analyse/{load(table)}?ply=2")
    page.get_by_text("Comments and symbols").click()
    field = page.get_by_label("Comment", exact=True)
    field.press_sequentially("Not bad at all. ")
    assert field.input_value() == "Not bad at all. "  # the field is left alone
    page.reload()
    page.wait_for_selector(".tree-comment")
    assert page.locator(".tree-comment").inner_text() == "Not bad at all."


def test_lines_promoted_and_deleted(open_table: Open) -> None:
    table = open_table()
    page = table.page
    set_analyst(table, on=False)
    table.go("/analyse")
    table.click(11, 15)
    page.wait_for_selector(".tree-list .move[aria-current]")
    page.keyboard.press("ArrowLeft")
    table.click(11, 16)
    page.wait_for_selector(".tree-variation .move")
    page.get_by_text("Comments and symbols").click()
    page.get_by_role("button", name="Make this the main line").click()
    assert page.locator(".move-row .move:not(.gap)").all_inner_texts() == ["11-16"]
    assert page.locator(".tree-variation .move").all_inner_texts() == ["11-15"]
    page.get_by_role("button", name="Delete from here").click()
    assert page.locator(".move-row .move:not(.gap)").all_inner_texts() == ["11-15"]
    assert page.locator(".tree-variation").count() == 0
    table.click(12, 19)  # no such move: the server says why, and nothing changes
    page.wait_for_function("() => document.querySelector('.status-line').dataset.kind === 'warn'")
    assert page.locator(".tree-list .move:not(.gap)").count() == 1


def test_the_engine_on_and_off_and_deeper(open_table: Open) -> None:
    table = open_table()
    page = table.page
    set_analyst(table, player="engine:nodes=20000,hash=4")
    table.go("/analyse")
    page.wait_for_function("() => document.querySelectorAll('.engine-line').length === 3")
    wait_finished(table)
    assert page.locator(".eval-bar").get_attribute("data-known") == "yes"
    switch = page.get_by_role("switch", name="Engine")
    assert switch.get_attribute("aria-checked") == "true"
    switch.click()
    assert page.locator(".engine-line").count() == 0
    assert page.locator(".eval-bar").get_attribute("data-known") == "no"
    page.keyboard.press("e")
    page.wait_for_function("() => document.querySelectorAll('.engine-line').length === 3")
    page.locator(".engine-line .line-move").nth(2).click()  # follow the best line for three moves
    page.wait_for_function("() => document.querySelectorAll('.tree-list .move:not(.gap)').length === 3")
    page.get_by_text("Engine settings").click()
    page.get_by_label("Lines", exact=True).select_option("1")
    page.wait_for_function("() => document.querySelectorAll('.engine-line').length === 1")
    page.get_by_label("Player", exact=True).select_option("minimax")
    page.get_by_role("button", name="Go deeper").click()
    page.wait_for_function("() => /depth [1-9]/.test(document.querySelector('.engine-head').textContent)")


def test_the_search_goes_on_after_the_server_came_back(open_table: Open, mortal_server: Server) -> None:
    table = open_table(at=mortal_server)
    table.expected += ["WebSocket", "ERR_CONNECTION", "Failed to load"]
    set_analyst(table, time="")
    table.go("/analyse")
    table.page.wait_for_selector(".engine-line")
    mortal_server.kill()
    mortal_server.start()
    nodes = "() => document.querySelector('.engine-head').textContent"
    before = table.page.evaluate(nodes)
    table.page.wait_for_function(f"old => ({nodes})() !== old", arg=before, timeout=60_000)


@pytest.mark.parametrize("size", SIZES)
def test_the_endgame_explorer(open_table: Open, size: str) -> None:
    table = open_table(size)
    page = table.page
    set_analyst(table, on=False)
    table.go(f"/analyse?fen={ENDGAME}")
    page.wait_for_selector(".ending-note:not([hidden])")
    assert page.locator(".ending-note").inner_text() == "Red to move: Red wins in 17 moves (33 plies)."
    open_tab(table, "Endgame")
    rows = page.eval_on_selector_all(
        ".explorer-moves tbody tr", "rows => rows.map(row => [...row.children].map(cell => cell.textContent))"
    )
    board = Board.from_fen(ENDGAME)
    letters = {"win": "W", "draw": "D", "loss": "L"}
    assert rows == [
        [
            board.notation(item.move),
            letters[item.value.name] + item.value.name,
            "–" if item.value.plies is None else str((item.value.plies + 1) // 2),
        ]
        for item in rank_moves(board)
    ]
    check(table)
    page.get_by_role("button", name="1-5").click()
    page.wait_for_function(
        "() => document.querySelector('.explorer-head').textContent.includes('White to move: Red wins in')"
    )
    table.go(f"/analyse?fen={Board().fen()}")
    open_tab(table, "Endgame")
    page.get_by_text("this position has 24").wait_for()


@pytest.mark.parametrize("size", SIZES)
def test_why_moves_are_legal(open_table: Open, size: str) -> None:
    table = open_table(size)
    set_analyst(table, on=False)
    table.go(f"/analyse?fen={STUDY_A}")
    open_tab(table, "Rules")
    table.page.wait_for_selector(".legality-moves tbody tr")
    rows = table.page.eval_on_selector_all(
        ".legality-moves tbody tr",
        "rows => rows.map(row => [row.dataset.move, row.children[1].textContent, row.className])",
    )
    assert rows == [
        [str(item.move), " + ".join(item.produced_by), "legal" if item.is_legal else "removed"]
        for item in explain(Board.from_fen(STUDY_A)).candidates
    ]
    assert table.page.locator(".legality-head").inner_text() == (
        "The rules propose 4 moves; R3 removes 3 of them, 1 is legal."
    )
    check(table)


def test_bad_addresses(table: Table) -> None:
    table.expected += ["404", "422"]
    table.go("/analyse?fen=nonsense")
    table.page.get_by_role("status").get_by_text("fen", exact=False).first.wait_for()
    table.page.wait_for_selector(".stage.analyse")
    table.go("/analyse/" + "x" * 22)
    table.page.get_by_role("heading", name="Not found").wait_for()
