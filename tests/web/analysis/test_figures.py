"""The figures of a player's search beside its game: for pages that ask for them."""

from __future__ import annotations

import time

from starlette.testclient import TestClient
from web.conftest import Begin, Open, browser

from kingme import Game, player


def test_figures_are_for_those_who_watch(begin: Begin, watch: Open, client: TestClient) -> None:
    spec = "mcts:iterations=500,seed=3"
    game = Game()
    game.play("11-15")
    expected = player(spec).analyse(game)
    state = begin(white={"kind": "ai", "spec": spec})
    with watch(state["id"]) as page, watch(state["id"], by=browser(client)) as stranger:
        stranger.send("watch", on=True)  # whoever may look on may see what players think
        time.sleep(0.1)
        page.move(11, 15)
        page.wait_plies(2)
        thought = stranger.wait("thought")
        assert "thought" not in {message["type"] for message in page.seen}
        info = thought["info"]
        assert thought["color"] == "white"
        assert info["final"] is True
        assert (info["iterations"], info["value"]) == (expected.iterations, expected.value)
        assert [line["visits"] for line in info["lines"]] == [line.visits for line in expected.best_lines()]
        page.send("watch", on=True)  # the last word is there for latecomers
        assert page.wait("thought") == thought
        page.send("watch", on=False)
        page.move_any()
        page.wait_plies(4)
        assert [message["type"] for message in page.seen].count("thought") == 1


def test_thinking_has_figures_only_while_somebody_watches(begin: Begin, watch: Open) -> None:
    state = begin(white={"kind": "ai", "spec": "mcts:seed=1,iterations=100000000"})
    with watch(state["id"]) as page:
        page.move(11, 15)
        without = page.wait("thinking", lambda message: (message["thinking"] or {}).get("nodes", 0) > 0)
        assert without["thinking"]["info"] is None
        page.send("watch", on=True)
        within = page.wait("thinking", lambda message: (message["thinking"] or {}).get("info") is not None)
        info = within["thinking"]["info"]
        assert len(info["lines"]) == len(Game().board.play("11-15").legal_moves())
        assert info["outcomes"]
        page.send("stop")
        page.wait_plies(2)
