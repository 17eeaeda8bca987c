"""`kingme tablebase`."""

from __future__ import annotations

import json
import shlex
import zlib

import pytest
from endgame.faults import flip, write_wrong


def test_probe_as_json(kingme):
    result = kingme("tablebase", "probe", "B:WK14:BK1,K2", "--json")
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert (data["value"], data["plies"]) == ("win", 33)
    assert {move["move"] for move in data["moves"]} == {"1-5", "1-6", "2-6", "2-7"}
    assert all(set(move) == {"move", "value", "plies"} for move in data["moves"])
    assert "line" not in data


def test_probe_as_text(kingme):
    result = kingme("tablebase", "probe", "W:W18,K30:B9,10", "--line", "--coordinates", "algebraic")
    assert result.exit_code == 0
    assert "White to move: " in result.stdout
    assert "d4" in result.stdout


def test_a_draw_has_no_distance(kingme):
    data = json.loads(kingme("tablebase", "probe", "B:WK1:BK32", "--json", "--line").stdout)
    assert (data["value"], data["plies"], data["line"]) == ("draw", None, [])


def test_positions_that_cannot_be_probed(kingme):
    result = kingme("tablebase", "probe", "start")
    assert result.exit_code == 2
    assert "24 pieces" in result.stderr
    assert kingme("tablebase", "probe", "B:W99:B1").exit_code == 2


def test_build_verify_status(kingme, tmp_path):
    folder = tmp_path / "tables"
    result = kingme("tablebase", "build", "--pieces", "2", "--again", "--folder", folder)
    assert result.exit_code == 0
    assert "pieces2.wdl" in result.stdout.replace("\n", "")
    assert (folder / "pieces2.plies").exists()
    assert "are there" in kingme("tablebase", "build", "--pieces", "2", "--folder", folder).stdout

    result = kingme("tablebase", "verify", "--pieces", "2", "--folder", folder)
    assert result.exit_code == 0
    assert "3,488 positions" in result.stdout
    assert "outcomes and distances" in result.stdout
    assert "1,736 positions" in kingme("tablebase", "verify", "--slice", "0110", "--folder", folder).stdout
    assert "1,000 positions" in kingme("tablebase", "verify", "--pieces", "3", "--sample", "1000").stdout

    result = kingme("tablebase", "status", "--folder", folder)
    assert result.exit_code == 0
    assert "built" in result.stdout
    assert "shipped" in result.stdout
    (folder / "pieces2.wdl").write_bytes(b"no table")
    result = kingme("tablebase", "status", "--folder", folder)
    assert result.exit_code == 1
    assert "pieces2.wdl" in result.stdout.replace("\n", "")
    assert kingme("tablebase", "verify", "--pieces", "2", "--folder", folder).exit_code == 2


def test_requests_that_make_no_sense(kingme):
    assert kingme("tablebase", "build", "--pieces", "7").exit_code == 2
    assert "no material" in kingme("tablebase", "verify", "--slice", "12").stderr
    assert "leave out" in kingme("tablebase", "verify", "--slice", "0101", "--sample", "5").stderr
    assert "no tables of 6" in kingme("tablebase", "verify", "--pieces", "6").stderr


def test_longest_wins_can_be_replayed(kingme, tmp_path):
    from kingme.files.pdn import read_games

    wins = json.loads(kingme("tablebase", "longest", "--pieces", "2", "--json").stdout)
    assert wins[0]["plies"] == 13
    result = kingme("tablebase", "longest", "--pieces", "2", "--pdn", "longest.pdn")
    assert result.exit_code == 0
    assert "1 man v 1 king" in result.stdout
    games = list(read_games((tmp_path / "longest.pdn").read_text()))
    assert [len(game.moves) for game in games] == [win["plies"] for win in wins]
    assert {game.result() for game in games} == {"1-0"}
    assert kingme("tablebase", "longest", "--pieces", "2", "--pdn", "longest.pdn").exit_code == 2


def test_wrong_tables_are_told_in_one_sentence_and_made_anew(kingme, tmp_path):
    folder = tmp_path / "tables"
    write_wrong(folder, "0101")
    for arguments in (["probe", "B:WK1:BK32"], ["verify", "--pieces", "2"], ["longest", "--pieces", "2"]):
        result = kingme("tablebase", *arguments, "--folder", folder)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
    result = kingme("tablebase", "status", "--folder", folder)
    assert result.exit_code == 1
    assert "unusable" in result.stdout
    command = shlex.split(result.stdout.split("`")[1])
    assert command[0] == "kingme"
    assert kingme(*command[1:]).exit_code == 0
    assert kingme("tablebase", "status", "--folder", folder).exit_code == 0


def test_a_build_that_goes_wrong_says_so(kingme, tmp_path, monkeypatch):
    from kingme.endgame import build as building

    folder = tmp_path / "tables"
    assert kingme("tablebase", "build", "--pieces", "2", "--again", "--folder", folder).exit_code == 0
    before = (folder / "pieces2.wdl").read_bytes()
    solve = building.solve_pair

    def solve_wrongly(team, pair, tables, low, **more):
        solve(team, pair, tables, low, **more)
        flip(tables[pair.first], pair.first, "won", "lost")

    monkeypatch.setattr(building, "solve_pair", solve_wrongly)
    result = kingme("tablebase", "build", "--pieces", "2", "--again", "--folder", folder, "--threads", "1")
    assert result.exit_code == 2
    sentence = result.stderr.splitlines()[-1]
    assert "the new tables of 2 pieces are wrong" in sentence
    assert "older ones stay" in sentence
    assert (folder / "pieces2.wdl").read_bytes() == before


def test_other_bytes_than_elsewhere_are_told(kingme, tmp_path, monkeypatch):
    from kingme.endgame import pack

    monkeypatch.setattr(pack, "_deflate", lambda data: zlib.compress(data, 1, -15))
    result = kingme("tablebase", "build", "--pieces", "2", "--again", "--folder", tmp_path)
    assert result.exit_code == 0
    assert "pieces2.plies is right, but has other bytes" in result.stderr


@pytest.mark.parametrize(("again", "promise"), [([], "resumes where"), (["--again"], "starts anew")])
def test_a_stopped_build_says_what_happens_next(kingme, tmp_path, monkeypatch, again, promise):
    from kingme.endgame.build import Build

    def stop(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(Build, "run", stop)
    result = kingme("tablebase", "build", "--pieces", "2", "--folder", tmp_path, *again)
    assert result.exit_code == 130
    assert promise in result.stderr
