"""Mock engines and their spec strings."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kingme.protocol.hub_player import garage

MOCK = Path(__file__).with_name("mock_engine.py")


def mock_command(*arguments: object) -> list[str]:
    return [sys.executable, "-S", str(MOCK), *(str(argument) for argument in arguments)]


@pytest.fixture
def mock() -> Callable[..., list[str]]:
    """The command of a mock engine: `mock("crash", 3)`."""
    return mock_command


@pytest.fixture
def mock_spec() -> Callable[..., str]:
    """The spec of a mock engine: `mock_spec("crash", 3, memory=100)`."""

    def make(*arguments: object, **parameters: object) -> str:
        rest = "".join(f",{key}={value}" for key, value in parameters.items())
        return f"hub:command={shlex.join(mock_command(*arguments))}{rest}"

    return make


@pytest.fixture(autouse=True)
def empty_garage() -> Iterator[None]:
    yield
    garage.close()
