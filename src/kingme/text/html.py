"""Pieces of HTML for notebooks: tables, bars and intervals, with their styles on them and nothing else needed.

Colours are those of the notebook wherever possible, so that light and dark themes both work; what carries a meaning by
colour carries it by a letter or a number as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

WIN, DRAW, LOSS, LINE = "#1f6b3b", "#8b929b", "#a5341f", "#2a78c8"
_CELL = "padding:.2em .7em;text-align:{side};border-bottom:1px solid rgba(128,128,128,.3);vertical-align:middle"


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], *, left: Sequence[int] = (0,), caption: str = ""
) -> str:
    """A table; headings and the caption are texts, cells are HTML. Columns that are not in `left` are numbers."""
    styles = [_CELL.format(side="left" if column in left else "right") for column in range(len(headings))]
    head = "".join(
        f'<th scope="col" style="{style};opacity:.75">{escape(text)}</th>'
        for text, style in zip(headings, styles, strict=True)
    )
    body = []
    for row in rows:
        cells = (f'<td style="{style}">{cell}</td>' for cell, style in zip(row, styles, strict=True))
        body.append(f"<tr>{''.join(cells)}</tr>")
    title = f'<caption style="text-align:left;font-weight:600">{escape(caption)}</caption>' if caption else ""
    layout = "border-collapse:collapse;font-variant-numeric:tabular-nums"
    return f'<table style="{layout}">{title}<thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'


def results_bar(wins: int, draws: int, losses: int, width: int = 180) -> str:
    """Wins, draws and losses as a bar; each part has its letter where there is room for it."""
    games = max(1, wins + draws + losses)
    parts = []
    for count, colour, letter in ((wins, WIN, "W"), (draws, DRAW, "D"), (losses, LOSS, "L")):
        share = count / games
        text = f"{letter} {count}" if share > 0.22 else ""
        ink = "#000" if letter == "D" else "#fff"
        look = f"width:{100 * share:.1f}%;background:{colour};color:{ink};font-size:.8em;line-height:1.9em;height:100%"
        style = f"display:inline-block;overflow:hidden;text-align:center;vertical-align:top;{look}"
        parts.append(f'<span style="{style}">{text}&#8203;</span>')
    words = f"{wins} won, {draws} drawn, {losses} lost"
    box = f"display:inline-block;width:{width}px;height:1.5em;white-space:nowrap;overflow:hidden;border-radius:3px"
    return f'<span role="img" aria-label="{words}" title="{words}" style="{box}">{"".join(parts)}</span>'


def interval(
    value: float | None, low: float, high: float, span_low: float, span_high: float, *, width: int = 160
) -> str:
    """A value as a dot on a line from `span_low` to `span_high`, with its interval; zero and one half are marked."""
    wide = (span_high - span_low) or 1.0

    def at(number: float) -> float:
        return 4 + (width - 8) * min(1.0, max(0.0, (number - span_low) / wide))

    middle = 0.5 if (span_low, span_high) == (0.0, 1.0) else 0.0
    parts = [
        f'<line x1="4" x2="{width - 4}" y1="9" y2="9" stroke="currentColor" stroke-opacity=".2"/>',
        f'<line x1="{at(middle):.1f}" x2="{at(middle):.1f}" y1="1" y2="17" stroke="currentColor" stroke-opacity=".4"/>',
        f'<path d="M{at(low):.1f} 5v8m0-4H{at(high):.1f}m0-4v8" stroke="{LINE}" stroke-width="2" fill="none"/>',
    ]
    if value is not None:
        parts.append(f'<circle cx="{at(value):.1f}" cy="9" r="4" fill="{LINE}"/>')
    return f'<svg width="{width}" height="18" role="img" aria-hidden="true">{"".join(parts)}</svg>'


def side_by_side(*parts: str) -> str:
    boxes = "".join(f'<div style="flex:none;max-width:100%">{part}</div>' for part in parts if part)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">{boxes}</div>'
