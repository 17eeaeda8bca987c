"""Driving an engine that may do anything."""

from __future__ import annotations

import threading

import pytest

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.players.limit import Limit
from kingme.protocol import hub_client
from kingme.protocol.failures import EngineCrashError, EngineTimeoutError
from kingme.protocol.hub_client import HubEngine

START = Board()


def test_an_engine_introduces_itself_and_plays(mock):
    with HubEngine(mock(), options={"book": "false"}) as engine:
        assert (engine.name, engine.version) == ("Mock", "1.0")
        assert engine.parameters["hash"].limits == {"min": "1", "max": "64"}
        assert not engine.is_family
        engine.ping()
        engine.new_game()
        seen = []
        answer = engine.search(START, [], Limit(time=1), seconds=20, on_info=seen.append)
        assert answer.move == "9-13"
        assert seen[0].arguments["nodes"] == "7"
        after = engine.search(START, [START.parse_move("11-15")], Limit(depth=3), seconds=20)
        assert START.play("11-15").parse_move(after.move)


@pytest.mark.parametrize(
    ("limit", "line"),
    [
        (Limit(time=0.5), "level move-time=0.5"),
        (Limit(nodes=1000, depth=4), "level depth=4 nodes=1000"),
        (Limit(clock=60, increment=0.5), "level time=60 inc=0.5"),
        (Limit(clock=60, moves_to_go=9), "level moves=9 time=60"),
    ],
)
def test_limits_are_passed_on(mock, limit, line):
    with HubEngine(mock()) as engine:
        assert engine.level(limit) == line


def test_limits_that_hub_does_not_know(mock):
    with HubEngine(mock()) as engine:
        with pytest.raises(KingMeError, match="iterations"):
            engine.level(Limit(iterations=100))
        with pytest.raises(KingMeError, match="needs a limit"):
            engine.level(Limit())


def test_unknown_options_are_refused(mock):
    with pytest.raises(KingMeError, match="no parameter 'bok': book, hash"):
        HubEngine(mock(), options={"bok": "false"})


def test_an_engine_that_is_never_ready(mock, monkeypatch):
    monkeypatch.setattr(hub_client, "HELLO_TIME", 0.3)
    with pytest.raises(EngineTimeoutError):
        HubEngine(mock("never-ready"))


@pytest.mark.parametrize("mode", ["hello-flood", "init-flood"])
def test_an_engine_that_floods_before_it_is_ready(mock, mode, monkeypatch):
    monkeypatch.setattr(hub_client, "HELLO_TIME", 0.3 if mode == "hello-flood" else 60)
    monkeypatch.setattr(hub_client, "INIT_TIME", 0.3)
    with pytest.raises(EngineTimeoutError, match="did not answer within its time and was ended"):
        HubEngine(mock(mode))


def test_an_engine_that_announces_parameters_without_end(mock):
    with pytest.raises(EngineCrashError, match="more than 1000 parameters"):
        HubEngine(mock("many-parameters"))


@pytest.mark.parametrize("command", [["/bin/sh", "-c", "exit 0"], ["/bin/echo", "hello"]])
def test_a_program_that_is_no_engine(command):
    with pytest.raises(EngineCrashError, match="ended by itself"):
        HubEngine(command)


@pytest.mark.parametrize("mode", ["hang", "flood", "flood-without-end", "flood-errors"])
def test_an_engine_without_an_answer_is_ended(mock, mode):
    engine = HubEngine(mock(mode))
    with pytest.raises(EngineTimeoutError, match="Mock did not answer within its time"):
        engine.search(START, [], Limit(time=0.1), seconds=0.4, on_info=lambda message: None)
    assert not engine.alive


def test_a_search_can_be_stopped(mock, monkeypatch):
    monkeypatch.setenv("MOCK_SLEEP", "0.6")
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    with HubEngine(mock("slow")) as engine:
        assert engine.search(START, [], Limit(time=60), seconds=60, must_stop=stop.is_set).move == "9-13"


@pytest.mark.parametrize("mode", ["busy", "flood", "flood-without-end", "flood-errors"])
def test_one_that_does_not_stop_is_ended(mock, mode):
    engine = HubEngine(mock(mode))
    with pytest.raises(EngineTimeoutError):
        engine.search(START, [], Limit(time=60), seconds=60, must_stop=lambda: True)
    assert not engine.alive
