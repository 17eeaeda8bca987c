"""What a browser may name, and that nothing goes round the gate."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import kingme.web
from kingme.arena.plan import Plan
from kingme.arena.run_options import RunOptions
from kingme.errors import KingMeError
from kingme.players.parameters import Parameters, param
from kingme.players.registry import player_class, player_names
from kingme.web import gate
from kingme.web.gate import PublicPlan, PublicSpec, public_openings, shown_openings, shown_spec
from kingme.web.settings import Settings

FEN = "B:W18,24,K10:B12,16"


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Levels differ between tests, and the gate remembers what it has seen."""
    gate._pass.cache_clear()
    yield
    gate._pass.cache_clear()


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A real file of weights, as `kingme tune` writes it."""
    from kingme.games.english.evaluate import SHAPE
    from kingme.games.weights import load_weights

    file = tmp_path / "own-weights.npz"
    load_weights(SHAPE).save(file)
    return file


@pytest.fixture
def levels(tmp_path: Path, weights: Path) -> Path:
    """The owner's levels; one of them names a file."""
    file = tmp_path / "config" / "levels.toml"
    file.parent.mkdir()
    lines = [f'[tuned]\nspec = "engine:nodes=100,evaluation={weights}"', '[coffee]\nspec = "mcts:iterations=80"']
    lines.append('[lost]\nspec = "engine:evaluation=/nowhere/at-all.npz"')
    file.write_text("\n".join(lines))
    return file


# --- parameters -------------------------------------------------------------------------------------------------------


def test_a_parameter_says_whether_it_may_come_from_a_browser() -> None:
    @dataclasses.dataclass(frozen=True)
    class Example(Parameters):
        number: int = param(1, "")
        share: float | None = param(None, "", low=0.0)
        switch: bool = param(False, "")
        word: str = param("a", "", choices=("a", "b"))
        text: str = param("x", "")
        grammar: str = param("x", "", check=str.strip, public=True)
        secret: int = param(1, "", public=False)

    public = {item.name for item in fields(Example) if item.metadata["public"]}
    assert public == {"number", "share", "switch", "word", "grammar"}
    with pytest.raises(TypeError, match="needs a check"):
        param("x", "", public=True)


def test_text_is_public_only_with_a_grammar_that_has_no_room_for_a_path() -> None:
    found = set()
    for name in player_names():
        for item in fields(player_class(name).parameters_class):
            if isinstance(item.default, str) and not item.metadata["choices"]:
                found.add((item.name, item.metadata["public"]))
                for value in ("/etc/passwd", "a.toml", "../x", "http://x", "C:\\x", "x\0"):
                    if item.metadata["public"]:
                        with pytest.raises(KingMeError):
                            item.metadata["check"](value)
    assert found == {("weights", True), ("simulations", True), ("evaluation", False), ("memory", False)}


def test_what_takes_threads_or_memory_says_so() -> None:
    found = {
        (item.name, item.metadata["resource"])
        for name in player_names()
        for item in fields(player_class(name).parameters_class)
        if item.metadata["resource"] or item.name in ("threads", "megabytes", "hash", "events")
    }
    counted = {(name, "nodes") for name in ("nodes", "iterations", "playouts", "minimum", "positions")}
    assert found == {("threads", "threads"), ("megabytes", "memory"), ("hash", "hash"), ("events", "trace")} | counted


@pytest.mark.parametrize("text", ["9" * 19, "9" * 280])
def test_a_number_fits_what_kernels_count_in(text: str, settings: Settings) -> None:
    with pytest.raises(KingMeError, match="too large"):
        PublicSpec(f"random:seed={text}", settings)


# --- specs ------------------------------------------------------------------------------------------------------------


def test_ceilings(settings: Settings) -> None:
    capped = replace(settings, search_threads=2, search_megabytes=40)
    assert PublicSpec("mcts", capped).text == "mcts:megabytes=40"
    assert PublicSpec("hard:seed=1", capped).text == "hard:seed=1,megabytes=40"
    assert PublicSpec("engine", capped).text == "engine:hash=10"
    for spec in ("mcts:threads=3", "mcts:megabytes=41", "mcts:memory=41", "engine:hash=11", "minimax:events=10001"):
        with pytest.raises(KingMeError, match="at most"):
            PublicSpec(spec, capped)


@pytest.mark.parametrize("spec", ["minimax:weights=man:2", "mcts:simulations=5+25", "engine:evaluation=built-in"])
def test_what_is_accepted(spec: str, settings: Settings) -> None:
    plenty = replace(settings, search_megabytes=10_000)
    assert PublicSpec(f" {spec} ", plenty).make().spec == spec.removesuffix(":evaluation=built-in")


@pytest.mark.parametrize("route", ["games", "steps", "trace", "arena"])
def test_the_answer_does_not_tell_what_kind_of_file_it_is(
    client: TestClient, tmp_path: Path, weights: Path, route: str
) -> None:
    (tmp_path / "text").write_text("not for the web")
    answers = set()
    for path in (tmp_path, tmp_path / "text", tmp_path / "missing", weights, "/dev/stdin", "/etc/passwd"):
        spec = f"engine:evaluation={path}"
        address, body = {
            "games": ("/api/games", {"white": {"kind": "ai", "spec": spec}}),
            "steps": ("/api/profiler/steps", {"position": {"fen": FEN}, "player": spec}),
            "trace": ("/api/profiler/trace", {"position": {"fen": FEN}, "player": spec}),
            "arena": ("/api/arena/runs", {"players": [{"spec": "random"}, {"spec": spec}], "games": 2}),
        }[route]
        answer = client.post(address, json=body)
        answers.add((answer.status_code, answer.text))
    assert answers == {(422, '{"detail":"evaluation cannot be set on this server"}')}


def test_nobody_has_a_spec_that_did_not_pass(settings: Settings) -> None:
    passed = PublicSpec("random", settings)
    with pytest.raises(KingMeError, match="cannot be set"):
        passed.having(seed=1) and PublicSpec("engine", settings).having(evaluation="/etc/passwd")
    with pytest.raises(dataclasses.FrozenInstanceError):
        passed.text = "engine:evaluation=/etc/passwd"  # type: ignore[misc]
    with pytest.raises(TypeError):
        replace(passed, text="engine:evaluation=/etc/passwd")
    with pytest.raises(TypeError):
        PublicSpec(text="random", module="x", label="x", parameters=None, given=frozenset())  # type: ignore[call-arg]


# --- the owner's levels -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("levels")
def test_a_level_of_the_owner_may_name_a_file_and_a_browser_may_not_change_it(
    settings: Settings, weights: Path
) -> None:
    assert PublicSpec("tuned", settings).make().parameters.evaluation == str(weights)
    assert PublicSpec("tuned:nodes=50,lines=2", settings).make().parameters.nodes == 50
    assert PublicSpec("coffee:c=2", settings).make().parameters.iterations == 80
    for spec in ("tuned:evaluation=/etc/passwd", "coffee:evaluation=x", f"engine:evaluation={weights}"):
        with pytest.raises(KingMeError, match=r"cannot be set|no parameter"):
            PublicSpec(spec, settings)


def test_paths_of_the_owner_are_not_told(client: TestClient, levels: Path, weights: Path) -> None:
    for spec in ("lost", "lost:nodes=5"):
        answer = client.post("/api/games", json={"white": {"kind": "ai", "spec": spec}})
        assert answer.status_code == 422
        assert answer.json() == {"detail": "'lost' cannot be used: the server's log says why"}
    shown = client.get("/api/config").text + client.get("/api/lab/algorithms").text
    assert '"tuned"' in shown
    assert str(weights) not in shown
    assert "/nowhere" not in shown
    levels.write_text("[broken")
    answer = client.post("/api/games", json={"white": {"kind": "ai", "spec": "tuned"}})
    assert answer.status_code == 422
    assert "there is no player 'tuned'" in answer.json()["detail"]
    assert str(levels.parent) not in answer.text


def test_forms_offer_only_what_may_be_set(client: TestClient) -> None:
    config = client.get("/api/config").json()
    engine = next(item for item in config["algorithms"] if item["name"] == "engine")
    names = {item["name"] for item in engine["parameters"]}
    assert {"nodes", "hash"} <= names
    assert "evaluation" not in names


def test_what_is_shown_of_a_spec() -> None:
    assert shown_spec("engine:nodes=5,evaluation=/home/me/w.npz") == "engine:nodes=5,evaluation=…"
    assert shown_spec('hub:command="/opt/engine x"') == "hub"
    assert shown_spec("/home/me/player.toml") == "player.toml"
    assert shown_spec("mcts:c=2") == "mcts:c=2"
    assert shown_openings("file:/home/me/o.fen") == "file:o.fen"
    assert shown_openings("random:6") == "random:6"


# --- the arena --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["file:/etc/passwd", "file:", "/etc/passwd", "three-move\n", "random:N", "random:٣", "random:100", ""]
)
def test_openings_are_those_that_ship(text: str) -> None:
    with pytest.raises(KingMeError, match="no set of openings here"):
        public_openings(text)


def test_openings_that_pass() -> None:
    for text in (*gate.SETS, "random:6"):
        assert public_openings(text) == text


@pytest.mark.parametrize(
    "spec", ["hub:command=/bin/true", "x.toml", "engine:evaluation=/etc/passwd", "minimax:weights=x.toml"]
)
def test_a_plan_passes_with_its_players(spec: str, settings: Settings) -> None:
    with pytest.raises(KingMeError):
        PublicPlan(Plan.match("random", spec, RunOptions(games=2)), settings)


@pytest.mark.usefixtures("levels")
def test_a_run_with_a_level_of_the_owner_can_be_resumed(settings: Settings, weights: Path) -> None:
    """Its stored specs are complete, so that they name the owner's file; nothing else may stand there."""
    stored, _ = PublicPlan(Plan.match("tuned", "random", RunOptions(games=2)), settings).prepare()
    assert str(weights) in stored.players[0].spec
    PublicPlan(stored, settings, stored=True)
    with pytest.raises(KingMeError, match="cannot be set"):
        PublicPlan(stored, settings)
    with pytest.raises(KingMeError, match="cannot be set"):
        PublicPlan(Plan.match("engine:evaluation=/etc/passwd", "random", RunOptions(games=2)), settings, stored=True)


# --- nothing goes round it --------------------------------------------------------------------------------------------

MAKERS = {
    *("player", "read_spec", "any_player", "read_any", "read_table", "build", "load_levels", "levels_file"),
    *("prepare", "describe_all", "seat_player", "participant_from_table", "HubPlayer"),
    *("load_openings", "plan_from_file", "plan_from_table", "read_weights"),
}
"""What makes players, openings or plans from text, or reads files that a text names."""

SOURCES = sorted(Path(kingme.web.__file__).parent.rglob("*.py"))


def detours(source: str) -> list[str]:
    """The ways round the gate in a source text."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "kingme":
            found += [item.name for item in node.names if item.name in MAKERS or item.name == "registry"]
        elif isinstance(node, ast.Import):
            found += [item.name for item in node.names if item.name.startswith("kingme")]
        elif isinstance(node, ast.Call):
            text = ast.unparse(node.func)
            if text.endswith(("Player", "parameters_class.parse", "Parameters.parse")) or "player_class(" in text:
                found.append(text)
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_only_the_gate_makes_players(path: Path) -> None:
    assert bool(detours(path.read_text("utf-8"))) == (path.name == "gate.py"), detours(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "source",
    [
        "from kingme.players.registry import player as make",
        "from kingme.players import registry",
        "from kingme import player",
        "import kingme.players.registry as r",
        "def f():\n    from kingme.protocol.specs import any_player",
        "from kingme.arena.plan import Plan, prepare",
        "MctsPlayer(parameters)",
        "player_class('engine')(parameters)",
        "cls.parameters_class.parse('x', text)",
    ],
)
def test_a_detour_is_seen(source: str) -> None:
    assert detours(source)


def test_the_types_ask_for_what_has_passed() -> None:
    """Mypy refuses a plain text where a player is made; `make check` runs it."""
    from typing import get_type_hints

    from kingme.web.arena.runs import Runs
    from kingme.web.lab.steps import take_steps, trace_search
    from kingme.web.pool import PlayerPool

    hints: list[tuple[Any, str, type]] = [
        (PlayerPool.lend, "spec", PublicSpec),
        (take_steps, "spec", PublicSpec),
        (trace_search, "spec", PublicSpec),
        (Runs.begin, "plan", PublicPlan),
    ]
    for function, name, wanted in hints:
        assert get_type_hints(function)[name] is wanted


def test_a_book_may_be_switched_on_and_not_named(tmp_path: Path) -> None:
    for spec in (f"engine:book={tmp_path}/mine.book", "engine:book=../../secret", "random:book=mine.book,book-width=3"):
        with pytest.raises(KingMeError, match="book cannot be set to a file on this server"):
            PublicSpec(spec, Settings())
    made = PublicSpec("random:book=on,book-width=5,book-plies=12", Settings()).parameters
    assert (made.book, made.book_width, made.book_plies) == ("on", 5, 12)
