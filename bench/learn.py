"""How quickly the pages for learners are answered: lessons, drills, puzzles, the coach, tours.

    python bench/learn.py                   about half a minute

Every request goes over HTTP to a server in a process of its own, one after another. Searches (the coach's look, the
refutation of a puzzle's wrong move, the first visit to a tour or to the drill of five kings) are listed apart.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import tempfile
import time
from collections import defaultdict
from statistics import median, quantiles
from typing import Any

from common import console, machine, new_table
from web import Server

from kingme.board import Board
from kingme.library.lessons.drills import better_move, drills
from kingme.library.lessons.lesson import course
from kingme.web.lab.guided_tours import tour_names

WANTED = 100  # milliseconds
SEARCHES = ("coach: a look at a move", "drill: five kings, first visit", "puzzle: refutation", "tour: first visit")


class Browser:
    """One connection with a cookie, and the times of its requests by kind."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._headers = {"content-type": "application/json"}
        self.times: dict[str, list[float]] = defaultdict(list)
        self.ask("settings", "/api/config")
        self.times.clear()  # that was only for the cookie, and the server has just begun

    def ask(self, kind: str, path: str, body: Any = None) -> Any:
        content = None if body is None else json.dumps(body)
        started = time.perf_counter()
        try:
            self._connection.request("GET" if body is None else "POST", path, content, self._headers)
            answer = self._connection.getresponse()
        except ConnectionError:  # the server closes what was idle while this program worked something out
            self._connection.close()
            return self.ask(kind, path, body)
        found = json.loads(answer.read())
        self.times[kind].append(1000 * (time.perf_counter() - started))
        if answer.status == 429:
            time.sleep(1)
            return self.ask(kind, path, body)
        assert answer.status == 200, (path, answer.status, found)
        if cookie := answer.headers["set-cookie"]:
            self._headers["cookie"] = cookie.partition(";")[0]
        return found


def take_lessons(browser: Browser) -> None:
    """Every step of every lesson, with a wrong answer where there is one, and the right one."""
    browser.ask("course", "/api/learn/course")
    for name in course():
        lesson = browser.ask("lesson", f"/api/learn/lessons/{name}")
        for number, step in enumerate(lesson["steps"], 1):
            place = f"/api/learn/lessons/{name}/{number}"
            answer = browser.ask("lesson: show the answer", f"{place}/solution")
            if step["kind"] == "play":
                for move in step["legal"]:
                    browser.ask("lesson: an answer", place, {"path": move["path"]})
            else:
                field = "squares" if step["kind"] == "mark" else "result"
                browser.ask("lesson: an answer", place, {field: answer[field]})


def take_drills(browser: Browser, each: int) -> None:
    browser.ask("drill: five kings, first visit", "/api/learn/drills/three-against-two/1")  # solves them
    for name, drill in drills().items():
        for number in range(1, each + 1):
            task = browser.ask("drill: a position", f"/api/learn/drills/{name}/{number}")
            board = Board.from_fen(task["fen"])
            for _ in range(10):
                move = better_move(drill, board)
                report = browser.ask(
                    "drill: a move and its answer", f"/api/learn/drills/{name}", {"fen": board.fen(), "path": move.path}
                )
                if report["verdict"] != "right":
                    break
                board = Board.from_fen(report["reply"]["fen"])


def take_puzzles(browser: Browser, count: int) -> None:
    chance = random.Random(1)
    for number in range(count):
        task = browser.ask("puzzle: the next", "/api/puzzles/next", {"kind": "endless", "theme": None, "begin": False})
        given = {"step": 0, "path": chance.choice(task["legal"])["path"]}
        verdict = browser.ask("puzzle: an answer", f"/api/puzzles/{task['id']}/answer", given)
        if not verdict["right"] and number % 4 == 0:
            browser.ask("puzzle: refutation", f"/api/puzzles/{task['id']}/refutation", given)
        browser.ask("coach: a look at a move", "/api/coach/move", {"fen": task["fen"], "path": given["path"]})
    browser.ask("progress", "/api/progress")


def take_tours(browser: Browser) -> None:
    for name in tour_names():
        browser.ask("tour: first visit", f"/api/lab/tours/{name}")
        for _ in range(5):
            browser.ask("tour: later", f"/api/lab/tours/{name}")
    browser.ask("glossary", "/api/lab/glossary")


def show(times: dict[str, list[float]]) -> None:
    table = new_table("milliseconds", "request", "number", "median", "99 of 100", "longest")
    for kind in sorted(times, key=lambda kind: (kind in SEARCHES, kind)):
        each = times[kind]
        high = quantiles(each, n=100, method="inclusive")[98] if len(each) > 1 else each[0]
        table.add_row(kind, str(len(each)), *(f"{value:.1f}" for value in (median(each), high, max(each))))
    console.print(table)
    quick = [value for kind, each in times.items() if kind not in SEARCHES for value in each]
    late = sum(value > WANTED for value in quick)
    console.print(f"{len(quick)} answers without a search, {late} of them later than {WANTED} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=100)
    parser.add_argument("--drills", type=int, default=5, help="positions of each drill")
    arguments = parser.parse_args()
    console.print(machine())
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        server.start()
        try:
            _until_ready(server)
            browser = Browser(server.port)
            take_lessons(browser)
            take_drills(browser, arguments.drills)
            take_puzzles(browser, arguments.puzzles)
            take_tours(browser)
            show(browser.times)
        finally:
            server.stop()


def _until_ready(server: Server) -> None:
    while True:
        try:
            server.wait()
            return
        except OSError:
            time.sleep(0.05)


if __name__ == "__main__":
    main()
