"""Running the app: sockets, signals, and a word when it is ready."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable

import uvicorn

from kingme.errors import KingMeError
from kingme.web.app import create_app
from kingme.web.memory import return_large_blocks
from kingme.web.operator import Office, open_office
from kingme.web.settings import DEFAULT_PORT, Settings
from kingme.web.store import Store

TRIES = 20  # ports after the usual one
CLOSING_SECONDS = 3
GARBAGE = (20_000, 10, 5)  # new objects before a look for cycles, of which the server makes few


class Server(uvicorn.Server):
    """A server that tells when it answers."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            gc.freeze()  # what was imported stays: no need to look through it again and again
            gc.set_threshold(*GARBAGE)
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        services = getattr(getattr(self.config.app, "state", None), "services", None)
        if services is not None:
            services.laboratory.closing.set()  # pages that listen would keep the server waiting
        await super().shutdown(sockets)


def make_config(settings: Settings) -> uvicorn.Config:
    """Uvicorn with the limits of the app, and without a log of addresses."""
    return uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # nobody may tell us another address than the one they have
        server_header=False,
        ws_max_size=4 * settings.message_bytes,  # what is slightly too long gets an answer, the rest is cut off
        ws_max_queue=16,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )


def serve(settings: Settings, port: int | None, on_ready: Callable[[str], None]) -> None:
    """Run the server until it is interrupted; `on_ready` gets its address. Without a port, a free one is found."""
    Store(settings.database).close()  # a data directory that cannot be used is told in a sentence
    return_large_blocks()
    listener = bind(settings.host, port)
    address = f"http://{_shown(settings.host)}:{listener.getsockname()[1]}/"
    server = Server(make_config(settings), lambda: on_ready(address))
    try:
        with open_office(settings.data_dir, Office(address, settings.operator_token)):
            server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # that is how a server ends
    finally:
        listener.close()


def bind(host: str, port: int | None) -> socket.socket:
    """A socket that listens; without a port, the usual one or one of those after it."""
    choices = range(DEFAULT_PORT, DEFAULT_PORT + TRIES) if port is None else (port,)
    problem = OSError("no port")
    for choice in choices:
        try:
            family, kind, protocol, _, place = socket.getaddrinfo(host, choice, type=socket.SOCK_STREAM)[0]
            made = socket.socket(family, kind, protocol)
        except OSError as error:
            raise KingMeError(f"{host} is not an address of this machine: {error.strerror or error}") from None
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind(place)
            made.listen()
        except OSError as error:
            made.close()
            problem = error
            continue
        return made
    hint = "choose another with --port" if port is not None else "choose one with --port"
    raise KingMeError(f"port {choices[-1]} of {host} cannot be used ({problem.strerror or problem}): {hint}")


def _shown(host: str) -> str:
    """The host as a browser on this machine takes it."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
