"""A search tree that grows on the page: frames a second in headless Chromium.

    python bench/tree.py                    trees of 500, 1,000 and 2,000 drawn nodes

Real simulations come in evenly over about 270 frames; every node is drawn, and nodes glide to their places.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

from common import console, machine, new_table
from playwright.sync_api import sync_playwright
from web import Server

GROWTH = Path(__file__).with_name("tree_growth.js")
SIZES = (500, 1000, 2000)


def main() -> None:
    code = GROWTH.read_text("utf-8")
    code = code[code.index("*/") + 2 :].strip().rstrip(";")
    table = new_table("A growing tree", "nodes drawn", "frames/s", "frames/s, last 60", "median frame", "longest frame")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Server(folder)
        server.start()
        try:
            wait(server)
            path = shutil.which("chromium") or shutil.which("chromium-browser")
            browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            for size in SIZES:
                page.goto(f"http://127.0.0.1:{server.port}/lab")
                page.wait_for_selector("html[data-ready]")
                found = page.evaluate(code, size)
                assert found["drawn"] == size + 1, found
                rates = f"{found['fps']:.0f}", f"{found['late']:.0f}"
                table.add_row(f"{found['drawn']:,}", *rates, f"{found['median']:.1f} ms", f"{found['worst']:.0f} ms")
            browser.close()
        finally:
            server.process.terminate()
            server.process.wait()
    console.print(machine())
    console.print(table)


def wait(server: Server) -> None:
    for _ in range(600):
        try:
            server.get("/api/status")
        except OSError:
            time.sleep(0.1)
            continue
        return
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    main()
