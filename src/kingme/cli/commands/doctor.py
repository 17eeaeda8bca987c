"""`kingme doctor`: what this installation consists of, what is compiled, and what is missing."""

from __future__ import annotations

import os
import platform
import re
import sys
from pathlib import Path
from typing import Any

import typer

from kingme.cli.arguments import JsonOption

EXAMPLES = ("kingme doctor", "kingme doctor --json")

_REQUIRED = ("numba", "llvmlite", "numpy", "platformdirs", "rich", "typer")


def doctor(json: JsonOption = False) -> None:
    """Report versions, processor, folders, what is compiled and what is missing."""
    from kingme.cli.output import console, print_json

    report = examine()
    if json:
        print_json(report)
    else:
        _print(report, console())
    if report["problems"]:
        raise typer.Exit(1)


def examine() -> dict[str, Any]:
    """Everything the doctor knows, as plain data; `problems` keep KingMe from working, `hints` do not."""
    from kingme import __version__

    versions = {name: _version(name) for name in _REQUIRED}
    missing = [name for name, version in versions.items() if version is None]
    compiles = not {"numba", "llvmlite", "numpy", "platformdirs"} & set(missing)
    report: dict[str, Any] = {
        "kingme": {"version": __version__, "folder": str(Path(__file__).parent.parent)},
        "python": {"version": platform.python_version(), "executable": sys.executable},
        "libraries": versions,
        "machine": _machine(),
        "cache": _cache() if compiles else {},
        "kernels": _kernels() if compiles else {},
        "extras": _extras(),
        "folders": _folders(),
        "terminal": _terminal(),
        "problems": [f"{name} is not installed: pip install {name}" for name in missing],
    }
    report["hints"] = _hints(report)
    return report


def _version(name: str) -> str | None:
    from importlib import metadata  # not at the top: it costs `kingme --help` more than all of KingMe

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _machine() -> dict[str, Any]:
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {"system": platform.platform(), "processor": _processor(), "cores": usable}


def _processor() -> str:
    """The processor's name as its maker writes it, where the system tells."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()


def _cache() -> dict[str, Any]:
    from kingme.cli.compiling import can_write
    from kingme.core.jit import cache_folder

    folder = cache_folder()
    files = list(folder.glob("*.nbc")) if folder.is_dir() else []
    return {
        "folder": str(folder),
        "exists": folder.is_dir(),
        "writable": can_write(folder),
        "files": len(files),
        "bytes": sum(path.stat().st_size for path in files),
    }


def _kernels() -> dict[str, Any]:
    from kingme.core.jit import JIT_DISABLED
    from kingme.core.warmup import for_makers, status
    from kingme.games.registry import DEFAULT, find_game

    found = status(find_game(DEFAULT))
    names = {True: [], False: []}  # type: dict[bool, list[str]]
    for entry, compiled in found:
        if not compiled and for_makers(entry):
            continue
        names[compiled].append(f"{entry.module.removeprefix('kingme.')}.{entry.name}")
    return {"disabled": JIT_DISABLED, "compiled": names[True], "not_compiled": names[False]}


def _extras() -> dict[str, dict[str, str | None]]:
    """Optional extras with the version of each library in them, or None where it is not installed."""
    from importlib import metadata

    try:
        lines = metadata.requires("kingme") or []
    except metadata.PackageNotFoundError:
        return {}
    extras: dict[str, dict[str, str | None]] = {}
    for line in lines:
        match = re.match(r"([\w.-]+).*\bextra == ['\"]([\w.-]+)['\"]", line)
        if match:
            extras.setdefault(match[2], {})[match[1]] = _version(match[1])
    return extras


def _folders() -> dict[str, str]:
    from kingme.core.folders import config_folder, data_folder

    return {"data": str(data_folder()), "config": str(config_folder())}


def _terminal() -> dict[str, Any]:
    from kingme.cli.output import console

    screen = console()
    return {
        "is_terminal": screen.is_terminal,
        "size": f"{screen.width}x{screen.height}",
        "colours": screen.color_system,
        "encoding": screen.encoding,
    }


def _hints(report: dict[str, Any]) -> list[str]:
    hints = []
    kernels, cache = report["kernels"], report["cache"]
    if kernels.get("disabled"):
        hints.append("NUMBA_DISABLE_JIT is set: everything runs, but hundreds of times slower")
    elif kernels.get("not_compiled"):
        hints.append("some kernels will be compiled when they are first used: `kingme warmup` does it now")
    if not cache.get("writable", True):
        hints.append(f"{cache['folder']} cannot be written, so every run compiles again: set KINGME_CACHE_DIR")
    if _version("pydraughts") and _version("py-draughts"):
        hints.append("pydraughts and py-draughts are both installed and hide each other: uninstall py-draughts")
    for extra, libraries in report["extras"].items():
        absent = [name for name, version in libraries.items() if version is None]
        if absent:
            hints.append(f"the extra {extra!r} lacks {', '.join(absent)}: pip install 'kingme[{extra}]'")
    return hints


def _print(report: dict[str, Any], screen: Any) -> None:
    from rich.table import Table

    kernels, cache, machine = report["kernels"], report["cache"], report["machine"]
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    table.add_row("KingMe", f"{report['kingme']['version']} in {report['kingme']['folder']}")
    table.add_row("Python", f"{report['python']['version']} at {report['python']['executable']}")
    table.add_row(
        "Libraries", ", ".join(f"{name} {version or 'MISSING'}" for name, version in report["libraries"].items())
    )
    table.add_row("Machine", f"{machine['processor']}, {machine['cores']} cores\n{machine['system']}")
    if kernels:
        state = "" if cache["writable"] else " (cannot be written)"
        table.add_row("Cache", f"{cache['folder']}{state}\n{cache['files']} files, {cache['bytes'] / 1e6:.1f} MB")
        total = len(kernels["compiled"]) + len(kernels["not_compiled"])
        missing = f"\nnot yet: {', '.join(kernels['not_compiled'])}" if kernels["not_compiled"] else ""
        table.add_row("Kernels", f"{len(kernels['compiled'])} of {total} compiled for this machine{missing}")
    for extra, libraries in report["extras"].items():
        table.add_row(
            f"Extra {extra}", ", ".join(f"{name} {version or 'missing'}" for name, version in libraries.items())
        )
    table.add_row("Data", report["folders"]["data"])
    table.add_row("Config", report["folders"]["config"])
    terminal = report["terminal"]
    shown = f"{terminal['size']}, {terminal['colours'] or 'no'} colours" if terminal["is_terminal"] else "none"
    table.add_row("Terminal", f"{shown}, {terminal['encoding']}")
    screen.print(table)
    screen.print()
    for problem in report["problems"]:
        screen.print(f"Problem: {problem}", style="bold red")
    for hint in report["hints"]:
        screen.print(f"Hint: {hint}", style="yellow")
    if not report["problems"]:
        screen.print("Ready to play.", style="green")
