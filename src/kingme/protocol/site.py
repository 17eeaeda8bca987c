"""`Site`: a KingMe server as a program sees it, over HTTP with a token; with the standard library alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from kingme.errors import KingMeError

SECONDS = 30.0  # without a word from the server; streams say something every ten


class SiteError(KingMeError):
    """What a server has refused."""


class LostError(SiteError):
    """The server does not answer, or the connection was lost."""


class Site:
    """A server and the token that it knows."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise KingMeError(f"{address[:60]!r} is not the address of a server: write it as http://localhost:8064")
        if not token.isascii() or not token.isprintable() or not token:
            raise KingMeError("there is no token: make one on the account page, and set KINGME_TOKEN")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, path: str, body: Any = None) -> Any:
        """The answer to a GET, or with a body to a POST; `SiteError` says why there is none."""
        with self._open(path, body) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def follow(self, path: str) -> Iterator[dict[str, Any]]:
        """The messages of a stream as they come; `LostError` when it breaks."""
        with self._open(path) as answer:
            try:
                for line in answer:
                    if line.strip():
                        yield json.loads(line)
            except (OSError, HTTPException, ValueError) as error:
                raise LostError(f"the connection to {self.address} was lost: {error}") from None

    def _open(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        try:
            return urlopen(Request(self.address + path, data, self._headers), timeout=SECONDS)
        except HTTPError as error:
            with error:
                raise SiteError(_detail(error)) from None
        except (URLError, OSError, HTTPException) as error:
            raise LostError(f"{self.address} does not answer: {getattr(error, 'reason', error)}") from None


def _detail(error: HTTPError) -> str:
    """What a server says of a refusal."""
    try:
        return str(json.loads(error.read())["detail"])
    except (ValueError, KeyError, TypeError, OSError):
        return f"the server refused this ({error.code})"
