"""The server's log: lines for people, or JSON lines for programs, and in neither of them a secret.

Nothing in the server logs secrets on purpose. A library may put a URL, a header or a cookie into the text of an error,
though, so whatever is written passes `Redactor` as the last thing.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote, urlsplit

from kingme.web.cookies import COOKIE, SESSION
from kingme.web.settings import Settings

HIDDEN = "***"
_PATTERNS = (
    (re.compile(r"(\w://[^/\s@:]*:)[^/\s@]*@"), rf"\1{HIDDEN}@"),  # a password in a URL
    (re.compile(rf"((?:{COOKIE}|{SESSION})['\"]?\s*[=:]\s*['\"]?)[A-Za-z0-9_-]+"), rf"\1{HIDDEN}"),
    (re.compile(r"(?i)(bearer\s+)[A-Za-z0-9._~+/=-]+"), rf"\1{HIDDEN}"),
    (re.compile(r"(?i)(['\"]?\b(?:password|passwd|token|secret)['\"]?\s*[=:]\s*)(?:'[^']*'|\"[^\"]*\"|[^\s,;&})]+)"),
     rf"\1{HIDDEN}"),
)  # fmt: skip


class Redactor:
    """Takes secrets out of a text: those that have a known shape, and those of the settings whatever they look like."""

    def __init__(self, settings: Settings) -> None:
        urls = (settings.database_url, settings.smtp, settings.redis, settings.arena_store)
        passwords = [password for url in urls if (password := _password(url))]
        known = [settings.operator_token, settings.metrics_token, *passwords, *map(unquote, passwords)]
        self._known = sorted({text for text in known if len(text) >= 4}, key=len, reverse=True)

    def clean(self, text: str) -> str:
        for secret in self._known:
            text = text.replace(secret, HIDDEN)
        for pattern, hidden in _PATTERNS:
            text = pattern.sub(hidden, text)
        return text


def _password(url: str) -> str:
    try:
        return urlsplit(url).password or ""
    except ValueError:
        return ""


class TextLines(logging.Formatter):
    """A line for people, with the traceback of an error below it."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__("%(message)s")
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        return self._redactor.clean(super().format(record))


class JsonLines(logging.Formatter):
    """A JSON object on one line: `time`, `level`, `logger`, `message`, and of an error `error` and `trace`."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        clean = self._redactor.clean
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": clean(record.getMessage()),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = clean("".join(traceback.format_exception(*record.exc_info)))
        return json.dumps(line, ensure_ascii=False)


def set_up(settings: Settings) -> None:
    """Send everything that is logged in this process to standard error, in the shape that the settings ask for."""
    redactor = Redactor(settings)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(redactor) if settings.log == "json" else TextLines(redactor))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    if settings.log == "json":  # programs want to know when a server begins and ends
        logging.getLogger("kingme.web.server").setLevel(logging.INFO)
