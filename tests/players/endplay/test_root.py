"""Players with endgame tables: what is won is won, what is drawn is not lost."""

import random
import shutil
from itertools import islice

import numpy as np
import pytest
from endgame.faults import write_wrong
from players.endgames import by_distance, play_out, random_endgames, result_for_first

from kingme import Board, Color, Game
from kingme.endgame import load, outcome, probe, rank_moves
from kingme.endgame.index import position_at
from kingme.endgame.places import SHIPPED
from kingme.endgame.slices import Slice
from kingme.players import Limit, player
from kingme.profile import Rules
from kingme.score import Score

SEARCHERS = [
    "engine:nodes=5000,tables=on",
    "minimax:depth=5,tables=on,seed=1",
    "hybrid:positions=5000,tables=on,seed=1",
    "mcts:iterations=200,tables=on,seed=1",
    "rave:iterations=200,tables=on,seed=1,reuse=on",
]


@pytest.mark.parametrize("spec", SEARCHERS)
@pytest.mark.parametrize("pieces", [3, 4])
def test_won_endgames_are_won_by_the_shortest_way(spec, pieces):
    bot = player(spec)
    for board in islice(random_endgames(pieces, 1), 15):
        bot.new_game()
        game = play_out(board, bot.choose, by_distance)
        assert result_for_first(game) == 1, board.fen()
        assert len(game.moves) == probe(board).plies


@pytest.mark.parametrize("spec", SEARCHERS)
def test_lost_endgames_last_as_long_as_they_can(spec):
    bot = player(spec)
    for board in islice(random_endgames(4, -1), 15):
        game = play_out(board, bot.choose, by_distance)
        assert len(game.moves) == probe(board).plies, board.fen()


@pytest.mark.parametrize("spec", SEARCHERS)
def test_drawn_endgames_are_held(spec):
    bot, attacker = player(spec), player("engine:nodes=500")
    for board in islice(random_endgames(4, 0), 5):
        bot.new_game()
        game = play_out(board, bot.choose, attacker.choose)
        assert result_for_first(game) >= 0, board.fen()


def test_won_endgames_without_distances_are_won():
    """Five pieces as shipped have no distances: value and search must do."""
    bot, defender = player("engine:nodes=20000,tables=on"), player("engine:nodes=3000")
    for board in islice(random_endgames(5, 1, seed=3), 6):
        bot.new_game()
        assert result_for_first(play_out(board, bot.choose, defender.choose)) == 1, board.fen()


@pytest.mark.parametrize("spec", SEARCHERS)
def test_a_win_in_one_is_not_put_off(spec):
    """The end itself is progress, and better than a man's move that keeps the win."""
    assert str(player(spec).choose(Board.from_fen("B:W5:B18,19,K6,K32"))) == "6-1"


def test_scores_stand_in_their_bands():
    won = player("engine:nodes=5000,tables=on").analyse(Board.from_fen("B:WK14:BK1,K2"))
    assert won.score == Score.win(33)
    assert won.value == 1.0
    assert won.nodes < 10  # looked up, not searched
    before = Board.from_fen("B:WK15,K24,32:BK10,K1,K2,K5")  # takes two, and then they are five
    found = player("engine:depth=5,tables=on").analyse(before)
    assert found.score.is_decided
    assert found.score.plies is None
    assert found.details["probes"] > 0


def test_a_drawn_position_scores_nothing_whatever_the_evaluation_says():
    board = next(board for board in random_endgames(4, 0) if player("engine:depth=3").analyse(board).score > Score(0.3))
    analysis = player("engine:depth=3,tables=on,lines=20").analyse(board)
    assert analysis.score == Score.known(0)
    assert analysis.value == 0.5
    for line in analysis.lines:
        assert np.sign(line.score.lead) == -outcome(board.play(line.move))


@pytest.mark.parametrize("spec", SEARCHERS)
def test_every_move_has_the_sign_of_its_value(spec):
    spec += ",lines=all" if spec.startswith("minimax") else ",lines=40" if spec.startswith("engine") else ""
    for wdl in (1, 0, -1):
        for board in islice(random_endgames(5, wdl, seed=2), 8):
            analysis = player(spec).analyse(board)
            assert -outcome(board.play(analysis.move)) == wdl
            for line in analysis.lines:
                score = None if line.score is None else line.score.lead
                if score is None and line.value is not None:
                    score = 2 * line.value - 1
                if score is not None and "bound" not in line.details:
                    assert np.sign(score) == -outcome(board.play(line.move)), (board.fen(), str(line.move))


def test_a_repetition_is_not_walked_into():
    """Two kings against one, where the quickest win leads to a position that stood on the board twice."""
    board = Board.from_fen("B:WK14:BK1,K2")
    quickest = rank_moves(board)[0].move
    back = "-".join(map(str, quickest.path[::-1]))
    game = Game(board.play(quickest))
    for move in ("14-18", back, "18-14", str(quickest), "14-18", back, "18-14"):
        game.play(move)
    assert game.board == board
    assert game.positions.count(board.play(quickest)) == 2
    for spec in SEARCHERS:
        move = player(spec).choose(game)
        after = game.copy()
        after.play(move)
        assert after.outcome() is None
        assert outcome(after.board) == -1


def test_the_quiet_moves_that_are_left_are_counted():
    """A win that takes longer than the rule of eighty allows is not given the score of a win."""
    game = Game(Board.from_fen("B:WK14:BK1,K2"))
    game._quiet[-1] = 78
    assert player("engine:depth=8,tables=on").analyse(game).score.lead == 0
    game._quiet[-1] = 40
    assert player("engine:depth=8,tables=on").analyse(game).score == Score.win(33)


def test_other_rules_are_another_game():
    """Where a side without a move draws, the tables do not hold."""
    board = Board.from_fen("B:WK3:BK10,K11")
    official, other = (
        player("engine:depth=6,tables=on").analyse(Game(board, rules=rules)).details["probes"]
        for rules in (Rules(), Rules.parse("stuck=draw"))
    )
    assert official > 0
    assert other == 0


@pytest.mark.parametrize(
    "spec", ["engine:tables=on", "minimax:depth=1,tables=on", "hybrid:tables=on", "mcts:tables=on"]
)
def test_a_search_that_is_stopped_at_once_keeps_the_result(spec):
    for wdl in (1, 0):
        for board in islice(random_endgames(5, wdl, seed=7), 10):
            move = player(spec).analyse(board, Limit(nodes=1)).move
            assert -outcome(board.play(move)) == wdl


def test_tables_off_is_the_default_and_changes_nothing():
    board = Board.from_fen("B:W21,22,30,K15:B3,5,12,K24")
    specs = "engine:nodes=3000", "minimax:depth=4,ties=first", "hybrid:positions=3000,endgame=24,seed=1", "mcts:seed=1"
    for spec in specs:
        plain, off = player(spec).analyse(board), player(f"{spec},tables=off").analyse(board)
        assert (plain.move, plain.score, plain.nodes) == (off.move, off.score, off.nodes)


def test_mirrored_endgames_get_mirrored_answers():
    for board in islice(random_endgames(5, 1, seed=4), 5):
        one, other = (player("engine:nodes=3000,tables=on").analyse(side) for side in (board, board.flip()))
        assert one.score == other.score
        assert other.move.path == tuple(33 - square for square in one.move.path)


def test_simulations_end_in_the_tables_and_prove_the_result():
    """Black takes two and is left with four kings against a man."""
    board = Board.from_fen("B:WK15,K24,32:BK10,K1,K2,K5")
    analysis = player("mcts:iterations=50,tables=on,seed=1").analyse(board)
    assert analysis.details["proof"] == "win"
    assert analysis.value == 1.0
    assert analysis.iterations < 50


def test_simulations_are_worth_what_the_tables_say(tmp_path, monkeypatch):
    """Six pieces with the tables of five: simulations that end there are nearer to the truth, on average."""
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    chance, each = random.Random(1), Slice(1, 2, 1, 2)
    errors: dict[str, list[float]] = {"on": [], "off": []}
    while len(errors["on"]) < 25:
        board = Board(*(int(mask) for mask in position_at(chance.randrange(each.size), *each)), Color.BLACK)
        if not board.legal_moves() or board.legal_moves()[0].is_capture:
            continue
        found = player("engine:depth=11,tables=on,hash=4").analyse(board)
        if not found.score.is_decided:
            continue
        for word, listed in errors.items():
            value = player(f"mcts:iterations=200,solver=on,seed=1,tables={word}").analyse(board).value
            listed.append(abs(value - found.value))
    assert np.mean(errors["on"]) < 0.7 * np.mean(errors["off"])


def test_the_tables_that_are_at_hand_are_used():
    assert load().pieces >= 5


def test_damaged_tables_are_named_and_not_used(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "pieces5.wdl").write_bytes(b"KingMeTB and then nothing of use" * 40)
    analysis = player("engine:nodes=100,tables=on").analyse(Board.from_fen("B:WK14:BK1,K2"))
    assert analysis.score == Score.win(33)  # by what the package ships
    assert "pieces5.wdl" in caplog.text


@pytest.mark.parametrize(
    ("source", "target"),
    [("pieces2.wdl", "pieces3.wdl"), ("pieces3.plies", "pieces3.wdl"), ("pieces2.plies", "pieces3.plies")],
)
def test_tables_under_another_name_are_named_and_not_used(tmp_path, monkeypatch, caplog, source, target):
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    (tmp_path / "tables").mkdir()
    shutil.copy(SHIPPED / source, tmp_path / "tables" / target)
    analysis = player("engine:nodes=100,tables=on").analyse(Board.from_fen("B:WK14:BK1,K2"))
    assert analysis.score == Score.win(33)
    assert target in caplog.text


def test_wrong_tables_are_named_and_not_used(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    write_wrong(tmp_path / "tables", "0201", "drawn", "won")
    analysis = player("engine:nodes=100,tables=on").analyse(Board.from_fen("B:WK14:BK1,K2"))
    assert analysis.score == Score.win(33)
    assert "not what a right build gives" in caplog.text


def test_damaged_distances_are_named_and_not_used(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    (tmp_path / "tables").mkdir()
    content = bytearray((SHIPPED / "pieces3.plies").read_bytes())
    content[-100] ^= 1
    (tmp_path / "tables" / "pieces3.plies").write_bytes(content)
    analysis = player("engine:nodes=100,tables=on").analyse(Board.from_fen("B:WK14:BK1,K2"))
    assert analysis.score == Score.win(33)
    assert "pieces3.plies" in caplog.text
