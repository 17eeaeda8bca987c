"""The house as a whole: no import cycle hides behind `TYPE_CHECKING`, and one name means one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import kingme

SOURCE = Path(kingme.__file__).parent

EXEMPT = ("cli/commands/", "web/", "games/", "arena/migrations/")
"""Folders whose files are called by what users type or see, or by a number."""


def modules() -> dict[str, ast.Module]:
    """Every module of the package by its full name."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        parts = ("kingme", *path.relative_to(SOURCE).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = ast.parse(path.read_text("utf-8"))
    return found


def is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def outside_functions(body: list[ast.stmt], for_types: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """The imports that run when a module is loaded, and those that are for types only."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, for_types
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from outside_functions(getattr(node, "body", []), for_types or is_for_types(node))
            yield from outside_functions(getattr(node, "orelse", []), for_types)


def targets(node: ast.stmt, known: set[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in known)
    elif isinstance(node, ast.ImportFrom) and node.module is not None:
        for alias in node.names:  # of a package, the module; of a module, a name in it
            inner = f"{node.module}.{alias.name}"
            yield from (name for name in (inner if inner in known else node.module,) if name in known)


def imports() -> tuple[dict[str, set[str]], set[tuple[str, str]]]:
    """Who imports whom, types included; and the imports that are for types only."""
    trees = modules()
    graph: dict[str, set[str]] = {name: set() for name in trees}
    types = set()
    for name, tree in trees.items():
        for node, for_types in outside_functions(tree.body):
            for target in targets(node, set(trees)):
                graph[name].add(target)
                if for_types:
                    types.add((name, target))
    return graph, types


def reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    seen, waiting = set(), [start]
    while waiting:
        for name in graph[waiting.pop()] - seen:
            seen.add(name)
            waiting.append(name)
    return seen


def test_the_graph_sees_imports_of_both_kinds() -> None:
    graph, types = imports()
    assert "kingme.board" in graph["kingme.game"]
    assert "kingme.play.active_game" in graph["kingme.web.play.state"]
    assert ("kingme.cli.commands.play", "kingme.cli.terminal_game") in types


def test_no_import_for_types_closes_a_cycle() -> None:
    graph, types = imports()
    # `kingme/__init__` names what users may import; it loads nothing before it is asked for.
    hidden = [f"{a} -> {b}" for a, b in sorted(types) if a != "kingme" and a in reachable(graph, b)]
    assert not hidden, "put what both need into a third module: " + ", ".join(hidden)


def double_names() -> dict[str, list[str]]:
    places = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        place = path.relative_to(SOURCE).as_posix()
        if place.startswith(EXEMPT):
            continue
        if path.stem not in ("__init__", "__main__"):
            places[path.stem].append(place)
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(place)
    return {name: found for name, found in places.items() if len(found) > 1}


def test_no_two_modules_or_classes_share_a_name() -> None:
    assert double_names() == {}


def test_nobody_asks_which_class_a_player_has() -> None:
    """A player says of itself what it can do (`can_step`, `can_trace`, `version` and the like)."""
    found = [
        f"{name}:{node.lineno}"
        for name, module in modules().items()
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "isinstance"
        and ast.unparse(node.args[1]).endswith("Player")
        and ast.unparse(node.args[1]) != "Player"
    ]
    assert not found


def test_packages_import_none_of_their_own_modules() -> None:
    """Two threads that import two modules of such a package can wait for each other, as in a server that starts.

    `kingme.players` is imported by whoever makes a player, before there are threads.
    """
    for path in SOURCE.rglob("__init__.py"):
        package = ".".join(("kingme", *path.relative_to(SOURCE).parts[:-1]))
        imported = [
            node.module or ""
            for node, for_types in outside_functions(ast.parse(path.read_text("utf-8")).body)
            if isinstance(node, ast.ImportFrom) and not for_types
        ]
        own = [name for name in imported if name.startswith(f"{package}.")]
        assert not own or package == "kingme.players", own


def test_every_table_of_the_web_app_is_somebodys_or_nobodys() -> None:
    """Whoever takes all that is theirs along, or deletes it, must not leave half behind: `people/belongings.py`."""
    import kingme.web.app  # noqa: F401  (with every table)
    from kingme.web.people import belongings
    from kingme.web.store import metadata

    known = {table.name for belonging in belongings.BELONGINGS for table in belonging.tables}
    assert known.isdisjoint(belongings.NOBODYS)
    assert known | set(belongings.NOBODYS) == set(metadata.tables)
