"""KingMe as an app: the manifest, the service worker, and the course in one piece."""

from __future__ import annotations

import io
import json
import re
import shutil

import pytest
from PIL import Image
from web.conftest import browser

from kingme.library.lessons.lesson import course
from kingme.web.installable import needed_files, worker_script
from kingme.web.pages import STATIC, Assets


def kept_by(script: str) -> dict:
    return json.loads(re.search(r"const KEPT = (.*);", script)[1])


def test_the_course_in_one_piece_answers_like_the_server(client):
    kept = client.get("/api/learn/offline").json()
    assert kept["course"]["chapters"]
    assert kept["lessons"].keys() == course().keys()
    for name, lesson in course().items():
        report, steps = kept["lessons"][name]["report"], kept["lessons"][name]["steps"]
        assert len(report["steps"]) == len(steps) == len(lesson.steps)
        for shown, step in zip(report["steps"], steps, strict=True):
            if shown["kind"] == "play":  # every destination that the board offers has its answer
                assert step["answers"].keys() == {"-".join(map(str, move["path"])) for move in shown["legal"]}
                assert step["answers"]["-".join(map(str, step["solution"]["path"]))]["right"]
            elif shown["kind"] == "judge":
                assert [step["answers"][result]["right"] for result in ("win", "draw", "loss")].count(True) == 1
            else:
                assert step["solution"]["squares"] == step["squares"]
    for name in list(course())[::12]:
        assert kept["lessons"][name]["report"] == client.get(f"/api/learn/lessons/{name}").json()
        for number, step in enumerate(kept["lessons"][name]["steps"], start=1):
            assert step["solution"] == client.get(f"/api/learn/lessons/{name}/{number}/solution").json()
            for key, answer in step["answers"].items():
                given = {"path": list(map(int, key.split("-")))} if key[0].isdigit() else {"result": key}
                assert answer == client.post(f"/api/learn/lessons/{name}/{number}", json=given).json()


def test_nothing_that_is_kept_is_anybodys_own(client):
    """Whoever has done lessons gets the same bytes as whoever has not."""
    name = next(iter(course()))
    solution = client.get(f"/api/learn/lessons/{name}/1/solution").json()
    kind = next(key for key in ("path", "squares", "result") if solution[key] is not None)
    assert client.post(f"/api/learn/lessons/{name}/1", json={kind: solution[kind]}).json()["right"]
    assert client.get(f"/api/learn/lessons/{name}").json()["done"] == [1]
    other = browser(client)
    for path in ("/api/learn/offline", "/service-worker.js", "/"):
        assert client.get(path).content == other.get(path).content
    assert client.get("/api/learn/offline").headers["cache-control"] == "no-cache"


def test_the_service_worker_keeps_files_of_one_version(client):
    answer = client.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    kept = kept_by(answer.text)
    for path in kept["files"]:
        found = client.get(path)
        assert (found.status_code, "immutable" in found.headers["cache-control"]) == (200, True), path
    assert client.get(kept["course"]).json()["course"]
    assert not any("/api/" in path for path in kept["files"])
    assert client.get("/service-worker.js", headers={"if-none-match": answer.headers["etag"]}).status_code == 304


@pytest.fixture
def copied(tmp_path):
    return shutil.copytree(STATIC, tmp_path / "static")


def test_whatever_changes_is_another_version(copied):
    assets = Assets(copied)

    def version(lessons: bytes = b"course") -> str:
        assets.refresh()
        return kept_by(worker_script(assets, lessons).content.decode())["version"]

    first = version()
    assert first == version()
    assert version(b"another course") != first
    (copied / "js" / "views" / "lesson.js").write_text("export const lessonView = 1;")
    assert version() != first
    assert "js/learn/markboard.js" not in needed_files(assets)  # nothing imports it any more


def test_the_manifest_has_icons_of_the_sizes_that_it_tells(client):
    page = client.get("/").text
    address = re.search(r'rel="manifest" href="([^"]+)"', page)[1]
    answer = client.get(address)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")
    folder = address.rpartition("/")[0]
    sizes = set()
    for icon in manifest["icons"]:
        content = client.get(f"{folder}/{icon['src']}").content
        if icon["type"] == "image/png":
            picture = Image.open(io.BytesIO(content))
            assert f"{picture.width}x{picture.height}" == icon["sizes"]
            sizes.add((picture.width, icon.get("purpose", "any")))
    assert {(192, "any"), (512, "any"), (512, "maskable")} <= sizes
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)[1]
    assert Image.open(io.BytesIO(client.get(touch).content)).size == (180, 180)
