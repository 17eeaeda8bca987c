"""The progress of a run while it is played: a bar on a terminal, a line now and then in a log."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from kingme.cli.output import console

if TYPE_CHECKING:
    from kingme.arena.runner import Runner
    from kingme.arena.standings import Progress

LOG_INTERVAL = 30.0  # seconds between two lines where no bar can be drawn
LEADERS = 3


class Watcher:
    """Shows the progress of a runner; use it with `with`, and give it `update`."""

    def __init__(self, runner: Runner, size: int) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bar

        self._runner = runner
        self._console = console(stderr=True)
        self._names = [player.name for player in runner.plan.players]
        self._last = time.monotonic()
        columns = (BarColumn(bar_width=20), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
        self._bar = Bar(*columns, console=self._console, transient=True) if self._console.is_terminal else None
        workers = f"{size} workers" if size > 1 else "1 worker"
        games = f"{'up to ' if runner.plan.sprt else ''}{len(runner.schedule)} games"
        self._console.print(f"{runner.info.name}: {games} on {workers}, Ctrl-C stops", style="dim")
        if self._bar is not None:
            self._task = self._bar.add_task("", total=len(runner.schedule), completed=runner.resumed)

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def update(self, progress: Progress) -> None:
        if self._bar is not None:
            text = describe(progress, self._names)
            self._bar.update(self._task, completed=progress.done, total=progress.total, description=text)
        elif time.monotonic() - self._last >= LOG_INTERVAL:
            self._last = time.monotonic()
            self._console.print(f"{progress.done}/{progress.total}  {describe(progress, self._names)}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def describe(progress: Progress, names: list[str]) -> str:
    """Rate, time left, score with its error, and where a test stands."""
    parts = []
    if progress.rate is not None:
        parts.append(f"{progress.rate:.3g}/s" if progress.rate >= 1 else f"{60 * progress.rate:.3g}/min")
    if progress.left is not None:
        parts.append(f"{'at most ' if progress.verdict else ''}{duration(progress.left)} left")
    parts += match_score(progress) if len(names) == 2 else leaders(progress, names)
    if progress.verdict is not None:
        verdict = progress.verdict
        parts.append(f"LLR {verdict.llr:+.2f} ({verdict.lower:.2f}, {verdict.upper:.2f})")
    return "  ".join(parts)


def match_score(progress: Progress) -> list[str]:
    """The first player's results and Elo."""
    tally = progress.tallies[0]
    if not tally.games:
        return []
    return [f"+{tally.wins} ={tally.draws} -{tally.losses}", f"{tally.elo.strength.text} Elo"]


def leaders(progress: Progress, names: list[str]) -> list[str]:
    """The best players so far."""
    played = [(tally, name) for tally, name in zip(progress.tallies, names, strict=True) if tally.games]
    best = sorted(played, key=lambda item: -item[0].score)[:LEADERS]
    return [f"{name} {100 * tally.score:.0f} %" for tally, name in best]


def duration(seconds: float) -> str:
    """A time in hours, minutes and seconds, as 1:02:03 or 2:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
