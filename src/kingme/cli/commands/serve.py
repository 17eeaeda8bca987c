"""`kingme serve`: the web app. `kingme` alone is the same, and opens the browser."""

from __future__ import annotations

from typing import Annotated

import typer

EXAMPLES = ("kingme serve", "kingme serve --no-browser --port 9000", "kingme serve --host 0.0.0.0")

HostOption = Annotated[
    str, typer.Option("--host", help="Address to listen on; 0.0.0.0 lets other machines of the network in.")
]
PortOption = Annotated[
    int | None, typer.Option("--port", min=0, max=65535, help="Port to listen on; 8064, or the next that is free.")
]
BrowserOption = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]


def serve(host: HostOption = "127.0.0.1", port: PortOption = None, browser: BrowserOption = True) -> None:
    """Play in the browser: start the web app on this machine."""
    from kingme.web.server import serve as run
    from kingme.web.settings import Settings

    def ready(address: str) -> None:
        typer.echo(f"KingMe is at {address}  (Ctrl-C ends it)")
        if browser:
            _open(address)

    run(Settings.from_environment(host=host), port, ready)


def _open(address: str) -> None:
    """Open the page without waiting: some browsers keep the caller until they are closed."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
