"""A Redis or Valkey of one's own: Debian's package as a plain process, nothing on disk, one port."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time


def find_redis() -> str | None:
    """The program, under whichever name it is installed."""
    return shutil.which("valkey-server") or shutil.which("redis-server")


class RedisServer:
    """A server that can be stopped and started again; it then has forgotten everything."""

    def __init__(self, program: str) -> None:
        self._program = program
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen([self._program, *options], stdout=subprocess.DEVNULL)
        for _ in range(600):
            assert self._process.poll() is None
            try:
                with socket.create_connection(("127.0.0.1", self.port), 5) as line:
                    line.sendall(b"PING\r\n")
                    if line.recv(100).startswith(b"+PONG"):
                        return
            except OSError:
                pass
            time.sleep(0.05)
        raise AssertionError("Redis does not answer")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
