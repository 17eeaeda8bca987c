"""Runs an engine on a leash: a script between KingMe and an outside engine, so that nothing is ever left behind.

    python leash.py FD MEGABYTES command argument ...

The engine inherits standard input and output directly. This process only waits: for the engine's end, which it passes
on as its own, or for the end of the pipe `FD`, whose other end KingMe holds. That end comes also when KingMe is killed
by SIGKILL, when nobody could tidy up any more. In both cases everything that the engine has started is ended.

The engine leads a process group of its own, so that no signal to that group reaches this process. On Linux this process
is the "subreaper" of all that the engine starts: a process whose parent has died becomes a child of this one, whatever
group or session it has moved to, and /proc tells who is whose child. Elsewhere the engine's group is ended, and a
process that has left it survives.

MEGABYTES limits the memory of the engine (0: no limit). Linux counts what a process can write to (RLIMIT_DATA), not its
libraries nor what it only reserves. The script imports nothing of KingMe: it starts in a few milliseconds.
"""

import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36  # linux/prctl.h
PATIENCE = 5.0  # seconds for processes to end after SIGKILL; one that waits for a broken disk may take longer


def prctl(option: int, value: int) -> None:
    """Ask the Linux kernel for something; where that is impossible, go on without it."""
    if not sys.platform.startswith("linux"):
        return
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def start(command: list[str], megabytes: int, leash: int) -> int:
    """Start the engine in a process group of its own, under its limits; its process id."""
    child = os.fork()
    with suppress(PermissionError):  # both do it, so that it is done whoever runs first
        os.setpgid(child, child)
    if child:
        return child
    os.close(leash)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # should this process be killed, the engine goes with it
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, and a program inherits that
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if megabytes:
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode(errors="replace"))
    os._exit(127)


def reap(engine: int) -> tuple[int | None, bool]:
    """Bury all children that have ended: the exit status of the engine if it is among them, and whether others live.

    For a subreaper, to have no children is to have no descendants.
    """
    status = None
    try:
        while (buried := os.waitpid(-1, os.WNOHANG))[0]:
            if buried[0] == engine:
                status = buried[1]
    except ChildProcessError:
        return status, False
    return status, True


def parents() -> dict[int, int]:
    """The parent of every process, as far as /proc tells."""
    found = {}
    with suppress(OSError):
        for name in filter(str.isdecimal, os.listdir("/proc")):  # noqa: PTH208  (the quickest imports only)
            with suppress(OSError, ValueError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                found[int(name)] = int(file.read().rpartition(b")")[2].split()[1])
    return found


def descendants() -> set[int]:
    """All processes below this one."""
    family, parent_of = {os.getpid()}, parents()
    while born := {pid for pid, parent in parent_of.items() if parent in family} - family:
        family |= born
    return family - {os.getpid()}


def end_all(engine: int) -> int | None:
    """End the engine and all that it started; the engine's exit status if it is buried here.

    A process may start another one while this looks, so it looks until there is none.
    """
    status = None
    deadline = time.monotonic() + PATIENCE
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(engine, signal.SIGKILL)
    while True:
        buried, others_live = reap(engine)
        status = status if buried is None else buried
        if not others_live or time.monotonic() > deadline:
            return status
        for process in descendants():
            with suppress(ProcessLookupError, PermissionError):  # it has just ended, or belongs to somebody else
                os.kill(process, signal.SIGKILL)
        time.sleep(0.005)


def main() -> None:
    leash, megabytes, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    asked_to_end = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
    for number in (signal.SIGCHLD, *asked_to_end):
        signal.signal(number, lambda *_: None)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    engine = start(command, megabytes, leash)
    for stream in (0, 1, 2):
        os.close(stream)
    status = None
    while status is None:
        ready, _, _ = select.select([leash, woken], [], [])
        if leash in ready or asked_to_end & set(os.read(woken, 64)):
            break
        status, _ = reap(engine)
    buried = end_all(engine)
    if status is None:
        status = signal.SIGKILL if buried is None else buried
    code = os.waitstatus_to_exitcode(status)
    if code < 0:  # end as the engine did, without a second core file
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):  # SIGKILL has no handler to reset
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    main()
