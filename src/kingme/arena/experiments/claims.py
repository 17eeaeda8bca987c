"""Claimed beside measured, and whether they agree.

A claim becomes a region of values: a number with a tolerance (`value`, `within`), a number with the uncertainty of the
games it came from (`value`, `games`; or `wins`, `draws`, `losses`), a bound (`above`, `below`) or a range (`between`).
The measurement is an interval that holds the true value in 95 of 100 cases. The rule:

    agree      the whole interval lies in the region
    disagree   the interval and the region do not meet
    undecided  they overlap in part: the games played do not tell

So nothing is called confirmed merely because there is too little data to contradict it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kingme.arena.elo import estimate
from kingme.arena.experiments.experiment import Experiment
from kingme.arena.experiments.quantities import Measurements, Quantity, quantity
from kingme.arena.intervals import Estimate, wilson
from kingme.arena.report import RunReport
from kingme.arena.report_look import number, percent, seconds
from kingme.errors import KingMeError

Verdict = Literal["agree", "disagree", "undecided"]
RULE = (
    "Agree: the whole 95 % interval of the measurement lies within what was claimed, with the tolerance shown or with "
    "the uncertainty of the games behind the claim. Disagree: the two do not meet. Undecided: they overlap in part."
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a study claims, as a region of values; `said` is its own number where it gave one."""

    low: float
    high: float
    said: float | None = None
    games: int | None = None

    @classmethod
    def parse(cls, table: Mapping[str, Any]) -> Claimed:
        if "wins" in table:
            wins, draws, losses = (int(table[key]) for key in ("wins", "draws", "losses"))
            found = estimate((losses, draws, wins))
            games, said = wins + draws + losses, (wins + draws / 2) / (wins + draws + losses)
            low, high = table.get("above", found.score_low), table.get("below", found.score_high)
            if "above" in table or "below" in table:
                low, high = table.get("above", -math.inf), table.get("below", math.inf)
            return cls(float(low), float(high), said, games)
        if "value" in table:
            said = float(table["value"])
            if "games" in table:
                low, high = wilson(said, int(table["games"]))
                return cls(low, high, said, int(table["games"]))
            return cls(said - float(table["within"]), said + float(table["within"]), said)
        if "between" in table:
            low, high = table["between"]
            return cls(float(low), float(high))
        if "above" in table or "below" in table:
            return cls(float(table.get("above", -math.inf)), float(table.get("below", math.inf)))
        raise KingMeError("a claim has value, between, above, below, or wins, draws and losses")

    def judge(self, found: Estimate) -> Verdict:
        """Compare an interval with this region; see the head of this file."""
        if not found.n or math.isnan(found.value):
            return "undecided"
        if found.high < self.low or found.low > self.high:
            return "disagree"
        return "agree" if self.low <= found.low and found.high <= self.high else "undecided"

    def text(self, unit: str) -> str:
        """The region in words, after the study's own number where there is one."""
        if math.isinf(self.high):
            region = f"above {show(self.low, unit, short=True)}"
        elif math.isinf(self.low):
            region = f"below {show(self.high, unit, short=True)}"
        else:
            region = show_range(self.low, self.high, unit, short=True)
        if self.said is None:
            return region
        games = f"; {self.games} games" if self.games else ""
        return f"{show(self.said, unit, short=True)} ({region}{games})"


def show(value: float, unit: str, *, short: bool = False) -> str:
    """A number in its unit: `%`, `points` of a percentage, `s`, `/s`, or a plain number with so many digits (`.2`).

    `short` is for numbers that were given in round figures.
    """
    if unit in ("%", "points"):
        digits = 0 if short and not 0 < abs(value) < 0.01 else 1
        return f"{percent(value, digits)} {unit}"
    if unit == "s":
        return f"{value:g} s" if short and value >= 0.1 else seconds(value)
    if unit == "/s":
        return f"{number(value, 0)} /s"
    return f"{value:,g}" if short else number(value, int(unit.removeprefix(".") or 1))


def show_range(low: float, high: float, unit: str, *, short: bool = False) -> str:
    """Two numbers with their unit written once where that can be."""
    first, second = show(low, unit, short=short), show(high, unit, short=short)
    first_unit, second_unit = first.partition(" ")[2], second.partition(" ")[2]
    if first_unit == second_unit:
        first, second = first.partition(" ")[0], second.partition(" ")[0]
    dash = " to " if "−" in first + second else "–"
    return f"{first}{dash}{second}{f' {second_unit}' if first_unit == second_unit and second_unit else ''}"


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim with what was measured, in one run or measurement."""

    source: str
    says: str
    where: str
    claimed: Claimed
    measured: Quantity
    unit: str
    verdict: Verdict
    note: str = ""

    @property
    def claimed_text(self) -> str:
        return self.claimed.text(self.unit)

    @property
    def measured_text(self) -> str:
        found = self.measured.found
        if not found.n or math.isnan(found.value):
            return "no data"
        if math.isinf(found.error):
            return show(found.value, self.unit)
        return f"{show(found.value, self.unit)} ({show_range(found.low, found.high, self.unit)})"

    @property
    def size_text(self) -> str:
        return f"{self.measured.found.n:,} {self.measured.counted}"


def judge(experiment: Experiment, reports: Mapping[str, RunReport], measurements: Measurements) -> list[Finding]:
    """Every claim of an experiment beside what was measured, once for each run that it is tested in."""
    findings = []
    for claim in experiment.claims:
        table = claim["measure"]
        claimed = Claimed.parse(claim["claimed"])
        for name in table.get("runs", [None]):
            if name is not None and name not in reports:
                continue
            report = None if name is None else reports[name]
            measured = quantity(table, report, measurements)
            findings.append(
                Finding(
                    source=str(claim["source"]),
                    says=str(claim["says"]),
                    where=str(claim.get("where", "")) if name is None else experiment.run_title(name),
                    claimed=claimed,
                    measured=measured,
                    unit=str(claim.get("unit", "%")),
                    verdict=claimed.judge(measured.found),
                    note=str(claim.get("note", "")),
                )
            )
    return findings
