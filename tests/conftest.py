"""What every test may use."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from servers.postgresql import PostgreSQL, find_postgresql
from servers.redis import RedisServer, find_redis

import kingme

# "ci" tries the same examples on every run; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("ci", derandomize=True, deadline=None, database=None, print_blob=True)
settings.register_profile("explore", max_examples=2_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# A shell starts background jobs with Ctrl-C ignored, and Python leaves it so: tests of Ctrl-C want the usual handler.
if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run_python() -> Callable[..., str]:
    """Run code in a new process with changes to its environment, and return what it printed."""

    def run(code: str, **environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def package_copy(tmp_path: Path) -> Path:
    """A copy of the package up to its games and perft, to change and to run with PYTHONPATH at its parent."""
    copy = tmp_path / "copy" / "kingme"
    source = Path(kingme.__file__).parent
    for folder in ("core", "games", "search", "text"):
        shutil.copytree(source / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("__init__.py", "errors.py"):
        shutil.copy(source / file, copy)
    return copy


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A running PostgreSQL of our own."""
    programs = find_postgresql()
    if programs is None:
        assert not os.environ.get("CI"), "CI has a PostgreSQL"
        pytest.skip("there is no PostgreSQL: apt-get install postgresql")
    server = PostgreSQL(programs)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A running Redis or Valkey of our own."""
    program = find_redis()
    if program is None:
        assert not os.environ.get("CI"), "CI has a Redis"
        pytest.skip("there is no Redis: apt-get install redis-server")
    server = RedisServer(program)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def any_place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store can be made: once in a file, once in a database of a real PostgreSQL."""
    if request.param == "postgresql":
        server: PostgreSQL = request.getfixturevalue("postgresql")
        return server.database()
    return str(tmp_path / "store.sqlite")
