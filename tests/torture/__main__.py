"""Attack everything for some minutes with random choices, and print what was tried and what fell.

    python -m torture [--minutes 10] [--seed N] [--only NAME]

Run by `make torture`. The seed is printed: the same seed makes the same choices, though not at the same moments.
"""

from __future__ import annotations

import argparse
import logging
import random
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

from rich.console import Console
from rich.table import Table
from torture import clock, engines, files, memory, positions, processes, server, stores  # noqa: F401  (they register)
from torture.attack import ATTACKS, Attack, Trials

TURN = 5.0  # seconds after which the next attack has its turn
MOST_TOLD = 5  # falls of one attack that are printed whole


def main() -> int:
    """Give each attack its share of the time, in turns."""
    arguments = _arguments()
    chosen = [item for item in ATTACKS if arguments.only in (None, item.name)]
    if not chosen:
        print(f"there is no attack {arguments.only!r}: use {', '.join(item.name for item in ATTACKS)}")
        return 2
    console = Console()
    logging.disable()  # readers report what they leave out
    console.print(f"seed {arguments.seed}, {arguments.minutes:g} minutes")
    base = Path(tempfile.mkdtemp(prefix="kingme-torture-"))
    started = time.monotonic()
    running: dict[str, Trials] = {}
    for item in chosen:
        folder = base / item.name
        folder.mkdir()
        running[item.name] = item.make(random.Random(f"{arguments.seed} {item.name}"), folder)
    left = list(chosen)
    try:
        while left and time.monotonic() - started < 60 * arguments.minutes:
            item = min(left, key=lambda item: item.seconds / item.share)
            if not _turn(item, running[item.name]):
                left.remove(item)
            console.print(f"{item.name}: {item.tried:,} tried, {len(item.fallen)} fell", style="dim")
        for item in chosen:
            _last_word(item)
    except KeyboardInterrupt:
        console.print("stopped")
    finally:
        for trials in running.values():
            trials.close()  # type: ignore[attr-defined]  # servers end with the attacks that started them
    _report(console, chosen)
    fell = any(item.fallen for item in chosen)
    if fell:
        console.print(f"what fell is kept in {base}")
    else:
        shutil.rmtree(base, ignore_errors=True)
    return 1 if fell else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Attack everything, and print what fell.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--only", metavar="NAME")
    return parser.parse_args()


def _turn(item: Attack, trials: Trials) -> bool:
    """Let an attack try for some seconds; False when it has come to its end."""
    began = time.monotonic()
    try:
        while time.monotonic() - began < TURN:
            item.note(next(trials))
    except StopIteration:
        return False
    except Exception:
        item.note(f"the attack itself failed: {traceback.format_exc()}")
        return False
    finally:
        item.seconds += time.monotonic() - began
    return True


def _last_word(item: Attack) -> None:
    """An attack that waits for something, such as memory to be returned, ends now."""
    for trial in item.last_word() if item.last_word else ():
        item.note(trial)


def _report(console: Console, chosen: list[Attack]) -> None:
    table = Table("attack", "what", "tried", "fell", "seconds", box=None)
    for item in chosen:
        style = "red" if item.fallen else ""
        table.add_row(
            item.name, item.about, f"{item.tried:,}", str(len(item.fallen)), f"{item.seconds:.0f}", style=style
        )
    console.print(table)
    for item in chosen:
        for text in item.fallen[:MOST_TOLD]:
            console.print(f"\n{item.name}: {text}", markup=False, highlight=False)


if __name__ == "__main__":
    sys.exit(main())
