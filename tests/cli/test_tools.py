"""`convert`, `players`, `analyse`, `warmup` and `doctor`."""

from __future__ import annotations

import json

import pytest

from kingme.files.save import save_games
from kingme.game import Game

GOOD = '[Event "One"]\n\n1. 11-15 22-18 2. 15x22 25x18 1-0\n\n'
BAD = '[Event "Two"]\n\n1. 11-15 11-15 *\n\n'


# --- convert


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text(GOOD + GOOD)
    return path


def test_there_and_back(kingme, games, tmp_path):
    assert kingme("convert", games, "games.json").stderr == "2 games converted\n"
    assert len(json.loads((tmp_path / "games.json").read_text())) == 2
    assert kingme("convert", "games.json", "again.pdn").exit_code == 0
    assert (tmp_path / "again.pdn").read_text().count("1. 11-15 22-18 2. 15x22 25x18 1-0") == 2


@pytest.mark.parametrize(("which", "lines"), [("last", 2), ("first", 2), ("all", 10)])
def test_positions(kingme, games, tmp_path, which, lines):
    assert kingme("convert", games, "out.fen", "--positions", which).exit_code == 0
    assert len((tmp_path / "out.fen").read_text().splitlines()) == lines
    assert kingme("convert", "out.fen", "out.json").stderr == f"{lines} positions converted\n"


def test_pipes(kingme):
    result = kingme("convert", "-", "-", "--from", "pdn", "--to", "json", stdin=GOOD)
    assert result.exit_code == 0
    assert json.loads(result.stdout)[0]["result"] == "1-0"


@pytest.mark.parametrize(
    "arguments", [("-", "x.json"), ("games.pdn", "-"), ("games.pdn", "x.doc"), ("-", "-", "--to", "pdn")]
)
def test_formats_that_nothing_tells(kingme, games, arguments):
    result = kingme("convert", *arguments)
    assert result.exit_code == 2
    assert "format" in result.stderr


def test_names_of_tags_that_are_changed_are_told_once(kingme, tmp_path):
    named = Game(tags={"Élo rating": "1200", "Result": "1-0"})
    (tmp_path / "games.json").write_text("".join(save_games([named, named, Game()])), "utf-8")
    result = kingme("convert", "games.json", "games.pdn")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "the tag 'Élo rating' is written as X_lo_rating (2 games)",
        "the tag 'Result' is left out: PDN has it for what the game itself says (2 games)",
        "3 games converted",
    ]


def test_damage_is_reported_and_the_rest_converted(kingme, games, tmp_path):
    games.write_text(GOOD + BAD + GOOD)
    result = kingme("convert", games, "out.json")
    assert result.exit_code == 1
    assert "game 2, line" in result.stderr
    assert "2 games converted, 1 could not be read" in result.stderr
    assert len(json.loads((tmp_path / "out.json").read_text())) == 2


@pytest.mark.parametrize("content", ["", BAD, "\x00\x01\x02 not a game"])
def test_nothing_readable_writes_nothing(kingme, games, tmp_path, content):
    games.write_text(content)
    (tmp_path / "out.json").write_text("precious")
    result = kingme("convert", games, "out.json", "--force")
    assert result.exit_code != 0
    assert "nothing was written" in result.stderr
    assert (tmp_path / "out.json").read_text() == "precious"


def test_existing_file_is_kept(kingme, games, tmp_path):
    (tmp_path / "out.json").write_text("precious")
    assert kingme("convert", games, "out.json").exit_code == 2
    assert (tmp_path / "out.json").read_text() == "precious"
    assert kingme("convert", games, "out.json", "--force").exit_code == 0


@pytest.mark.parametrize(("name", "content"), [("in.json", '{"format": 1}'), ("in.fen", "B:W1:B1\n"), ("in.json", "[")])
def test_damaged_json_and_fen(kingme, tmp_path, name, content):
    (tmp_path / name).write_text(content)
    result = kingme("convert", name, "out.pdn")
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "out.pdn").exists()


# --- players and analyse


def test_players_lists_all(kingme):
    result = kingme("players")
    assert result.exit_code == 0
    data = json.loads(kingme("players", "--json").stdout)
    assert {"random", "minimax", "mcts"} <= data["players"].keys()
    assert {"easy", "medium", "hard", "expert"} <= data["presets"].keys()
    assert all(f"  {name} " in result.stdout for name in [*data["players"], *data["presets"]])


def test_players_explains_a_level(kingme):
    result = kingme("players", "hard")
    assert "study C" in result.stdout
    assert "iterations=150" in result.stdout
    assert json.loads(kingme("players", "hard", "--json").stdout)["player"] == "mcts"


def test_own_levels_are_listed(kingme, tmp_path):
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "levels.toml").write_text('[tea]\nspec = "random:seed=4"\ntitle = "Tea break"\n')
    assert "Tea break" in kingme("players").stdout
    assert "White (tea) plays" in kingme("play", "--player", "tea", stdin="11-15\nquit\n").stdout
    (tmp_path / "config" / "levels.toml").write_text("[tea\n")
    broken = kingme("players")
    assert broken.exit_code == 2
    assert "levels.toml" in broken.stderr


def test_players_explains_one(kingme):
    result = kingme("players", "random")
    assert result.exit_code == 0
    assert "seed" in result.stdout
    data = json.loads(kingme("players", "random", "--json").stdout)
    assert data["parameters"]["seed"]["default"] is None


def test_analyse(kingme):
    result = kingme("analyse", "--player", "random", "--seed", "1", "--trace", "-c", "algebraic")
    assert result.exit_code == 0
    assert "picked at random" in result.stdout
    assert "f6-e5" in result.stdout


def test_analyse_with_figures(kingme):
    result = kingme("analyse", "--player", "mcts:iterations=200", "--seed", "1", "--lines", "2")
    assert result.exit_code == 0
    assert "95 % interval" in result.stdout
    assert "200 simulations" in result.stdout
    assert len([line for line in result.stdout.splitlines() if "%" in line and "–" in line]) == 2


def test_trace_is_asked_of_those_that_know_it(kingme):
    traced = kingme("analyse", "W:W22:B18,10,1", "--player", "minimax:depth=3", "--trace").stdout
    plain = kingme("analyse", "W:W22:B18,10,1", "--player", "minimax:depth=3").stdout
    assert "alpha" in traced
    assert "alpha" not in plain


def test_analyse_says_what_a_score_is(kingme):
    """Men, or the plies to a certain end, whichever player says so."""
    shown = kingme("analyse", "B:WK14:BK1,K2", "--player", "engine:tables=on")
    assert "score win in 33 plies" in shown.stdout
    assert "e+" not in shown.stdout
    ahead = json.loads(kingme("analyse", "B:W22-32:B1-12", "--player", "engine:nodes=2000", "--json").stdout)
    assert 0.3 < ahead["score"] < 3


def test_analyse_json(kingme):
    data = json.loads(kingme("analyse", "W:W22:B18", "--player", "random", "--json").stdout)
    assert data["move"] == "22x15"
    assert [line["move"] for line in data["lines"]] == ["22x15"]


def test_analyse_of_the_end(kingme):
    result = kingme("analyse", "W:W29:B25,22", "--player", "random")
    assert result.exit_code == 0
    assert "no legal move" in result.stdout
    assert json.loads(kingme("analyse", "W:W29:B25,22", "--player", "random", "--json").stdout)["move"] is None


# --- warmup and doctor


def test_doctor(kingme):
    result = kingme("doctor")
    assert result.exit_code == 0
    assert "Ready to play." in result.stdout
    assert "numba" in result.stdout


def test_doctor_json(kingme, tmp_path):
    data = json.loads(kingme("doctor", "--json").stdout)
    assert data["problems"] == []
    assert data["folders"] == {"data": str(tmp_path / "data"), "config": str(tmp_path / "config")}
    assert data["cache"]["writable"]
    assert data["machine"]["cores"] >= 1


def test_doctor_without_compilation(shell):
    result = shell("doctor", NUMBA_DISABLE_JIT="1")
    assert result.returncode == 0
    assert "NUMBA_DISABLE_JIT" in result.stdout


def test_warmup_without_compilation(shell):
    result = shell("warmup", NUMBA_DISABLE_JIT="1")
    assert "nothing to compile" in result.stdout


def test_warmup_reports_what_it_compiles(kingme, monkeypatch):
    from kingme.core import warmup
    from kingme.core.jit import Entry

    asked = []

    def three(report, game, *, makers):
        asked.append(makers)
        for index in range(3):
            report(Entry(f"kernel{index}", "kingme.core.test", "i8(i8)", None), index, 3)
        return 3

    monkeypatch.setattr(warmup, "warm_up", three)
    result = kingme("warmup")
    assert "Compiled 3 kernels" in " ".join(result.stdout.split())
    assert "2/3 core.test.kernel1" in result.stderr
    monkeypatch.setattr(warmup, "warm_up", lambda report, game, *, makers: asked.append(makers) or 0)
    assert "Everything is compiled already" in kingme("warmup", "--all").stdout
    assert asked == [False, True]


def test_first_run_says_that_it_compiles(shell, tmp_path):
    first = shell("moves", KINGME_CACHE_DIR=str(tmp_path / "cache"))
    second = shell("moves", KINGME_CACHE_DIR=str(tmp_path / "cache"))
    assert "Compiling for this machine, once" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout
