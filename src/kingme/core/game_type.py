"""A game as compiled code sees it: a type without fields, whose operations are chosen when a search is compiled.

A search is written once and takes the game as its first argument. In

    @kernel("i8(game, position, i8, i8[::1], i8)")
    def count_leaves(game, position, depth, moves, base):
        end = base + game.generate(position, moves, base)

`game` is no value at run time: it holds nothing and takes no register. But it has a type of its own for each game, so
that `count_leaves` is compiled once for every game that calls it, and `game.generate` is a direct call to that game's
kernel, inlined like any other. `OthelloRules().generate(...)` in Python is the same call: a method, bound to a game.

An attribute of a game that is a number, a flag, a tuple or a small array is a constant inside a kernel. Classes and
strings cannot be reached from there. `kingme.games.contract` says which attributes every game has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba.core import types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default
from numba.core.dispatcher import Dispatcher
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.core.typing.typeof import typeof
from numba.extending import NativeValue, infer_getattr, unbox

_owners: dict[str, type] = {}  # the classes of games by the names of their types


class GameType(types.Type):  # type: ignore[misc]
    """The type of one game; it is known by its name, so that other processes find the same one."""

    @property
    def owner(self) -> type:
        """The class of the game."""
        return _owners[self.name]

    @property
    def modules(self) -> list[str]:
        """The modules in which the class and those that it builds on are defined."""
        return [cls.__module__ for cls in self.owner.__mro__ if cls is not object]


class Operation(types.BoundFunction):  # type: ignore[misc]
    """What `game.generate` is inside a kernel: one of the game's kernels, with the game as its first argument."""

    def __init__(self, kernel: Dispatcher, this: GameType) -> None:
        self.kernel, self.this = kernel, this
        types.Type.__init__(self, f"Operation({this}.{kernel.py_func.__qualname__})")

    @property
    def key(self) -> Any:
        return self.this, self.kernel

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        template, _, args, kws = self.kernel.get_call_template((self.this, *args), kws)
        signature = template(context).apply(args, kws)
        return signature and signature.replace(args=signature.args[1:], recvr=self.this)

    def get_call_signatures(self) -> tuple[list[Any], bool]:
        return self.kernel.nopython_signatures, True

    def get_impl_key(self, sig: Any) -> Any:
        return self.kernel.get_overload(sig.args)


def game_type(cls: type) -> GameType:
    """A type for the class of a game: a new one, even where an older class had the same name (as in a notebook)."""
    name = base = f"{cls.__module__}.{cls.__qualname__}"
    count = 1
    while name in _owners:
        count += 1
        name = f"{base}#{count}"
    _owners[name] = cls
    return GameType(name)


def games_in(signature: Any) -> Iterator[GameType]:
    """The games among the argument types of a compiled kernel."""
    return (kind for kind in signature if isinstance(kind, GameType))


@register_default(GameType)
class _GameModel(models.StructModel):  # type: ignore[misc]
    """A structure without members: nothing is passed, nothing is kept. Even an unused pointer would cost a register."""

    def __init__(self, manager: Any, kind: GameType) -> None:
        super().__init__(manager, kind, [])


def _nothing(context: Any, builder: Any, kind: GameType, value: Any) -> Any:
    return context.get_constant_undef(kind)


lower_constant(GameType)(_nothing)


@unbox(GameType)
def _unbox(kind: GameType, value: Any, c: Any) -> NativeValue:
    return NativeValue(c.context.get_constant_undef(kind))


@infer_getattr
class _Attributes(AttributeTemplate):  # type: ignore[misc]
    """What the attributes of a game are inside a kernel: operations, or constants."""

    key = GameType

    def generic_resolve(self, kind: GameType, name: str) -> Any:
        value = getattr(kind.owner, name, None)
        if isinstance(value, Dispatcher):
            return Operation(value, kind)
        return None if value is None else typeof(value)


@lower_getattr_generic(GameType)
def _constant(context: Any, builder: Any, kind: GameType, value: Any, name: str) -> Any:
    constant = getattr(kind.owner, name)
    return context.get_constant_generic(builder, typeof(constant), constant)
