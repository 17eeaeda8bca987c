"""Without a network: the page opens, a lesson is done, and what was kept is what was served last."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from web.browser.conftest import Open
from web.browser.test_lessons import Learner
from web.conftest import Threaded

from kingme.library.lessons.lesson import course
from kingme.web.pages import STATIC
from kingme.web.settings import Settings

NAMES = "caches.keys().then((names) => names.join())"
IN_CHARGE = "Boolean(navigator.serviceWorker.controller)"
KEPT = "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map((one) => one.url))"
ASK = """async ([name, number, given]) => {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) };
  return (await fetch(`/api/learn/lessons/${name}/${number}`, given ? options : {})).json();
}"""


@pytest.fixture
def changing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A server whose files can be changed, and which can go away."""
    for name in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"KINGME_{name}_DIR", str(tmp_path / name))
    monkeypatch.setenv("KINGME_STORE", str(tmp_path / "arena.sqlite"))
    made = Threaded(Settings(data_dir=tmp_path / "data", prepare=False))
    files = Path(shutil.copytree(STATIC, tmp_path / "static"))
    made.server.config.app.state.assets._folder = files  # type: ignore[union-attr]
    made.start()
    yield SimpleNamespace(url=made.url, files=files, stop=made.stop)
    if made.thread.is_alive():
        made.stop()


def answers() -> list[tuple[str, int, dict[str, Any]]]:
    """Answers of every kind, right and wrong, legal and not."""
    asked: list[tuple[str, int, dict[str, Any]]] = []
    kinds: set[str] = set()
    for lesson in course().values():
        for number, step in enumerate(lesson.steps, start=1):
            if step.kind in kinds:
                continue
            kinds.add(step.kind)
            asked += [(lesson.name, number, {"result": result}) for result in ("win", "draw", "loss")]
            asked += [(lesson.name, number, {"path": list(move.path)}) for move in step.board.legal_moves()]
            asked += [(lesson.name, number, {"squares": squares}) for squares in ([], [1], [5, 1, 29, 32])]
    return [(name, number, given) for name, number, given in asked if step_kind(name, number) in given]


def step_kind(name: str, number: int) -> str:
    return {"play": "path", "mark": "squares", "judge": "result"}[course()[name].steps[number - 1].kind]


def wait_for_one(page: Any, other_than: str = "") -> str:
    """Wait until exactly one version is kept and in charge."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    for _ in range(600):
        names = page.evaluate(NAMES)
        if names not in ("", other_than) and "," not in names and page.evaluate(IN_CHARGE):
            return str(names)
        page.wait_for_timeout(50)
    raise AssertionError(f"{names!r} are kept")


def test_lessons_without_a_network(open_table: Open, changing: Any) -> None:
    table = open_table("phone", at=changing, service_workers="allow")
    page = table.page
    table.go("/")
    first = wait_for_one(page)
    asked = [list(each) for each in answers()]
    online = [page.evaluate(ASK, each) for each in asked]

    # a new version is seen at once, and replaces what was kept
    index = changing.files / "index.html"
    index.write_text(index.read_text().replace("Skip to the board", "Go on to the board"))
    styles = changing.files / "css" / "base.css"
    styles.write_text(styles.read_text() + "/* new */")
    page.reload()
    assert page.locator(".skip").inner_text() == "Go on to the board"
    wait_for_one(page, other_than=first)
    kept = page.evaluate(KEPT)
    assert [url for url in kept if "/api/" in url and "/api/learn/offline" not in url] == []

    changing.stop()
    page.goto("/learn")
    assert page.locator(".skip").inner_text() == "Go on to the board"
    page.locator(".banners", has_text="You are offline").wait_for()
    page.locator(".lesson-card").first.wait_for()
    assert [page.evaluate(ASK, each) for each in asked] == online
    lesson = next(lesson for lesson in course().values() if all(step.kind != "judge" for step in lesson.steps))
    page.goto(f"/learn/lesson/{lesson.name}")
    Learner(page).finish(len(lesson.steps))
    table.errors.clear()  # the browser notes every address that does not answer
