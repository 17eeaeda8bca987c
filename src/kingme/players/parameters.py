"""`Parameters`: what can be set on a player, read from and written to spec strings such as `mcts:iterations=500,c=1.4`.

A player describes its parameters as a dataclass whose fields are made by `param`: default, meaning, and what is
allowed. The command line, the web forms and the errors are all derived from that one description; so is what a browser
may set, and how high (`kingme.web.gate`).
"""

from __future__ import annotations

import math
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal, Self

from kingme.errors import KingMeError

Resource = Literal["threads", "memory", "hash", "trace", "nodes"]
"""What a server has only so much of: threads, megabytes of a tree, megabytes of a hash table, events of a trace."""


def param(
    default: Any,
    help: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    or_file: bool = False,
    check: Any = None,
    public: bool | None = None,
    resource: Resource | None = None,
) -> Any:
    """A field of a `Parameters` class.

    The type is that of `default` (int, float, bool or str); None stands for "not set" and makes the parameter a number.
    `low` and `high` bound numbers, `choices` lists the allowed words, beside which `or_file` allows the path of a file,
    and `check(text)` may raise `KingMeError` for strings with a grammar of their own. A `_` in the name of a field is a
    hyphen in specs.

    `public` says whether the value may come from a browser. Numbers, switches and choices may. Text may not, because it
    could name a file, a program or an address, unless it says `public=True` and has a `check` that leaves no room for
    such a name. `resource` says what of the server a number takes: a browser gets no more than the server gives.
    """
    is_text = isinstance(default, str) and not choices
    if public and is_text and check is None:
        raise TypeError("text that may come from a browser needs a check")
    metadata = {"help": help, "low": low, "high": high, "choices": choices, "check": check}
    metadata |= {"public": not is_text if public is None else public, "resource": resource, "or_file": or_file}
    return field(default=default, metadata=metadata)


def may_be_public(item: Any, value: str) -> bool:
    """Whether this value of a parameter may come from a browser."""
    meta = item.metadata
    return bool(meta["public"]) and not (meta["or_file"] and value not in meta["choices"])


def spec_name(item: Any) -> str:
    """The name of a parameter in specs."""
    return str(item.name).replace("_", "-")


def field_name(key: str) -> str:
    """The name of the field that a key of a spec sets."""
    return key.strip().replace("-", "_")


def pairs(text: str) -> list[tuple[str, str]]:
    """The fields and values of `key=value,key=value`; a key without a value has an empty one.

    >>> pairs("depth=4, book-width=1,trace")
    [('depth', '4'), ('book_width', '1'), ('trace', '')]
    """
    parts = (part.partition("=") for part in text.split(",") if part.strip())
    return [(field_name(key), value.strip()) for key, _, value in parts]


@dataclass(frozen=True)
class Parameters:
    """Base of all parameter sets; a player without any uses it as it is."""

    @classmethod
    def current(cls, key: str, value: str) -> str:
        """The name that a parameter has now, if an earlier version called it `key`."""
        return key

    @classmethod
    def pairs(cls, text: str) -> list[tuple[str, str]]:
        """As `pairs`, with names that earlier versions used brought up to date."""
        return [(cls.current(key, value), value) for key, value in pairs(text)]

    @classmethod
    def parse(cls, name: str, text: str) -> Self:
        """Read `key=value,key=value` for the player called `name`."""
        known = {item.name: item for item in fields(cls)}
        values: dict[str, Any] = {}
        for key, value in cls.pairs(text):
            if key not in known:
                listed = f"it has {', '.join(map(spec_name, known.values()))}" if known else "it has no parameters"
                raise KingMeError(f"{name} has no parameter {key[:40]!r}: {listed}")
            if key in values:
                raise KingMeError(f"{name}: {spec_name(known[key])} is given twice")
            if not value:
                raise KingMeError(f"{name}: {spec_name(known[key])} needs a value: {allowed(known[key])}")
            values[key] = _convert(name, known[key], value)
        return cls(**values)

    def format(self, name: str) -> str:
        """The spec string: the name, and the parameters that differ from their defaults."""
        changed = [
            f"{spec_name(item)}={_text(getattr(self, item.name))}"
            for item in fields(self)
            if getattr(self, item.name) != item.default
        ]
        return f"{name}:{','.join(changed)}" if changed else name


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def kind(item: Any) -> type:
    """The Python type of a parameter's values; a parameter whose default is None is a number."""
    if item.default is None or item.default is MISSING:
        return float if isinstance(item.metadata["low"], float) else int
    return type(item.default)


def allowed(item: Any) -> str:
    """What a parameter accepts, in words."""
    meta = item.metadata
    if meta["choices"]:
        return "one of " + ", ".join(meta["choices"]) + (", or a file" if meta["or_file"] else "")
    if kind(item) is bool:
        return "on or off"
    if kind(item) is str:
        return "text"
    noun = "a whole number" if kind(item) is int else "a number"
    low, high = meta["low"], meta["high"]
    span = f" from {low:g} to {high:g}" if low is not None and high is not None else ""
    if not span:
        span = f" from {low:g} up" if low is not None else f" up to {high:g}" if high is not None else ""
    return noun + span + (" or none" if item.default is None else "")


def _convert(name: str, item: Any, value: str) -> Any:
    """Turn the text of a value into its type, checking what is allowed."""
    meta = item.metadata
    wrong = KingMeError(f"{name}: {spec_name(item)} takes {allowed(item)}, not {value[:40]!r}")
    if item.default is None and value == "none":
        return None
    if meta["choices"]:
        if value not in meta["choices"] and not meta["or_file"]:
            raise wrong
        return value
    if kind(item) is bool:
        if value.lower() not in ("on", "off", "true", "false", "yes", "no", "1", "0"):
            raise wrong
        return value.lower() in ("on", "true", "yes", "1")
    if kind(item) is str:
        if meta["check"] is not None:
            meta["check"](value)
        return value
    try:
        number = float(value) if kind(item) is float else int(value)
    except ValueError:
        raise wrong from None
    outside = (meta["low"] is not None and number < meta["low"]) or (meta["high"] is not None and number > meta["high"])
    if outside or (isinstance(number, float) and not math.isfinite(number)):
        raise wrong
    return number
