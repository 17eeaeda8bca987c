"""Whoever runs a server proves it by a token: printed at the start, and kept in a file that only they can read.

The file stands beside the database and says where the server is, so that `kingme serve jobs` finds it by itself.
Several servers may share the folder: each has a file of its own, by its port, and takes it away when it ends.
"""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

PREFIX = "Bearer "


@dataclass(frozen=True)
class Office:
    """Where a running server is, and the token that opens it."""

    url: str
    token: str

    @property
    def port(self) -> int | None:
        return urlsplit(self.url).port


def is_operator(authorization: str, token: str) -> bool:
    """Whether an `Authorization` header carries the token; how long that takes says nothing about the token."""
    given = authorization.removeprefix(PREFIX) if authorization.startswith(PREFIX) else ""
    return hmac.compare_digest(given.encode(errors="replace"), token.encode())


@contextmanager
def open_office(folder: Path, office: Office) -> Iterator[None]:
    """Keep the file of a server while it runs; one that cannot be written is left: the token was printed as well."""
    path = _file(folder, office.port)
    with suppress(OSError):
        _write(path, json.dumps(asdict(office)))
    try:
        yield
    finally:
        if _read(path) == office:  # another server may have the port by now
            path.unlink(missing_ok=True)


def find_offices(folder: Path) -> list[Office]:
    """All servers that keep their games in this folder; those that were killed are among them."""
    return [office for path in sorted(folder.glob("server-*.json")) if (office := _read(path)) is not None]


def forget_office(folder: Path, office: Office) -> None:
    """Remove the file of a server that was killed."""
    _file(folder, office.port).unlink(missing_ok=True)


def _file(folder: Path, port: int | None) -> Path:
    return folder / f"server-{port}.json"


def _write(path: Path, text: str) -> None:
    """Write a file that nobody else can read, not even for a moment."""
    spare = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    spare.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(spare, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        spare.replace(path)
    finally:
        spare.unlink(missing_ok=True)


def _read(path: Path) -> Office | None:
    try:
        return Office(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
