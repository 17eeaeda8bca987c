"""The page and what it is made of: files of the package, read into memory, compressed once, cached by their digest.

`index.html` names its files below `/static/`. It is sent with `/static/v-<digest>/` instead: such an address never
means anything else, so browsers keep it for ever, and modules that import each other by relative paths stay in one
version. A file is found by looking its name up in a list, so that no path can lead out of the folder.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import JSONResponse, Response

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
FOR_EVER = "public, max-age=31536000, immutable"
VIEWS = (
    *("/", "/play/{path:path}", "/games", "/replay/{path:path}"),
    *("/analyse", "/analyse/{path:path}", "/editor", "/explorer"),
    *("/people", "/people/{path:path}", "/profile", "/account", "/admin"),
    *("/lobby", "/challenge/{path:path}", "/tournament/{path:path}"),
    *("/learn", "/learn/{path:path}", "/puzzles", "/lab", "/lab/{path:path}"),
)

_VERSION = re.compile(r"v-[0-9a-f]{12}/")


@dataclass(frozen=True)
class Asset:
    """A file of the page."""

    content: bytes
    packed: bytes | None  # compressed, where that helps
    kind: str
    tag: str


class Assets:
    """The files of a folder, read again when they change."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._stamp: tuple[tuple[str, int, int], ...] = ()
        self._files: dict[str, Asset] = {}
        self._lock = threading.Lock()
        self.digest = "0" * 12

    def refresh(self) -> None:
        """Look whether a file has changed since the last time."""
        with self._lock:
            paths = sorted(path for path in self._folder.rglob("*") if path.is_file())
            stamp = tuple((path.relative_to(self._folder).as_posix(), *_stat(path)) for path in paths)
            if stamp == self._stamp:
                return
            self._files = {name: _read(self._folder / name) for name, *_ in stamp}
            tags = "".join(f"{name}{asset.tag}" for name, asset in self._files.items())
            self.digest = hashlib.sha256(tags.encode()).hexdigest()[:12]
            self._stamp = stamp

    def names(self) -> list[str]:
        return list(self._files)

    def get(self, name: str) -> Asset | None:
        return self._files.get(name)

    def page(self) -> Asset | None:
        """`index.html` with the version in the addresses of its files."""
        found = self._files.get("index.html")
        if found is None:
            return None
        content = re.sub(rb"(?<=[\"'])/static/", f"/static/v-{self.digest}/".encode(), found.content)
        return Asset(content, gzip.compress(content, 6), found.kind, f'{found.tag[:-1]}-{self.digest}"')


def _stat(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def _read(path: Path) -> Asset:
    content = path.read_bytes()
    kind = TYPES.get(path.suffix.lower()) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    is_text = kind.startswith("text/") or kind.endswith(("json", "xml"))
    packed = gzip.compress(content, 9) if is_text and len(content) > 500 else None
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return Asset(content, packed, f"{kind}; charset=utf-8" if is_text else kind, tag)


def answer_with(request: Request, asset: Asset, caching: str) -> Response:
    """A file as an answer: compressed where the browser takes that, and not sent where it has it already."""
    headers = {"cache-control": caching, "etag": asset.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == asset.tag:
        return Response(status_code=304, headers=headers)
    content = asset.content
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = asset.packed, "gzip"
    return Response(content, media_type=asset.kind, headers=headers)


def not_found(assets: Assets) -> Callable[[Request, Exception], Awaitable[Response]]:
    """An answer for addresses that do not exist: people get the page, which says so, and programs a sentence."""

    async def answer(request: Request, error: Exception) -> Response:
        detail = getattr(error, "detail", "Not Found")
        wants_page = "text/html" in request.headers.get("accept", "") and request.method in ("GET", "HEAD")
        found = assets.page() if wants_page and not request.url.path.startswith(("/api/", "/static/")) else None
        if found is None:
            return JSONResponse({"detail": detail}, 404)
        return Response(found.content, 404, media_type=found.kind, headers={"cache-control": "no-cache"})

    return answer


def make_router(assets: Assets) -> APIRouter:
    """The routes of the page; they are for browsers, and not part of the documented interface."""
    router = APIRouter(include_in_schema=False)

    def page(request: Request) -> Response:
        assets.refresh()
        found = assets.page()
        if found is None:
            raise HTTPException(404, "the page is not installed: this is a server without static files")
        return answer_with(request, found, "no-cache")

    def static(request: Request, name: str) -> Response:
        version = _VERSION.match(name)
        asset = assets.get(_VERSION.sub("", name, count=1) if version else name)
        if asset is None:
            raise HTTPException(404, "there is no such file")
        is_current = version is not None and version[0] == f"v-{assets.digest}/"
        return answer_with(request, asset, FOR_EVER if is_current else "no-cache")

    for view in VIEWS:
        router.add_api_route(view, page, methods=["GET", "HEAD"])
    router.add_api_route("/static/{name:path}", static, methods=["GET", "HEAD"])
    return router
