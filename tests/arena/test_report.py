"""Reports: tables, data, pictures and the page, all from the same records."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingme.arena.crew import SerialCrew
from kingme.arena.match import play_game
from kingme.arena.participant import Participant
from kingme.arena.plan import Plan
from kingme.arena.record import GameRecord
from kingme.arena.report import RunReport, slug
from kingme.arena.report_canvas import NARROW, WIDE
from kingme.arena.report_data import csv_texts, json_text, report_data
from kingme.arena.report_files import output_files, write_outputs
from kingme.arena.report_html import page
from kingme.arena.report_look import number, percent, seconds, signed
from kingme.arena.report_plots import draw, drawings, save_plots
from kingme.arena.report_tables import TextTable, tables
from kingme.arena.runner import Runner
from kingme.arena.store import Store
from kingme.cli.main import app
from kingme.errors import KingMeError
from kingme.outcome import Color, Termination

NASTY = "</script><b>&amp;|x"  # a name that must not leave its place in HTML, JSON or Markdown
NAMES = ("ann", "bob", NASTY)


@pytest.fixture(scope="module")
def records() -> list[GameRecord]:
    """A small tournament of quick players with honest games from random openings."""
    players = tuple(
        Participant(name, spec) for name, spec in zip(NAMES, ("random", "greedy", "minimax:depth=1"), strict=True)
    )
    plan = Plan("round-robin", players, 4, openings="random:4", seed=3)
    schedule = plan.schedule()
    return [play_game(plan.task(schedule, number)).record for number in range(len(schedule))]


@pytest.fixture(scope="module")
def report(records: list[GameRecord]) -> RunReport:
    return RunReport.of(
        records, name="Small one", title="A <small> one", specs={"ann": "random"}, conditions={"Rules": "official"}
    )


def crash(number: int) -> GameRecord:
    return GameRecord(number, number // 2, "ann", "bob", Color.WHITE, Termination.CRASH, 3, (12, 12), line="B:W:B 1-5")


# --- tables -----------------------------------------------------------------------------------------------------------


def test_standings_hold_every_game(report: RunReport) -> None:
    standings = tables(report)[0]
    assert [row[1] for row in standings.rows] == report.names
    for row in standings.rows:
        assert int(row[2]) == 8 == sum(map(int, row[3:6]))


def test_pairings_are_seen_by_the_better_one(report: RunReport) -> None:
    pairings = next(table for table in tables(report) if table.name == "pairings")
    assert len(pairings.rows) == 3
    places = {name: place for place, name in enumerate(report.names)}
    assert all(places[row[0]] < places[row[1]] for row in pairings.rows)


def test_endings_tell_forfeits_apart(records: list[GameRecord]) -> None:
    found = RunReport.of([*records, crash(12)])
    endings = next(table for table in tables(found) if table.name == "endings")
    assert ("crash", "1", "7.7", "1", "yes") in endings.rows
    assert tables(found)[0].headings[-1] == "forfeits"
    assert "forfeits" not in tables(RunReport.of(records))[0].headings


def test_all_of_study_b_is_in_the_figures(report: RunReport) -> None:
    figures = next(table for table in tables(report) if table.name == "figures")
    for heading in ("plies", "pieces left", "opponent's", "kings made", "kings left"):
        assert heading in figures.headings
    times = next(table for table in tables(report) if table.name == "times")
    for heading in ("mean", "median", "95 %", "99 %", "sim/s"):
        assert heading in times.headings


def test_a_match_of_two_has_no_cross_table(records: list[GameRecord]) -> None:
    two = [record for record in records if set(record.players) == {"ann", "bob"}]
    found = RunReport.of(two)
    assert "cross" not in {table.name for table in tables(found)}
    assert not found.has_ratings


def test_markdown_keeps_its_columns() -> None:
    table = TextTable("t", "T", ("a|b", "c"), [("x|y", "1")])
    assert table.markdown() == "| a\\|b | c |\n|---|--:|\n| x\\|y | 1 |"


def test_nothing_to_report_is_said() -> None:
    with pytest.raises(KingMeError, match="no game of this run is finished"):
        RunReport.of([])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (number(-0.04), "0.0"),
        (number(float("nan")), "–"),
        (number(1234567, 0), "1,234,567"),
        (signed(-12.4), "−12"),
        (signed(0.2), "0"),
        (signed(float("inf")), "+∞"),
        (percent(0.123), "12.3"),
        (seconds(0.00042), "0.42 ms"),
        (seconds(3_700), "1 h 01 min"),
        (slug("MCTS v. minimax"), "mcts-v-minimax"),
        (slug("…"), "run"),
    ],
)
def test_numbers_as_text(text: str, wanted: str) -> None:
    assert text == wanted


# --- data -------------------------------------------------------------------------------------------------------------


def test_json_has_the_same_numbers_and_is_strict(report: RunReport) -> None:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    data = json.loads(json_text([report]), parse_constant=refuse)
    assert data["games_played"] == 12 == len(data["games"])
    for row in data["players"]:
        tally = report.summary.players[row["player"]].tally
        assert (row["wins"], row["draws"], row["losses"]) == (tally.wins, tally.draws, tally.losses)
    assert sum(data["terminations"].values()) == 12
    assert json.loads(json_text([report, report]))[1]["name"] == "small-one"
    assert "games" not in report_data(report, games=False)


def test_csv_can_be_read_again(report: RunReport) -> None:
    texts = csv_texts(report)
    assert set(texts) == {"players", "pairings", "ratings", "games"}
    players = list(csv.DictReader(io.StringIO(texts["players"])))
    assert [row["player"] for row in players] == report.names
    best = report.summary.players[report.names[0]]
    assert float(players[0]["plies_all_value"]) == pytest.approx(best.plies.all.value, rel=1e-5)
    games = list(csv.DictReader(io.StringIO(texts["games"])))
    assert [row["result"] for row in games] == [record.outcome.result() for record in report.records]


# --- pictures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("name", list(drawings()))
def test_every_picture_can_be_drawn(name: str, width: float, report: RunReport) -> None:
    figure = draw(drawings()[name][1], report, width)
    assert figure is not None
    assert figure.axes


@pytest.mark.parametrize("name", list(drawings()))
def test_pictures_of_a_single_game(name: str, records: list[GameRecord]) -> None:
    draw(drawings()[name][1], RunReport.of(records[:1]))


def test_plots_are_written_twice_each(report: RunReport, tmp_path: Path) -> None:
    written = save_plots(report, tmp_path / "plots")
    assert {path.stem for path in written} == set(drawings())
    for path in written:
        start = path.read_bytes()[:8]
        assert start == b"\x89PNG\r\n\x1a\n" if path.suffix == ".png" else start.startswith(b"<?xml")


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def html(report: RunReport) -> str:
    return page([report], title="A <small> one")


def test_the_page_needs_nothing_else(html: str) -> None:
    links = re.findall(r'(?:src|href|url)\s*[=(]\s*["\']?([^"\')\s>]+)', html)
    assert all(link.startswith("#") for link in links), [link for link in links if not link.startswith("#")]
    assert "<title>A &lt;small&gt; one</title>" in html


def test_the_page_holds_every_game(html: str, report: RunReport) -> None:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    (run,) = json.loads(text)["runs"]
    assert len(run["games"]) == 12
    for game, record in zip(run["games"], report.records, strict=True):
        black, white = (run["players"][place] for place in game[1:3])
        assert (black, white) == record.players
        assert f"{game[5]} {game[6]}" == record.line


def test_names_cannot_leave_their_place(html: str) -> None:
    assert html.count("</script>") == 2
    assert "<b>&amp;|x" not in html


def test_the_same_records_give_the_same_page(html: str, report: RunReport) -> None:
    assert page([report], title="A <small> one") == html


def test_the_page_replays_games_as_they_were_played(html: str, report: RunReport, tmp_path: Path) -> None:
    """A browser goes through every game; the pieces that are left at its end are those of the record."""
    sync_api = pytest.importorskip("playwright.sync_api")
    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    if browser_path is None:
        pytest.skip("there is no Chromium")
    file = tmp_path / "report.html"
    file.write_text(html, encoding="utf-8")
    problems: list[str] = []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 390, "height": 844})
        tab.on("pageerror", lambda error: problems.append(str(error)))
        tab.goto(file.as_uri())
        for place, record in enumerate(report.records):
            tab.locator("#list button").nth(place).click()
            tab.locator("#last").click()
            marks = {tab.inner_text(f"#name-{side}"): tab.inner_text(f"#mark-{side}") for side in ("top", "bottom")}
            for color in Color:
                text = marks[f"{color}: {record.players[color]}"]
                pieces, kings = re.findall(r"(\d+) pieces, (\d+) king", text)[0]
                assert (int(pieces), int(kings)) == (record.pieces[color], record.kings[color])
        tab.locator("#first").click()
        tab.keyboard.press("ArrowRight")
        assert tab.inner_text("#said").startswith("Move 1 of ")
        assert tab.evaluate("document.documentElement.scrollWidth") == 390
        browser.close()
    assert not problems


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite"
    plan = Plan("match", (Participant("one", "random"), Participant("two", "greedy")), 4, openings="start", name="m")
    with Store(path) as store:
        Runner(plan, store).play(SerialCrew())
    return path


def test_the_command_writes_what_is_asked_for(stored: Path, tmp_path: Path) -> None:
    paths = {name: tmp_path / name for name in ("page.html", "data.json", "tables", "plots")}
    arguments = ["report", str(stored), "m"]
    for option, path in zip(("--html", "--json", "--csv", "--plots"), paths.values(), strict=True):
        arguments += [option, str(path)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert "Standings" in done.stdout
    assert "two" in done.stdout
    assert json.loads(paths["data.json"].read_text())["games_played"] == 4
    assert (paths["tables"] / "players.csv").exists()
    assert (paths["plots"] / "results.png").exists()
    again = CliRunner().invoke(app, arguments)
    assert again.exit_code == 2
    assert "--force" in again.output


@pytest.mark.parametrize(("option", "name"), [("--csv", "games.csv"), ("--plots", "endings.svg")])
def test_files_in_a_folder_are_not_replaced_by_accident(option: str, name: str, stored: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / name).write_text("mine")
    (folder / "other.txt").write_text("in nobody's way")
    arguments = ["report", str(stored), option, str(folder)]
    refused = CliRunner().invoke(app, arguments)
    assert refused.exit_code == 2
    assert "--force" in refused.output
    assert (folder / name).read_text() == "mine"
    assert len(list(folder.iterdir())) == 2  # nothing was written
    assert CliRunner().invoke(app, [*arguments, "--force"]).exit_code == 0
    assert (folder / name).read_text() != "mine"


def test_what_may_be_written_is_known_before(report: RunReport, tmp_path: Path) -> None:
    places = {"html": tmp_path / "a.html", "json": tmp_path / "a.json", "csv": tmp_path / "t", "plots": tmp_path / "p"}
    assert set(write_outputs([report], **places)) <= set(output_files([report], **places))


def test_the_command_prints_json(stored: Path) -> None:
    done = CliRunner().invoke(app, ["report", str(stored), "--json", "-"])
    assert json.loads(done.stdout)["name"] == "m"


def test_the_command_knows_what_is_missing(tmp_path: Path, stored: Path) -> None:
    assert "there is no store" in CliRunner().invoke(app, ["report", str(tmp_path / "none.sqlite")]).output
    assert "has no run" in CliRunner().invoke(app, ["report", str(stored), "other"]).output


def test_several_runs_get_folders_of_their_own(report: RunReport, tmp_path: Path) -> None:
    other = RunReport.of(report.records, name="other")
    write_outputs([report, other], csv=tmp_path / "csv", html=tmp_path / "all.html")
    assert (tmp_path / "csv" / "other" / "players.csv").exists()
    assert (tmp_path / "all.html").read_text(encoding="utf-8").count("<details>") == 2
