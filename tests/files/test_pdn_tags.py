"""Tags whose names PDN cannot hold: what is written instead, and that somebody is told."""

from __future__ import annotations

import logging

import pytest

from kingme.files.pdn import TagChange, read_games, write_game
from kingme.files.pdn_tags import pdn_tags
from kingme.game import Game
from kingme.outcome import Color
from kingme.profile import Rules


def changes(game: Game) -> list[tuple[str, str | None]]:
    return [(change.name, change.written) for change in pdn_tags(game)[1]]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({"Event": "x", "ECO": "y", "my_tag2": "z"}, []),
        ({"Élo rating": "x", "1st": "y", "": "z"}, [("Élo rating", "X_lo_rating"), ("1st", "X1st"), ("", "X")]),
        ({"a b": "1", "a-b": "2", "a_b": "3"}, [("a b", "a_b_2"), ("a-b", "a_b_3")]),
        ({"Opening": "1", "OPENING": "2"}, [("OPENING", "OPENING_2")]),
        ({"event": "x"}, [("event", "Event")]),
        ({"event": "x", "Event": "y"}, [("event", "Event_2")]),
        ({"Result": "1-0", "fen": "x"}, [("Result", None), ("fen", None)]),
        ({"a b": "1", "a_b": "2", "a_b_2": "3"}, [("a b", "a_b_3")]),
    ],
)
def test_names_are_changed_as_little_as_can_be_and_told(tags: dict[str, str], expected: list[tuple[str, str]]) -> None:
    assert changes(Game(tags=tags)) == expected


def test_no_value_is_lost() -> None:
    tags = {"a b": "1", "a-b": "2", "a_b": "3", "A_B": "4", "site": "5", "Site": "6"}
    [back] = read_games(write_game(Game(tags=tags), on_change=lambda change: None))
    assert sorted(back.tags.values()) == ["1", "2", "3", "4", "5", "6"]


def test_a_tag_that_the_game_itself_writes() -> None:
    game = Game(rules=Rules.parse("study-a"), tags={"Rules": "of the club", "Termination": "by the clock"})
    game.resign(Color.BLACK)
    assert changes(game) == [("Rules", "Rules_2"), ("Termination", "Termination_2")]
    [back] = read_games(write_game(game, on_change=lambda change: None))
    assert (back.rules, back.outcome()) == (game.rules, game.outcome())
    assert back.tags == {"Rules_2": "of the club", "Termination_2": "by the clock"}


def test_changes_are_told_to_whoever_asks_or_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    game = Game(tags={"a b": "1"})
    told: list[TagChange] = []
    with caplog.at_level(logging.WARNING, "kingme.files.pdn"):
        write_game(game, on_change=told.append)
        assert told == [TagChange("a b", "a_b")]
        assert not caplog.messages
        write_game(game)
        assert caplog.messages == ["the tag 'a b' is written as a_b"]
