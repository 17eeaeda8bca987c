"""Everything that the gallery says of a player is played by that player."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from kingme.board import Board
from kingme.game import Game
from kingme.players.base import Limit, Player
from kingme.players.registry import player
from kingme.web.gate import PublicSpec
from kingme.web.lab.gallery import Claim, Exhibit, exhibits
from kingme.web.settings import Settings

CLAIMS = [
    pytest.param(item, claim, id=f"{item.id}-{number}")
    for item in exhibits()
    for number, claim in enumerate(item.claims)
]


def holds(claim: Claim, board: Board) -> bool:
    return claim.least <= count(claim, board) <= claim.most


def count(claim: Claim, board: Board) -> int:
    """With how many of the seeds the player plays one of the moves, or wins."""
    seeds = range(1, claim.seeds + 1)
    if claim.opponent:
        return sum(wins(board, with_seed(claim.player, seed), with_seed(claim.opponent, seed)) for seed in seeds)
    wanted = {board.parse_move(text) for text in claim.moves}
    return sum(with_seed(claim.player, seed).analyse(board, Limit()).move in wanted for seed in seeds)


def with_seed(spec: str, seed: int) -> Player:
    """A player with a seed of its own; one that has no use for a seed as it is."""
    made = player(spec)
    if not hasattr(made.parameters, "seed"):
        return made
    return player(f"{spec}{',' if ':' in spec else ':'}seed={seed}")


def wins(board: Board, mover: Player, other: Player) -> bool:
    """Whether the side to move wins a game under the official rules."""
    game = Game(board)
    while (outcome := game.outcome()) is None:
        game.play((mover if game.turn == board.turn else other).choose(game))
    return outcome.winner == board.turn


@pytest.mark.parametrize(("item", "claim"), CLAIMS)
def test_a_claim_holds(item: Exhibit, claim: Claim) -> None:
    assert holds(claim, item.board), f"{count(claim, item.board)} of {claim.seeds}"


def test_a_claim_can_fail() -> None:
    """The checks themselves tell right from wrong."""
    board = next(item for item in exhibits() if item.id == "sacrifice").board
    assert holds(Claim("minimax:depth=4", ("24-19",), 3, 3, 3), board)
    assert not holds(Claim("minimax:depth=4", ("22-17",), 3, 3, 3), board)
    assert not holds(Claim("minimax:depth=2", ("24-19",), 3, 3, 3), board)


@pytest.mark.parametrize("item", exhibits(), ids=lambda item: item.id)
def test_an_exhibit_is_complete(item: Exhibit, settings: Settings) -> None:
    assert item.claims
    assert len(item.watch.split(". ")) >= 2
    assert 2 <= len(item.players) <= 4
    for spec in (*item.players, item.profile):
        PublicSpec(spec, settings)
    assert player(item.profile).name in ("mcts", "rave", "heuristic-rave", "hybrid", "minimax")
    assert item.board.legal_moves()


def test_the_gallery_has_what_lessons_need(client: TestClient) -> None:
    shown = client.get("/api/lab/gallery").json()["positions"]
    assert {item["id"] for item in shown} >= {
        "start", "horizon", "wandering", "greedy-trap", "sacrifice", "narrow-shot", "study-a-rules", "study-a-greedy",
        "study-a-minimax",
    }  # fmt: skip
    assert len({item["fen"] for item in shown}) == len(shown)
    assert all(len(claim) > 20 for item in shown for claim in item["claims"])
