"""Everything that the gallery says of a player is played by that player."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from kingme.players.registry import player
from kingme.web.lab.gallery import Claim, Exhibit, exhibits
from kingme.web.seats import resolve
from kingme.web.settings import Settings

CLAIMS = [
    pytest.param(item, claim, id=f"{item.id}-{number}")
    for item in exhibits()
    for number, claim in enumerate(item.claims)
]


@pytest.mark.parametrize(("item", "claim"), CLAIMS)
def test_a_claim_holds(item: Exhibit, claim: Claim) -> None:
    assert claim.holds(item.board), f"{claim.count(item.board)} of {claim.seeds}"


def test_a_claim_can_fail() -> None:
    """The checks themselves tell right from wrong."""
    board = next(item for item in exhibits() if item.id == "sacrifice").board
    assert Claim("minimax:depth=4", ("24-19",), 3, 3, 3).holds(board)
    assert not Claim("minimax:depth=4", ("22-17",), 3, 3, 3).holds(board)
    assert not Claim("minimax:depth=2", ("24-19",), 3, 3, 3).holds(board)


@pytest.mark.parametrize("item", exhibits(), ids=lambda item: item.id)
def test_an_exhibit_is_complete(item: Exhibit, settings: Settings) -> None:
    assert item.claims
    assert len(item.watch.split(". ")) >= 2
    assert 2 <= len(item.players) <= 4
    for spec in (*item.players, item.profile):
        resolve(spec, settings)
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
