"""What is begun here ends with the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from web.arena.helpers import end_runs


@pytest.fixture(autouse=True)
def no_run_goes_on(tmp_path: Path) -> Iterator[None]:
    yield
    end_runs(tmp_path / "data")
