"""Compile every kernel ahead of time, so that nobody waits for the compiler later.

Kernels register themselves when their module is imported (`kingme.core.jit.entries`). The modules that own kernels are
found by their source text, not by name: layers above `core` define kernels too, and `core` need not know them.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import ClassVar, NamedTuple, Protocol

from kingme.core.game_type import GameType
from kingme.core.jit import JIT_DISABLED, PACKAGE, Entry, compile_entries, entries, is_compiled

_ENTRY_MARK = re.compile(rb"^@kernel\(", re.MULTILINE)


class Playable(Protocol):
    """What compiling has to know of a game (`kingme.games.contract`)."""

    _numba_type_: ClassVar[GameType]

    def entries(self) -> list[Entry]: ...
    def entries_of_players(self) -> list[Entry]: ...


class Status(NamedTuple):
    """A kernel that Python calls, and whether its machine code is at hand."""

    entry: Entry
    compiled: bool


def kernel_modules() -> list[str]:
    """Names of all KingMe modules that define kernels which Python calls."""
    files = sorted(path for path in PACKAGE.rglob("*.py") if _ENTRY_MARK.search(path.read_bytes()))
    return [".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)) for path in files]


def all_entries(game: Playable | None = None) -> list[Entry]:
    """Every kernel that Python calls for a game, after importing the modules that own them."""
    modules = kernel_modules()
    for module in modules:
        importlib.import_module(module)
    return for_game([entry for entry in entries if entry.module in modules], game)


def for_makers(entry: Entry) -> bool:
    """Whether a kernel builds tables or learns, which few people ever do: its module says so by `FOR_MAKERS`."""
    return bool(getattr(sys.modules[entry.module], "FOR_MAKERS", False))


def loaded_entries(game: Playable | None = None) -> list[Entry]:
    """Every kernel that Python calls for a game, of the modules that are loaded."""
    return for_game(entries, game)


def for_game(chosen: list[Entry], game: Playable | None) -> list[Entry]:
    """These kernels, those that take a game for this one, and the game's own; without a game those that need none."""
    if game is None:
        return [entry for entry in chosen if not entry.takes_a_game]
    kind = game._numba_type_
    own = game.entries() + game.entries_of_players()
    return own + [entry._replace(game=kind) if entry.takes_a_game else entry for entry in chosen]


def status(game: Playable | None = None) -> list[Status]:
    """Every kernel that Python calls for a game, and whether it is compiled for this machine and version."""
    return [Status(entry, is_compiled(entry)) for entry in all_entries(game)]


def warm_up(
    report: Callable[[Entry, int, int], None] | None = None, game: Playable | None = None, *, makers: bool = True
) -> int:
    """Compile all kernels (for a game) that are not compiled yet; return how many those were.

    Without `makers` those that build tables or learn are left for the day on which somebody does that.
    `report(entry, index, total)` is called before the work on each of them starts, with `index` from 0. Kernels that
    are in the cache are left there: loading them is the business of whoever calls them.
    """
    wanted = [] if JIT_DISABLED else [item for item in status(game) if makers or not for_makers(item.entry)]
    missing = [item.entry for item in wanted if not item.compiled]
    for index, entry in enumerate(compile_entries(missing)):
        if report is not None:
            report(entry, index, len(missing))
    return len(missing)


def entries_used_by(module: str, game: Playable | None = None) -> list[Entry]:
    """The kernels of a module that is imported, and of every KingMe module whose functions or classes it uses."""
    seen: set[str] = set()
    queue = [module]
    while queue:
        name = queue.pop()
        if name in seen or name not in sys.modules:
            continue
        seen.add(name)
        for value in list(vars(sys.modules[name]).values()):
            home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            if isinstance(home, str) and home.startswith("kingme."):
                queue.append(home)
    return for_game([entry for entry in entries if entry.module in seen], game)


_loaded: set[tuple[str, GameType | None]] = set()


def load(module: str, game: Playable | None = None, must_stop: Callable[[], bool] = lambda: False) -> None:
    """Load the kernels that a module uses for a game into this process, and compile those that are not in the cache.

    If `must_stop` says so, the rest is left to whoever calls them.
    """
    wanted = module, None if game is None else game._numba_type_
    if wanted in _loaded:
        return
    for _ in compile_entries(entries_used_by(module, game)):
        if must_stop():
            return
    _loaded.add(wanted)
