"""The shape of a saved game: which fields there are, and what may stand in each.

pydantic checks it, strictly: a number is no text, `true` is no number, and a field that is not known is refused: a
misspelt one must not be lost in silence. Whether the moves are legal is for `kingme.files.save_data` to say. What was
left out, or is null although a game can do without it, is None here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ValidationError,
    model_validator,
)
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, core_schema

from kingme.errors import KingMeError
from kingme.files.pdn_text import DEEPEST_VARIATION
from kingme.outcome import Termination
from kingme.profile import OFFICIAL
from kingme.text.coordinates import quoted

FORMAT = "kingme-game"
VERSION = 1


class SaveError(KingMeError):
    """Data that is no saved game; the message says where it is wrong and what would be right."""


@dataclass(frozen=True)
class _Needed:
    """What an error says is needed, instead of pydantic's words."""

    words: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.custom_error_schema(handler(source), "needed", custom_error_message=self.words)


def _whole_characters(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise PydanticCustomError("wrong", "the text contains half a character (a lone surrogate)") from None
    return text


_Text = Annotated[str, AfterValidator(_whole_characters)]
_LARGEST = 1_000_000_000
_Whole = Annotated[int, Field(ge=0, lt=_LARGEST), _Needed("a whole number")]
_Limit = Annotated[int, Field(ge=1, lt=_LARGEST), _Needed("null or a number from 1 up")]
_Seconds = Annotated[int | float, Field(ge=0, lt=1e12), _Needed("a number of seconds")]  # 300 is written as 300 again
_Ending = Annotated[Termination, Field(strict=False), _Needed(f"one of {', '.join(Termination)}")]


class _Saved(BaseModel):
    model_config = ConfigDict(strict=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, data: Any) -> Any:
        # `extra="forbid"` would collect an error for each field: 200 MB for an upload of nothing but such fields.
        if isinstance(data, dict) and not data.keys() <= cls.model_fields.keys():
            key = next(key for key in data if key not in cls.model_fields)
            raise PydanticCustomError("unknown", "a field that is not known", {"name": _printable(key)})
        return data


class SavedRules(_Saved):
    name: _Text | None = None
    repetition: Annotated[int, Field(ge=2, lt=_LARGEST), _Needed("null or a number from 2 up")] | None = (
        OFFICIAL.repetition
    )
    quiet_limit: _Limit | None = OFFICIAL.quiet_limit
    move_cap: _Limit | None = OFFICIAL.move_cap
    stuck: Annotated[Literal["loss", "draw"], _Needed("loss or draw")] | None = None


class SavedClock(_Saved):
    black: _Seconds
    white: _Seconds
    increment: _Seconds | None = None


class SavedOutcome(_Saved):
    termination: _Ending
    winner: Annotated[Literal["black", "white", ""], _Needed("black, white or null")] | None = None


class SavedPly(_Saved):
    path: Annotated[list[_Whole], Field(fail_fast=True)]
    text: _Text | None = None
    comment: _Text | None = None
    nags: Annotated[list[_Whole], Field(fail_fast=True)] | None = None
    clock: _Seconds | None = None
    elapsed: _Seconds | None = None
    variations: Annotated[list[SavedLine], Field(fail_fast=True)] | None = None


SavedLine = Annotated[list[SavedPly], Field(fail_fast=True)]


class SavedGame(_Saved):
    format: _Text
    version: _Whole
    start: _Text
    rules: SavedRules | None = None
    game: _Text | None = None
    tags: Annotated[dict[_Text, _Text], Field(fail_fast=True)] | None = None
    clock: SavedClock | None = None
    comment: _Text | None = None
    moves: SavedLine
    declared: SavedOutcome | None = None
    result: _Text | None = None


def read_shape(data: object) -> SavedGame:
    """The data as a saved game, or a `SaveError` that names the first place where it is none."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError(f'this is not a saved game: it must be an object with "format": "{FORMAT}"')
    version = data.get("version")
    if version != VERSION or isinstance(version, bool):
        raise SaveError(f"version {_show(version)} of the format is not known: this program reads version {VERSION}")
    try:
        return SavedGame.model_validate(data)
    except ValidationError as error:
        raise SaveError(_sentence(error.errors(include_url=False)[0])) from None


_NEEDED = {
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
}


def _sentence(error: ErrorDetails) -> str:
    """What pydantic found, in one sentence that begins with the place."""
    kind, steps = error["type"], error["loc"]
    if len(steps) == 3 and steps[::2] == ("tags", "[key]"):  # the name of a tag
        steps = steps[:1]
    where = place(steps)
    if kind == "missing":
        return f"{where} is missing"
    if kind == "unknown":
        field = f"{where}.{error['ctx']['name']}".removeprefix(".")
        return f"{field} is not known in version {VERSION} of the format"
    if kind == "wrong":
        return f"{where}: {error['msg']}"
    if kind.startswith("recursion"):  # pydantic goes no deeper than 255
        return f"{where[:60]}…: variations are nested more than {DEEPEST_VARIATION} deep"
    needed = error["msg"] if kind == "needed" else _NEEDED[kind]
    return f"{where}: {needed} is needed here, not {_show(error['input'])}"


def place(steps: tuple[int | str, ...]) -> str:
    """A place as a program would write it.

    >>> place(("moves", 3, "path"))
    'moves[3].path'
    """
    names = (f"[{step}]" if isinstance(step, int) else f".{_printable(step)}" for step in steps)
    return "".join(names).removeprefix(".")


def _show(value: object) -> str:
    """A value as an error message may repeat it."""
    names = {dict: "an object", list: "a list", type(None): "null", bool: str(value).lower()}
    return names.get(type(value), quoted(value) if isinstance(value, str) else _printable(value))


def _printable(value: object) -> str:
    return quoted(str(value))[1:-1]
