"""Learning the evaluation: games are the same again, a run goes on where it stopped, and what is learned predicts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from kingme import Board
from kingme.cli.main import app
from kingme.endgame import outcome
from kingme.errors import KingMeError
from kingme.games.english.evaluate import KING, MAN, SHAPE
from kingme.games.registry import find_game
from kingme.games.weights import load_weights, read_weights
from kingme.outcome import Color
from kingme.players import player
from kingme.players.engine import tune
from kingme.players.engine.outcomes import expected_results, fit_outcomes
from kingme.players.engine.regression import extract, loss
from kingme.players.engine.tune import TuningPlan, beginner, learn, play

PLAN = TuningPlan(games=200, nodes=60, seed=5, threads=2)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    return play(beginner(), PLAN, tmp_path_factory.mktemp("games"))


def test_records_are_positions_without_a_capture_with_results(records: np.ndarray) -> None:
    assert len(records) > 3000
    for own, opp, kings, turn, _, result in records[::97].tolist():
        color = Color(turn)
        board = Board(*((own, opp) if color is Color.BLACK else (opp, own)), kings, color)
        assert not board.legal_moves()[0].is_capture
        assert result in (0, 1, 2)
    assert set(records[:, 5].tolist()) == {0, 1, 2}


def test_endgames_have_their_true_results(records: np.ndarray) -> None:
    """Where the tables know the result the game is over; the random moves after it show endgames with their values."""
    few = records[np.bitwise_count(records[:, 0] | records[:, 1]) <= tune.PIECES]
    assert len(few) > 50
    for own, opp, kings, turn, score, result in few[::7].tolist():
        color = Color(turn)
        board = Board(*((own, opp) if color is Color.BLACK else (opp, own)), kings, color)
        assert outcome(board) == result - 1
        assert np.sign(score) == result - 1


def test_the_same_seed_plays_the_same_games_and_a_run_goes_on(records: np.ndarray, tmp_path: Path) -> None:
    again = play(beginner(), PLAN, tmp_path)
    np.testing.assert_array_equal(again, records)
    files = sorted(tmp_path.glob("games-*.npy"))
    assert len(files) == 2
    files[1].unlink()
    kept = files[0].stat().st_mtime_ns
    np.testing.assert_array_equal(play(beginner(), PLAN, tmp_path), records)
    assert files[0].stat().st_mtime_ns == kept
    other = play(beginner(), TuningPlan(100, 60, seed=6), tmp_path / "other")
    assert not np.array_equal(other, records[: len(other)])


def test_games_of_another_plan_are_refused(tmp_path: Path) -> None:
    plan = TuningPlan(games=100, nodes=20, seed=5, threads=1)
    play(beginner(), plan, tmp_path)
    for other in (replace(plan, nodes=30), replace(plan, seed=6)):
        with pytest.raises(KingMeError, match="games of other rules, nodes, seed or weights"):
            play(beginner(), other, tmp_path)
    play(beginner(), replace(plan, games=200), tmp_path)  # more of the same are welcome
    (tmp_path / "plan.json").unlink()
    with pytest.raises(KingMeError, match="not how they were played"):
        play(beginner(), plan, tmp_path)


def test_what_is_learned_predicts_results_better_than_material(records: np.ndarray) -> None:
    fitted = learn(records, beginner(), epochs=5)
    assert fitted.positions == len(records)
    assert fitted.training_loss < loss(
        extract(find_game("english"), records), beginner().parameters, np.arange(len(records))
    )
    man = fitted.weights.parameters[2 * MAN : 2 * MAN + 2]
    king = fitted.weights.parameters[2 * KING : 2 * KING + 2]
    assert (man > 60).all()
    assert king.mean() > man.mean()


def test_scores_become_expected_results() -> None:
    chance = np.random.default_rng(1)
    scores = chance.normal(0, 150, 40_000)
    draw = chance.random(40_000)
    win = 1 / (1 + np.exp((80 - scores) / 50))
    lose = 1 / (1 + np.exp((80 + scores) / 50))
    results = np.where(draw < win, 2, np.where(draw > 1 - lose, 0, 1))
    margin, spread = fit_outcomes(scores, results)
    assert margin == pytest.approx(80, abs=4)
    assert spread == pytest.approx(50, abs=3)
    expected = expected_results(np.array([0, 80, -80, 10**6, -(10**6)]), 80, 50)
    assert expected[0] == 0.5
    assert expected[1] == pytest.approx(1 - expected[2])
    assert expected[1] == pytest.approx((1 + 0.5 - 1 / (1 + np.exp(160 / 50))) / 2)
    assert expected[3] == pytest.approx(1)
    assert expected[4] == pytest.approx(0, abs=1e-6)


def test_the_command_writes_weights_that_play(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    done = CliRunner().invoke(app, ["tune", str(file), "--games", "100", "--nodes", "100", "--generations", "1"])
    assert done.exit_code == 0, done.output
    assert "positions" in done.output
    assert read_weights(file, SHAPE).spread > 0
    assert player(f"engine:evaluation={file},nodes=500").choose(Board()) in Board().legal_moves()
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(file.read_bytes()[:100])
    with pytest.raises(ValueError, match="not a weights file"):
        read_weights(damaged, SHAPE)


VARIANTS = ("russian", "international")  # one for each board
LEARNED = ("english",)


@pytest.fixture(scope="module", params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> Any:
    return find_game(request.param)


@pytest.fixture(scope="module")
def variant_records(variant: Any, tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    plan = TuningPlan(games=200, nodes=60, seed=5, threads=2, game=variant.name)
    return play(beginner(variant.name), plan, tmp_path_factory.mktemp(variant.name))


def test_variants_play_by_their_rules(variant: Any, variant_records: np.ndarray) -> None:
    """Every record is a position of the game without a capture, and games end in all ways."""
    assert len(variant_records) > 1500
    for *position, _, result in variant_records[::97].tolist():
        board = Board.from_fen(variant.fen(position), variant.name)
        assert not board.legal_moves()[0].is_capture
        assert result in (0, 1, 2)
    assert set(variant_records[:, 5].tolist()) == {0, 1, 2}


def test_variants_learn(variant: Any, variant_records: np.ndarray) -> None:
    start = beginner(variant.name)
    fitted = learn(variant_records, start, epochs=30)
    samples, rows = extract(variant, variant_records), np.arange(len(variant_records))
    assert loss(samples, fitted.weights.parameters, rows) < loss(samples, start.parameters, rows)
    assert fitted.weights.parameters.shape == (start.shape.size,)
    assert (fitted.weights.parameters[:2] > 60).all()  # a man
    assert (fitted.weights.parameters[2:4] > fitted.weights.parameters[:2]).all()  # a king flies


def test_the_command_learns_a_variant(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    options = ["--game", "russian", "--games", "100", "--nodes", "100", "--generations", "1"]
    done = CliRunner().invoke(app, ["tune", str(file), *options])
    assert done.exit_code == 0, done.output
    assert "kingme play --game russian" in " ".join(done.output.split())
    board = Board(game="russian")
    assert player(f"engine:evaluation={file},nodes=500").choose(board) in board.legal_moves()
    with pytest.raises(ValueError, match="has weights of russian, not of english"):
        player(f"engine:evaluation={file}").choose(Board())


def test_a_game_without_such_an_evaluation_is_refused() -> None:
    with pytest.raises(KingMeError, match="the evaluation of Othello is not learned: choose one of english, russian"):
        beginner("othello")


@pytest.mark.parametrize("name", LEARNED)
def test_learned_weights_come_with_the_package(name: str) -> None:
    """They are read, they are not those by hand, and these can be asked for."""
    game = find_game(name)
    shipped = load_weights(game.SHAPE)
    assert game.learned().weights.size == game.SHAPE.packed_size
    assert 60 < shipped.parameters[:2].mean() < 250  # a man, in hundredths of one
    assert shipped.parameters[2:4].mean() > shipped.parameters[:2].mean()
    board = Board(game=name)
    for spec in ("engine:nodes=500", "engine:nodes=500,hash=1"):
        assert player(spec).choose(board) in board.legal_moves()
