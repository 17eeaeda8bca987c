"""The experiments of the five studies: their files, the rule that judges claims, and conducting them with resume."""

from __future__ import annotations

import json
import math
import signal
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from arena.helpers import Unlucky
from typer.testing import CliRunner

from kingme.arena.crew import Crew, CrewError, SerialCrew
from kingme.arena.experiments.claims import Claimed, show, show_range
from kingme.arena.experiments.conduct import (
    NOTES,
    ExperimentResult,
    InterruptedExperimentError,
    Notes,
    Watch,
    conduct,
)
from kingme.arena.experiments.experiment import SEED, Experiment, Size, experiments, find, parse
from kingme.arena.experiments.experiment_page import claims_html
from kingme.arena.experiments.measure import KINDS, measure, ratio
from kingme.arena.experiments.pictures import claims_picture
from kingme.arena.experiments.quantities import difference, draws_lead, effect, quantity, quotient
from kingme.arena.experiments.result_files import write_results
from kingme.arena.experiments.sampling import replay, sample
from kingme.arena.intervals import NOTHING, Estimate
from kingme.arena.plan import Plan, prepare
from kingme.arena.record import GameRecord
from kingme.arena.report import RunReport
from kingme.arena.standings import Tally
from kingme.arena.store import Store
from kingme.board import Board
from kingme.cli.main import app
from kingme.errors import KingMeError
from kingme.outcome import Color, Termination
from kingme.players.limit import Cap

FULL, QUICK = Size(), Size(quick=True)
ALL = list(experiments())

SMALL = """
name = "small"
study = "S"
title = "A small study"
question = "Does it work?"
differs = ["everything"]

[budget]
full = 1
quick = 1

[[runs]]
name = "match"
title = "Greedy v random"
format = "round-robin"
players = ["greedy", "random", "deep=minimax:depth={budget}"]
games = 4
quick = 2
rules = "study-d,cap=60"
openings = "start"

[[runs]]
name = "depths"
title = "Depths"
format = "sweep"
spec = "minimax"
vary = "depth=1/2"
players = ["random"]
games = 2
quick = 2
rules = "study-d,cap=60"

[[measurements]]
name = "branching"
kind = "branching"
run = "match"
positions = 40
quick = 10

[[claims]]
source = "S1"
says = "Greedy never loses to random"
measure = { what = "loss", runs = ["match"], player = "greedy", opponent = "random" }
claimed = { below = 0.01 }

[[claims]]
source = "S2"
says = "Branching factor about 8"
measure = { what = "measured", name = "branching", value = "all" }
claimed = { value = 8, within = 1 }
unit = ".2"

[[claims]]
source = "S3"
says = "Depth does not matter"
measure = { what = "effect", runs = ["depths"], opponent = "random" }
claimed = { between = [-0.1, 0.1] }
unit = "points"
"""


def crew(plan: Plan) -> Crew:
    return SerialCrew()


def conduct_small(folder: Path, size: Size = FULL, watch: Watch | None = None) -> ExperimentResult:
    with Store(folder / "games.sqlite") as store:
        more = {} if watch is None else {"watch": watch}
        return conduct(parse(SMALL), store, crew, folder / "out", size, **more)


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> ExperimentResult:
    return conduct_small(tmp_path_factory.mktemp("small"))


# --- the files --------------------------------------------------------------------------------------------------------


def test_there_is_one_for_each_study() -> None:
    assert ALL == ["a-comparison", "b-models", "c-levels", "d-depths", "e-simulations"]
    assert [find(letter).name for letter in "abcde"] == ALL
    with pytest.raises(KingMeError, match="there is no experiment 'f'"):
        find("f")


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("size", [FULL, QUICK], ids=["full", "quick"])
def test_every_plan_can_be_played(name: str, size: Size) -> None:
    for plan in find(name).plans(size).values():
        prepared, sheets = prepare(plan)
        assert len(prepared.schedule()) >= 2
        assert len(sheets) == len(plan.players)


@pytest.mark.parametrize("name", ALL)
def test_every_claim_is_about_something_that_is_measured(name: str) -> None:
    experiment = find(name)
    plans = {run: prepare(plan)[0] for run, plan in experiment.plans(FULL).items()}
    players = {run: {player.name for player in plan.players} for run, plan in plans.items()}
    made = {table["name"]: table for table in experiment.measurements}
    for table in made.values():
        assert table["kind"] in KINDS
        assert table.get("run", "match") in plans or table["kind"] == "random-length"
    for claim in experiment.claims:
        asked = claim["measure"]
        Claimed.parse(claim["claimed"])
        if asked["what"] == "measured":
            assert asked["name"] in made
        for run in asked.get("runs", ()):
            for key in ("player", "opponent", "minus"):
                assert asked.get(key) in players[run] | {None}, (claim["says"], key)


@pytest.mark.parametrize("name", ALL)
def test_files_have_no_key_that_nobody_reads(name: str) -> None:
    run_keys = {"name", "title", "format", "players", "games", "quick", "rules", "openings", "heroes", "spec", "vary"}
    claim_keys = {"source", "says", "measure", "claimed", "unit", "note", "where"}
    experiment = find(name)
    assert all(set(table) <= run_keys for table in experiment.runs)
    assert all(set(table) <= claim_keys for table in experiment.claims)
    file = resources.files("kingme.arena.experiments").joinpath(f"{experiment.study.lower()}.toml")
    assert set(tomllib.loads(file.read_text())) <= set(Experiment.__dataclass_fields__)


def test_study_b_plays_every_pair_often_enough() -> None:
    plans = find("b").plans(FULL)
    assert plans["models"].games >= 92
    assert len(plans["models"].schedule().pairings) == 6
    assert plans["models"].conditions.rules.name == "study-b"
    assert plans["official"].conditions.rules.name == "official"


def test_study_e_has_its_four_matches_and_a_budget() -> None:
    plans = find("e").plans(FULL)
    assert {"1+0-5+25", "5+100-5+25", "5+100-5+150", "5+100-5+200"} < set(plans)
    assert "iterations=20000" in plans["1+0-5+25"].players[0].spec
    larger = find("e").plans(Size(budget=100_000))
    assert "iterations=100000" in larger["1+0-5+25"].players[0].spec
    assert larger["1+0-5+25"].name != plans["1+0-5+25"].name
    with pytest.raises(KingMeError, match="has no budget"):
        find("a").plans(Size(budget=5))


def test_the_size_has_a_name() -> None:
    assert Size(quick=True, games=8, budget=2000).name == "quick, 8 games a pairing, budget 2,000"
    assert find("d").plans(Size(games=6))["depths"].games == 6


# --- the rule ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.58, 0.66, "agree"), (0.70, 0.80, "disagree"), (0.40, 0.56, "disagree"), (0.50, 0.60, "undecided")],
)
def test_an_interval_is_inside_apart_or_neither(low: float, high: float, verdict: str) -> None:
    claimed = Claimed.parse({"value": 0.62, "within": 0.05})
    assert claimed.judge(Estimate((low + high) / 2, low, high, 100)) == verdict


def test_too_little_data_confirms_nothing() -> None:
    claimed = Claimed.parse({"value": 0.62, "within": 0.05})
    assert claimed.judge(Estimate(0.62, 0.0, 1.0, 2)) == "undecided"
    assert claimed.judge(NOTHING) == "undecided"


def test_a_claim_carries_the_uncertainty_of_its_games() -> None:
    few, many = Claimed.parse({"value": 0.31, "games": 91}), Claimed.parse({"value": 0.31, "games": 910})
    assert few.low < many.low < 0.31 < many.high < few.high
    table = Claimed.parse({"wins": 29, "draws": 47, "losses": 14})
    assert table.said == pytest.approx(52.5 / 90)
    assert table.low < 0.58 < table.high
    bound = Claimed.parse({"wins": 29, "draws": 47, "losses": 14, "above": 0.5})
    assert (bound.low, bound.high) == (0.5, math.inf)
    with pytest.raises(KingMeError, match="a claim has"):
        Claimed.parse({})


@pytest.mark.parametrize(
    ("table", "unit", "text"),
    [
        ({"value": 0.62, "within": 0.05}, "%", "62 % (57–67 %)"),
        ({"above": 0.5}, "%", "above 50 %"),
        ({"below": 0.1}, "s", "below 0.1 s"),
        ({"between": [1, 2]}, "s", "1–2 s"),
        ({"between": [-0.1, 0.1]}, "points", "−10 to 10 points"),
        ({"value": 8, "within": 1}, ".2", "8 (7–9)"),
        ({"value": 80000, "within": 20000}, "/s", "80,000 /s (60,000–100,000 /s)"),
    ],
)
def test_claims_in_words(table: dict[str, Any], unit: str, text: str) -> None:
    assert Claimed.parse(table).text(unit) == text


def test_measurements_in_words() -> None:
    assert show(0.6234, "%") == "62.3 %"
    assert show_range(0.0004, 0.0005, "s") == "0.4–0.5 ms"
    assert show_range(0.0004, 1.5, "s") == "0.4 ms–1.50 s"


# --- quantities -------------------------------------------------------------------------------------------------------


def fake(number: int, black: str, white: str, winner: Color | None, crowned: tuple[int, int] = (1, 2)) -> GameRecord:
    return GameRecord(
        number, number, black, white, winner, Termination.NO_PIECES, 50, (3, 0), (1, 0), crowned, line=str(number)
    )


def test_the_lead_of_draws() -> None:
    assert draws_lead(Tally(10, 80, 10)).low > 0
    assert draws_lead(Tally(50, 20, 30)).value == pytest.approx(-0.3)
    assert draws_lead(Tally(0, 0, 40)).high < 0
    assert draws_lead(Tally()).n == 0


def test_differences_and_quotients() -> None:
    first, second = Estimate(4.0, 3.7, 4.3, 10), Estimate(2.0, 1.6, 2.4, 20)
    assert difference(first, second) == pytest.approx((2.0, 1.5, 2.5, 10))
    found = quotient(first, second)
    assert found.value == 2.0
    assert 1 < found.low < 2 < found.high


def test_the_largest_effect_of_a_sweep() -> None:
    games = [fake(n, "p x=1", "op", Color.BLACK if n % 2 == 0 else None) for n in range(20)]
    games += [fake(20 + n, "p x=2", "op", Color.WHITE) for n in range(20)]
    found = effect(RunReport.of(games), "op")
    assert found.found.value == pytest.approx(0.75)
    assert found.found.low > 0.5
    assert found.detail == "p x=1 75 %, p x=2 0 %"


def test_the_extreme_one() -> None:
    games = [fake(n, "low", "mid", Color.BLACK, (n % 2, 3)) for n in range(10)]
    games += [fake(10 + n, "mid", "high", Color.BLACK, (3 + n % 2, 5)) for n in range(10)]
    games += [fake(20 + n, "high", "low", Color.BLACK, (6 + n % 2, 5)) for n in range(10)]
    run = RunReport.of(games)
    lowest = {"what": "extreme", "of": "crowned", "in": "won", "is": "lowest", "player": "low"}
    assert quantity(lowest, run, {}).found.high < 0
    assert quantity(lowest | {"player": "high"}, run, {}).found.low > 0
    with pytest.raises(KingMeError, match="is nothing that is measured"):
        quantity({"what": "wisdom", "player": "low"}, run, {})


def test_ratio_of_sums() -> None:
    assert ratio([(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]) == pytest.approx((0.5, 0.5, 0.5, 3))
    assert math.isinf(ratio([(1.0, 2.0)]).high)


# --- measurements -----------------------------------------------------------------------------------------------------


def test_replay_gives_the_positions_of_a_game(result: ExperimentResult) -> None:
    record = result.reports["match"].records[0]
    positions = list(replay(record))
    assert len(positions) == record.plies
    assert positions[0].board == Board()
    assert all(position.moves == position.board.legal_moves() for position in positions)


def test_a_sample_is_spread_over_the_games(result: ExperimentResult) -> None:
    records = result.reports["match"].records
    drawn = sample(records, 60, 1)
    assert len(drawn) == 60
    assert {position.game for position in drawn} == {record.number for record in records}
    assert drawn == sample(records, 60, 1) != sample(records, 60, 2)
    everything = sample(records[:1], 10**6, 1)
    assert len(everything) == records[0].plies


@pytest.mark.parametrize(
    ("table", "bounds"),
    [
        ({"kind": "branching"}, {"all": (1, 20), "quiet": (1, 20), "capture_share": (0, 1)}),
        ({"kind": "pruning", "player": "minimax", "depths": [2, 3]}, {"saved_2": (0.1, 0.95), "exponent_3": (0.3, 1)}),
        ({"kind": "times", "players": ["greedy", "minimax:depth=2"]}, {"greedy": (0, 1), "minimax:depth=2": (0, 1)}),
        ({"kind": "random-length", "plies": 20}, {"ended": (0, 0.1)}),
    ],
)
def test_measurements(table: dict[str, Any], bounds: dict[str, tuple[float, float]], result: ExperimentResult) -> None:
    ticks = []
    values = measure(table, result.reports["match"].records, 30, SEED, lambda: ticks.append(1))
    for name, (low, high) in bounds.items():
        assert low <= values[name].value <= high, name
        assert values[name].low <= values[name].value <= values[name].high
    assert ticks or table["kind"] == "branching"


@pytest.mark.parametrize(("cap", "told"), [(Cap(time=0.001), "too long"), (Cap(nodes=1000), "too many")])
@pytest.mark.parametrize(
    "table",
    [
        {"kind": "pruning", "player": "minimax", "depths": [8]},
        {"kind": "times", "players": ["mcts:iterations=100000"]},
        {"kind": "standard-error", "player": "mcts:iterations=100000", "repeats": 2},
    ],
)
def test_a_measurement_is_not_made_of_searches_that_were_cut_short(
    table: dict[str, Any], cap: Cap, told: str, result: ExperimentResult
) -> None:
    with pytest.raises(KingMeError, match=told):
        measure(table, result.reports["match"].records, 20, SEED, lambda: None, cap)


def test_simulations_are_measured(result: ExperimentResult) -> None:
    records = result.reports["match"].records
    players = ["mcts:iterations=50", "mcts:iterations=50,cutoff=20"]
    speeds = measure({"kind": "throughput", "players": players}, records, 20, SEED, lambda: None)
    assert speeds["first"].value > 0
    assert speeds["ratio"].value > 0
    table = {"kind": "standard-error", "player": "mcts:iterations=50,cutoff=20", "repeats": 10}
    errors = measure(table, records, 20, SEED, lambda: None)
    assert 0.005 < errors["all"].value < 0.1
    with pytest.raises(KingMeError, match="not a kind of measurement"):
        measure({"kind": "taste"}, records, 5, SEED, lambda: None)


# --- conducting -------------------------------------------------------------------------------------------------------


def test_an_experiment_from_end_to_end(result: ExperimentResult) -> None:
    assert len(result.reports["match"].records) == 12
    assert len(result.reports["depths"].records) == 4
    assert [finding.source for finding in result.findings] == ["S1", "S2", "S3"]
    assert result.findings[1].measured.found.n == 40
    assert result.elapsed > 0
    assert "cap in plies 60" in result.reports["match"].conditions["Rules"]


def test_nothing_is_done_twice(tmp_path: Path) -> None:
    first = conduct_small(tmp_path, QUICK)
    played: list[str] = []

    def no_run(runner: Any, crew: Crew) -> Any:
        played.append(runner.info.name)
        raise AssertionError

    again = conduct_small(tmp_path, QUICK, Watch(no_run, no_run))
    assert not played
    assert again.findings == first.findings
    assert repr(again.measurements) == repr(first.measurements)  # some are not numbers
    assert again.elapsed == first.elapsed


def test_a_quick_one_grows_into_a_full_one(tmp_path: Path, result: ExperimentResult) -> None:
    quick = conduct_small(tmp_path, QUICK)
    full = conduct_small(tmp_path)
    lines = [record.line for record in full.reports["match"].records]
    assert lines == [record.line for record in result.reports["match"].records]
    assert len(quick.reports["match"].records) == 6


def test_an_interrupted_one_goes_on(tmp_path: Path, result: ExperimentResult) -> None:
    class Tired(SerialCrew):
        games = 0

        def wait(self, timeout: float) -> Any:
            Tired.games += 1
            if Tired.games > 5:
                raise KeyboardInterrupt
            return super().wait(timeout)

    with Store(tmp_path / "games.sqlite") as store:
        with pytest.raises(InterruptedExperimentError):
            conduct(parse(SMALL), store, lambda plan: Tired(), tmp_path / "out", FULL)
        assert store.run("small/match").done == 5
    resumed = conduct_small(tmp_path)
    for name, report in resumed.reports.items():
        assert [record.line for record in report.records] == [record.line for record in result.reports[name].records]
    assert [finding.measured for finding in resumed.findings] == [finding.measured for finding in result.findings]


def test_a_lost_game_is_told_with_its_reason(tmp_path: Path) -> None:
    with (
        Store(tmp_path / "games.sqlite") as store,
        pytest.raises(CrewError, match="game 3 of small/match has no result: three workers died"),
    ):
        conduct(parse(SMALL), store, lambda plan: Unlucky(2), tmp_path / "out", FULL)
    assert len(conduct_small(tmp_path).reports["match"].records) == 12


def test_games_of_other_settings_are_not_mixed_in(tmp_path: Path) -> None:
    conduct_small(tmp_path, QUICK)
    other = parse(SMALL.replace("cap=60", "cap=1"))
    with Store(tmp_path / "games.sqlite") as store:
        found = conduct(other, store, crew, tmp_path / "out", QUICK)
    assert {record.plies for record in found.reports["match"].records} == {1}


def test_what_it_leaves_behind(tmp_path: Path, result: ExperimentResult) -> None:
    page = write_results(result, tmp_path)
    html = page.read_text(encoding="utf-8")
    assert 'class="verdict' in html
    assert "Greedy never loses to random" in html
    summary = tmp_path / "summary"
    text = (summary / "summary.md").read_text(encoding="utf-8")
    assert "| verdict | source | claim |" in text
    assert "- everything" in text
    names = {path.name for path in summary.iterdir()}
    assert {"claims.csv", "claims.svg", "measurements.csv", "depths-sweep.svg", "match-ratings.svg"} < names
    assert "match-sweep.svg" not in names
    data = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert [claim["verdict"] for claim in data["claims"]] == [finding.verdict for finding in result.findings]


def test_a_finding_without_data_can_be_shown(result: ExperimentResult) -> None:
    empty = replace(result.findings[0], measured=replace(result.findings[0].measured, found=NOTHING))
    assert empty.measured_text == "no data"
    assert "no data" in claims_html([empty])
    assert claims_picture([empty]) is None


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_list() -> None:
    done = CliRunner().invoke(app, ["experiment", "list", "--json"])
    listed = json.loads(done.stdout)
    assert [item["name"] for item in listed] == ALL
    assert all(item["quick_games"] < item["games"] for item in listed)
    assert "b-models" in CliRunner().invoke(app, ["experiment", "list"]).stdout


def test_the_run_of_a_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["experiment", "run", "d", "--quick", "--games", "2", "--workers", "1", "--store", "s.sqlite"]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert "Depth 5 is stronger than depth 3" in done.stdout
    assert (tmp_path / "kingme-experiments" / "d-depths-quick" / "report.html").exists()


class Terminated(SerialCrew):
    """Somebody asks the process to end, politely."""

    def wait(self, timeout: float) -> Any:
        handler = signal.getsignal(signal.SIGTERM)
        assert callable(handler)  # a signal that nobody expects would end the process
        handler(signal.SIGTERM, None)


@pytest.mark.parametrize(
    ("hands", "code", "reason"),
    [
        (Unlucky(1), 1, "has no result: three workers died"),
        (Terminated(), 130, "stopped; what is done is stored"),
    ],
)
def test_a_run_that_cannot_go_on_says_so(
    hands: Crew, code: int, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kingme.cli.running.hire", lambda *_: hands)
    done = CliRunner().invoke(app, ["experiment", "run", "d", "--quick", "--games", "2", "--store", "s.sqlite"])
    assert done.exit_code == code, done.output
    assert reason in done.output
    assert "To resume:" in done.output
    assert "Traceback" not in done.output


def test_a_store_that_cannot_be_opened_is_no_mistake_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["experiment", "run", "d", "--quick", "--store", "no/folder/x"])
    assert done.exit_code == 1, done.output
    assert "cannot be opened" in done.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["experiment", "run", "nothing"], "there is no experiment"),
        (["experiment", "run", "a", "--budget", "5"], "has no budget"),
        (["experiment", "run", "a", "--games", "3"], "even number|come in pairs"),
        (["experiment", "run", "a", "--workers", "2", "--cluster", "tcp://x:1"], "use one of them"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 2
    assert any(word in done.output for word in words.split("|"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("damage", [lambda text: text[:-20], lambda text: text.replace("0.25", "0.75")])
def test_damaged_measurements_are_set_aside_and_made_again(tmp_path, caplog, damage):
    path = tmp_path / NOTES
    Notes(path).keep("speed", {"mean": Estimate(0.25, 0.0, 0.5, 9)})
    assert Notes(path).find("speed") == {"mean": Estimate(0.25, 0.0, 0.5, 9)}
    path.write_text(damage(path.read_text()))
    assert Notes(path).find("speed") is None
    assert f"{NOTES} was damaged" in caplog.text
    assert len(list(tmp_path.glob(f"{NOTES}.damaged-*"))) == 1
