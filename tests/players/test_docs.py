"""The pages on algorithms say what is true: parameters as in the code, and examples that print what is shown.

`KINGME_UPDATE_DOCS=1 pytest tests/players/test_docs.py` writes tables and examples anew instead.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kingme.cli.commands.players import _shown
from kingme.cli.main import app
from kingme.core.jit import PACKAGE
from kingme.players.evaluations import EVALUATIONS
from kingme.players.parameters import Parameters, allowed, spec_name
from kingme.players.presets import PRESETS
from kingme.players.registry import player_class, player_names

DOCS = Path(__file__).parents[2] / "docs"
PAGES = DOCS / "algorithms"
UPDATE = bool(os.environ.get("KINGME_UPDATE_DOCS"))
OWN_TABLE = ("engine",)  # a page with a table in its own words

CONSOLE = re.compile(r"```console\n(\$ kingme (?:analyse|show) .*?)```", re.DOTALL)
TIMED = re.compile(r"\d+\.\d{3} s|\d\.\d s to get ready")  # lines that no two runs share

PARENTS = {"rave": "mcts", "heuristic-rave": "rave", "hybrid": "rave"}  # pages that only list what is new


def page(name: str) -> Path:
    return PAGES / f"{name}.md"


def parameter_rows(name: str) -> list[str]:
    """The table of a player's parameters, without those that it takes over unchanged from its parent."""
    cls = player_class(name).parameters_class
    parent: type[Parameters] = player_class(PARENTS[name]).parameters_class if name in PARENTS else Parameters
    known = {item.name: item.default for item in fields(parent)}
    return [
        f"| `{spec_name(item)}` | {_shown(item.default)} | {allowed(item)} | {item.metadata['help']} |"
        for item in fields(cls)
        if item.name not in known or known[item.name] != item.default
    ]


def evaluation_rows() -> list[str]:
    rows = []
    for name, evaluation in EVALUATIONS.items():
        defaults = evaluation.defaults[: len(evaluation.terms)]  # of the first phase
        weights = [f"{term} {value:g}" for term, value in zip(evaluation.terms, defaults, strict=True)]
        rows.append(f"| `{name}` | {evaluation.summary} | {', '.join(weights)} |")
    return rows


def check_table(path: Path, heading: str, rows: list[str]) -> None:
    """The table under a heading line has exactly these rows."""
    text = path.read_text("utf-8")
    start = text.index(f"{heading}\n|---")
    start = text.index("\n", text.index("\n", start) + 1) + 1
    end = text.index("\n\n", start - 1) + 1
    if UPDATE:
        path.write_text(text[:start] + "".join(f"{row}\n" for row in rows) + text[max(start, end) :], "utf-8")
    else:
        assert text[start:end].splitlines() == rows


def test_every_player_has_a_page() -> None:
    index = (PAGES / "README.md").read_text("utf-8")
    for name in player_names():
        text = page(name).read_text("utf-8")
        assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1
        assert text.startswith("# ")
        assert f"({name}.md)" in index


@pytest.mark.parametrize("name", [name for name in player_names() if name not in OWN_TABLE])
def test_parameters_are_those_of_the_code(name: str) -> None:
    check_table(page(name), "| parameter | default | allowed | meaning |", parameter_rows(name))


def test_evaluations_are_those_of_the_code() -> None:
    check_table(page("minimax"), "| evaluation | what it counts | weights and their defaults |", evaluation_rows())


def test_presets_are_those_of_the_code() -> None:
    rows = [f"| `{name}` | `{preset.spec}` | {preset.source} |" for name, preset in PRESETS.items()]
    check_table(PAGES / "README.md", "| preset | spec | from |", rows)


def said(command: str) -> list[str]:
    """What a command prints, without the spaces at the ends of its lines."""
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert result.exit_code == 0, result.output
    return [line.rstrip() for line in result.stdout.splitlines()]


@pytest.mark.parametrize("name", [path.stem for path in sorted(PAGES.glob("*.md"))])
def test_examples_print_what_is_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    path = page(name)
    text = path.read_text("utf-8")
    for block in CONSOLE.findall(text):
        commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
        lines: list[str] = []
        for command in commands:
            lines += [*([""] if lines else []), f"$ {command}", *said(command)]
        if UPDATE:
            text = text.replace(block, "".join(f"{line}\n" for line in lines))
            path.write_text(text, "utf-8")
        else:
            shown, printed = ([line for line in some if not TIMED.search(line)] for some in (block.splitlines(), lines))
            assert shown == printed


def test_links_lead_somewhere() -> None:
    for path in (*PAGES.glob("*.md"), DOCS / "extending.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


# --- docs/extending.md ------------------------------------------------------------------------------------------------

PLAY = """
import threading

from kingme import Board, Game
from kingme.core.warmup import kernel_modules
from kingme.players import Limit, player
from samples import played

assert ("kingme.players.cramp" in kernel_modules()) == bool(DEPTH)
bot = player(f"cramp:seed=1{DEPTH}")
for number in range(10):
    game, chance = Game(), player(f"random:seed={number}")
    while game.outcome() is None:
        game.play((bot, chance)[(game.turn + number) % 2].choose(game))
print([str(bot.choose(board)) for board in played(100)])
try:
    player("cramp:wizardry=1")
except ValueError as error:
    assert "it has" in str(error)
assert len(bot.analyse(Board()).lines) == 7
if DEPTH:
    deep, seen, cancel = player("cramp:depth=20,seed=1"), [], threading.Event()
    threading.Timer(0.3, cancel.set).start()
    analysis = deep.analyse(Board(), on_info=seen.append, cancel=cancel)
    assert analysis.stopped and analysis.time < 2 and analysis.move in Board().legal_moves()
    assert seen and all(info.nodes > 0 for info in seen)
    assert deep.analyse(Board(), Limit(nodes=1000)).nodes <= 1000
    assert deep.analyse(Board(), Limit(depth=4)).depth == 4
"""


def guide() -> list[str]:
    """The pieces of Python in docs/extending.md: three for the player, then two for the game."""
    return re.findall(r"```python\n(.*?)```", (DOCS / "extending.md").read_text("utf-8"), re.DOTALL)


def test_the_guide_to_a_new_player_works(run_python: Callable[..., str], tmp_path: Path) -> None:
    """One file and one line, taken from the guide into a copy of the package; the two versions agree at one ply."""
    plain, line, compiled = guide()[:3]
    copy = tmp_path / "kingme"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "web", "arena"))
    registry = copy / "players" / "registry.py"
    text = registry.read_text("utf-8")
    registry.write_text(text.replace("_HOMES = {\n", f"_HOMES = {{\n{line}"), "utf-8")
    path = os.pathsep.join([str(tmp_path), str(DOCS.parent / "tests"), str(DOCS.parent / "tests" / "players")])
    chosen = []
    for source, depth in ((plain, ""), (compiled, ",depth=1")):
        (copy / "players" / "cramp.py").write_text(source, "utf-8")
        chosen.append(run_python(f"DEPTH = {depth!r}\n{PLAY}", PYTHONPATH=path))
    assert chosen[0] == chosen[1]


COUNT = """
from kingme import Board
from kingme.games.registry import find_game
from kingme.search.perft import perft
game = find_game("tic-tac-toe")
print(*(perft(game.start(), depth, game) for depth in range(1, 10)))
"""

PLAY_ALL = """
from kingme import Board, Game
from kingme.players import Limit, player
from kingme.players.registry import player_names
from kingme.players.stepper import Stepper

assert Board(game="tic-tac-toe").play("5").fen() == ".../.x./... o"
budgets = {"mcts": "iterations=30", "rave": "iterations=30", "heuristic-rave": "iterations=30", "flat": "playouts=30"}
budgets |= {"hybrid": "iterations=30,positions=200,endgame=4", "engine": "nodes=300,hash=1", "minimax": "depth=3"}
for name in player_names():
    for first in (0, 1):
        bots = player(f"{name}:{budgets.get(name, 'seed=3')}"), player("random:seed=2")
        game = Game(game="tic-tac-toe")
        while game.outcome() is None:
            analysis = bots[(game.turn + first) % 2].analyse(game)
            assert analysis.move in game.board.legal_moves() and str(analysis)
            game.play(analysis.move)
        assert game.result() in ("1-0", "0-1", "1/2-1/2"), name
lost = Board.from_fen("x.x/.o./..o x", "tic-tac-toe")
assert str(player("minimax:depth=5,trace=on").choose(lost)) == "2"
assert str(player("engine:nodes=2000,hash=1").choose(lost)) == "2"
assert str(lost.play("2").outcome().termination) == "line"
step = Stepper(player("mcts:seed=1,iterations=10"), Board(game="tic-tac-toe")).step()
assert step.playout and step.ending in ("win", "loss", "draw")
print("played")
"""


def test_the_guide_to_a_new_game_works(run_python: Callable[..., str], tmp_path: Path) -> None:
    """One file and one line: its positions are counted with the compiler, and every player plays it without."""
    source, line = guide()[3:]
    assert len(source.splitlines()) < 150
    copy = tmp_path / "kingme"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "web", "arena"))
    (copy / "games" / "tic_tac_toe.py").write_text(source, "utf-8")
    registry = copy / "games" / "registry.py"
    registry.write_text(registry.read_text("utf-8").replace("_HOMES = {\n", f"_HOMES = {{\n{line}"), "utf-8")
    counts = run_python(COUNT, PYTHONPATH=str(tmp_path))
    assert counts.split() == ["9", "72", "504", "3024", "15120", "54720", "148176", "200448", "127872"]  # published
    assert run_python(PLAY_ALL, PYTHONPATH=str(tmp_path), NUMBA_DISABLE_JIT="1") == "played\n"


def test_the_readme_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (DOCS.parent / "README.md").read_text("utf-8")
    section = readme[readme.index("## Players") : readme.index("## Speed")]
    (example,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    exec(example, {})
    promised = [line[2:] for line in example.splitlines() if line.startswith("# ") and line != "# ..."]
    assert capsys.readouterr().out.splitlines()[: len(promised)] == promised
