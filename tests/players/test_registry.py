"""Names and spec strings: every player and preset can be made, played and written down again."""

from __future__ import annotations

import pytest

from kingme import Board, Game, KingMeError
from kingme.players import Limit, player
from kingme.players.base import Player
from kingme.players.presets import PRESETS
from kingme.players.registry import player_class, player_names, presets


@pytest.mark.parametrize("name", player_names())
def test_every_player(name: str) -> None:
    cls = player_class(name)
    assert issubclass(cls, Player)
    assert cls.name == name
    assert cls.summary
    bot = player(name)
    assert (bot.spec, bot.label, repr(bot)) == (name, name, f"player({name!r})")
    analysis = bot.analyse(Game(), Limit(iterations=50, nodes=2000))
    assert analysis.move in Board().legal_moves()
    assert analysis.player == name
    assert [line.move for line in analysis.lines] == list(Board().legal_moves())
    assert analysis.report
    assert analysis.time > 0


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset(name: str) -> None:
    preset = PRESETS[name]
    assert preset.title
    assert preset.source.startswith(("study ", "KingMe's own ladder"))
    bot = player(name)
    assert bot.label == name
    again = player(bot.spec)
    assert (again.spec, again.parameters) == (bot.spec, bot.parameters)
    assert player(preset.spec).parameters == bot.parameters


@pytest.mark.parametrize("name", player_names())
def test_no_move_is_no_error(name: str) -> None:
    for fen in ("B:W18:B", "B:W17,22:B13", "W:W:BK1"):
        analysis = player(name).analyse(Board.from_fen(fen))
        assert analysis.move is None
        assert "has no legal move" in analysis.report
        with pytest.raises(KingMeError, match="there is no legal move to choose"):
            player(name).choose(Board.from_fen(fen))


def test_parameters_replace_those_of_a_preset() -> None:
    bot = player("d-depth5:depth=3, seed=4")
    assert bot.spec == "minimax:depth=3,evaluation=capture-bonus,seed=4"
    assert bot.label == "d-depth5:depth=3, seed=4"
    assert player(" a-minimax2 : depth = none ").parameters.depth is None


@pytest.mark.parametrize("spec", ["wizard", "", ":depth=3", "MINIMAX", "wizard:depth=3"])
def test_an_unknown_name_lists_what_exists(spec: str) -> None:
    with pytest.raises(KingMeError) as caught:
        player(spec)
    message = str(caught.value)
    assert all(name in message for name in (*player_names(), *presets()))


def test_an_unknown_parameter_lists_what_exists() -> None:
    with pytest.raises(KingMeError, match="a-minimax2 has no parameter 'c': it has depth, evaluation"):
        player("a-minimax2:c=3")
    with pytest.raises(KingMeError, match="given twice"):
        player("a-minimax2:depth=3,depth=4")


def test_moves_to_consider_must_be_legal() -> None:
    first, second, *_ = Board().legal_moves()
    analysis = player("random").analyse(Board(), root_moves=[second, first])
    assert [line.move for line in analysis.lines] == [first, second]
    for wrong in ([], [Board().play(first).legal_moves()[0]]):
        with pytest.raises(KingMeError, match="a move to consider is not legal here"):
            player("random").analyse(Board(), root_moves=wrong)


def test_a_seed_makes_a_decision_repeatable_wherever_the_game_is_taken_up() -> None:
    game = Game()
    bot = player("random:seed=3")
    for _ in range(10):
        game.play(bot.choose(game))
    again = Game()
    for move in game.moves:
        assert player("random:seed=3").choose(again) == move
        again.play(move)
    assert {player(f"random:seed={seed}").choose(Board()) for seed in range(50)} == set(Board().legal_moves())
