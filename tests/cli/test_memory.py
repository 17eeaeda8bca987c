"""`kingme memory`: list, show, forget."""

from __future__ import annotations

import json

from kingme import Game, player
from kingme.memories.memory_file import MemoryFile


def test_from_a_game_to_the_list_and_back_to_nothing(kingme):
    assert "There are no memories" in kingme("memory", "list").output
    learner = player("minimax:depth=1,memory=club")
    game = Game()
    while game.outcome() is None and len(game.plies) < 10:
        game.play(learner.choose(game.copy()))
    game.adjudicate(None)
    learner.end_game(game)
    [row] = json.loads(kingme("memory", "list", "--json").stdout)
    assert (row["name"], row["learner"], row["games"]) == ("club", "minimax", 1)
    assert "club" in kingme("memory", "list").stdout
    shown = json.loads(kingme("memory", "show", "club", "--json").stdout)
    assert shown["openings"][0]["line"] == str(game.moves[0])
    assert str(game.moves[0]) in kingme("memory", "show", "club").stdout
    MemoryFile("club").path.write_bytes(b"damaged")
    done = kingme("memory", "show", "club")
    assert done.exit_code == 2
    assert "`kingme memory forget club` removes it" in " ".join(done.output.split())
    assert "is damaged" in " ".join(kingme("memory", "list").output.split())
    assert kingme("memory", "forget", "club", stdin="n\n").exit_code == 1
    assert "club is forgotten" in kingme("memory", "forget", "club", "--yes").output
    done = kingme("memory", "forget", "club")
    assert (done.exit_code, "there is no memory club" in done.output) == (2, True)
    assert "Traceback" not in done.output
