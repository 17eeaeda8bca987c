"""Runs an engine on a leash: a script between KingMe and an outside engine, so that none is ever left behind.

    python leash.py FD MEGABYTES command argument ...

The engine inherits standard input and output directly. This process only waits: for the engine's end, which it passes
on as its own, or for the end of the pipe `FD`, whose other end KingMe holds. That end comes also when KingMe is killed
by SIGKILL, when nobody could tidy up any more; an engine that hangs is then ended with everything it has started.

MEGABYTES limits the memory of the engine (0: no limit). Linux counts what a process can write to (RLIMIT_DATA), not its
libraries nor what it only reserves. The script imports nothing of KingMe: it starts in a few milliseconds.
"""

import os
import resource
import select
import signal
import sys


def start(command: list[str], megabytes: int, leash: int) -> int:
    """Start the engine in this process's group, under its limits; its process id."""
    child = os.fork()
    if child:
        return child
    os.close(leash)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if megabytes:
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    os._exit(127)


def main() -> None:
    leash, megabytes, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    ended, signalled = os.pipe()
    os.set_blocking(signalled, False)
    signal.set_wakeup_fd(signalled)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    child = start(command, megabytes, leash)
    for stream in (0, 1, 2):
        os.close(stream)
    while True:
        ready, _, _ = select.select([leash, ended], [], [])
        if leash in ready:
            os.killpg(0, signal.SIGKILL)
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        os.read(ended, 64)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)  # whatever the engine started and left
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    main()
