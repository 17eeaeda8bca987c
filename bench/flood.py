"""What a flood does to the web app: half-sent requests, unfinished uploads, and how soon a normal request is answered.

    python bench/flood.py                           1,100 half-sent requests, then 200 unfinished uploads of 2 MB
    python bench/flood.py --requests 5000 --files 256

The server may have 1,024 open files, as most systems grant a process unless it asks for more.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from common import console, machine, new_table

SOURCE = Path(__file__).parents[1] / "src"
FILES = 1024
UPLOAD = 2 << 20
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never: "


class Target:
    """A server as a user runs it, whose log goes to a file."""

    def __init__(self, folder: str, files: int) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = Path(folder) / "log"
        paths = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])
        environment = os.environ | {"KINGME_DATA_DIR": folder, "PYTHONPATH": paths}
        command = [sys.executable, "-m", "kingme", "serve", "--no-browser", "--port", str(self.port)]

        def restrict() -> None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))

        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, preexec_fn=restrict)
        while b'"ready":true' not in self.ask().replace(b" ", b""):
            time.sleep(0.2)

    def ask(self) -> bytes:
        """A normal request; nothing where there is no answer."""
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/status", timeout=5) as answer:
            content: bytes = answer.read()
            return content
        return b""

    def wait(self, most: float = 60) -> str:
        """Seconds until a normal request is answered."""
        start = time.monotonic()
        while not self.ask():
            if time.monotonic() - start > most:
                return f"not within {most:.0f} s"
            time.sleep(0.05)
        return f"{time.monotonic() - start:.2f} s"

    def memory(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1024

    def send(self, begin: bytes, bulk: bytes) -> socket.socket | None:
        """A connection that sends something and then nothing more."""
        try:
            made = socket.create_connection(("127.0.0.1", self.port), 2)
            made.settimeout(2)
            made.sendall(begin)
            made.sendall(bulk)
        except OSError:
            return None
        return made


def flood(target: Target, count: int, begin: bytes, bulk: bytes = b"") -> tuple[str, ...]:
    """Open many connections that never finish; what it costs."""
    before, logged, start = target.memory(), target.log.stat().st_size, time.monotonic()
    held = [target.send(begin, bulk) for _ in range(count)]
    took = time.monotonic() - start
    answered = target.wait()
    time.sleep(5)  # until all that is on its way has come
    during = target.memory()
    written = target.log.stat().st_size - logged
    for connection in held:
        if connection is not None:
            connection.close()
    return (
        f"{took:.1f} s",
        f"{before:.0f} MB",
        f"{during:.0f} MB",
        f"{written:,} bytes",
        answered,
        target.wait(),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=1100, help="half-sent requests")
    parser.add_argument("--uploads", type=int, default=200, help="unfinished uploads of 2 MB")
    parser.add_argument("--files", type=int, default=FILES, help="open files that the server may have")
    choice = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # this side needs many, too
    post = f"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {UPLOAD}\r\n\r\n".encode()
    table = new_table("Floods", "flood", "sent in", "memory before", "during", "logged", "answered", "afterwards")
    with tempfile.TemporaryDirectory() as folder:
        target = Target(folder, choice.files)
        try:
            table.add_row(f"{choice.requests:,} half-sent requests", *flood(target, choice.requests, HALF))
            uploads = flood(target, choice.uploads, post, b"x" * (UPLOAD - 1))
            table.add_row(f"{choice.uploads:,} unfinished uploads", *uploads)
        finally:
            target.process.kill()
            target.process.wait()
    console.print(machine())
    console.print(table)


if __name__ == "__main__":
    main()
