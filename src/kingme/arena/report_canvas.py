"""Paper and ink for the pictures of reports: matplotlib in the style of the page.

Pictures are drawn in the named colours of `report_look` on figures of their own, without matplotlib's global state.
`save_figure` writes an SVG and a PNG file; `inline_svg` makes an SVG for the page, in which each colour is a CSS
variable, so that it follows the page's theme. Pictures come in two widths: text in a picture that is scaled down for a
phone would be too small to read.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib
from markupsafe import Markup, escape
from matplotlib.figure import Figure

from kingme.arena.report_look import LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

WIDE, NARROW = 7.4, 3.7  # inches
FONT = "DejaVu Sans"  # comes with matplotlib, which measures text with it; the page shows its own font instead
PAGE_FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # a name with dollar signs is a name
    "font.family": [FONT],
    "font.size": 9.5,
    "text.color": LIGHT["ink"],
    "axes.edgecolor": LIGHT["line"],
    "axes.labelcolor": LIGHT["soft"],
    "axes.titlecolor": LIGHT["ink"],
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": LIGHT["faint"],
    "grid.linewidth": 1.0,
    "xtick.color": LIGHT["soft"],
    "ytick.color": LIGHT["ink"],
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "figure.facecolor": LIGHT["panel"],
    "figure.constrained_layout.w_pad": 0.1,
    "figure.constrained_layout.h_pad": 0.08,
}


def new_figure(width: float, height: float) -> Figure:
    return Figure(figsize=(width, height), layout="constrained")


def name_rows(axes: Axes, names: list[str]) -> None:
    """Names down the left side, the first on top, without lines between them."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")


def styled(drawing: Callable[[], Figure | None]) -> Figure | None:
    """What a function draws, in the style of reports; None where there is nothing to draw."""
    with matplotlib.rc_context(STYLE):
        return drawing()


def svg_text(figure: Figure, *, salt: str = "kingme", transparent: bool = False) -> str:
    """The figure as SVG, the same for the same figure."""
    stream = io.StringIO()
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": salt}):
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None}, transparent=transparent)
    return stream.getvalue().replace(f"'{FONT}'", PAGE_FONTS)


def inline_svg(figure: Figure, salt: str, label: str) -> Markup:
    """The figure for a page: no XML head, sized by the page, its colours CSS variables."""
    text = svg_text(figure, salt=salt, transparent=True)
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    named = f' role="img" aria-label="{escape(label)}"'
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', lambda found: found[1] + named, text, count=1)
    names = {colour: name for name, colour in reversed(LIGHT.items())}
    return Markup(
        re.sub(r"#[0-9a-f]{6}", lambda found: f"var(--{names[found[0]]})" if found[0] in names else found[0], text)
    )


def save_figure(figure: Figure, path: Path) -> list[Path]:
    """Write a figure as PATH.svg and PATH.png."""
    svg, png = path.with_suffix(".svg"), path.with_suffix(".png")
    svg.write_text(svg_text(figure, salt=path.name), encoding="utf-8")
    with matplotlib.rc_context(STYLE):
        figure.savefig(png, dpi=160, metadata={"Software": None})
    return [svg, png]
