"""Engines in bounds: of time, of memory, and of this process's life."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from kingme.protocol.failures import EngineCrashError, EngineTimeoutError
from kingme.protocol.process import LONGEST_LINE, EngineProcess

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def read_on(engine: EngineProcess, seconds: float = 60.0) -> None:
    """Read until something happens."""
    with engine.within(seconds):
        while True:
            engine.read(0.01)


def answer(engine: EngineProcess) -> str:
    """The next line that the engine says."""
    with engine.within(60):
        while (line := engine.read(1)) is None:
            pass
    return line


@pytest.fixture
def note(tmp_path, monkeypatch):
    """The file in which a mock engine notes the process id of its child."""
    monkeypatch.setenv("MOCK_CHILD", str(tmp_path / "child"))
    return tmp_path / "child"


def noted(note) -> int:
    assert wait_until(lambda: note.exists() and note.read_text(), 30)
    return int(note.read_text())


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
    assert answer(engine) == "pong"
    assert engine.alive
    engine.close()
    assert not engine.alive


def test_silence_has_an_end(mock):
    engine = EngineProcess(mock())
    assert engine.read(0.01) is None
    with pytest.raises(EngineTimeoutError, match="did not answer within its time"):
        read_on(engine, 0.3)
    assert not engine.alive
    engine.kill()


@pytest.mark.parametrize("mode", ["flood", "flood-without-end", "flood-errors"])
def test_an_engine_that_never_stops_printing_has_a_deadline(mock, mode):
    engine = EngineProcess(mock(mode))
    engine.send("go think")
    with pytest.raises(EngineTimeoutError):
        read_on(engine, 0.5)
    assert not engine.alive
    engine.kill()


def test_the_deadline_comes_although_nobody_reads(mock):
    engine = EngineProcess(mock("hang"))
    engine.send("go think")
    with pytest.raises(EngineTimeoutError), engine.within(0.1):
        assert wait_until(lambda: not engine.alive, 30)
    engine.kill()


def test_an_engine_that_does_not_listen_blocks_nobody(mock, monkeypatch):
    monkeypatch.setattr("kingme.protocol.process.SEND_TIME", 0.3)
    engine = EngineProcess(mock("deaf"))
    engine.send("init")
    with pytest.raises(EngineTimeoutError):
        engine.send("x" * (1 << 20))
    assert not engine.alive
    engine.kill()


def test_a_line_has_a_longest_length(mock):
    engine = EngineProcess(mock("giant-line"))
    engine.send("go think")
    lines = [answer(engine) for _ in range(3)]
    assert [line[:6] for line in lines] == ["info d", "info x", "done m"]
    assert len(lines[1]) == LONGEST_LINE
    engine.kill()


@posix
def test_control_characters_do_not_reach_the_terminal():
    engine = EngineProcess(["/bin/sh", "-c", r"printf 'id name=\033[2Jx\n'"])
    assert answer(engine) == "id name= [2Jx"
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
def test_an_engine_killed_from_outside_is_told_by_its_signal():
    engine = EngineProcess(["/bin/sh", "-c", "kill -KILL $$"])
    with pytest.raises(EngineCrashError, match="SIGKILL"):
        read_on(engine)
    engine.kill()


@posix
def test_what_an_engine_started_ends_with_it(mock, note):
    engine = EngineProcess(mock("hang-with-child"))
    engine.send("go think")
    child = noted(note)
    assert is_running(child)
    engine.kill()
    assert wait_until(lambda: not is_running(child))


@linux
def test_a_child_in_a_session_of_its_own_ends_too(mock, note):
    engine = EngineProcess(mock("escape-hang"))
    engine.send("go think")
    child = noted(note)
    assert is_running(child)
    engine.kill()
    assert not is_running(child)


@linux
def test_a_child_ends_with_an_engine_that_ends_by_itself(mock, note):
    engine = EngineProcess(mock("escape-exit"))
    engine.send("go think")
    with pytest.raises(EngineCrashError, match="exit code 3"):
        read_on(engine)
    assert not is_running(noted(note))
    engine.kill()


@linux
def test_an_end_is_a_crash_although_somebody_holds_the_output(mock):
    engine = EngineProcess([*mock()[:1], "-c", "import os; print(os.getpid(), flush=True); input(); os._exit(3)"])
    output = os.open(f"/proc/{answer(engine)}/fd/1", os.O_WRONLY)  # where no leash can find it
    try:
        os.write(output, b"one more\n")
        assert answer(engine) == "one more"
        engine.send("end")
        with pytest.raises(EngineCrashError, match="exit code 3"):
            read_on(engine)
    finally:
        os.close(output)
    engine.kill()


@linux
def test_an_engine_cannot_stop_its_leash(mock, note):
    command = [*mock()[:1], "-c", "import os, signal; print('here', flush=True); os.kill(0, signal.SIGSTOP)"]
    engine = EngineProcess(command)
    assert answer(engine) == "here"
    engine.kill()
    assert not engine.alive


@posix
@pytest.mark.parametrize("mode", ["hang-with-child", pytest.param("escape-hang", marks=linux)])
def test_an_engine_ends_when_its_owner_is_killed(mock, note, mode):
    code = f"""
import sys, time
from kingme.protocol.process import LONGEST_LINE, EngineProcess
engine = EngineProcess({mock(mode)!r})
engine.send("go think")
time.sleep(3600)
"""
    owner = subprocess.Popen([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    child = noted(note)
    owner.kill()
    owner.wait()
    assert wait_until(lambda: not is_running(child))


@linux
def test_memory_has_a_limit(mock):
    engine = EngineProcess(mock("hungry"), megabytes=200)
    engine.send("go think")
    with pytest.raises(EngineCrashError, match="MemoryError"):
        read_on(engine)
    engine.kill()


def test_an_engine_that_talks_too_much_has_to_wait(mock):
    engine = EngineProcess(mock("flood"))
    engine.send("go think")
    assert answer(engine).startswith("info")
    assert wait_until(engine._lines.full)
    engine.kill()
    assert not any(reader.is_alive() for reader in engine._readers)


def test_an_engine_that_does_not_obey_is_ended(mock):
    engine = EngineProcess(mock("stubborn"))
    engine.send("ping")
    assert answer(engine) == "pong"
    engine.close()
    assert not engine.alive
