"""The result of a run on a console, and as data for programs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from kingme.cli.output import console, table

if TYPE_CHECKING:
    from rich.table import Table

    from kingme.arena.participant import Sheet
    from kingme.arena.runner import RunResult
    from kingme.arena.standings import Standing
    from kingme.arena.stats import Figures
    from kingme.arena.store import RunInfo

MOST_COLUMNS = 10  # players of a cross table that fit on a screen


def print_standings(result: RunResult, sheets: Sequence[Sheet]) -> None:
    """The table of a run: a match by its Elo, a tournament by its ratings and a cross table."""
    screen = console()
    if result.damaged or result.info.aside:
        from kingme.arena.report import damage_text

        screen.print(f"Damaged: {damage_text(result.damaged, result.info.aside)}", style="red", soft_wrap=True)
    if not result.records:
        reason = "no game can be used" if result.damaged else "no game has ended yet"
        screen.print(f"{result.info.name}: {reason}")
        return
    rows = result.standings
    screen.print(_conditions(result.info), style="dim")
    is_match = len(sheets) == 2
    screen.print(_standings_table(rows, is_match=is_match))
    if is_match:
        first = rows[0].tally
        if sum(first.pairs):
            pairs, elo = " ".join(map(str, first.pairs)), first.elo
            nelo = f", normalised Elo {elo.nelo:+.1f} ± {elo.nelo_error:.1f}" if math.isfinite(elo.error) else ""
            screen.print(f"Pairs of the first (LL LD DD+WL WD WW): {pairs}{nelo}")
    elif len(sheets) <= MOST_COLUMNS:
        screen.print()
        screen.print(_cross_table(result))
    counts = Counter(record.termination for record in result.records).most_common()
    screen.print(f"Endings: {', '.join(f'{why} {number}' for why, number in counts)}")
    for row in rows:
        if row.forfeits:
            lost = ", ".join(f"{why} {number}" for why, number in row.forfeits.most_common())
            screen.print(f"Forfeits of {row.name}: {lost}", style="yellow")
    if result.verdict is not None:
        screen.print(_verdict(result))


def _conditions(info: RunInfo) -> str:
    plan = info.plan.as_data()
    limit = ",".join(f"{key}={value:g}" for key, value in (plan["limit"] or {}).items()) or "the players' own"
    parts = [
        f"{info.name}: {info.done} of {info.games} games",
        f"rules {plan['rules']}",
        f"openings {plan['openings']}",
    ]
    parts += [f"limit {limit}", f"seed {plan['seed']}"]
    if plan["adjudication"] != "off":
        parts.append(f"adjudication {plan['adjudication']}")
    return ", ".join(parts)


def _numbers(*headings: str) -> Table:
    """A table of players and numbers; where there is little room, names are folded."""
    made = table("player", *headings)
    made.padding = (0, 2, 0, 0)
    made.columns[0].overflow = "fold"
    for column in made.columns[1:]:
        column.justify, column.no_wrap = "right", True
    return made


def _standings_table(rows: Sequence[Standing], *, is_match: bool) -> Table:
    """A match by its Elo, a tournament by its ratings."""
    shared = ("games", "won", "drawn", "lost", "score")
    made = _numbers(*((*shared, "Elo", "LOS", "ms/move") if is_match else ("rating", *shared, "ms/move")))
    for row in rows:
        tally = row.tally
        counts = [*map(str, (tally.games, tally.wins, tally.draws, tally.losses)), f"{100 * tally.score:.1f} %"]
        time = "" if math.isnan(row.move_time) else f"{1000 * row.move_time:.3g}"
        if is_match:
            made.add_row(row.name, *counts, row.strength.text, f"{100 * tally.elo.los:.1f} %", time)
        else:
            made.add_row(row.name, row.strength.text, *counts, time)
    return made


def _cross_table(result: RunResult) -> Table:
    from kingme.arena.stats import cross_table, summarise

    cross = cross_table(summarise(result.records))
    made = table("won-drawn-lost", *(str(number) for number in range(1, len(cross.names) + 1)))
    for number, (name, cells) in enumerate(zip(cross.names, cross.cells, strict=True), start=1):
        texts = ["" if cell is None else f"{cell.wins}-{cell.draws}-{cell.losses}" for cell in cells]
        made.add_row(f"{number} {name}", *texts)
    return made


def _verdict(result: RunResult) -> str:
    verdict, test = result.verdict, result.info.plan.sprt
    assert verdict is not None
    assert test is not None
    bounds = f"LLR {verdict.llr:.2f} ({verdict.lower:.2f}, {verdict.upper:.2f})"
    if verdict.decision is None:
        return f"SPRT: {bounds}: not decided yet"
    elo = test.elo1 if verdict.decision == "H1" else test.elo0
    return f"SPRT: {bounds}: {verdict.decision} is accepted, {elo:g} Elo ({test.model})"


def list_runs(runs: Sequence[RunInfo], damaged: Sequence[int]) -> None:
    """All runs of a store, and how many games of each are damaged where some are."""
    made = table("run", "kind", "games", *(["damaged"] * any(damaged)), "begun", "players")
    for info, number in zip(runs, damaged, strict=True):
        begun = datetime.fromtimestamp(info.created).strftime("%Y-%m-%d %H:%M")
        names = ", ".join(player.name for player in info.plan.players)
        counts = [f"{info.done} of {info.games}", *([str(number)] * any(damaged))]
        made.add_row(info.name, info.plan.kind, *counts, begun, names)
    console().print(made)


# --- data -------------------------------------------------------------------------------------------------------------


def as_data(result: RunResult, sheets: Sequence[Sheet], place: str) -> dict[str, Any]:
    """A run as plain data: how it was played, and the results of players and pairings.

    Some of the numbers may be infinite or none at all (`kingme.cli.output.print_json` knows what to do with them).
    """
    from kingme.arena.stats import summarise

    summary = summarise(result.records)
    players = [
        {
            "name": sheet.participant.name,
            "spec": sheet.participant.spec,
            "version": sheet.version,
            **_tally(summary.players.get(sheet.participant.name)),
        }
        for sheet in sheets
    ]
    pairings = [{"player": a, "opponent": b, **_tally(found)} for (a, b), found in summary.pairings.items()]
    sprt = None if result.verdict is None else {**asdict(result.info.plan.sprt), **result.verdict._asdict()}  # type: ignore[arg-type]
    plan = {key: value for key, value in result.info.plan.as_data().items() if key not in ("players", "sprt", "name")}
    return {
        "run": result.info.name,
        "store": place,
        "games": result.info.done,
        "complete": result.is_complete,
        "plan": plan,
        "players": players,
        "pairings": pairings,
        "terminations": dict(summary.terminations),
        "sprt": sprt,
        "lost": [asdict(lost) for lost in result.lost],
        "damaged": [damage._asdict() for damage in result.damaged],
        "set_aside": result.info.aside,
    }


def _tally(found: Figures | None) -> dict[str, Any]:
    if found is None:
        return {"games": 0}
    tally = found.tally
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score,
        "pairs": list(tally.pairs),
        "elo": asdict(tally.elo),
        "forfeits": found.forfeits_lost,
        "plies": found.plies.all.value,
    }
