"""How reports look: colours, and numbers as text. Page, plots and terminal all take them from here.

The colours have names. The page uses them as CSS variables, so that one picture serves the light and the dark theme;
files are drawn in the light ones. Win, draw and loss differ in lightness as well as in hue, and always carry a letter.
"""

from __future__ import annotations

import math

from kingme.arena.intervals import Estimate

LIGHT = {
    "paper": "#fbfaf7",
    "panel": "#ffffff",
    "ink": "#1d211e",
    "soft": "#59605b",
    "line": "#dcdad2",
    "faint": "#efede6",
    "accent": "#1c6a44",
    "win": "#1b6b46",
    "draw": "#cfccc0",
    "loss": "#d8745c",
    "on-win": "#ffffff",
    "on-draw": "#1e221f",
    "on-loss": "#1f120e",
    "p0": "#1d6c45",
    "p1": "#c2661a",
    "p2": "#2c6ab2",
    "p3": "#8a4f9e",
    "p4": "#1a8489",
    "p5": "#a43c30",
    "p6": "#8a6d00",
    "p7": "#666d69",
}
DARK = {
    "paper": "#151816",
    "panel": "#1c201d",
    "ink": "#e9ebe7",
    "soft": "#a3aba5",
    "line": "#363c38",
    "faint": "#262b27",
    "accent": "#6cc596",
    "win": "#5fc08f",
    "draw": "#565d58",
    "loss": "#dd8069",
    "on-win": "#0b1a12",
    "on-draw": "#f1f2f0",
    "on-loss": "#220d07",
    "p0": "#6bc694",
    "p1": "#e79a55",
    "p2": "#7db2ec",
    "p3": "#c79ad8",
    "p4": "#5fc4c8",
    "p5": "#ea8b7d",
    "p6": "#d3b94e",
    "p7": "#aab1ac",
}
SERIES = tuple(name for name in LIGHT if name.startswith("p") and name[1:].isdigit())


def series(index: int) -> str:
    """The light colour of the index-th player; the same player has the same colour all over a report."""
    return LIGHT[SERIES[index % len(SERIES)]]


def css_variables(theme: dict[str, str]) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in theme.items())


# --- numbers --------------------------------------------------------------------------------------------------------


def number(value: float, digits: int = 1) -> str:
    """A number, or a dash where there is none; minus signs are real ones."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:,.{digits}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else text.lstrip("-")


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign: `+12`, `−3`, `0`."""
    text = number(value, digits)
    return f"+{text}" if value > 0 and text.strip("0.,") not in ("", "–") else text


def percent(value: float, digits: int = 1) -> str:
    """A share in per cent, without the sign: the column says so."""
    return number(100 * value, digits)


def with_error(found: Estimate, digits: int = 1, scale: float = 1.0) -> str:
    """`4.2 ± 0.3`; the value alone where a single observation has no error."""
    if math.isnan(found.value):
        return "–"
    text = number(scale * found.value, digits)
    return text if math.isinf(found.error) else f"{text} ± {number(scale * found.error, digits)}"


def seconds(value: float) -> str:
    """A duration in the unit that suits it.

    >>> seconds(0.00042), seconds(0.0123), seconds(2.5), seconds(754)
    ('0.42 ms', '12.3 ms', '2.50 s', '12 min 34 s')
    """
    if math.isnan(value):
        return "–"
    if value >= 100:
        minutes, rest = divmod(round(value), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"
    if value >= 1:
        return f"{value:.2f} s"
    return f"{1000 * value:.3g} ms" if value >= 1e-3 else f"{1000 * value:.2g} ms"
