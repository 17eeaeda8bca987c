"""The commands of the arena as a user types them."""

from __future__ import annotations

import json
import os
import re
import sys

import pytest
from arena.helpers import Unlucky, match_plan, mock_spec, play_serially, table
from typer.testing import CliRunner

from kingme.arena.crew import SerialCrew
from kingme.arena.elo import estimate
from kingme.arena.store import Store, load_run
from kingme.cli.main import app
from kingme.cli.running import resume_command
from kingme.cli.watching import duration
from kingme.files.pdn import read_games
from kingme.protocol.hub_player import garage


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KINGME_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("KINGME_STORE", raising=False)
    yield
    garage.close()


def kingme(*arguments: object):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_match_from_beginning_to_end(tmp_path):
    command = ("match", "a=random", "b=minimax:depth=2", "--games", 6, "--workers", 1, "--pdn", "games.pdn")
    result = kingme(*command)
    assert result.exit_code == 0, result.output
    assert "6 of 6 games" in result.stdout
    assert re.search(r"^b +6 +[3-6] ", result.stdout, re.MULTILINE)
    assert "6 games written" in result.stderr
    assert len(list(read_games(tmp_path / "games.pdn"))) == 6
    assert kingme(*command).exit_code == 2  # the PDN file exists
    again = kingme(*command, "--force")
    assert again.exit_code == 0
    assert "not played again" in again.stderr
    data = json.loads(kingme(*command[:-2], "--json").stdout)
    assert data["complete"]
    assert data["games"] == 6
    assert [player["name"] for player in data["players"]] == ["a", "b"]
    assert data["players"][1]["wins"] >= 3
    assert data["plan"]["openings"] == "three-move"
    expected = play_serially(match_plan("random", "minimax:depth=2", games=6), tmp_path / "other.sqlite")
    assert table(load_run("kingme.sqlite")) == table(expected.records)


def test_pdn_is_written_when_all_is_played(tmp_path, monkeypatch):
    command = ("match", "a=random", "b=random", "--games", 4, "--pdn", "games.pdn")
    monkeypatch.setattr("kingme.cli.running.hire", lambda *_: Unlucky(2))
    stopped = kingme(*command)
    assert stopped.exit_code == 1, stopped.output
    assert "game 3 has no result: three workers died" in stopped.stderr
    assert "games.pdn is written when the run is complete" in stopped.stderr
    assert not (tmp_path / "games.pdn").exists()
    monkeypatch.setattr("kingme.cli.running.hire", lambda *_: SerialCrew())
    resumed = kingme(*command)  # the command that was printed
    assert resumed.exit_code == 0, resumed.output
    assert len(list(read_games(tmp_path / "games.pdn"))) == 4


def test_json_without_a_number_is_null():
    engine = f"engine={mock_spec('illegal', 1)}"
    result = kingme("match", "random", engine, "--games", 2, "-w", 1, "--limit", "time=1", "--json")
    data = json.loads(result.stdout, parse_constant=pytest.fail)
    assert [player["forfeits"] for player in data["players"]] == [0, 2]
    assert data["players"][0]["plies"] is None  # forfeits say nothing about the length of games
    assert data["players"][0]["elo"]["elo_high"] is None


def test_runs_are_listed_and_shown():
    kingme("match", "a=random", "b=random", "--games", 2, "--workers", 1, "--run", "first")
    listed = kingme("runs")
    assert "first" in listed.stdout
    assert "2 of 2" in listed.stdout
    assert json.loads(kingme("runs", "--json").stdout)[0]["run"] == "first"
    assert "2 of 2 games" in kingme("runs", "first").stdout
    assert kingme("runs", "1", "--pdn", "x.pdn").exit_code == 0
    missing = kingme("runs", "second")
    assert missing.exit_code == 2
    assert "no run second" in missing.stderr


def test_a_store_that_is_not_there():
    result = kingme("runs", "--store", "nowhere.sqlite")
    assert result.exit_code == 2
    assert "there is no store" in result.stderr


def test_a_sprt_tells_its_decision():
    result = kingme("sprt", "minimax:depth=2", "random", "--elo1", 100, "--workers", 1)
    assert result.exit_code == 0, result.output
    assert "H1 is accepted, 100 Elo (normalised)" in result.stdout
    assert json.loads(kingme("runs", 1, "--json").stdout)["sprt"]["decision"] == "H1"


def test_a_sweep_and_a_tournament_have_ratings(tmp_path):
    result = kingme("sweep", "minimax", "--vary", "depth=1/2", "--against", "random", "-n", 2, "-w", 1)
    assert result.exit_code == 0, result.output
    assert "minimax depth=2" in result.stdout
    assert "won-drawn-lost" in result.stdout
    (tmp_path / "cup.toml").write_text('games = 2\n[[player]]\nspec = "random"\n[[player]]\nspec = "greedy"\n')
    result = kingme("tournament", "cup.toml", "--games", 4, "-w", 1)
    assert result.exit_code == 0, result.output
    with Store("kingme.sqlite") as store:
        assert store.run("cup").done == 4


def test_forfeits_are_shown_apart():
    command = ("match", "random", f"engine={mock_spec('illegal', 2)}", "--games", 2, "-w", 1, "--limit", "time=1")
    result = kingme(*command)
    assert result.exit_code == 0, result.output
    assert "Forfeits of engine: illegal move 2" in result.stdout


def test_a_clock():
    result = kingme("match", "random", "greedy", "--games", 2, "-w", 1, "--clock", "1+0.5", "--json")
    assert json.loads(result.stdout)["plan"]["limit"] == {"clock": 60.0, "increment": 0.5}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("match", "random", "nobody"), "there is no player 'nobody'"),
        (("match", "random", "random", "--games", 3), "e.g. 4"),
        (("match", "random", "random", "--limit", "speed=1"), "'speed' is not a limit"),
        (("match", "random", "random", "--rules", "chess"), "not a rule profile"),
        (("match", "random", "random", "--openings", "x"), "not an opening set"),
        (("match", "random", "random", "--adjudicate", "x=1"), "not a rule of adjudication"),
        (("match", "random", "random", "--adjudicate", "tables=yes"), "tables takes on or off"),
        (("match", "random", "random", "--clock", "x"), "not a clock"),
        (("match", "random", "random", "--clock", "1", "--limit", "clock=3"), "use one of them"),
        (("match", "random", "random", "--cluster", "tcp://x:1", "-w", 2), "use one of them"),
        (("match", "random", "hub:command=/no/such"), "cannot be started"),
        (("match", "random", mock_spec()), "Mock needs a limit"),
        (("match", "random", mock_spec(), "--limit", "iterations=5"), "Mock has no limit by iterations"),
        (("sprt", "random", "greedy", "--elo0", 5, "--elo1", 0), "elo0 must be below elo1"),
        (("sweep", "minimax", "--vary", "speed=1/2"), "no parameter 'speed'"),
        (("sweep", "minimax", "--vary", "depth"), "is no variation"),
        (("tournament", "nowhere.toml"), "cannot be read"),
        (("hub", "nobody"), "there is no player 'nobody'"),
    ],
)
def test_mistakes_are_told_in_a_sentence(arguments, problem):
    result = kingme(*arguments)
    assert result.exit_code == 2, result.output
    assert problem in " ".join(result.stderr.split())
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [(("--store", "no/folder/x"), "cannot be opened"), (("--cluster", "tcp://127.0.0.1:9"), "no Dask scheduler")],
)
def test_what_cannot_be_done_is_told_in_a_sentence(arguments, problem, monkeypatch):
    monkeypatch.setattr("kingme.arena.cluster.CONNECT", 0.5)
    result = kingme("match", "random", "random", *arguments)
    assert result.exit_code == 1, result.output
    assert problem in result.stderr
    assert "Traceback" not in result.output


def test_two_kingmes_over_the_protocol_play_as_at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    specs = [f"hub:command={sys.executable} -m kingme hub {spec}" for spec in ("random", "minimax:depth=2")]
    abroad = play_serially(match_plan(*specs, games=4, seed=6), tmp_path / "hub.sqlite")
    home = play_serially(match_plan("random", "minimax:depth=2", games=4, seed=6), tmp_path / "home.sqlite")
    assert [record.line for record in abroad.records] == [record.line for record in home.records]
    assert [record.nodes for record in abroad.records] == [record.nodes for record in home.records]
    assert not any(record.is_forfeit for record in abroad.records)


def test_how_to_go_on():
    assert resume_command(["/x/kingme", "match", "a b", "--new", "c"]) == "kingme match 'a b' c"


def test_wording():
    assert [duration(seconds) for seconds in (0, 59.6, 3723)] == ["0:00", "1:00", "1:02:03"]
    assert estimate((96, 111, 136)).strength.text == "+41 ± 30"
    assert estimate((0, 0, 0, 0, 20)).strength.text.startswith("> +")
    assert estimate((20, 0, 0, 0, 0)).strength.text.startswith("< -")
    assert estimate((0, 0, 0)).strength.text == "?"
