"""`kingme serve`: the web app; `kingme` alone is the same. `kingme serve jobs` lists and stops what runs there."""

from __future__ import annotations

from typing import Annotated

import typer

from kingme.cli.arguments import JsonOption

EXAMPLES = (
    "kingme serve",
    "kingme serve --no-browser --port 9000",
    "kingme serve --host 0.0.0.0",
    "kingme serve jobs --stop all",
)
JOB_EXAMPLES = ("kingme serve jobs", "kingme serve jobs --stop run-12", "kingme serve jobs --stop all")

HostOption = Annotated[
    str, typer.Option("--host", help="Address to listen on; 0.0.0.0 allows other machines on the network.")
]
PortOption = Annotated[
    int | None, typer.Option("--port", min=0, max=65535, help="Port to listen on; 8064 or the next free one.")
]
BrowserOption = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]

app = typer.Typer(invoke_without_command=True, epilog="\n\n".join(("Examples:", *EXAMPLES)))


@app.callback()
def serve_or_lead(
    context: typer.Context, host: HostOption = "127.0.0.1", port: PortOption = None, browser: BrowserOption = True
) -> None:
    """Play in the browser: start the web app on this machine."""
    if context.invoked_subcommand is None:
        serve(host, port, browser)


def serve(host: str = "127.0.0.1", port: int | None = None, browser: bool = True) -> None:
    """Run the server until it is interrupted."""
    from kingme.web.server import serve as run
    from kingme.web.settings import Settings

    settings = Settings.from_environment(host=host)

    def ready(address: str) -> None:
        typer.echo(f"KingMe is at {address}  (Ctrl-C ends it)")
        typer.echo(
            f"`kingme serve jobs` lists and stops what runs there; the operator's token is {settings.operator_token}"
        )
        if browser:
            _open(address)

    run(settings, port, ready)


@app.command("jobs", epilog="\n\n".join(("Examples:", *JOB_EXAMPLES)))
def jobs(
    stop: Annotated[
        list[str] | None, typer.Option("--stop", metavar="ID", help="Stop this job, or all; may be repeated.")
    ] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port of the server, if several are running.")] = None,
    json: JsonOption = False,
) -> None:
    """List what the running server does for browsers, or stop it: runs, experiments, reviews, analyses, games."""
    from kingme.cli.serve_jobs import list_jobs, stop_jobs

    if stop:
        stop_jobs(stop, port)
    else:
        list_jobs(port, as_json=json)


def _open(address: str) -> None:
    """Open the page without waiting: some browsers keep the caller until they are closed."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
