"""What the page looks like, as far as its files tell: colours that can be told apart, and a typeface that is small."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from kingme.text.svg import THEMES, Paint
from kingme.web.pages import STATIC

THEME_NAMES = ("light", "dark", "contrast")
LARGEST_FONT = 60_000  # bytes


def rules(file: str) -> dict[str, dict[str, str]]:
    """The custom properties of each selector of a style sheet."""
    found: dict[str, dict[str, str]] = {}
    text = (STATIC / "css" / file).read_text(encoding="utf-8")
    for selectors, body in re.findall(r"^([^{}@/]+)\{([^{}]*)\}", text, re.M):
        values = dict(re.findall(r"(--[\w-]+): ([^;]+);", body))
        for selector in selectors.split(","):
            found.setdefault(selector.strip(), {}).update(values)
    return found


def theme(name: str) -> dict[str, str]:
    every = rules("base.css")
    return every[":root"] | every.get(f'[data-theme="{name}"]', {})


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", THEME_NAMES)
@pytest.mark.parametrize("ground", ["--bg", "--surface", "--raised", "--accent-soft", "--warn-soft"])
def test_text_can_be_read(name: str, ground: str) -> None:
    """WCAG AA: 4.5 for text on whatever it stands on."""
    colours = theme(name)
    for ink in ("--text", "--muted", "--accent-text", "--win", "--draw", "--loss", "--warn", "--danger"):
        assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    assert contrast(colours["--on-accent"], colours["--accent"]) >= 4.5


@pytest.mark.parametrize("name", THEME_NAMES)
def test_what_has_the_focus_can_be_seen(name: str) -> None:
    colours = theme(name)
    assert contrast(colours["--focus"], colours["--bg"]) >= 3
    assert contrast(colours["--focus"], colours["--surface"]) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_the_page_and_python_draw_the_same_boards(name: str) -> None:
    sheet = rules("board.css")
    colours = sheet[":root"] | sheet[f'[data-board="{name}"]']
    board = THEMES[name]
    drawn = {"light": "--sq-light", "dark": "--sq-dark", "number": "--sq-number", "last_move": "--tint-last"}
    drawn |= {"grain": "--grain", "frame": "--frame"}
    assert {key: colours[value] for key, value in drawn.items()} == {key: getattr(board, key) for key in drawn}
    for letter, paint in (("b", board.black), ("w", board.white)):
        for part in Paint.__slots__:
            assert colours[f"--{letter}-{part}"] == getattr(paint, part), (letter, part)


def test_every_board_can_be_chosen() -> None:
    dialog = (STATIC / "js" / "dialogs" / "settings.js").read_text(encoding="utf-8")
    assert re.findall(r'swatch\("(\w+)"\)', dialog) == list(THEMES)


@pytest.fixture(scope="module")
def font() -> Path:
    return STATIC / "fonts" / "inter.woff2"


def test_the_typeface_is_small_and_free(font: Path) -> None:
    assert font.stat().st_size < LARGEST_FONT
    assert "SIL OPEN FONT LICENSE Version 1.1" in (font.parent / "inter.LICENSE.txt").read_text(encoding="utf-8")


def test_the_typeface_has_two_weights_and_figures_of_one_width(font: Path) -> None:
    with TTFont(font) as face:
        axes = {axis.axisTag: (axis.minValue, axis.maxValue) for axis in face["fvar"].axes}
        assert axes["wght"] == (400, 700)
        assert "tnum" in {record.FeatureTag for record in face["GSUB"].table.FeatureList.FeatureRecord}


def test_the_typeface_has_every_letter_of_the_page(font: Path) -> None:
    """Symbols and Chinese characters may come from the system; letters, figures and punctuation may not."""
    with TTFont(font) as face:
        known = set(face.getBestCmap())
    texts = "".join(path.read_text(encoding="utf-8") for path in (STATIC / "js").rglob("*.js"))
    plain = {letter for letter in texts if unicodedata.category(letter) in ("Lu", "Ll", "Nd", "No", "Pd", "Po")}
    assert {letter for letter in plain if ord(letter) not in known} == set()
