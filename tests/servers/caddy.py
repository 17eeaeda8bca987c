"""A proxy of one's own: Debian's Caddy as a plain process with the project's Caddyfile, on ports and in a folder of its
own."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

OPTIONS = """{{
	admin off
	skip_install_trust
	http_port {http}
	https_port {https}
}}
"""


def find_caddy() -> str | None:
    return shutil.which("caddy")


class Caddy:
    """The proxy in front of some processes."""

    def __init__(
        self, program: str, caddyfile: Path, folder: Path, environment: dict[str, str], ports: list[int]
    ) -> None:
        folder.mkdir()
        config = folder / "Caddyfile"
        config.write_text(OPTIONS.format(http=ports[0], https=ports[1]) + caddyfile.read_text())
        self.log = folder / "log"
        self.port = ports[1]
        places = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
        with self.log.open("w") as log:
            command = [program, "run", "--config", str(config), "--adapter", "caddyfile"]
            self._process = subprocess.Popen(command, env=os.environ | environment | places, stdout=log, stderr=log)

    def wait(self) -> None:
        """Until it speaks TLS."""
        for _ in range(600):
            assert self._process.poll() is None, self.log.read_text()[-3000:]
            try:
                with (
                    socket.create_connection(("127.0.0.1", self.port), 5) as line,
                    unverified().wrap_socket(line, server_hostname="localhost"),
                ):
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(self.log.read_text()[-3000:])

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


def unverified() -> ssl.SSLContext:
    """TLS that believes the proxy's own certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
