"""Running the app: sockets, open files, signals, and a word when it is ready."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn

from kingme import __version__
from kingme.errors import KingMeError
from kingme.web import logs
from kingme.web.app import create_app
from kingme.web.connections import Connections, log
from kingme.web.floods import Floods
from kingme.web.memory import return_large_blocks
from kingme.web.operator import Office, open_office
from kingme.web.prepare import load_compiled_rules
from kingme.web.redis_broker import check
from kingme.web.settings import DEFAULT_PORT, Settings
from kingme.web.store import Store
from kingme.web.wire import Config

TRIES = 20  # ports after the usual one
CLOSING_SECONDS = 3
QUEUE = 2048  # connections that may wait in the system until they are accepted
ACCEPTED_AT_ONCE = 256  # by asyncio, before the first of them is counted
OTHER_FILES = ACCEPTED_AT_ONCE + 256
"""Open files beside the counted connections: those just accepted or turned away, the database, libraries, processes."""
GARBAGE = (20_000, 10, 5)  # new objects before a look for cycles, of which the server makes few

news = logging.getLogger("kingme.web.server")


class Server(uvicorn.Server):
    """A server that tells when it answers, and looks after its connections."""

    config: Config

    def __init__(self, config: Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._floods = Floods()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        connections = self.config.connections
        wanted, connections.most = connections.most, grant_files(connections.most)
        if connections.most < wanted:  # a crowd could take every file while the rules are read from theirs
            await asyncio.to_thread(load_compiled_rules)
        self.config.backlog = min(ACCEPTED_AT_ONCE, connections.most)
        self._floods.install()
        asyncio.get_running_loop().set_exception_handler(_note_failure)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUE)  # asyncio has set it to what it accepts at once
        if self.started:
            gc.freeze()  # what was imported stays: no need to look through it again and again
            gc.set_threshold(*GARBAGE)
            self._on_ready()

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # every second
            self.config.connections.sweep()
            self._floods.tell()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        services = getattr(getattr(self.config.app, "state", None), "services", None)
        if services is not None:
            services.runs.closing.set()  # pages that listen would keep the server waiting
        await super().shutdown(sockets)
        self._floods.remove()


def _note_failure(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Out of open files, asyncio waits a second by itself, but reports each of the attempts with a traceback."""
    if context.get("message") == "socket.accept() out of system resource":
        log.error("no new connection can be accepted: %s", context["exception"])
    else:
        loop.default_exception_handler(context)


def grant_files(connections: int) -> int:
    """Ask the system for as many open files as so many connections need; how many connections it grants."""
    if sys.platform == "win32":  # where there is no such limit
        return connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + OTHER_FILES
    granted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < granted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))
        except (OSError, ValueError):  # macOS has a lower limit that it does not tell
            granted = soft
    if granted >= needed:
        return connections
    fewer = max(granted - OTHER_FILES, granted // 4, 1)
    log.warning("the system grants %d open files: at most %d connections are accepted", granted, fewer)
    return fewer


def make_config(settings: Settings) -> Config:
    """Uvicorn with the limits of the app, and without a log of addresses."""
    return Config(
        create_app(settings),
        Connections(settings),
        log_config=None,  # `logs` says how; uvicorn would write past it
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # `security.Guard` reads them, with the same trust for every limit
        server_header=False,
        timeout_keep_alive=settings.idle_seconds,
        ws_max_size=4 * settings.message_bytes,  # what is slightly too long gets an answer, the rest is cut off
        ws_per_message_deflate=False,  # a small message cannot become a large one
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )


def serve(settings: Settings, port: int | None, on_ready: Callable[[str], None]) -> None:
    """Run the server until it is interrupted; `on_ready` gets its address. Without a port, a free one is found."""
    logs.set_up(settings)
    Store(settings.database).close()  # a data directory that cannot be used is told in a sentence
    if settings.redis:
        check(settings.redis)
    config = make_config(settings)
    return_large_blocks()
    listener = bind(settings.host, port)
    address = f"http://{_shown(settings.host)}:{listener.getsockname()[1]}/"

    def ready() -> None:
        news.info("KingMe %s answers at %s", __version__, address)
        on_ready(address)

    server = Server(config, ready)
    try:
        with open_office(settings.data_dir, Office(address, settings.operator_token)):
            server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # that is how a server ends
    finally:
        listener.close()
        news.info("the server has ended")


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
