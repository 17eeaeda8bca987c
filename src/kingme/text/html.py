"""Pieces of HTML for notebooks: tables, bars and intervals, with their styles on them and nothing else needed.

Colours are those of the notebook wherever possible, so that light and dark themes both work; what carries a meaning by
colour carries it by a letter or a number as well.

HTML is `Markup`, which joins and formats itself, and whatever else is put into it is text and escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

WIN, DRAW, LOSS, LINE = "#1f6b3b", "#8b929b", "#a5341f", "#2a78c8"
_CELL = "padding:.2em .7em;text-align:{side};border-bottom:1px solid rgba(128,128,128,.3);vertical-align:middle"


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], *, left: Sequence[int] = (0,), caption: str = ""
) -> Markup:
    """A table of texts or pieces of HTML. Columns that are not in `left` are numbers."""
    styles = [_CELL.format(side="left" if column in left else "right") for column in range(len(headings))]
    heading, cell = Markup('<th scope="col" style="{};opacity:.75">{}</th>'), Markup('<td style="{}">{}</td>')
    head = _join(heading.format(style, text) for style, text in zip(styles, headings, strict=True))
    body = _join(
        Markup("<tr>{}</tr>").format(_join(cell.format(style, text) for style, text in zip(styles, row, strict=True)))
        for row in rows
    )
    title = Markup('<caption style="text-align:left;font-weight:600">{}</caption>').format(caption) if caption else ""
    return Markup(
        '<table style="border-collapse:collapse;font-variant-numeric:tabular-nums">'
        "{}<thead><tr>{}</tr></thead><tbody>{}</tbody></table>"
    ).format(title, head, body)


def _join(parts: Iterable[str]) -> Markup:
    return Markup("").join(parts)


def results_bar(wins: int, draws: int, losses: int, width: int = 180) -> Markup:
    """Wins, draws and losses as a bar; each part has its letter where there is room for it."""
    games = max(1, wins + draws + losses)
    parts = []
    for count, colour, letter in ((wins, WIN, "W"), (draws, DRAW, "D"), (losses, LOSS, "L")):
        share = count / games
        text = f"{letter} {count}" if share > 0.22 else ""
        ink = "#000" if letter == "D" else "#fff"
        look = f"width:{100 * share:.1f}%;background:{colour};color:{ink};font-size:.8em;line-height:1.9em;height:100%"
        style = f"display:inline-block;overflow:hidden;text-align:center;vertical-align:top;{look}"
        parts.append(Markup('<span style="{}">{}&#8203;</span>').format(style, text))
    words = f"{wins} won, {draws} drawn, {losses} lost"
    box = f"display:inline-block;width:{width}px;height:1.5em;white-space:nowrap;overflow:hidden;border-radius:3px"
    outer = Markup('<span role="img" aria-label="{0}" title="{0}" style="{1}">{2}</span>')
    return outer.format(words, box, _join(parts))


def interval(
    value: float | None, low: float, high: float, span_low: float, span_high: float, *, width: int = 160
) -> Markup:
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
    return Markup(f'<svg width="{width}" height="18" role="img" aria-hidden="true">{"".join(parts)}</svg>')  # numbers


def side_by_side(*parts: Markup) -> Markup:
    box = Markup('<div style="flex:none;max-width:100%">{}</div>')
    boxes = _join(box.format(part) for part in parts if part)
    return Markup('<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">{}</div>').format(boxes)
