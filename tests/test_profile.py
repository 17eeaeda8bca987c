"""Rule profiles."""

from __future__ import annotations

import pytest

from kingme import KingMeError, Rules
from kingme.profile import OFFICIAL, PROFILES


def test_the_official_rules() -> None:
    assert Rules() == OFFICIAL == PROFILES["official"]
    assert (OFFICIAL.repetition, OFFICIAL.quiet_limit, OFFICIAL.move_cap, OFFICIAL.stuck) == (3, 80, None, "loss")


def test_study_b_plays_to_300_plies_and_draws_when_stuck() -> None:
    rules = Rules.parse("study-b")
    assert (rules.repetition, rules.quiet_limit, rules.move_cap, rules.stuck) == (None, None, 300, "draw")


def test_profiles_know_their_names() -> None:
    assert all(rules.name == name for name, rules in PROFILES.items())


@pytest.mark.parametrize(
    ("text", "switches"),
    [
        ("official", (3, 80, None, "loss")),
        ("repetition=off,quiet=100,cap=300,stuck=draw", (None, 100, 300, "draw")),
        ("repetition=0", (None, 80, None, "loss")),
        (" quiet = none , cap = 7 ", (3, None, 7, "loss")),
        ("study-b,cap=200", (None, None, 200, "draw")),
        ("official,repetition=5", (5, 80, None, "loss")),
    ],
)
def test_reading(text: str, switches: tuple[object, ...]) -> None:
    rules = Rules.parse(text)
    assert (rules.repetition, rules.quiet_limit, rules.move_cap, rules.stuck) == switches


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a rule profile: use official"),
        ("house", "'house' is not a rule profile"),
        ("official,", "'' is not a rule"),
        ("study-b,huffing=on", "'huffing' is not a rule: use repetition, quiet, cap, stuck"),
        ("stuck=win", "stuck takes loss or draw"),
        ("stuck", "is not a rule profile"),
        ("repetition=1", "repetition takes off, or a number of times from 2 up"),
        ("quiet=-1", "quiet takes off, or a number of plies$"),
        ("cap=²", "cap takes off"),
        ("cap=1.5", "cap takes off"),
        ("cap=", "cap takes off"),
        ("repetition=" + "9" * 5000, "repetition takes off"),
        ("x" * 5000, "is not a rule profile"),
    ],
)
def test_what_are_no_rules(text: str, message: str) -> None:
    with pytest.raises(KingMeError, match=message) as caught:
        Rules.parse(text)
    assert len(str(caught.value)) < 240


@pytest.mark.parametrize(
    "rules",
    [
        *PROFILES.values(),
        Rules.parse("study-b,cap=200"),
        Rules.parse("cap=9"),
    ],
    ids=lambda rules: rules.name,
)
def test_rules_as_text(rules: Rules) -> None:
    assert Rules.parse(rules.text()) == rules
    assert rules.text() == rules.name


@pytest.mark.parametrize("name", ["mine", "official", "", "cap=5"])
def test_rules_whose_name_says_something_else(name: str) -> None:
    rules = Rules(name, repetition=None, quiet_limit=10, move_cap=None, stuck="draw")
    assert rules.text() == "repetition=off,quiet=10,cap=off,stuck=draw"
    assert Rules.parse(rules.text()).quiet_limit == 10
