"""HTML reports of runs: made by a process of its own, because drawing would hold up everybody else; kept until there
are more games.

    python -m kingme.web.arena.reports STORE RUN FILE
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
import sys
from pathlib import Path

from kingme.arena.live import run_key
from kingme.errors import KingMeError
from kingme.web.arena.runs import Runs, find_run

SECONDS = 300.0  # that a report may take
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


SIDE_WORDS = (
    "Black is the side with the red pieces and moves first; 1-0 means that Black won.",
    '"Black" : "White"',
    '"won by Black"',
)
"""Where a report names Black: in its note, and in its script."""


class ReportError(KingMeError):
    """The report could not be made."""


async def run_report(lab: Runs, making: asyncio.Semaphore, run_id: int) -> Path:
    """The path of the report of a run as it stands, made if need be; one at a time."""

    def wanted() -> Path:
        with lab.store() as store:
            info = find_run(store, run_id)
        if not info.done:
            raise KingMeError("there is nothing to report yet: no game of this run is finished")
        return lab.folder / f"{run_key(run_id)}.report-{info.done}.html"

    path = await asyncio.to_thread(wanted)
    if path.exists():
        return path
    async with making:
        if not path.exists():
            await _make(lab, run_id, path)
    return path


async def _make(lab: Runs, run_id: int, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "kingme.web.arena.reports", lab.place, str(run_id), str(path)]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL, stderr=pipe)
    try:
        async with asyncio.timeout(SECONDS):
            _, errors = await process.communicate()
    except BaseException as error:
        process.kill()
        await process.wait()
        if isinstance(error, TimeoutError):
            raise ReportError("the report took too long: make it with `kingme report`") from None
        raise
    if process.returncode:
        last = errors.decode(errors="replace").strip().splitlines()[-1:] or ["no reason given"]
        raise ReportError(f"the report could not be made: {last[0][:300]}")
    for old in path.parent.glob(f"{run_key(run_id)}.report-*.html"):
        if old != path:
            old.unlink(missing_ok=True)


def with_side(page: str, first: str) -> str:
    """A report that calls the side that moves first as the page does whose board shows red pieces."""
    for words in SIDE_WORDS:
        page = page.replace(
            words, words.replace("Black is the side with the red pieces and", first).replace("Black", first)
        )
    return page


def policy(page: str) -> str:
    """What a report may do in a browser: draw itself and run the script that it was written with, alone and offline.

    It is not of this server's origin (`sandbox`), so that nothing in it could act for the person who reads it.
    """
    digests = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in _SCRIPT.findall(page))
    scripts = " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data:; font-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-popups"
    )


def main(place: str, run_id: int, path: Path) -> None:
    """Write the report of a run."""
    from kingme.arena.report import stored_report
    from kingme.arena.report_files import write_outputs
    from kingme.arena.store import Store

    with Store(place) as store:
        report = stored_report(store, store.run(run_id))
    write_outputs([report], html=path)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
