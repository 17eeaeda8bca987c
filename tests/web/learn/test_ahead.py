"""What is loaded before the first visitor asks."""

from __future__ import annotations

import asyncio
import logging
import threading

import pytest

from kingme.endgame import kings_only
from kingme.library.lessons.lesson import course
from kingme.library.lessons.proof import proof_of
from kingme.web.learn import ahead, puzzles
from kingme.web.prepare import Preparation


def test_puzzles_proofs_and_the_drill_of_five_kings_are_there(caplog: pytest.LogCaptureFixture) -> None:
    for cached in (puzzles.shelf, proof_of, kings_only._solve):
        cached.cache_clear()
    ahead.load_ahead()
    assert puzzles.shelf.cache_info().currsize > len(puzzles.theme_counts())
    assert proof_of.cache_info().currsize == len(course())
    assert kings_only._solve.cache_info().currsize == 1
    assert not caplog.records


def test_a_server_that_ends_loads_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    for name in ("_load_puzzles", "_load_course", "_load_drills"):
        monkeypatch.setattr(ahead, name, lambda name=name: loaded.append(name))
    ahead.load_ahead(lambda: len(loaded) == 2)
    assert loaded == ["_load_puzzles", "_load_course"]


def test_what_cannot_be_loaded_is_told_and_the_rest_is_loaded(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    loaded: list[int] = []
    monkeypatch.setattr(ahead, "_load_puzzles", lambda: 1 // 0)
    monkeypatch.setattr(ahead, "_load_course", lambda: loaded.append(1))
    monkeypatch.setattr(ahead, "_load_drills", lambda: loaded.append(2))
    with caplog.at_level(logging.ERROR, "kingme.web"):
        ahead.load_ahead()
    assert loaded == [1, 2]
    assert "could not be loaded ahead" in caplog.text


@pytest.mark.parametrize("real", [True, False])
def test_it_follows_the_preparation_of_a_real_server(real: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    called = threading.Event()
    monkeypatch.setattr(Preparation, "_compile", lambda self: None)
    monkeypatch.setattr("kingme.web.prepare.REST_SECONDS", 0.0)

    async def work() -> None:
        preparation = Preparation()
        preparation.start(compile_all=real, then=lambda is_closed: called.set())
        while not preparation.status.ready:
            await preparation.wait_for_change(0.1)
        for thread in threading.enumerate():
            if thread.name == "kingme-prepare":
                await asyncio.to_thread(thread.join)

    asyncio.run(work())
    assert called.is_set() == real
