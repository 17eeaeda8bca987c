"""Players with a memory: they do not lose a line three times, and take from earlier games what was found out there."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kingme import Board, Game, Limit, player
from kingme.errors import KingMeError
from kingme.memories.memory_file import MemoryFile, read_memory
from kingme.memories.remembered import NO_RESULT, ROW, experience_of
from kingme.outcome import Color
from kingme.players.presets import PRESETS
from kingme.players.recall import key_after, seen_as_first
from kingme.players.registry import read_spec

NO_KEYS = np.zeros(0, np.int64)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    return tmp_path / "memories"


def play(seats, opening="11-15 23-19"):
    game = Game()
    for move in opening.split():
        game.play(move)
    while game.outcome() is None and len(game.plies) < 150:
        game.play(seats[game.turn].choose(game.copy()))
    if game.outcome() is None:
        game.adjudicate(None)
    return game


@pytest.mark.parametrize(
    "spec",
    [
        "engine:nodes=60",
        "minimax:depth=2,ties=first",
        "mcts:iterations=40,cutoff=20,seed=1",
        "rave:iterations=40,cutoff=20,seed=1",
        "heuristic-rave:iterations=40,cutoff=20,seed=1",
        "hybrid:iterations=40,cutoff=20,seed=1,endgame=6,positions=300",
    ],
)
def test_no_line_is_lost_three_times_to_an_opponent_that_always_answers_alike(spec):
    learner, teacher = player(f"{spec},memory=pupil"), player("engine:nodes=1500")
    lost: Counter[str] = Counter()
    for _ in range(7):
        teacher.new_game()
        game = play({Color.BLACK: learner, Color.WHITE: teacher})
        learner.end_game(game)
        learner.new_game()
        if game.result() == "0-1":
            lost[" ".join(map(str, game.moves))] += 1
    assert lost
    assert max(lost.values()) <= 2
    info, _ = read_memory("pupil")
    assert (info.games, info.losses) == (7, sum(lost.values()))


def test_a_move_that_was_blamed_twice_is_not_made_while_there_is_another():
    board = Board.from_fen("B:W32,31:B1,2")
    moves = board.legal_moves()
    free = player("minimax:depth=2,ties=first").choose(board)
    refuted = np.zeros(1, ROW)
    refuted["key"], refuted["blames"], refuted["losses"] = key_after(board, free), 2, 2
    MemoryFile("wary").add("english", "minimax", refuted, NO_KEYS)
    assert player("minimax:depth=2,ties=first,memory=wary").choose(board) != free
    every = np.zeros(len(moves), ROW)
    every["key"], every["blames"] = [key_after(board, move) for move in moves], 2
    MemoryFile("wary").add("english", "minimax", every, NO_KEYS)
    assert player("minimax:depth=2,ties=first,memory=wary").choose(board) in moves  # if all were, it plays on


@pytest.mark.parametrize("spec", ["engine:depth=4", "minimax:depth=4,ties=first"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_score_found_in_an_earlier_game_is_seen_two_plies_before_its_position(spec, turned):
    board = Board().play("11-15")
    if not turned:
        board = board.play("23-19")
    plain = player(spec).analyse(board)
    reply = plain.pv[:2]
    feared = board.play(reply[0]).play(reply[1])
    row = np.zeros(1, ROW)
    row["key"], row["depth"], row["men"], row["result"] = seen_as_first(feared).hash, 20, -5, NO_RESULT
    MemoryFile("deep").add("english", player(spec).learns_as, row, NO_KEYS)
    warned = player(f"{spec},memory=deep").analyse(board)
    assert warned.move != plain.move
    assert warned.score is not None
    assert warned.score.men > -5


def test_the_side_makes_no_difference_to_what_is_known():
    for color in Color:
        learner, other = player("engine:nodes=100,memory=both"), player("engine:nodes=100")
        game = play({color: learner, color.other: other}, "11-15" if color is Color.WHITE else "")
        learner.end_game(game)
    info, rows = read_memory("both")
    assert info.games == 2
    board = Board()
    assert len(np.flatnonzero(rows["key"] == seen_as_first(board).hash)) == 1
    assert len(np.flatnonzero(rows["key"] == seen_as_first(board.play("11-15")).hash)) == 1


def test_a_tree_begins_with_the_visits_of_earlier_games():
    game, learner = Game(), player("mcts:iterations=200,seed=1,memory=tree")
    first = learner.analyse(game)
    learner.new_game()
    second = learner.analyse(game)
    assert (first.iterations, second.iterations) == (200, 200)
    assert sum(line.visits for line in second.lines) == 400
    _, rows = read_memory("tree")
    assert [experience_of(rows, key_after(game.board, line.move)).visits for line in first.lines] == [
        line.visits for line in first.lines
    ]


def test_moves_that_were_taken_back_are_not_counted():
    learner = player("engine:nodes=50,memory=undo")
    game = Game()
    for _ in range(2):
        learner.analyse(game.copy())
        game.play("11-15")
        game.play("23-19")
        learner.analyse(game.copy())
        game.undo()
        game.undo()
    game.play("9-13")
    game.play("22-18")
    learner.analyse(game.copy())
    game.adjudicate(Color.WHITE)
    learner.end_game(game)
    info, rows = read_memory("undo")
    assert info.losses <= 1
    assert experience_of(rows, key_after(Board(), Board().parse_move("11-15"))).losses == 0


def test_a_game_that_ends_without_a_word_is_judged_by_its_last_decision():
    learner = player("engine:depth=6,memory=silent")
    learner.analyse(Game(Board.from_fen("W:WK18:B14")))
    learner.new_game()
    assert read_memory("silent")[0].wins == 1


def test_memories_are_off_unless_a_spec_asks_for_one(folder):
    assert all("memory" not in preset.spec for preset in PRESETS.values())
    for name in PRESETS:
        assert not getattr(read_spec(name)[1], "memory", "")
    player("engine:nodes=50").analyse(Game())
    assert not folder.exists()


def test_what_names_no_memory_is_refused():
    for spec in ("engine:memory=../x", "mcts:memory=Big", "minimax:memory=a/b"):
        with pytest.raises(KingMeError, match="a memory's name"):
            player(spec)
    with pytest.raises(KingMeError, match="no parameter 'memory'"):
        player("random:memory=x")
    assert player("mcts:memory=64").parameters.megabytes == 64  # as specs of earlier versions say it


def test_a_damaged_memory_is_told_before_the_game_and_a_lost_one_costs_no_game(folder, caplog):
    learner = player("engine:nodes=50,memory=frail")
    learner.analyse(Game())
    learner.new_game()
    file = MemoryFile("frail")
    file.path.write_bytes(file.path.read_bytes()[:-1])
    with pytest.raises(KingMeError, match="the memory frail is damaged"):
        player("engine:nodes=50,memory=frail").analyse(Game(), Limit(nodes=50))
    file.forget()
    learner = player("engine:nodes=50,memory=frail")
    learner.analyse(Game())
    file.path.parent.mkdir(exist_ok=True)
    file.path.write_bytes(b"?")
    learner.new_game()
    assert "this game is not remembered" in caplog.text
