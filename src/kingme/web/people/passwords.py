"""Passwords: what they may be, and what is kept of them.

Kept is an Argon2id hash with the least parameters that OWASP's cheat sheet on password storage names (19 MiB, two
passes, one lane). A hash takes memory and a core for a while, so that few are worked out at once.

Any twelve characters will do but the most common ones and the person's own name. `common_passwords.bin` has the first
five bytes of the BLAKE2b digest of each such password in three public lists (the NCSC's 100,000, and the first 100,000
of Pwdb and of xato-net, as SecLists has them), in the form that `_common_form` gives them.
"""

from __future__ import annotations

import asyncio
import hashlib
import unicodedata
from functools import cache
from importlib.resources import files

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kingme.errors import KingMeError
from kingme.web.people.names import name_key

SHORTEST, LONGEST = 12, 128
DIGEST_BYTES = 5
AT_ONCE = 2
LEAST_LETTERS = 5  # that differ: `aaaaaaaaaaaa` is long and not hard to guess

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class PasswordRefusedError(KingMeError):
    """A password that nobody should have."""


def check_password(text: str, name: str) -> None:
    """Say what is wrong with a new password; any letters, signs and spaces will do."""
    length = len(unicodedata.normalize("NFKC", text))
    if not SHORTEST <= length <= LONGEST:
        raise PasswordRefusedError(f"a password has {SHORTEST} to {LONGEST} characters: a few words make a good one")
    form = _common_form(text)
    if len(set(form)) < LEAST_LETTERS or _digest(form) in _common():
        raise PasswordRefusedError("this password is among those that are guessed first: choose another")
    own = name_key(name)
    if len(own) >= 4 and name_key(form).replace(own, "").strip("0123456789") == "":
        raise PasswordRefusedError("a password must not be your name: choose another")


class Hashing:
    """Works out hashes in threads, few at once."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        async with self._places:
            return await asyncio.to_thread(_hasher.hash, _kept_form(password))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether this is the password; without one to compare with, it takes as long to say no."""
        async with self._places:
            return await asyncio.to_thread(_matches, kept or _nobodys(), password) and kept is not None


def needs_new_hash(kept: str) -> bool:
    """Whether a hash was made with other parameters than those in use."""
    return _hasher.check_needs_rehash(kept)


def _matches(kept: str, password: str) -> bool:
    try:
        return _hasher.verify(kept, _kept_form(password))
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    return _hasher.hash("nobody has this password")


def _kept_form(password: str) -> bytes:
    """The same bytes, whichever keyboard a letter with an accent comes from."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def _common_form(password: str) -> str:
    return unicodedata.normalize("NFKC", password).casefold()


def _digest(form: str) -> bytes:
    return hashlib.blake2b(form.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()


@cache
def _common() -> frozenset[bytes]:
    data = files("kingme.web.people").joinpath("common_passwords.bin").read_bytes()
    return frozenset(data[start : start + DIGEST_BYTES] for start in range(0, len(data), DIGEST_BYTES))
