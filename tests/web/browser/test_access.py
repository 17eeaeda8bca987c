"""Everybody can use it: what `check` asks of a page in use; thumbs find buttons, moves are spoken, pages are light."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

from web.browser.conftest import DESKTOP, PHONE, Open
from web.browser.table import RANDOM, Table

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
STATIC = Path(__file__).parents[3] / "src" / "kingme" / "web" / "static"


def scan(table: Table) -> list[str]:
    """What axe-core finds, serious or worse."""
    table.page.evaluate(AXE)
    found: dict[str, Any] = table.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{table.page.url} {problem['id']}: {problem['help']}: {[node['html'][:120] for node in problem['nodes'][:3]]}"
        for problem in found["violations"]
        if problem["impact"] in ("serious", "critical")
    ]


def check(table: Table) -> None:
    assert scan(table) == []
    sideways = table.page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert sideways <= 0, table.page.url


def check_both_sizes(table: Table) -> None:
    """What a page that was used at one size looks like at both."""
    for size in (DESKTOP, PHONE):
        table.page.set_viewport_size(size)
        check(table)


def test_thumbs_find_their_buttons(open_table: Open) -> None:
    table = open_table("phone")
    table.begin(white=RANDOM)
    boxes = table.page.eval_on_selector_all(
        ".actions button, .topbar button, .history button, .tab, .strip select",
        """all => all.filter(one => one.offsetParent)
          .map(one => [one.ariaLabel || one.textContent, one.offsetWidth, one.offsetHeight])""",
    )
    assert boxes
    assert [box for box in boxes if box[1] < 44 or box[2] < 44] == []
    board = table.page.locator(".board").bounding_box()
    assert (board["x"], board["width"]) == (0, 390)  # edge to edge
    bar = table.page.locator(".actions").bounding_box()
    assert bar["y"] + bar["height"] <= 844  # without scrolling


def test_moves_are_spoken(table: Table) -> None:
    table.begin(start={"fen": "B:W18,32:B15,1"})
    table.click(15, 22)
    table.wait_moves(1)
    table.page.wait_for_function(
        "() => document.getElementById('announcer').textContent.includes('Red captures 15 takes 22')"
    )


def test_settings_last_and_show_at_once(table: Table) -> None:
    page = table.page
    table.begin()
    assert page.locator(".b-number").count() == 32
    page.keyboard.press(",")
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("a1-h8").click()
    dialog.get_by_text("Classic").click()
    dialog.get_by_text("Dark").click()
    dialog.get_by_text("Sound").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator(".b-edge").count() == 16
    page.keyboard.press("Escape")
    assert table.status() == "Black to move"  # in the classic set, Black is black
    assert "d4" in (table.square(18).get_attribute("aria-label") or "")
    page.reload()
    page.wait_for_selector(".stage.play")
    assert page.locator("html").get_attribute("data-board") == "classic"
    page.keyboard.press(",")
    assert not dialog.get_by_label("Sound").is_checked()


def test_back_and_forward(table: Table) -> None:
    page = table.page
    table.go("/")
    for name in ("Analyse", "Lab", "Learn", "Games"):
        link = page.get_by_role("navigation").get_by_role("link", name=name, exact=True)
        link.click()
        page.wait_for_url(f"**/{name.lower()}")
        assert link.get_attribute("aria-current") == "page"
    page.go_back()
    page.get_by_role("heading", name="The rules").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Lab").wait_for()
    page.go_forward()
    page.get_by_role("heading", name="The rules").wait_for()


def loaded_at_once() -> set[Path]:
    """The files that every view needs: those that the page names, and what they import without waiting."""
    named = re.findall(r'"/static/([^"]+)"', (STATIC / "index.html").read_text())
    found, queue = {STATIC / "index.html"}, [STATIC / name for name in named]
    while queue:
        path = queue.pop().resolve()
        if path not in found:
            found.add(path)
            if path.suffix == ".js":
                queue += [
                    path.parent / name
                    for name in re.findall(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";$', path.read_text(), re.M)
                ]
    return found


def sent(files: set[Path]) -> int:
    """Bytes that travel, since the server compresses."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)


def code_lines(path: Path) -> int:
    """Lines of a file beside comments, in which JavaScript's types stand, and empty ones."""
    lines = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S).splitlines()
    return sum(bool(line.strip()) and not line.strip().startswith("//") for line in lines)


def test_the_page_weighs_little() -> None:
    files = {path for path in STATIC.rglob("*") if path.is_file()}
    first = loaded_at_once()
    assert {path.name for path in first} >= {"main.js", "board.js", "play.js", "stage.css"}
    assert not {path for path in first if path.parent.name in ("analysis", "lab", "vendor")}
    assert sent(first) < 200_000
    rest = {path for path in files - first if path.suffix in (".js", ".mjs", ".css")}
    assert sent(rest) < 300_000  # analysis and laboratory, loaded when they are opened
    ours = [path for path in files if path.suffix in (".js", ".css") and path.parent.name != "vendor"]
    assert {path.name: lines for path in ours if path.suffix == ".js" and (lines := code_lines(path)) > 300} == {}
    assert {path.name: lines for path in ours if (lines := len(path.read_text().splitlines())) > 400} == {}


def test_every_stylesheet_is_loaded_by_somebody() -> None:
    """The page names those that every view needs, the others are named by the views that need them."""
    named = set(re.findall(r'"/static/css/(\w+)\.css"', (STATIC / "index.html").read_text()))
    for path in (STATIC / "js").rglob("*.js"):
        for names in re.findall(r"needStyles\(((?:\s*\"\w+\",?)+)\s*\)", path.read_text()):
            named |= set(re.findall(r"\w+", names))
    assert named == {path.stem for path in (STATIC / "css").glob("*.css")}


def test_nothing_is_loaded_from_elsewhere(table: Table) -> None:
    addresses: list[str] = []
    table.page.on("request", lambda request: addresses.append(request.url))
    table.begin(white=RANDOM)
    base = table.page.url.split("/play")[0]
    assert addresses
    assert [address for address in addresses if not address.startswith((base, base.replace("http", "ws")))] == []
