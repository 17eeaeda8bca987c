"""The page and its files."""

from __future__ import annotations

import gzip

import pytest
from starlette.testclient import TestClient

from kingme.web.pages import STATIC, Assets


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "js").mkdir()
    (tmp_path / "index.html").write_text('<script src="/static/js/main.js"></script>')
    (tmp_path / "js" / "main.js").write_text("import './other.js'\n" * 100)
    return tmp_path


VIEWS = [
    "/learn/glossary",
    "/learn/classes",
    "/",
    "/play/abc",
    "/games",
    "/analyse",
    "/editor",
    "/replay/abc",
    "/learn",
    "/learn/algorithms/mcts",
    "/lab",
]


@pytest.mark.parametrize(
    "path",
    [
        *VIEWS,
        "/lab/profiler",
        "/lab/compare",
        "/lab/gallery",
        "/lab/arena",
        "/lab/tours/rave",
        "/learn/glossary",
        "/learn/classes",
    ],
)
def test_every_view_is_the_page(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.text == client.get("/").text


def test_files_of_the_page_are_kept_for_ever_and_modules_are_modules(client):
    assets = Assets()
    assets.refresh()
    names = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")]
    for name in names[:3]:
        answer = client.get(f"/static/v-{assets.digest}/{name}")
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]
        plain = client.get(f"/static/{name}")
        assert plain.headers["cache-control"] == "no-cache"
        assert client.get(f"/static/{name}", headers={"if-none-match": plain.headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    "name",
    [
        "../app.py",
        "..%2fapp.py",
        "%2e%2e/app.py",
        "js/../../app.py",
        "//etc/passwd",
        "",
        ".",
        "nothing.js",
        "v-0/x",
        "%00",
    ],
)
def test_nothing_else_can_be_read(client, name):
    assert client.get(f"/static/{name}").status_code == 404


def test_the_version_is_written_into_the_page_and_follows_the_files(folder):
    assets = Assets(folder)
    assets.refresh()
    first = assets.digest
    page = assets.page()
    assert page is not None
    assert page.content == f'<script src="/static/v-{first}/js/main.js"></script>'.encode()
    assert gzip.decompress(page.packed) == page.content
    asset = assets.get("js/main.js")
    assert asset is not None
    assert len(asset.packed) < len(asset.content) / 5
    (folder / "js" / "main.js").write_text("changed")
    assets.refresh()
    assert assets.digest != first


def test_a_server_without_a_page_says_so(tmp_path):
    assets = Assets(tmp_path)
    assets.refresh()
    assert assets.page() is None


def test_an_address_that_does_not_exist(client: TestClient) -> None:
    """People get the page, which says that there is nothing; programs get a sentence."""
    person = client.get("/nothing", headers={"accept": "text/html,*/*"})
    assert person.status_code == 404
    assert person.headers["content-type"].startswith("text/html")
    assert "/static/v-" in person.text
    for path in ("/nothing", "/api/nothing", "/static/nothing.js"):
        program = client.get(path, headers={"accept": "application/json"})
        assert program.status_code == 404
        assert list(program.json()) == ["detail"]
    assert client.get("/api/nothing", headers={"accept": "text/html"}).headers["content-type"] == "application/json"


@pytest.mark.parametrize("view", ["/analyse", "/analyse/abc", "/lab/profiler", "/learn/algorithms/mcts"])
def test_every_view_has_the_page(client: TestClient, view: str) -> None:
    assert client.get(view).status_code == 200
