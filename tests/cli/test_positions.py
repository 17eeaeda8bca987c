"""`show`, `moves`, `explain` and `perft`."""

from __future__ import annotations

import json
import re

import pytest

CAPTURE = "B:W22,8:B18,11"  # the worked example of study A
DOUBLE = "W:W22:B18,10"
BLOCKED = "W:W29:B25,22"
START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


# --- show


def test_show_draws_the_start(kingme):
    result = kingme("show")
    assert result.exit_code == 0
    assert result.stdout.count("●") == result.stdout.count("○") == 12
    assert f"Black to move\n{START}" in result.stdout
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("argument", ["-", "start", "START", " B:W21-32:B1-12. "])
def test_ways_to_name_a_position(kingme, argument):
    assert kingme("show", argument, stdin="B:W21-32:B1-12\n").stdout == kingme("show").stdout


def test_show_in_ascii_and_letters(kingme):
    lines = kingme("show", CAPTURE, "--ascii", "--coordinates", "algebraic").stdout.splitlines()
    assert lines[0] == "8 |   .   .   .   . |"
    assert lines[8].split() == list("abcdefgh")


def test_show_flipped(kingme):
    lines = kingme("show", "--flip", "--ascii").stdout.splitlines()
    assert lines[0].startswith("32 |   w")


def test_show_writes_a_picture_once(kingme, tmp_path):
    target = tmp_path / "board.svg"
    assert kingme("show", "--svg", target).exit_code == 0
    first = target.read_text()
    assert first.startswith("<svg")
    refused = kingme("show", CAPTURE, "--svg", target)
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert target.read_text() == first
    assert kingme("show", CAPTURE, "--svg", target, "--force").exit_code == 0
    assert target.read_text() != first
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


def test_show_prints_a_picture(kingme):
    assert kingme("show", "--svg", "-", "--coordinates", "none").stdout.startswith("<svg")


def test_show_json(kingme):
    data = json.loads(kingme("show", "W:WK1,20:B12,K5", "--json").stdout)
    assert data == {
        "fen": "W:WK1,20:BK5,12",
        "turn": "white",
        "black": {"men": [12], "kings": [5]},
        "white": {"men": [20], "kings": [1]},
    }


def test_colours_on_a_terminal(shell):
    coloured = shell("show", FORCE_COLOR="1", COLORTERM="truecolor", TERM="xterm-256color").stdout
    assert "\x1b[" in coloured
    assert "▗" in coloured
    for plain in ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, {}):
        assert "\x1b[" not in shell("show", **plain).stdout
    assert "\x1b[" not in shell("show", "--plain", FORCE_COLOR="1").stdout


# --- moves


def test_moves_in_all_systems(kingme):
    result = kingme("moves")
    assert "7 legal moves" in result.stdout
    assert re.search(r"11-15 +f6-e5 +3,6-4,5", result.stdout)


def test_moves_names_captures(kingme):
    result = kingme("moves", DOUBLE)
    assert "a capture is compulsory" in result.stdout
    assert re.search(r"22x15x6 +c3xe5xc7 +6,3x4,5x2,3 +18, 10", result.stdout)


def test_moves_json(kingme):
    data = json.loads(kingme("moves", DOUBLE, "--json").stdout)
    assert data["count"] == 1
    assert data["moves"] == [
        {
            "notation": "22x6",
            "numeric": "22x15x6",
            "algebraic": "c3xe5xc7",
            "rowcol": "6,3x4,5x2,3",
            "path": [22, 15, 6],
            "captured": [18, 10],
        }
    ]


def test_no_moves(kingme):
    result = kingme("moves", BLOCKED)
    assert result.exit_code == 0
    assert "Black wins: White has no move left" in result.stdout
    assert json.loads(kingme("moves", BLOCKED, "--json").stdout)["moves"] == []


# --- explain


def test_explain_the_worked_example(kingme):
    text = kingme("explain", CAPTURE, "--coordinates", "algebraic").stdout
    assert "the rules propose 4 moves, 1 of them legal" in text
    assert re.search(r"d4xb2 over c3 +R2 +legal", text)
    for removed in ("d4-e3", "f6-e5", "f6-g5"):
        assert re.search(rf"{removed} +R1 +removed by R3: a capture is compulsory", text)
    assert "R3 must-jump" in text
    assert "R5" not in text


def test_explain_json(kingme):
    data = json.loads(kingme("explain", CAPTURE, "--json", "-c", "rowcol").stdout)
    assert [item["move"] for item in data["candidates"] if item["legal"]] == ["5,4x7,2"]


def test_explain_the_end(kingme):
    assert "White has lost" in kingme("explain", BLOCKED).stdout


# --- perft


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 7), (4, 1469), (9, 3963680)])
def test_perft(kingme, depth, nodes):
    result = kingme("perft", depth)
    assert result.exit_code == 0
    assert f"perft {depth} = {nodes:,}" in result.stdout


@pytest.mark.parametrize("depth", [1, 5, 9])
def test_divide_adds_up(kingme, depth):
    data = json.loads(kingme("perft", depth, "--divide", "--json").stdout)
    assert len(data["divide"]) == 7
    assert sum(data["divide"].values()) == data["nodes"]
    assert data["depth"] == depth
    assert data["nodes_per_second"] > 0
    assert kingme("perft", depth, "--divide").stdout.count("\n") == 9


@pytest.mark.parametrize("depth", [1, 9, 10])
def test_perft_where_lines_end_early(kingme, depth):
    """A position with one move that wins: no sequence is longer, however the work is divided."""
    data = json.loads(kingme("perft", depth, "--fen", "W:W22:B18", "--json").stdout)
    assert data["nodes"] == (1 if depth == 1 else 0)


def test_perft_of_the_end(kingme):
    assert "perft 3 = 0 " in kingme("perft", 3, "--fen", BLOCKED).stdout
