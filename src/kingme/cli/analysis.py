"""How an analysis looks on a console: what the player says, a line for each move, and the figures of the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kingme.cli.output import table
from kingme.core.squares import WHITE
from kingme.wording import translated

if TYPE_CHECKING:
    from kingme.players import Analysis, Line

_PV = 6  # moves of a principal variation that fit into 80 columns


def analysis_report(
    analysis: Analysis, system: str = "numeric", bottom: int = WHITE, *, top: int | None = None, trace: bool = False
) -> RenderableType:
    """The whole analysis; `top` limits the lines, `trace` adds what the player says about its decision."""
    parts: list[RenderableType] = [Text.assemble((analysis.player, "bold"), ": ", _headline(analysis, system, bottom))]
    if analysis.lines:
        parts.append(_table(analysis.best_lines()[:top], system, bottom))
    parts.append(Text(_figures(analysis), style="dim"))
    if trace and analysis.report:
        parts += [Text(), Text(translated(analysis.report, system, bottom))]
    return Group(*parts)


def _headline(analysis: Analysis, system: str, bottom: int) -> Text:
    if analysis.move is None:
        return Text("no legal move")
    text = Text(analysis.move.text(system, bottom), style="bold green")
    if analysis.value is not None:
        side = f" for {analysis.board.side()}" if analysis.board is not None else ""
        text.append(f"  expected score{side} {100 * analysis.value:.1f} %", "not bold default")
    if analysis.score is not None:
        text.append(f"  score {analysis.score}", "not bold default")
    return text


def _table(lines: list[Line], system: str, bottom: int) -> Table:
    """A row for each move; columns that no line fills are left out."""
    listing = table()
    listing.add_column("move", no_wrap=True)
    shown = [
        name for name in ("value", "interval", "score", "visits", "pv") if any(_cell(line, name) for line in lines)
    ]
    headings = {"interval": "95 % interval", "pv": "expected line"}
    for name in shown:
        listing.add_column(headings.get(name, name), justify="left" if name == "pv" else "right", no_wrap=name != "pv")
    for line in lines:
        listing.add_row(line.move.text(system, bottom), *(_cell(line, name, system, bottom) for name in shown))
    return listing


def _cell(line: Line, name: str, system: str = "numeric", bottom: int = WHITE) -> str:
    if name == "value":
        return "" if line.value is None else f"{100 * line.value:.1f} %"
    if name == "interval":
        return "" if line.interval is None else "{:.1f} – {:.1f} %".format(*(100 * end for end in line.interval))
    if name == "score":
        return "" if line.score is None else str(line.score)
    if name == "visits":
        return f"{line.visits:,}" if line.visits else ""
    more = " …" if len(line.pv) > _PV else ""
    return " ".join(move.text(system, bottom) for move in line.pv[:_PV]) + more if len(line.pv) > 1 else ""


def _figures(analysis: Analysis) -> str:
    parts = []
    if analysis.outcomes:
        parts.append(f"{analysis.iterations:,} simulations")
    if analysis.nodes:
        parts.append(f"{analysis.nodes:,} nodes")
    if analysis.depth:
        deepest = f" (at most {analysis.max_depth})" if analysis.max_depth > analysis.depth else ""
        parts.append(f"depth {analysis.depth:.3g}{deepest}")
    parts.append(f"{analysis.time:.3f} s")
    if analysis.time >= 0.001 and analysis.rate:
        parts.append(f"{analysis.rate:,.0f} {'simulations' if analysis.outcomes else 'nodes'} a second")
    if analysis.stopped:
        parts.append("stopped early")
    if analysis.setup_time >= 0.1:
        parts.append(f"after {analysis.setup_time:.1f} s to get ready")
    return ", ".join(parts)
