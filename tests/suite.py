"""Run the whole suite in its two parts, and say at the end what was repeated and what was left out.

    python tests/suite.py [--workers 2]

What fails while several workers share the machine is run once more alone. A test that then passes does not fail the
suite, but it is printed as a flake, because a test that fails now and then is a fault to find.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from servers.postgresql import find_postgresql
from servers.redis import find_redis

ROOT = Path(__file__).parents[1]
BROWSER = "tests/web/browser"
# The browser's tests run by themselves: while a browser is open its driver keeps an event loop running, which other
# tests start themselves.
PARTS = {"everything but the browser": ["--ignore", BROWSER], "the browser": [BROWSER]}
FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"


def main() -> int:
    """Run both parts; 0 if all tests passed, some of them perhaps only alone."""
    parser = argparse.ArgumentParser(description="Run the whole test suite.")
    parser.add_argument("--workers", default="2")
    workers = parser.parse_args().workers
    flakes: list[str] = []
    broken = False
    for name, selected in PARTS.items():
        print(f"--- {name}", flush=True)
        FAILED.unlink(missing_ok=True)
        if pytest("-n", workers, *selected) == 0:
            continue
        failed = failures()
        alone = bool(failed) and pytest("--last-failed", "--last-failed-no-failures", "none", *selected) == 0
        broken |= not alone
        flakes += failed if alone else []
    for test in flakes:
        print(f"FLAKE: {test} failed beside other tests and passed alone")
    if find_browser() is None:
        left_out = f"{count(BROWSER)} tests of the page were left out"
        print(f"{left_out}, because there is no Chromium: apt-get install chromium")
    if find_postgresql() is None:
        print("The tests of PostgreSQL were left out, because there is none: apt-get install postgresql")
    if find_redis() is None:
        print("The tests of several processes were left out, because there is no Redis: apt-get install redis-server")
    return 1 if broken else 0


def pytest(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, check=False).returncode


def failures() -> list[str]:
    """The tests that the last run of pytest saw fail."""
    return list(json.loads(FAILED.read_text())) if FAILED.exists() else []


def find_browser() -> str | None:
    """The Chromium that tests of the page drive."""
    return os.environ.get("KINGME_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def count(folder: str) -> int:
    """How many tests a folder has."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", folder]
    listed = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout
    return sum("::" in line for line in listed.splitlines())


if __name__ == "__main__":
    sys.exit(main())
