"""A PostgreSQL of one's own: Debian's package, a cluster in a temporary folder, no password, one port."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

USER = "postgres"  # PostgreSQL refuses to run for root, and Debian's package brings this user


def find_postgresql() -> Path | None:
    """The folder of its programs: where Debian has them, or on the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    found = shutil.which("initdb")
    return debian[-1] if debian else Path(found).resolve().parent if found else None


class PostgreSQL:
    """A server that can be stopped as by a power cut and started again."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="kingme-postgresql-"))
        self._user: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []} if os.getuid() == 0 else {}
        if self._user:
            shutil.chown(self._folder, USER, USER)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._run("initdb", "-D", "data", "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        self._made = 0

    def start(self) -> None:
        # Durability is that of the disk and is not what these tests look at; without it they take a tenth of the time.
        quick = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off"
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' {quick}"
        self._run("pg_ctl", "-D", "data", "-l", "log", "-w", "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """End it: at once, as by a power cut, or `fast`, which writes what is in memory first."""
        self._run("pg_ctl", "-D", "data", "-w", "-m", mode, "stop")

    def database(self) -> str:
        """The URL of a new, empty database."""
        self._made += 1
        name = f"test{self._made}_{time.monotonic_ns()}"
        server = f"postgresql://{USER}@127.0.0.1:{self.port}"
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return f"{server}/{name}"

    def remove(self) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        # Output goes to a file: the server would keep a pipe open.
        with (self._folder / "output").open("ab") as output:
            ended = subprocess.run(
                command, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output, **self._user
            )
        assert ended.returncode == 0, (self._folder / "output").read_text()[-3000:]
