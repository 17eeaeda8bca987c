"""What the benchmarks share: one core, alternating rounds, medians, tables, and the C++ build."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
BUILD = HERE / "build"
FLAGS = ["-O3", "-march=native", "-std=c++17", "-shared", "-fPIC"]

console = Console(highlight=False)


def build_cpp(source: str) -> ctypes.CDLL | None:
    """Compile a C++ file of this folder to a shared library and load it; None, with a word, where there is no g++."""
    compiler = shutil.which("g++")
    if compiler is None:
        console.print(f"no g++ here: the C++ twin ({source}) is skipped")
        return None
    BUILD.mkdir(exist_ok=True)
    library = BUILD / Path(source).with_suffix(".so").name
    temporary = library.with_suffix(f".{os.getpid()}.so")
    done = subprocess.run(
        [compiler, *FLAGS, "-o", str(temporary), str(HERE / source)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        console.print(f"g++ cannot build {source}, the C++ twin is skipped:\n{done.stderr}")
        return None
    temporary.replace(library)
    return ctypes.CDLL(str(library))


def use_one_core() -> None:
    """Keep this process on one core, where the system lets us choose."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def machine() -> str:
    """The machine in a few words."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        name = platform.processor() or platform.machine()
    return f"{name}, Python {platform.python_version()}, {platform.system()}"


def alternate(
    jobs: Mapping[str, Callable[[], int]], rounds: int, clock: Callable[[], float] = time.process_time
) -> dict[str, list[float]]:
    """Run the jobs in turn, several times; the rates of each, in units of its return value per second.

    Seconds are those that this process had the processor, so that other work on the machine counts less; jobs that
    use several threads need a clock on the wall. Each round runs every job once, so that whatever disturbs the machine
    disturbs all of them: compare rates of the same round, then take medians.
    """
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            begin = clock()
            work = job()
            rates[name].append(work / (clock() - begin))
    return rates


def ratio(first: list[float], second: list[float]) -> float:
    """Median over the rounds of first / second."""
    return median(a / b for a, b in zip(first, second, strict=True))


def amount(rate: float) -> str:
    """A rate in three figures: 253 M, 935 k, 6.1."""
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{rate / size:.3g}{unit}" if rate < 1000 * size else f"{rate / size:.0f}{unit}"
    return f"{rate:.3g}"


def new_table(title: str, *columns: str) -> Table:
    """A table with a left column of names and right columns of numbers."""
    table = Table(title=title, title_justify="left")
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index == 0 else "right")
    return table
