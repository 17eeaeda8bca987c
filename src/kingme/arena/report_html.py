"""The report as one HTML page that needs nothing else: no server, no network, no other file.

Tables and pictures are those of `report_tables` and `report_plots`; the games travel along as JSON, and a small script
(`assets/report.js`) replays them on an SVG board. A move is its path over the board, so the script need know no more
than how to lift pieces: no rule of the game is in it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from string import Template
from typing import TYPE_CHECKING, Any

from kingme import __version__
from kingme.arena.report import RunReport
from kingme.arena.report_canvas import NARROW, WIDE, inline_svg
from kingme.arena.report_look import DARK, LIGHT, css_variables
from kingme.arena.report_tables import TextTable, tables
from kingme.text.svg import THEMES

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page under a heading; `label` is its short name in the bar on top."""

    id: str
    title: str
    label: str
    html: str


def page(
    reports: Sequence[RunReport],
    *,
    title: str,
    lead: str = "",
    before: Sequence[Section] = (),
    after: Sequence[Section] = (),
) -> str:
    """The page of one or several runs, with sections of one's own before and after them; `lead` is plain text."""
    alone = len(reports) == 1 and not before
    runs = (run_section(report, "Results" if alone else report.title, folded=not alone) for report in reports)
    sections = [*before, *runs, *after]
    links = [(section.id, section.label) for section in sections] + [("games", "Games")]
    theme = THEMES["tournament"]
    colours = {
        f"{side}_{part}": getattr(paint, part)
        for side, paint in (("black", theme.black), ("white", theme.white))
        for part in ("face", "side", "rim", "groove", "crown")
    }
    css = _asset("report.css").substitute(
        light=css_variables(LIGHT),
        dark=css_variables(DARK),
        board_light=theme.light,
        board_dark=theme.dark,
        board_frame=theme.frame,
        board_number=theme.number,
        board_last=theme.last_move,
    )
    return _asset("report.html").substitute(
        colours,
        title=escape(title),
        version=__version__,
        css=css,
        js=_text("report.js"),
        nav="".join(f'<a href="#{escape(name)}">{escape(label)}</a>' for name, label in links),
        lead=f'<p class="lead">{escape(lead)}</p>' if lead else "",
        sections="\n".join(map(_section, sections)),
        data=_games(reports),
    )


def _text(name: str) -> str:
    return resources.files("kingme.arena").joinpath("assets", name).read_text(encoding="utf-8")


def _asset(name: str) -> Template:
    return Template(_text(name))


def _section(section: Section) -> str:
    return f'<section id="{escape(section.id)}"><h2>{escape(section.title)}</h2>{section.html}</section>'


def run_section(report: RunReport, title: str, *, folded: bool) -> Section:
    """Everything about one run but its games; where there are several, most of it is folded away."""
    from kingme.arena.report_plots import draw, drawings

    parts = [_conditions(report)]
    made = {table.name: table for table in tables(report)}
    pictures = []
    for name, (caption, drawing) in drawings().items():
        figures = (draw(drawing, report, WIDE), draw(drawing, report, NARROW))
        if figures[0] is not None and figures[1] is not None:
            pictures.append(picture(f"{report.name}-{name}", caption, figures[0], figures[1]))
    parts += [table_html(made[name]) for name in ("standings", "pairings", "cross") if name in made]
    more = [f'<div class="figures">{"".join(pictures)}</div>']
    more += [table_html(made[name]) for name in ("figures", "times", "endings") if name in made]
    shown = "".join(more)
    parts.append(f"<details><summary>Plots and more tables</summary>{shown}</details>" if folded else shown)
    return Section(f"run-{report.name}", title, title, "".join(parts))


def _conditions(report: RunReport) -> str:
    facts = [("Games", f"{len(report.records):,}"), *report.conditions.items()]
    items = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in facts)
    specs = "".join(
        f"<dt>{escape(name)}</dt><dd><code>{escape(report.specs[name])}</code></dd>"
        for name in report.names
        if name in report.specs
    )
    return f"<dl>{items}{specs}</dl>"


def picture(salt: str, title: str, wide: Figure, narrow: Figure) -> str:
    """A picture in both widths; the page shows the one that fits."""
    svgs = "".join(
        f'<div class="{kind}">{inline_svg(figure, f"{salt}-{kind}", title)}</div>'
        for kind, figure in (("wide", wide), ("narrow", narrow))
    )
    return f"<figure><figcaption>{escape(title)}</figcaption>{svgs}</figure>"


def table_html(table: TextTable, *, title: bool = True) -> str:
    """A table; on narrow screens its rows become cards, the cross table excepted."""
    sides = ["left" if column in table.left else "" for column in range(len(table.headings))]
    main = table.main_column
    head = "".join(f'<th class="{side}">{escape(text)}</th>' for side, text in zip(sides, table.headings, strict=True))
    rows = []
    for row in table.rows:
        cells = "".join(
            _cell(text, heading, side, is_main=column == main)
            for column, (text, heading, side) in enumerate(zip(row, table.headings, sides, strict=True))
        )
        rows.append(f"<tr>{cells}</tr>")
    heading = f"<h3>{escape(table.title)}</h3>" if title else ""
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    kind = "" if table.name == "cross" else ' class="cards"'
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'{heading}<div class="scroll"><table{kind}>{body}</table></div>{note}'


def _cell(text: str, heading: str, side: str, *, is_main: bool) -> str:
    classes = [side, "main" if is_main else "", "wrap" if len(text) > 34 else ""]
    return f'<td class="{" ".join(filter(None, classes))}" data-label="{escape(heading)}">{escape(text)}</td>'


def _games(reports: Sequence[RunReport]) -> str:
    """All games as JSON that may stand in a page; see `assets/report.js` for its form."""
    runs: list[dict[str, Any]] = []
    for report in reports:
        players = {name: place for place, name in enumerate(report.names)}
        endings = {why.value: place for place, why in enumerate(report.summary.terminations)}
        games = []
        for record in report.records:
            fen, _, moves = record.line.partition(" ")
            ends = (record.outcome.result(), endings[record.termination.value])
            games.append([record.number, players[record.black], players[record.white], *ends, fen, moves])
        runs.append({"title": report.title, "players": list(players), "endings": list(endings), "games": games})
    return json.dumps({"runs": runs}, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
