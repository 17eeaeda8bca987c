"""A log that a flood cannot fill."""

from __future__ import annotations

import logging

import pytest

from kingme.web.floods import Floods

LOGGER = logging.getLogger("kingme.web.connections")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def floods(caplog):
    clock = Clock()
    made = Floods(clock)
    made.install()
    yield made, clock
    made.remove()


def test_one_line_of_a_kind_a_minute_with_a_count(floods, caplog):
    made, clock = floods
    for number in range(1000):
        LOGGER.warning("%s has too many", number)
        LOGGER.warning("out of files")
    assert [record.getMessage() for record in caplog.records] == ["0 has too many", "out of files"]
    made.tell()
    assert len(caplog.records) == 2  # the minute is not over
    clock.now = 60
    made.tell()
    assert "and 999 more in 60 s" in caplog.records[2].getMessage()
    for _ in range(10):  # it goes on
        LOGGER.warning("out of files")
    assert len(caplog.records) == 4
    clock.now = 120
    made.tell()
    assert caplog.records[4].getMessage() == "out of files (and 10 more in 60 s)"
    clock.now = 180
    made.tell()
    clock.now = 181
    LOGGER.warning("out of files")  # a new flood is told at once
    assert [record.getMessage() for record in caplog.records[5:]] == ["out of files"]


def test_different_faults_are_different_lines(floods, caplog):
    for _ in range(3):
        for text in ("x", "y"):
            try:
                int(text) if text == "x" else {}[text]
            except (ValueError, KeyError):
                LOGGER.exception("the app failed")
    assert len(caplog.records) == 2


def test_the_end_tells_the_rest(caplog):
    made = Floods(Clock())
    made.install()
    LOGGER.warning("again")
    LOGGER.warning("again")
    made.remove()
    assert caplog.records[-1].getMessage() == "again (and 1 more in 0 s)"
    LOGGER.warning("again")
    LOGGER.warning("again")
    assert len(caplog.records) == 4
