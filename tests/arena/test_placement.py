"""Ratings from games against players whose ratings are known."""

from __future__ import annotations

import json
import math
import random

import pytest
from typer.testing import CliRunner

from kingme.arena.placement import Anchor, Placement, Points, ladder
from kingme.arena.store import Store
from kingme.cli.main import app
from kingme.errors import KingMeError
from kingme.players.game_ratings import RATINGS

DRAWN = 0.3  # of the games between equals


def score(rating: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - rating) / 400))


def result(rng: random.Random, expected: float) -> float:
    """Of a game: half of what the weaker side expects, at most, comes from draws."""
    drawn = 2 * DRAWN * min(expected, 1 - expected)
    roll = rng.random()
    return 0.5 if roll < drawn else float(roll < drawn + expected - drawn / 2)


def place(rating: float, *, games: int, seed: int) -> Placement:
    """A player of this strength, placed by games that it plays as strongly as its rating says."""
    rng, placement = random.Random(seed), Placement(ladder())
    while placement.games < games:
        anchor = placement.next_anchor()
        points, played = placement.results.get(anchor.spec, Points())
        points += sum(result(rng, score(rating, anchor.rating)) for _ in range(10))
        placement.record(anchor.spec, Points(points, played + 10))
    return placement


@pytest.mark.parametrize("rating", [300, 1111, 2000, 2700])
def test_the_interval_holds_the_true_rating_as_often_as_it_says(rating):
    inside = errors = 0.0
    for seed in range(100):
        value, low, high = place(rating, games=100, seed=seed).strength
        inside += low <= rating <= high
        errors += value - rating
    assert inside >= 90  # 95 expected, or more, because draws vary less; 90 or fewer once in 40 at the very worst
    assert abs(errors / 100) < 40


def test_the_rating_is_where_expected_points_are_the_points():
    anchors = [Anchor("a", "", 1000), Anchor("b", "", 1500)]
    placement = Placement(anchors)
    placement.record("a", Points(600, 1000))
    placement.record("b", Points(150, 1000))
    rating = placement.strength.value
    assert 1000 * (score(rating, 1000) + score(rating, 1500)) == pytest.approx(750, abs=5)


def test_games_are_played_where_they_tell_most():
    placement = place(1700, games=100, seed=5)
    near = [spec for spec in placement.results if abs(placement.anchors[spec].rating - 1700) < 300]
    assert sum(placement.results[spec].games for spec in near) >= 70
    assert len(near) >= 2  # not all against one


@pytest.mark.parametrize(("points", "side"), [(0, -1), (50, 1)])
def test_all_points_or_none_give_a_finite_rating(points, side):
    placement = Placement([Anchor("a", "", 1000)])
    placement.record("a", Points(points, 50))
    value, low, high = placement.strength
    assert all(map(math.isfinite, (value, low, high)))
    assert (value - 1000) * side > 400


def test_every_game_whose_levels_were_measured_has_a_ladder():
    for game in RATINGS:
        specs = [anchor.spec for anchor in ladder(game)]
        assert specs == ["random", *RATINGS[game]]
        assert ladder(game)[-1].rating == max(RATINGS[game].values())
    with pytest.raises(KingMeError, match="there is no game 'go'"):
        ladder("go")


def test_impossible_results_are_refused():
    with pytest.raises(KingMeError, match="11 points of 10 games are impossible"):
        Placement(ladder()).record("level-1", Points(11, 10))
    with pytest.raises(KingMeError, match="needs opponents"):
        Placement([])


def kingme(*arguments: object):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_command_rates_a_player_and_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    command = ("rate", "me=random", "-w", 1, "--store", "games.sqlite", "--error", 1)
    first = kingme(*command, "--games", 30)
    assert first.exit_code == 0, first.output
    assert "(95 % interval) after 30 games" in first.stdout
    assert "below level-1" in first.stdout or "random" in first.stdout
    again = json.loads(kingme(*command, "--games", 40, "--json").stdout)
    assert again["games"] == 40
    assert again["low"] < again["rating"] < again["high"]
    assert again["rating"] < 560  # the lowest level wins 19 of 20 of such games
    listed = json.loads(kingme("runs", "--store", "games.sqlite", "--json").stdout)
    assert sum(run["done"] for run in listed) == 40  # the first 30 were not played twice


def test_the_command_stops_when_the_rating_is_known_well_enough(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = kingme("rate", "random", "-w", 1, "--games", 200, "--error", 1000, "--json")
    assert json.loads(result.stdout)["games"] == 10


def test_a_player_is_rated_in_another_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = kingme("rate", "random", "--game", "connect-four", "-w", 1, "--error", 1000, "--json")
    assert result.exit_code == 0, result.output
    rated = json.loads(result.stdout)
    assert rated["opponents"][0]["rating"] in RATINGS["connect-four"].values()
    listed = json.loads(kingme("runs", "--json").stdout)
    assert [run["done"] for run in listed] == [10]
    with Store("kingme.sqlite") as store:
        plan = store.run(listed[0]["run"]).plan
    assert plan is not None
    assert plan.conditions.rules.game == "connect-four"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("random", "--game", "go"), "there is no game 'go'"),
        (("nobody",), "nobody"),
        (("random", "--limit", "patience=3"), "patience"),
        (("random", "--cluster", "tcp://x", "-w", 1), "use one of them"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    refused = kingme("rate", *arguments)
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert "Traceback" not in refused.output
