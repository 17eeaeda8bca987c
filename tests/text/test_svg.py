"""The picture: well-formed, every option effective, nothing of the caller's text taken on trust."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from xml.etree import ElementTree

import pytest

from kingme.core.squares import BLACK, START_BLACK, START_WHITE, WHITE
from kingme.errors import KingMeError
from kingme.text.coordinates import SYSTEMS
from kingme.text.fen import parse_fen
from kingme.text.svg import THEMES, Theme, board_svg

SVG = "{http://www.w3.org/2000/svg}"
BLACK_PIECES, WHITE_PIECES, KINGS, _ = parse_fen("B:W21,K2,18:B1,5,K30")
PIECES = (BLACK_PIECES, WHITE_PIECES, KINGS)


def picture(**options: object) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(*PIECES, **options))  # type: ignore[arg-type]


def tints(root: ElementTree.Element) -> list[tuple[float, float, str]]:
    """Centres and colours of the tinted squares: row 1, column 1 is (30, 30)."""
    rects = [rect for rect in root.iter(f"{SVG}rect") if rect.get("opacity")]
    return [(float(rect.get("x", 0)) + 30, float(rect.get("y", 0)) + 30, rect.get("fill", "")) for rect in rects]


def pieces(root: ElementTree.Element) -> set[str | None]:
    return {group.get("transform") for group in root.findall(f"{SVG}g") if group.get("transform")}


def arrows(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [path for path in root.findall(f"{SVG}path") if "rotate" in path.get("transform", "")]


def labels(root: ElementTree.Element) -> list[str | None]:
    return [text.text for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("theme", "system", "bottom", "size"), [*product(THEMES, [*SYSTEMS, None], [BLACK, WHITE], [200, 800])]
)
def test_well_formed(theme: str, system: str | None, bottom: int, size: int) -> None:
    marks = {"last_move": (9, 14), "highlights": {18: "red"}, "arrows": [(18, 15), (1, 6, "#123456")]}
    root = picture(theme=theme, coordinates=system, bottom=bottom, size=size, **marks)
    assert root.tag == f"{SVG}svg"
    assert root.get("width") == root.get("height") == str(size)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Checkers board"
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert width == height == 480 - 2 * left == 480 - 2 * top
    assert len(pieces(root)) == 6
    assert len(arrows(root)) == 2


def test_several_pictures_can_share_a_page() -> None:
    """No ids to collide, no styles to leak, nothing to run or to load."""
    text = board_svg(*PIECES, arrows=[(18, 15)], highlights=[5], last_move=[1, 5])
    assert not re.search(r'\bid=|\bclass=|<style|<script|<use|href|url\(|\bon\w+="', text)
    assert text == board_svg(*PIECES, arrows=[(18, 15)], highlights=[5], last_move=[1, 5]), "deterministic"


def test_the_position_is_told_in_words() -> None:
    assert picture().get("aria-label") == "Checkers board. Black: men 1, 5; kings 30. White: men 18, 21; kings 2."
    empty = ElementTree.fromstring(board_svg(0, 0, 0))
    assert empty.get("aria-label") == "Checkers board. Black: no pieces. White: no pieces."


def test_pieces_stand_on_their_squares() -> None:
    """Square 1 is row 1, column 2; square 30 is row 8, column 3."""
    assert {"translate(90 30)", "translate(150 450)"} <= pieces(picture())
    assert {"translate(390 450)", "translate(330 30)"} <= pieces(picture(bottom=BLACK))
    start = ElementTree.fromstring(board_svg(START_BLACK, START_WHITE, 0))
    assert len(pieces(start)) == 24


def test_men_and_kings_of_both_sides_differ() -> None:
    bodies = []
    for masks in ((1, 0, 0), (1, 0, 1), (0, 1, 0), (0, 1, 1)):
        root = ElementTree.fromstring(board_svg(*masks))
        [group] = [group for group in root.findall(f"{SVG}g") if group.get("transform")]
        bodies.append(ElementTree.tostring(group))
    assert len(set(bodies)) == 4
    theme = THEMES["tournament"]
    assert [theme.black.crown.encode() in body for body in bodies] == [False, True, False, False]
    assert [theme.white.crown.encode() in body for body in bodies] == [False, False, False, True]


def test_size_can_be_left_to_the_page() -> None:
    root = picture(size=None)
    assert root.get("width") is None
    assert root.get("viewBox")


def test_last_move_and_highlights() -> None:
    theme = THEMES["tournament"]
    assert tints(picture()) == []
    assert tints(picture(last_move=(1, 6))) == [(90, 30, theme.last_move), (150, 90, theme.last_move)]
    assert tints(picture(last_move=(1, 6), bottom=BLACK))[0] == (390, 450, theme.last_move)
    assert tints(picture(highlights=[32])) == [(390, 450, theme.highlight)]
    assert tints(picture(highlights={32: "#f008", 1: "rgb(1, 2, 3)"})) == [
        (390, 450, "#f008"),
        (90, 30, "rgb(1, 2, 3)"),
    ]
    assert len(tints(picture(last_move=(22, 15, 22)))) == 2, "a square entered twice is tinted once"


def test_arrows() -> None:
    plain, coloured = arrows(picture(arrows=[(18, 14), (18, 23, "crimson")]))
    assert plain.get("fill") == THEMES["tournament"].arrow
    assert plain.get("transform") == "translate(210 270) rotate(-135)", "from d4 to c5: up and left"
    assert coloured.get("fill") == "crimson"
    assert coloured.get("transform") == "translate(210 270) rotate(45)", "from d4 to e3: down and right"
    [turned] = arrows(picture(arrows=[(18, 14)], bottom=BLACK))
    assert turned.get("transform") == "translate(270 210) rotate(45)"
    assert "L84.853 0" in plain.get("d", ""), "the tip is at the centre of the next square, 60 times the root of 2 away"


def test_coordinates() -> None:
    assert labels(picture()) == [str(square) for square in range(1, 33)]
    assert labels(picture(coordinates=None)) == []
    assert labels(picture(coordinates="algebraic")) == [*"8a7b6c5d4e3f2g1h"]
    assert labels(picture(coordinates="algebraic", bottom=BLACK)) == [*"1h2g3f4e5d6c7b8a"]
    assert labels(picture(coordinates="rowcol", bottom=BLACK)) == [*"1122334455667788"]


def test_numbers_turn_with_the_board() -> None:
    first, turned = (next(picture(bottom=bottom).iter(f"{SVG}text")) for bottom in (WHITE, BLACK))
    assert (first.get("x"), first.get("y")) == ("62", "10.5")
    assert (turned.get("x"), turned.get("y")) == ("362", "430.5")


def test_themes() -> None:
    assert list(THEMES) == ["tournament", "classic", "wood", "contrast"]
    for name, theme in THEMES.items():
        text = board_svg(*PIECES, theme=name)
        for colour in (theme.light, theme.dark, theme.frame, theme.black.face, theme.white.face, theme.black.crown):
            assert colour in text
    mine = replace(THEMES["classic"], dark="#123456")
    assert '"#123456"' in board_svg(*PIECES, theme=mine)


def test_wood_has_a_grain_inside_the_board() -> None:
    assert [name for name, theme in THEMES.items() if theme.grain != "none"] == ["wood"]
    [grain] = [path for path in picture(theme="wood").iter(f"{SVG}path") if path.get("stroke-opacity")]
    starts = re.findall(r"M(\d+) (\d+)c", grain.get("d", ""))
    assert len(starts) == 3 * 64
    assert all(0 <= int(x) < 480 and 0 <= int(y) < 480 for x, y in starts)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_contrast(theme: Theme) -> None:
    """WCAG AA: 4.5 for text, 3 for shapes."""
    assert contrast(theme.number, theme.dark) >= 4.5
    assert contrast(theme.label, theme.frame) >= 4.5
    assert contrast(theme.black.face, theme.white.face) >= 4.5
    assert contrast(theme.white.face, theme.dark) >= 3
    assert max(contrast(theme.black.face, theme.dark), contrast(theme.black.rim, theme.dark)) >= 3
    assert contrast(theme.black.crown, theme.black.face) >= 3
    assert contrast(theme.white.crown, theme.white.face) >= 3


NOT_COLOURS = [
    "",
    "#12",
    "#12345",
    "#ggg",
    'red"/><script>',
    "url(#x)",
    "red;x",
    "var(--x)",
    "rgb(1,2",
    "r" * 50,
    None,
    7,
]


@pytest.mark.parametrize("colour", NOT_COLOURS)
def test_what_is_not_a_colour_is_refused(colour: str) -> None:
    message = "is not a colour: write"
    with pytest.raises(KingMeError, match=message):
        picture(highlights={1: colour})
    with pytest.raises(KingMeError, match=message):
        picture(arrows=[(1, 6, colour)])
    with pytest.raises(KingMeError, match=message):
        replace(THEMES["classic"], light=colour)
    with pytest.raises(KingMeError, match=message):
        replace(THEMES["classic"].black, face=colour)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"theme": "neon"}, "'neon' is not a theme: choose tournament, classic, wood, contrast"),
        ({"theme": None}, "is not a theme"),
        ({"coordinates": "chess"}, "is not a coordinate system"),
        ({"bottom": 2}, "cannot be at the bottom"),
        ({"size": 0}, "1 to 10000 pixels"),
        ({"size": -5}, "1 to 10000 pixels"),
        ({"size": 1 << 40}, "1 to 10000 pixels"),
        ({"size": '1" onload="x'}, "1 to 10000 pixels"),
        ({"size": 400.5}, "1 to 10000 pixels"),
        ({"last_move": (1, 33)}, "33 is not a square"),
        ({"highlights": [0]}, "0 is not a square"),
        ({"highlights": {"a1": "red"}}, "a1 is not a square"),
        ({"arrows": [(1, 40)]}, "40 is not a square"),
        ({"arrows": [(1, 1)]}, "is not an arrow"),
        ({"arrows": [(1,)]}, "is not an arrow"),
        ({"arrows": [(1, 2, "red", 3)]}, "is not an arrow"),
    ],
)
def test_bad_options(options: dict[str, object], words: str) -> None:
    with pytest.raises(KingMeError) as caught:
        picture(**options)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bad_masks() -> None:
    with pytest.raises(KingMeError, match="square 1 holds a Black and a White piece"):
        board_svg(1, 1, 0)
