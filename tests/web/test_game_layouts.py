"""The page and the server agree on where the squares of every game lie, and what they are called."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kingme.board import Board
from kingme.games.registry import find_game, game_names

ROOT = Path(__file__).parents[2]
SCRIPT = """
import {{ GAMES, layoutOf }} from "{static}/games/layout.js";
import {{ readFen }} from "{static}/position.js";
const fens = {fens};
const told = GAMES.map((name) => {{
  const layout = layoutOf(name);
  return {{
    name,
    title: layout.title,
    size: [layout.rows, layout.columns],
    sides: layout.sides,
    places: [...layout.places],
    names: layout.squares.map((square) => layout.squareName(square, layout.native)),
    stones: [...readFen(fens[name]).pieces].map(([square, letter]) => [square, Number(/^w/i.test(letter))]),
    turn: readFen(fens[name]).turn,
  }};
}});
console.log(JSON.stringify(told));
"""


@pytest.fixture(scope="module")
def told() -> dict[str, dict[str, object]]:
    static = (ROOT / "src/kingme/web/static/js").as_posix()
    fens = {name: Board(game=name, seed=1).named_fen() for name in game_names()}
    node = Path(sys.executable).with_name("node")
    command = [node, "--input-type=module", "--eval", SCRIPT.format(static=static, fens=json.dumps(fens))]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return {layout["name"]: layout for layout in json.loads(answer.stdout)}


@pytest.mark.parametrize("name", game_names())
def test_the_page_knows_the_board(name: str, told: dict[str, dict[str, object]]) -> None:
    game, layout = find_game(name), told[name]
    position = game.start(1)
    assert (layout["title"], layout["size"], layout["sides"]) == (game.title, [game.ROWS, game.COLUMNS], [*game.SIDES])
    squares = [square for square, _ in layout["places"]]  # type: ignore[attr-defined]
    assert layout["places"] == [[square, [*game.place(square)]] for square in squares]
    assert layout["names"] == [game.square_name(square) for square in squares]
    stones = sorted([square, stone.side] for square, stone in game.stones(position).items())
    assert sorted(layout["stones"]) == stones  # type: ignore[call-overload]
    assert layout["turn"] == ("black", "white")[position[3]]
