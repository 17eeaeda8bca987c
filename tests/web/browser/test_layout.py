"""Every page and dialog at five sizes, with the usual font and a wide one: nothing is lost, covered or cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web.browser.conftest import Server
from web.browser.dialog_places import DIALOGS
from web.browser.places import PLACES, Place, World, make_world
from web.browser.table import Table
from web.browser.test_access import AXE

SIZES = [(390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080)]
STATIC = Path(__file__).parents[3] / "src" / "kingme" / "web" / "static"
LOOK = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")
WIDE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { letter-spacing: 0.045em !important; }");
  document.adoptedStyleSheets = [sheet];
}"""
USUAL = "() => { document.adoptedStyleSheets = []; }"
SETTLED = "() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)))"


@pytest.fixture(scope="module")
def table(chromium: Any, server: Server) -> Iterator[Table]:
    """One page for the whole module: it is resized, not opened anew."""
    context = chromium.new_context(
        base_url=server.url, reduced_motion="reduce", viewport={"width": 1366, "height": 768}
    )
    context.set_default_timeout(30_000)
    made = Table(context.new_page())
    made.expected += ["404", "422"]  # the page at an address where nothing is, and a challenge that is refused
    yield made
    errors = list(made.errors)
    context.close()
    assert not errors


@pytest.fixture(scope="module")
def world(table: Table) -> World:
    return make_world(table)


@pytest.mark.parametrize("place", PLACES + DIALOGS, ids=str)
def test_a_place_at_every_size_in_every_theme(table: Table, world: World, place: Place) -> None:
    """Nothing is lost, covered or cut at any size, and axe-core finds nothing serious in any theme."""
    _resize(table.page, SIZES[-2])
    place.open(table, world)
    assert _layout_faults(table.page, place) + _barriers(table.page) == []


def _resize(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def _layout_faults(page: Any, place: Place) -> list[str]:
    """What is wrong at any size, in the usual font and a wide one."""
    found = []
    for width, height in SIZES:
        _resize(page, (width, height))
        for font, style in (("usual font", USUAL), ("wide font", WIDE)):
            page.evaluate(style)
            faults = page.evaluate(LOOK, list(place.reads))
            found += [f"{width}x{height}, {font}: {fault}" for fault in faults]
    page.evaluate(USUAL)
    return found


def _barriers(page: Any) -> list[str]:
    """What axe-core finds, serious or worse: all of its rules in one theme, colours in the others."""
    _resize(page, SIZES[-2])
    page.evaluate(AXE)
    found = []
    for theme in ("light", "dark", "contrast"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.evaluate(SETTLED)
        rules = {"resultTypes": ["violations"]}
        if theme != "light":
            rules["runOnly"] = ["color-contrast"]
        problems = page.evaluate("rules => axe.run(document, rules)", rules)["violations"]
        found += [
            f"{theme}: {problem['id']}: {[node['html'][:120] for node in problem['nodes'][:3]]}"
            for problem in problems
            if problem["impact"] in ("serious", "critical")
        ]
    return found


def test_no_page_is_left_out() -> None:
    """Every address that the page knows is visited."""
    routes = re.findall(r'^route\(\s*"(/[^"]*)"', (STATIC / "js" / "main.js").read_text(), re.M)
    assert len(routes) > 10
    addresses = [re.sub(r"\{\w+\}", "x", place.address.partition("?")[0]) for place in PLACES]
    for route in routes:
        pattern = re.sub(r":\w+", "[^/]+", route)
        assert any(re.fullmatch(pattern, address) for address in addresses), route
