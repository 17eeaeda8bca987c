"""The report as one HTML page that needs nothing else: no server, no network, no other file.

Tables and pictures are those of `report_tables` and `report_plots`; the templates in `assets` put them in their places,
and whatever is not `Markup` is escaped there. The games travel along as JSON, and a small script (`assets/report.js`)
replays them on an SVG board. A move is its path over the board, so the script need know no more than how to lift
pieces: no rule of the game is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from kingme import __version__
from kingme.arena.report import RunReport
from kingme.arena.report_canvas import NARROW, WIDE, inline_svg
from kingme.arena.report_look import DARK, LIGHT, css_variables
from kingme.arena.report_tables import tables
from kingme.text.svg import THEMES

if TYPE_CHECKING:
    from matplotlib.figure import Figure


_FIRST = ("standings", "pairings", "cross")  # tables; the others stand below the pictures


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page under a heading; `label` is its short name in the bar on top."""

    id: str
    title: str
    label: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in both widths; the page shows the one that fits."""

    title: str
    wide: Markup
    narrow: Markup

    @classmethod
    def of(cls, salt: str, title: str, wide: Figure, narrow: Figure) -> Picture:
        return cls(title, inline_svg(wide, f"{salt}-wide", title), inline_svg(narrow, f"{salt}-narrow", title))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("kingme.arena", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return environment


def render(template: str, **values: Any) -> Markup:
    """A template of `assets`, filled in."""
    return Markup(_environment().get_template(template).render(values))


def page(
    reports: Sequence[RunReport],
    *,
    title: str,
    lead: str = "",
    before: Sequence[Section] = (),
) -> str:
    """The page of one or several runs, with sections of one's own before them; `lead` is plain text."""
    alone = len(reports) == 1 and not before
    runs = (run_section(report, "Results" if alone else report.title, folded=not alone) for report in reports)
    html = render(
        "report.html.j2",
        title=title,
        lead=lead,
        version=__version__,
        sections=[*before, *runs],
        games={"runs": [_games(report) for report in reports]},
        script=Markup(resources.files("kingme.arena").joinpath("assets", "report.js").read_text(encoding="utf-8")),
        light=css_variables(LIGHT),
        dark=css_variables(DARK),
        theme=THEMES["tournament"],
    )
    return str(html)


def run_section(report: RunReport, title: str, *, folded: bool) -> Section:
    """Everything about one run but its games; where there are several, most of it is folded away."""
    from kingme.arena.report_plots import draw, drawings

    pictures = []
    for name, (caption, drawing) in drawings().items():
        wide, narrow = draw(drawing, report, WIDE), draw(drawing, report, NARROW)
        if wide is not None and narrow is not None:
            pictures.append(Picture.of(f"{report.name}-{name}", caption, wide, narrow))
    made = tables(report)
    html = render(
        "run.html.j2",
        facts=[("Games", f"{len(report.records):,}"), *report.conditions.items()],
        specs=[(name, report.specs[name]) for name in report.names if name in report.specs],
        tables=[table for table in made if table.name in _FIRST],
        pictures=pictures,
        more_tables=[table for table in made if table.name not in _FIRST],
        folded=folded,
    )
    return Section(f"run-{report.name}", title, title, html)


def _games(report: RunReport) -> dict[str, Any]:
    """The games of a run as data; see `assets/report.js` for its form."""
    players = {name: place for place, name in enumerate(report.names)}
    endings = {why.value: place for place, why in enumerate(report.summary.terminations)}
    games = []
    for record in report.records:
        fen, _, moves = record.line.partition(" ")
        ends = (record.outcome.result(), endings[record.termination.value])
        games.append([record.number, players[record.black], players[record.white], *ends, fen, moves])
    return {"title": report.title, "players": list(players), "endings": list(endings), "games": games}
