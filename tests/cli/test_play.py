"""`kingme play` as a command: its options, its files, and that nothing gets lost."""

from __future__ import annotations

import json

import pytest

from kingme.cli import terminal_game as session_module
from kingme.cli.gamefile import read_game, write_game
from kingme.cli.last_game import last_game
from kingme.cli.terminal_game import TerminalGame
from kingme.errors import KingMeError
from kingme.game import Game

PDN = '[Event "One"]\n\n1. 11-15 22-18 *\n\n[Event "Two"]\n\n1. 11-15 99-3 *\n\n[Event "Three"]\n\n1. 9-13 *\n'


def moves(path) -> list[str]:
    return [str(move) for move in read_game(path).moves]


# --- options


def test_start_from_a_position(kingme):
    result = kingme("play", "--fen", "W:W22:B18", stdin="22x15\nquit\n")
    assert "White wins: Black has no piece left." in result.stdout


def test_rules(kingme):
    result = kingme("play", "--rules", "study-b,cap=2", stdin="11-15\n22-18\nquit\n")
    assert "Draw: the limit on the length of a game is reached." in result.stdout
    assert "study-b,cap=2 rules" in result.stdout


def test_own_side_is_at_the_bottom(kingme):
    first = kingme("play", "--player", "random", "--ascii", stdin="").stdout.splitlines()[1]
    assert first.startswith("32 |   w   w")
    first = kingme("play", "--player", "random", "--color", "white", "--ascii", stdin="").stdout.splitlines()[1]
    assert first.startswith(" 1 |   b   b")


def test_two_players_with_seeds(kingme):
    arguments = ("play", "--color", "none", "--player", "random", "--opponent", "random:seed=9", "--seed", "4")
    first, second = kingme(*arguments), kingme(*arguments)
    assert first.exit_code == 0, first.output
    played = [
        [line.partition("[")[0] for line in run.stdout.splitlines() if " plays " in line] for run in (first, second)
    ]
    assert len(played[0]) > 20
    assert played[0] == played[1]
    assert "White (random:seed=9) plays" in first.stdout


def test_limits_reach_the_player(kingme):
    result = kingme("play", "--player", "random", "--time", "0.1", "--nodes", "100", stdin="11-15\nquit\n")
    assert "White (random) plays" in result.stdout


@pytest.mark.parametrize("system", ["numeric", "algebraic", "rowcol", "none"])
def test_coordinates(kingme, system):
    result = kingme("play", "--coordinates", system, "--plain", stdin="11-15\nf6-e5\nquit\n")
    assert result.exit_code == 0


# --- files


@pytest.mark.parametrize("name", ["game.json", "game.pdn", "with space.PDN"])
def test_save_and_load(kingme, tmp_path, name):
    saved = kingme("play", stdin=f"11-15\n22-18\nsave {name}\nquit\n")
    assert f"Saved to {name}." in saved.stdout
    assert "is kept" not in saved.stdout
    assert moves(tmp_path / name) == ["11-15", "22-18"]
    loaded = kingme("play", stdin=f"load {name}\n15x22\nundo\nundo\nquit\n")
    assert "Loaded" in loaded.stdout
    assert "Took back 1 move." in loaded.stdout
    begun = kingme("play", "--load", name, stdin="quit\n")
    assert "a capture is compulsory" in begun.stdout


def test_saving_asks_before_it_replaces(kingme, tmp_path):
    kingme("play", stdin="11-15\nsave game.json\nquit\n")
    refused = kingme("play", stdin="9-13\nsave game.json\nno\nquit\n")
    assert "Not saved." in refused.stdout
    assert moves(tmp_path / "game.json") == ["11-15"]
    kingme("play", stdin="9-13\nsave game.json\nyes\nquit\n")
    assert moves(tmp_path / "game.json") == ["9-13"]


def test_saving_where_there_is_no_folder(kingme):
    result = kingme("play", stdin="11-15\nsave absent/game.json\n22-18\nquit\n")
    assert "No such file" in result.stdout
    assert "22-18" in result.stdout


def test_saved_game_names_the_sides(kingme, tmp_path):
    kingme("play", "--player", "random:seed=1", stdin="11-15\nsave game.pdn\nquit\n")
    text = (tmp_path / "game.pdn").read_text()
    assert '[Black "Person"]' in text
    assert '[White "random:seed=1"]' in text


def test_a_loaded_game_keeps_its_names(kingme, tmp_path):
    (tmp_path / "old.pdn").write_text('[Black "Ann"]\n[White "Ben"]\n\n1. 11-15 *\n')
    kingme("play", "--player", "random", stdin="load old.pdn\nsave new.pdn\nquit\n")
    assert '[White "Ben"]' in (tmp_path / "new.pdn").read_text()


def test_loading_one_game_of_many(kingme, tmp_path):
    (tmp_path / "many.pdn").write_text(PDN)
    assert "9-13" in kingme("play", stdin="load many.pdn 3\nquit\n").stdout
    assert "cannot be read: game 2" in kingme("play", stdin="load many.pdn 2\nquit\n").stdout
    assert "no game number 4" in kingme("play", stdin="load many.pdn 4\nquit\n").stdout
    assert "no game number 0" in kingme("play", stdin="load many.pdn 0\nquit\n").stdout


def test_a_game_saved_as_pdn_tells_which_tags_are_changed(tmp_path, capsys):
    write_game(Game(tags={"a b": "1"}), tmp_path / "game.pdn")
    assert capsys.readouterr().err == "the tag 'a b' is written as a_b\n"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": "kingme-game", "version": 99}', "\x00\x01"])
def test_damaged_saves_are_refused_and_the_game_goes_on(kingme, tmp_path, content):
    (tmp_path / "bad.json").write_text(content)
    result = kingme("play", stdin="11-15\nload bad.json\nyes\n22-18\nsave good.json\nquit\n")
    assert result.exit_code == 0
    assert moves(tmp_path / "good.json") == ["11-15", "22-18"]
    assert kingme("play", "--load", "bad.json").exit_code == 2


def test_save_option(kingme, tmp_path):
    arguments = ("play", "--color", "none", "--player", "random", "--seed", "1", "--save", "game.json")
    assert "Saved to game.json." in kingme(*arguments).stdout
    assert json.loads((tmp_path / "game.json").read_text())["result"] != "*"
    refused = kingme(*arguments)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--force" in refused.stderr
    assert kingme(*arguments, "--force").exit_code == 0


def test_the_save_option_wants_a_folder_that_is_there(kingme):
    refused = kingme("play", "--save", "absent/game.json", stdin="11-15\nquit\n")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "there is no folder absent" in refused.stderr


def test_a_file_of_this_game_is_replaced_at_the_end(kingme, tmp_path):
    result = kingme("play", "--save", "game.json", stdin="11-15\nsave game.json\n22-18\nquit\n")
    assert result.exit_code == 0, result.output
    assert moves(tmp_path / "game.json") == ["11-15", "22-18"]
    assert not last_game().exists()


# --- nothing is lost


def test_a_file_of_another_game_is_not_replaced_at_the_end(kingme, tmp_path):
    result = kingme("play", "--save", "game.json", stdin="11-15\nsave game.json\nnew\n9-13\nquit\n")
    assert result.exit_code == 2
    assert "game.json exists" in result.stderr
    assert "is kept" in result.stdout
    assert moves(tmp_path / "game.json") == ["11-15"]
    assert moves(last_game()) == ["9-13"]


def test_a_game_that_cannot_be_saved_is_kept(kingme, tmp_path, monkeypatch):
    write = session_module.write_game

    def fail(game, path, **options):
        if path.name == "game.json":
            raise OSError(28, "No space left on device", str(path))
        write(game, path, **options)

    monkeypatch.setattr(session_module, "write_game", fail)
    result = kingme("play", "--save", "game.json", stdin="11-15\nquit\n")
    assert result.exit_code == 1
    assert "game.json: No space left on device" in result.stderr
    assert "`kingme play --resume` resumes it." in result.stdout
    assert moves(last_game()) == ["11-15"]


def test_a_game_that_is_left_can_be_resumed(kingme):
    left = kingme("play", stdin="11-15\n22-18\nquit\n")
    assert "`kingme play --resume` resumes it." in left.stdout
    assert moves(last_game()) == ["11-15", "22-18"]
    resumed = kingme("play", "--resume", stdin="15x22\n")
    assert "3 moves" not in resumed.stdout
    assert moves(last_game()) == ["11-15", "22-18", "15x22"]


def test_the_same_player_can_be_called_back(kingme):
    left = kingme("play", "--player", "random:seed=2", "--color", "white", stdin="quit\n")
    assert "kingme play --resume --player random:seed=2 --color white" in " ".join(left.stdout.split())


def test_a_saved_or_untouched_game_is_not_kept(kingme):
    kingme("play", stdin="quit\n")
    kingme("play", stdin="11-15\nsave game.json\nquit\n")
    kingme("play", "--load", "game.json", stdin="quit\n")
    assert not last_game().exists()


def test_a_home_that_cannot_be_written_is_no_obstacle(kingme, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path / "file" / "data"))
    result = kingme("play", stdin="11-15\nquit\n")
    assert result.exit_code == 0
    assert "is kept" not in result.stdout


def test_changes_after_saving_are_unsaved(tmp_path):
    session = TerminalGame(Game())
    session.move("11-15")
    session.move("22-18")
    assert session.has_unsaved_moves
    session.save(tmp_path / "game.json")
    assert not session.has_unsaved_moves
    session.take_back()
    session.move("23-18")
    assert session.has_unsaved_moves  # as many moves, but another one
    with pytest.raises(KingMeError, match="exists"):
        session.save(tmp_path / "game.json")
