"""The checksum that a stored row carries, so that a row which is not as it was written can be told."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from typing import Any

LENGTH = 16  # hexadecimal digits
_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=repr)  # made once: every move needs two
COLUMNS = ("checksum", "thoughts_checksum")  # what is compared, and so no part of what is summed up


def row_checksum(table: str, row: Mapping[Any, Any], *context: Any, without: Collection[str] = ()) -> str:
    """The checksum of a row: over its table, its columns by name, and a `context` that stands elsewhere.

    Empty columns do not count, so that a column that is added later leaves the checksums of older rows as they are.

    >>> row_checksum("game", {"number": 3, "line": "11-15", "winner": None}, "Ann", "Bob")
    '85ad09e6f69e4cd5'
    """
    values = {
        name: value for name, value in row.items() if value is not None and name not in COLUMNS and name not in without
    }
    text = _encoder.encode([table, values, context])
    return hashlib.blake2b(text.encode(), digest_size=LENGTH // 2).hexdigest()
