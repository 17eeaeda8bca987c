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
from typing import NamedTuple

from kingme.core.jit import JIT_DISABLED, PACKAGE, Entry, compile_entries, entries, is_compiled

_ENTRY_MARK = re.compile(rb"^@kernel\(", re.MULTILINE)


class Status(NamedTuple):
    """A kernel that Python calls, and whether its machine code is at hand."""

    entry: Entry
    compiled: bool


def kernel_modules() -> list[str]:
    """Names of all KingMe modules that define kernels which Python calls."""
    files = sorted(path for path in PACKAGE.rglob("*.py") if _ENTRY_MARK.search(path.read_bytes()))
    return [".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)) for path in files]


def all_entries() -> list[Entry]:
    """Every kernel that Python calls, after importing the modules that own them."""
    modules = kernel_modules()
    for module in modules:
        importlib.import_module(module)
    return [entry for entry in entries if entry.module in modules]


def status() -> list[Status]:
    """Every kernel that Python calls, and whether it is compiled for this machine and version."""
    return [Status(entry, is_compiled(entry)) for entry in all_entries()]


def warm_up(report: Callable[[Entry, int, int], None] | None = None) -> int:
    """Compile all kernels that are not compiled yet; return how many those were.

    `report(entry, index, total)` is called before the work on each of them starts, with `index` from 0. Kernels that
    are in the cache are left there: loading them is the business of whoever calls them.
    """
    missing = [] if JIT_DISABLED else [item.entry for item in status() if not item.compiled]
    for index, entry in enumerate(compile_entries(missing)):
        if report is not None:
            report(entry, index, len(missing))
    return len(missing)


def entries_used_by(module: str) -> list[Entry]:
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
    return [entry for entry in entries if entry.module in seen]


_loaded: set[str] = set()


def load(module: str, must_stop: Callable[[], bool] = lambda: False) -> None:
    """Load the kernels that a module uses into this process, and compile those that are not in the cache.

    If `must_stop` says so, the rest is left to whoever calls them.
    """
    if module in _loaded:
        return
    for _ in compile_entries(entries_used_by(module)):
        if must_stop():
            return
    _loaded.add(module)
