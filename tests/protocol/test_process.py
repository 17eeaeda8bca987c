"""Engines in bounds: of time, of memory, and of this process's life."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from kingme.protocol.failures import EngineCrashError, EngineTimeoutError
from kingme.protocol.process import EngineProcess

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def soon(seconds: float = 20.0) -> float:
    return time.monotonic() + seconds


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def read_on(engine: EngineProcess) -> None:
    """Read until something happens."""
    while True:
        engine.read(time.monotonic() + 20)


def wait_until(condition, seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_lines_go_both_ways(mock):
    engine = EngineProcess(mock())
    engine.send("ping")
    assert engine.read(soon()) == "pong"
    assert engine.alive
    engine.close()
    assert not engine.alive


def test_silence_has_an_end(mock):
    engine = EngineProcess(mock())
    started = time.monotonic()
    with pytest.raises(EngineTimeoutError, match="did not answer"):
        engine.read(time.monotonic() + 0.3)
    assert time.monotonic() - started < 5
    engine.kill()


def test_a_crash_is_told_with_last_words(mock):
    engine = EngineProcess(mock("crash"))
    engine.send("go think")
    with pytest.raises(EngineCrashError, match="exit code 3: mock: something is null"):
        read_on(engine)
    with pytest.raises(EngineCrashError):
        engine.send("ping")
    engine.kill()


@posix
def test_a_signal_is_told_by_name(mock):
    engine = EngineProcess(mock("segfault"))
    engine.send("go think")
    with pytest.raises(EngineCrashError, match="SIGSEGV"):
        read_on(engine)
    engine.kill()


@pytest.mark.parametrize("command", [["/nonexistent/engine"], ["kingme-no-such-program"]])
def test_a_command_that_does_not_exist(command):
    engine = EngineProcess(command)
    with pytest.raises(EngineCrashError, match="cannot be started"):
        read_on(engine)
    engine.kill()


@posix
def test_what_an_engine_started_ends_with_it(mock, tmp_path, monkeypatch):
    note = tmp_path / "child"
    monkeypatch.setenv("MOCK_CHILD", str(note))
    engine = EngineProcess(mock("hang-with-child"))
    engine.send("go think")
    assert wait_until(lambda: note.exists() and note.read_text())
    child = int(note.read_text())
    assert is_running(child)
    engine.kill()
    assert wait_until(lambda: not is_running(child))


@posix
def test_an_engine_ends_when_its_owner_is_killed(mock, tmp_path, monkeypatch):
    note = tmp_path / "child"
    monkeypatch.setenv("MOCK_CHILD", str(note))
    code = f"""
import sys, time
from kingme.protocol.process import EngineProcess
engine = EngineProcess({mock("hang-with-child")!r})
engine.send("go think")
time.sleep(3600)
"""
    owner = subprocess.Popen([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    assert wait_until(lambda: note.exists() and note.read_text(), 30)
    child = int(note.read_text())
    owner.kill()
    owner.wait()
    assert wait_until(lambda: not is_running(child))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")
def test_memory_has_a_limit(mock):
    engine = EngineProcess(mock("hungry"), megabytes=200)
    engine.send("go think")
    with pytest.raises(EngineCrashError, match="MemoryError"):
        read_on(engine)
    engine.kill()


def test_an_engine_that_talks_too_much_has_to_wait(mock):
    engine = EngineProcess(mock("flood"))
    engine.send("go think")
    assert engine.read(soon()).startswith("info")
    time.sleep(0.5)
    started = time.monotonic()
    engine.kill()
    assert time.monotonic() - started < 5


def test_an_engine_that_does_not_obey_is_ended(mock):
    engine = EngineProcess(mock("stubborn"))
    engine.send("ping")
    assert engine.read(soon()) == "pong"
    engine.close()
    assert not engine.alive
