"""Commands with `--game`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingme.arena.store import Store
from kingme.cli.main import app


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output + repr(result.exception)
    return result.stdout


def test_positions_and_moves_are_those_of_the_game() -> None:
    assert "White to move" in run("show", "--game", "international")
    moves = json.loads(run("moves", "-g", "russian", "--json"))["moves"]
    assert [move["notation"] for move in moves][:2] == ["a3-b4", "c3-d4"]
    assert "perft 4 = 4,265" in run("perft", "4", "--game", "international")
    explained = json.loads(run("explain", "W:W32,46:B28,19,41", "-g", "international", "--json"))
    assert [item["legal"] for item in explained["candidates"]] == [True, False, False]
    assert "4.13" in explained["candidates"][1]["forbidden_by"]


@pytest.mark.parametrize("command", [["moves"], ["perft", "2"], ["match", "random", "greedy", "-n", "2"]])
def test_an_unknown_game_lists_the_known_ones(command: list[str]) -> None:
    result = CliRunner().invoke(app, [*command, "--game", "chess"])
    assert result.exit_code != 0
    assert "games are english, russian" in str(result.exception) + result.output


def test_a_match_of_another_game_is_stored_with_its_name(tmp_path: Path) -> None:
    store, pdn = tmp_path / "runs.sqlite", tmp_path / "games.pdn"
    run("match", "random", "greedy", "-g", "russian", "-n", "2", "-w", "1", "--store", str(store), "--pdn", str(pdn))
    with Store(f"sqlite:///{store}") as opened:
        [info] = opened.runs()
        assert info.plan.conditions.rules.game == "russian"
        assert [game.game(info.plan.conditions.rules).start.game.name for game in opened.games(info.id)] == [
            "russian"
        ] * 2
    assert pdn.read_text().count('[GameType "25,W,8,8,A0,0"]') == 2
    assert run("convert", str(pdn), str(tmp_path / "games.json"), "--game", "russian") == ""


def test_a_game_in_the_terminal_calls_the_sides_by_their_names() -> None:
    result = CliRunner().invoke(app, ["play", "--game", "connect-four", "--plain"], input="4\n3\n4\n3\n4\n3\n4\nquit\n")
    assert "Red wins: Red has completed a line." in result.stdout
    assert "Yellow to move" in result.stdout
    assert "Black" not in result.stdout
    begun = CliRunner().invoke(app, ["play", "--game", "russian", "--plain"], input="c3-d4\nquit\n")
    assert "  1. c3-d4" in begun.stdout


def test_discs_are_put_by_naming_their_square() -> None:
    result = CliRunner().invoke(app, ["play", "--game", "othello", "--plain"], input="d3\nc3\na1\nquit\n")
    assert "Black plays d3." in result.stdout
    assert "White plays c3." in result.stdout
    assert "A disc on a1 turns nothing over" in result.output
