"""Codes of an authenticator app, the second factor of administrators: RFC 6238 with SHA-1, six digits, 30 seconds."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import struct
from urllib.parse import quote

DIGITS, STEP = 6, 30
BYTES = 20
WINDOW = 1  # steps to either side, for clocks that differ


def new_secret() -> str:
    """A secret as apps take it: 32 letters and digits."""
    return base64.b32encode(secrets.token_bytes(BYTES)).decode()


def code_at(secret: str, step: int, digits: int = DIGITS) -> str:
    """The code of a time step.

    >>> code_at("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59 // STEP, digits=8)
    '94287082'
    """
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", step), hashlib.sha1).digest()
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def matching_step(secret: str, code: str, now: float, used: int) -> int | None:
    """The step that a code belongs to, if it is good now and none so late was used; None otherwise."""
    digits = code.replace(" ", "")
    current = int(now // STEP)
    found = None
    for step in range(current - WINDOW, current + WINDOW + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), digits.encode("utf-8", "replace")) and step > used:
            found = step
    return found


def address_for_apps(secret: str, name: str) -> str:
    """What an app reads from a QR code or a link."""
    return f"otpauth://totp/KingMe:{quote(name)}?secret={secret}&issuer=KingMe"
