"""TOML files that people write: reading one, and saying in a sentence what is wrong with it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from kingme.errors import KingMeError

_WORDS = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def read_toml(path: Path) -> dict[str, Any]:
    """The table that a file holds; `FileNotFoundError` where there is none, and `KingMeError` for all else."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise KingMeError(f"{path} cannot be read: {error.strerror or error}") from None
    except RecursionError:
        raise KingMeError(f"{path} is not a valid TOML file: it is nested too deeply") from None
    except ValueError as error:  # of TOML, of UTF-8, of a number with thousands of digits, or of a NUL in the path
        if "\0" in str(path):
            raise KingMeError(f"{str(path)!r} is not the name of a file: it holds a NUL character") from None
        raise KingMeError(f"{path} is not a valid TOML file: {error}") from None


def expect(key: str, value: object, *kinds: type) -> None:
    """Refuse the value of a key unless it is of one of these kinds; a whole number is a number too."""
    accepted = {type(value)} | ({float} if type(value) is int else set())
    if not accepted & set(kinds):
        wanted = " or ".join(_WORDS[kind] for kind in kinds)
        raise KingMeError(f"{key[:40]} takes {wanted}, not {str(value)[:40]!r}")
    if isinstance(value, str) and "\0" in value:
        raise KingMeError(f"{key[:40]} holds a NUL character: {value[:40]!r}")
