"""After a warm-up nobody waits for the compiler: the first search of every player finds its kernels compiled.

Checked in a process of its own, in which nothing has run before. A kernel that Python calls with other types than those
it declares would be compiled a second time, behind the warm-up's back.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from kingme.core.jit import JIT_DISABLED
from kingme.players.presets import PRESETS
from kingme.players.registry import player_names

VARIANTS = [  # ways into the kernels that neither names nor presets take
    "minimax:trace=on,compare=on,lines=all",
    "minimax:deepening=on,evaluation=weighted",
    "mcts:reuse=on,solver=on,threads=2,widening=1,growth=1,cutoff=5",
    "mcts:simulations=2+3,policy=heuristic,result=graded-values",
    "rave:schedule=decay",
    "hybrid:endgame=24,positions=500",
    "engine:lines=3,hash=1,nodes=2000",
    "engine:error=50,threads=2,hash=1,nodes=2000",
]

FIRST_SEARCHES = """
import json
from numba.core import event
from kingme import Board, Game
from kingme.players import Limit, player
from kingme.core.warmup import all_entries, warm_up
from kingme.games.registry import find_game

english = find_game("english")
warm_up(game=english)
late = {}
for spec in json.loads(SPECS):
    with event.install_recorder("numba:compile") as recorder:
        bot, game = player(spec), Game()
        limit = Limit(iterations=300, nodes=2000, depth=3)
        for _ in range(3):
            analysis = bot.analyse(game, limit, on_info=lambda info: None)
            game.play(analysis.move)
            if analysis.tree is not None:
                analysis.tree.as_dicts(5)
        bot.analyse(Board.from_fen("B:WK32:BK1,K2"), limit)
    found = [item.data["dispatcher"].py_func.__qualname__ for _, item in recorder.buffer if item.is_start]
    if found:
        late[spec] = found
other = {
    f"{entry.module}.{entry.name}": [str(found) for found in entry.function.signatures]
    for entry in all_entries(english)
    if set(entry.function.signatures) - {tuple(entry.arguments)}
}
print(json.dumps([late, other]))
"""


@pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
def test_first_searches_compile_nothing(run_python: Callable[..., str]) -> None:
    specs = json.dumps([*player_names(), *PRESETS, *VARIANTS])
    late, other = json.loads(run_python(f"SPECS = {specs!r}\n{FIRST_SEARCHES}"))
    assert late == {}, "compiled during a search"
    assert other == {}, "called with types that they do not declare"
