"""The arena in a real browser, at both sizes: what the page says is what the statistics say."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

from arena.helpers import play_serially
from web.browser.conftest import Open, Server
from web.browser.table import Table
from web.browser.test_access import check, check_both_sizes

from kingme.arena.participant import Participant
from kingme.arena.plan import Plan
from kingme.arena.ratings import rate
from kingme.arena.record import pair_up
from kingme.arena.stats import summarise
from kingme.arena.store import Store

RANDOM = [{"spec": "random", "name": "left"}, {"spec": "random", "name": "right"}]
STATIC = Path(__file__).parents[3] / "src" / "kingme" / "web" / "static"
BUDGET = 30 << 10  # bytes of scripts and styles of the arena as they travel
DONE = "() => parseInt(document.querySelector('.progress-text strong').textContent) || 0"


def place(server: Server) -> Path:
    return server.folder / "arena.sqlite"


def begin(table: Table, **order: Any) -> int:
    """Begin a run for this browser, over its own cookies."""
    if not table.page.context.cookies():
        table.page.context.request.get("/api/config")
    data = {"players": RANDOM, "games": 20, "workers": 1} | order
    answer = table.page.context.request.post("/api/arena/runs", data=data)
    assert answer.status == 201, answer.text()
    return int(answer.json()["id"])


def stop(table: Table, run: int) -> None:
    for _ in range(60):  # a run that is just beginning may say that it is not being played yet
        if table.page.context.request.post(f"/api/arena/runs/{run}/stop").ok:
            break
        table.page.wait_for_timeout(500)
    table.page.locator(".pill.stopped, .pill.finished").first.wait_for(timeout=60_000)


def shown_standings(table: Table) -> list[dict[str, str]]:
    """The table as the page shows it."""
    rows: list[dict[str, str]] = table.page.eval_on_selector_all(
        ".stand-table tbody tr",
        """rows => rows.map(row => ({
            name: row.querySelector("th").lastChild.textContent,
            results: row.querySelector(".result-bar").getAttribute("aria-label"),
            score: row.querySelector("[data-label=Score] strong").textContent,
            rating: row.querySelector(".rating-cell").textContent,
        }))""",
    )
    return rows


def test_a_match_from_the_form_to_the_replay(open_table: Open, server: Server) -> None:
    table = open_table("phone")
    page = table.page
    table.go("/lab")
    page.locator("a[href='/lab/arena']").first.click()
    page.get_by_role("heading", name="Arena", exact=True).wait_for()
    check(table)
    page.get_by_role("button", name="New run").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("First player").select_option("Custom algorithm …")
    dialog.get_by_label("As text").first.fill("minimax:depth=3")
    dialog.get_by_label("Second player").select_option("Custom algorithm …")
    dialog.get_by_label("As text").nth(1).fill("random")
    dialog.get_by_label("Games per pairing").fill("21")
    check(table)
    dialog.get_by_role("button", name="Start", exact=True).click()
    assert "e.g. 22" in dialog.get_by_role("alert").inner_text()
    seed = "102"
    dialog.get_by_label("Games per pairing").fill("20")
    dialog.get_by_text("More", exact=True).click()
    dialog.get_by_role("spinbutton", name="Seed a different seed").fill(seed)
    dialog.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile(r"/lab/arena/\d+$"), timeout=60_000)
    run = int(page.url.rpartition("/")[2])
    page.get_by_role("heading", name="minimax:depth=3 – random").wait_for()
    page.locator(".pill.finished").wait_for(timeout=120_000)
    page.wait_for_function("() => document.querySelectorAll('.arena-game').length === 20", timeout=60_000)
    check(table)
    with Store(place(server)) as store:
        records = store.records(run)
        assert store.run(run).plan.seed == int(seed)
    tally = summarise(records).players["minimax:depth=3"].tally
    first = shown_standings(table)[0]
    assert first["name"] == "minimax:depth=3"
    assert first["results"] == f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
    assert first["score"] == f"{100 * tally.score:.1f} %"
    page.locator(".arena-game").first.click()
    page.wait_for_url(re.compile(rf"/lab/arena/{run}/games/19"))
    page.locator(".stage.replay").wait_for()
    page.keyboard.press("End")
    assert f"{records[19].plies} / {records[19].plies}" in page.locator(".counter").inner_text()
    assert page.url.endswith(f"/games/19?ply={records[19].plies}")
    page.get_by_role("link", name="Back to the run").click()
    page.get_by_role("heading", name="minimax:depth=3 – random").wait_for()


def test_a_run_is_watched_stopped_and_resumed(table: Table) -> None:
    players = [{"spec": "minimax:depth=5", "name": "left"}, {"spec": "minimax:depth=4", "name": "right"}]
    run = begin(table, players=players, games=4000, seed=1)
    table.go(f"/lab/arena/{run}")
    page = table.page
    page.locator(".live-board .mini-board").first.wait_for(timeout=90_000)
    names = page.locator(".live-names").first.inner_text()
    assert "left" in names
    assert "right" in names
    before = page.locator(".live-board > .note").first.inner_text()
    page.wait_for_function(
        "before => document.querySelector('.live-board > .note')?.textContent !== before", arg=before, timeout=60_000
    )  # it moves
    page.wait_for_function(
        "() => /^[1-9]/.test(document.querySelector('.progress-text strong').textContent)", timeout=90_000
    )
    check_both_sizes(table)
    page.get_by_role("button", name="Stop", exact=True).click()
    page.locator(".pill.stopped").wait_for(timeout=60_000)
    assert page.locator(".live-boards").is_hidden()
    page.get_by_role("button", name="Resume").click()
    page.locator(".pill.playing").wait_for(timeout=60_000)
    stop(table, run)
    table.go("/lab/arena")
    card = page.locator(f"a[href='/lab/arena/{run}']")
    assert "Stopped" in card.inner_text()
    assert "of 4,000 games" in card.inner_text()


def test_what_the_command_line_played_is_there_with_all_its_numbers(open_table: Open, server: Server) -> None:
    plan = Plan("round-robin", tuple(Participant(name, "random") for name in ("xa", "yb", "zc")), 20, name="by-hand")
    result = play_serially(plan, place(server))
    table = open_table()
    table.go("/lab/arena")
    page = table.page
    page.get_by_role("link").filter(has_text="by-hand").click()
    page.locator(".stand-table tbody tr").nth(2).wait_for()
    rated = rate(pair_up(result.records), samples=200).ratings
    shown = shown_standings(table)
    assert [row["name"] for row in shown] == [rating.name for rating in rated]
    for row, rating in zip(shown, rated, strict=True):
        text = f"{abs(rating.rating):.0f} ± {rating.error:.0f}"
        assert row["rating"].lstrip("+−±") == text
    cells = page.locator(".cross tbody td").all_inner_texts()
    tally = summarise(result.records).pairings[rated[0].name, rated[1].name].tally
    assert f"+{tally.wins} ={tally.draws} −{tally.losses}" in cells[1].replace("\n", " ")
    run = page.url.rpartition("/")[2]
    assert page.context.request.get(f"/api/arena/runs/{run}/report", timeout=180_000).status == 200  # drawn once
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Report").click()
    report = opened.value
    errors: list[str] = []
    report.on("pageerror", lambda error: errors.append(str(error)))
    report.locator("#list button").first.wait_for(timeout=90_000)  # its script runs
    report.locator("#next").click()
    assert "Move 1 of" in report.locator("#said").inner_text()
    assert not errors
    check(table)


def test_another_player_asks_for_any_result(open_table: Open, server: Server) -> None:
    plan = Plan("match", (Participant("first", "random"), Participant("second", "random")), 20)
    run = play_serially(plan, place(server)).info.id
    table = open_table()
    page = table.page
    table.go(f"/lab/arena/{run}")
    all_listed = "() => document.querySelectorAll('.arena-game').length === 20"
    page.wait_for_function(all_listed)
    page.get_by_label("Result", exact=True).select_option("black")
    page.wait_for_function(f"() => !({all_listed})()")
    with page.expect_request(lambda request: "player=first" in request.url) as asked:
        page.get_by_label("Player", exact=True).select_option("first")
    assert "result=&" in asked.value.url  # the results of a player are others: won, lost
    page.wait_for_function(all_listed)


def test_a_run_that_is_not_there(open_table: Open) -> None:
    table = open_table()
    table.expected = ["404", "422"]
    for address in ("/lab/arena/999999", "/lab/arena/nothing", "/lab/arena/1/games/999999"):
        table.go(address)
        table.page.get_by_role("heading", name="Not found").wait_for()


def test_the_page_goes_on_after_the_server_was_killed(open_table: Open, mortal_server: Server) -> None:
    table = open_table(at=mortal_server)
    table.expected = [
        "ERR_CONNECTION_REFUSED",
        "ERR_INCOMPLETE_CHUNKED_ENCODING",
        "ERR_CONNECTION_RESET",
        "Failed to load",
    ]
    players = [{"spec": "minimax:depth=4", "name": "left"}, {"spec": "minimax:depth=3", "name": "right"}]
    run = begin(table, players=players, games=4000)
    table.go(f"/lab/arena/{run}")
    page = table.page
    page.wait_for_function(f"() => ({DONE})() > 1", timeout=90_000)
    mortal_server.kill()
    page.locator(".banner.arena").wait_for(timeout=60_000)
    before = page.evaluate(DONE)
    mortal_server.start()
    page.wait_for_function(f"before => ({DONE})() > before", arg=before, timeout=90_000)
    assert page.locator(".banner.arena").count() == 0
    stop(table, run)


def test_an_experiment_shows_how_far_it_is(open_table: Open) -> None:
    table = open_table("phone")
    page = table.page
    table.go("/lab/arena")
    card = page.locator(".experiment-card").filter(has_text="Study D")
    card.get_by_role("button", name="Run experiment").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("More", exact=True).click()
    dialog.get_by_label("Games per pairing").fill("2")
    check(table)
    dialog.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/lab/arena/d-depths-quick")
    page.locator(".pill.finished").first.wait_for(timeout=180_000)
    page.locator(".findings tbody tr").first.wait_for(timeout=120_000)
    check(table)
    counts = [int(text.split()[0]) for text in page.locator(".row > .verdict-pill").all_inner_texts()]
    assert sum(counts) == page.locator(".findings tbody tr").count()


def test_the_arena_weighs_little() -> None:
    sheets = [STATIC / "css" / f"{name}.css" for name in ("arena", "run", "standings", "intervals")]
    parts = [*STATIC.glob("js/arena/*.js"), *STATIC.glob("js/views/arena*.js"), *sheets]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in parts) < BUDGET
