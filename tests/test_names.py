"""One word for each thing: modules and classes of the arena and the endgame have their names to themselves."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import kingme

ROOT = Path(kingme.__file__).parent
SOURCES = sorted(path for path in ROOT.rglob("*.py") if path.name != "__init__.py" and "migrations" not in path.parts)
SAME_THING = {"Finding", "ExperimentResult"}  # of the arena, and the same as JSON for the page
OWN_STORES = {"Store"}  # of runs, and of the games that are played in browsers
COUNTED = {"Tally"}  # of results, and of a conversion's files


def folder(path: Path) -> str:
    return path.relative_to(ROOT).parts[0]


def test_modules_of_the_arena_and_the_endgame_have_names_of_their_own() -> None:
    """A command may be called after the module that does its work, and so may a route of the web API."""
    homes = defaultdict(set)
    for path in SOURCES:
        if path.parent.name not in ("commands", "api"):
            homes[path.stem].add(folder(path))
    shared = {name for name, found in homes.items() if len(found) > 1 and found & {"arena", "endgame"}}
    assert shared <= {"store", "tables"}, {name: homes[name] for name in shared}


def test_public_classes_of_the_arena_have_names_of_their_own() -> None:
    homes = defaultdict(set)
    for path in SOURCES:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].add(folder(path))
    shared = {name for name, found in homes.items() if len(found) > 1 and found & {"arena", "endgame"}}
    assert shared <= SAME_THING | OWN_STORES | COUNTED, {name: homes[name] for name in shared}


def test_nobody_asks_which_class_a_player_has() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "isinstance"
        and ast.unparse(node.args[1]).endswith("Player")
        and ast.unparse(node.args[1]) != "Player"
    ]
    assert not found


def test_the_arena_hides_no_import_of_its_own() -> None:
    """What stands under `TYPE_CHECKING` comes from outside and is slow to load; a cycle is mended, not hidden."""
    for path in (ROOT / "arena").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                modules = [item.module or "" for item in node.body if isinstance(item, ast.ImportFrom)]
                assert not [name for name in modules if name.startswith("kingme")], path
