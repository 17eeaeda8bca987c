"""What `kingme serve jobs` does: finds the servers of this user, and asks each with its token."""

from __future__ import annotations

import json
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import ProxyHandler, Request, build_opener

import typer

from kingme.cli.output import console, print_json
from kingme.core.folders import data_folder
from kingme.errors import KingMeError
from kingme.web.operator import PREFIX, Office, find_offices, forget_office

SECONDS = 30.0


def list_jobs(port: int | None, *, as_json: bool) -> None:
    """Print all jobs as a table or as JSON."""
    found = [(office, job) for office, answer in _ask_all("GET", port) for job in answer["jobs"]]
    if as_json:
        print_json([job | {"server": office.url} for office, job in found])
        return
    if not found:
        typer.echo("Nothing is running.")
        return
    from rich.table import Table

    table = Table("Job", "Kind", "What", "From", box=None)
    for _, job in found:
        table.add_row(job["id"], job["kind"], job["what"], job["address"])
    console().print(table)


def stop_jobs(wanted: list[str], port: int | None) -> None:
    """Stop jobs by their ids, or all."""
    for name in wanted:
        path = "" if name == "all" else f"/{quote(name, safe='')}"
        stopped = [job for _, answer in _ask_all("DELETE", port, path) for job in answer.get("stopped", ())]
        if not stopped and name != "all":
            raise KingMeError(f"there is no job {name[:80]!r}: `kingme serve jobs` lists those that are running")
        typer.echo(f"Stopped {', '.join(stopped)}." if stopped else "Nothing is running.")


def _ask_all(method: str, port: int | None, path: str = "") -> list[tuple[Office, dict[str, Any]]]:
    """The answers of all servers that run, or of the one at a port."""
    folder = data_folder()
    offices = [office for office in find_offices(folder) if port in (None, office.port)]
    answers = []
    for office in offices:
        try:
            answer = _ask(method, office, path)
        except ConnectionRefusedError:
            forget_office(folder, office)  # it was killed
        except (OSError, HTTPException) as error:
            raise KingMeError(
                f"the server at {office.url} does not answer: {str(error) or type(error).__name__}"
            ) from None
        else:
            answers += [] if answer is None else [(office, answer)]
    if not answers:
        where = "" if port is None else f" at port {port}"
        raise KingMeError(f"no server is running{where} with its games in {folder}: start one with kingme serve")
    return answers


def _ask(method: str, office: Office, path: str) -> dict[str, Any] | None:
    """The answer of a server, empty where it has no such job; None if another program has its port by now."""
    request = Request(f"{office.url}api/jobs{path}", method=method, headers={"Authorization": PREFIX + office.token})
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=SECONDS) as answer:
            found = json.load(answer)
    except HTTPError as error:
        error.close()  # it is an answer as well
        if error.code in (429, 503):
            raise KingMeError(f"the server at {office.url} is too busy to answer: try again in a moment") from None
        return {} if path and error.code in (404, 422) else None
    except URLError as error:
        raise error.reason if isinstance(error.reason, OSError) else error from None
    except ValueError:
        return None
    return found if isinstance(found, dict) and ("jobs" in found or "stopped" in found) else None
