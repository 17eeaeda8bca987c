"""The one decorator that compiles kernels, and the cache that keeps what it compiled.

Every hot function of KingMe is a plain Python function marked `@kernel`. The decorator sets all Numba flags in
one place and stores machine code below the user's cache directory, so that it is compiled once per machine.

Numba notices a change in a kernel's own file but not in the files of the functions it calls, and two processes that
write its index file at once can lose each other's entries. The cache here has neither weakness: each file name
contains a digest of the kernel's source file *and of every KingMe file it imports*, of the Numba, NumPy and Python
versions and of the CPU; one kernel and signature is one file, written under a temporary name and moved into place,
with a checksum in front. A folder that cannot be written, or a damaged file, costs a compilation and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, get_type_hints

import llvmlite.binding
import numba
import numpy as np
from numba.core import config, types
from numba.core.caching import FunctionCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from platformdirs import user_cache_path

from kingme.core.game_type import GameType, games_in

PACKAGE = Path(__file__).parent.parent

# No reference counting inside kernels (`_nrt`): they allocate nothing, callers pass buffers in. That alone is worth a
# factor of two to three in recursive code. `nogil` lets threads search side by side (`quick` kernels do without); the
# `numpy` error model drops the zero-division branch. `forceinline`: left to itself LLVM keeps calls, each of which
# passes an array as seven words; inlined, perft runs 1.25 times as fast.
FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False, "forceinline": True}

JIT_DISABLED: bool = bool(config.DISABLE_JIT)  # NUMBA_DISABLE_JIT=1: kernels run as the Python they are


class Entry(NamedTuple):
    """A kernel that Python calls, with the signature it is compiled for, and the game, if it takes one."""

    name: str
    module: str
    signature: str
    function: Any
    game: GameType | None = None

    @property
    def takes_a_game(self) -> bool:
        return "(game" in self.signature

    @property
    def arguments(self) -> Any:
        """The types that it is compiled for."""
        return _parse(self.signature, self.game).args


entries: list[Entry] = []
"""Kernels that Python code calls, in the order of their definition; `warm_up` compiles these."""

# Arrays and positions as fields of a `group`.
Int64s = Annotated[np.ndarray, "i8[::1]"]
Int32s = Annotated[np.ndarray, "i4[::1]"]
Int16s = Annotated[np.ndarray, "i2[::1]"]
Int8s = Annotated[np.ndarray, "i1[::1]"]
UInt8s = Annotated[np.ndarray, "u1[::1]"]
Float64s = Annotated[np.ndarray, "f8[::1]"]
Float32s = Annotated[np.ndarray, "f4[::1]"]
Position = Annotated[tuple[int, int, int, int], "position"]

_C = TypeVar("_C", bound=type)

groups: dict[str, Any] = {}
"""The types of all groups by their names, as signatures use them."""


def group(cls: _C) -> _C:
    """Let kernels take a `NamedTuple` as one argument; a signature calls it by the name of its class.

    Fields are annotated `int`, `float`, as one of the arrays above, or as another group.

    >>> @group
    ... class Pair(NamedTuple):
    ...     count: int
    ...     names: Int64s
    >>> _parse("i8(Pair)").args
    (Pair(int64, array(int64, 1d, C)),)
    >>> del groups["Pair"]
    """
    if cls.__name__ in groups and groups[cls.__name__].instance_class.__module__ != cls.__module__:
        raise TypeError(f"there is a group {cls.__name__} already")
    kinds = [_field_type(kind) for kind in get_type_hints(cls, include_extras=True).values()]
    groups[cls.__name__] = types.BaseTuple.from_types(kinds, cls)
    return cls


def _field_type(kind: Any) -> Any:
    if hasattr(kind, "__metadata__"):
        return _parse(kind.__metadata__[0])
    return {int: types.int64, float: types.float64}.get(kind) or groups[kind.__name__]


def cache_folder() -> Path:
    """Where compiled kernels are kept: `KINGME_CACHE_DIR`, or the user's cache directory."""
    chosen = os.environ.get("KINGME_CACHE_DIR")
    return Path(chosen) if chosen else user_cache_path("kingme") / "kernels"


_IMPORT = re.compile(r"^(?:from|import) (kingme[\w.]*)(?: import (\([^)]*\)|.*))?", re.MULTILINE)


@cache
def _read(path: Path) -> bytes:
    """A source file as it was when first asked for, which is while it is imported."""
    return path.read_bytes()


@cache
def _sources(module: str) -> frozenset[Path]:
    """The file of `module` and every KingMe file that it imports at its top level, directly or not."""
    found: set[Path] = set()
    queue = [module]
    while queue:
        stem = PACKAGE.joinpath(*queue.pop().split(".")[1:])
        path = stem.with_suffix(".py") if stem.with_suffix(".py").exists() else stem / "__init__.py"
        if path in found or not path.exists():
            continue
        found.add(path)
        for parent, names in _IMPORT.findall(_read(path).decode()):
            queue += [parent, *(f"{parent}.{name}" for name in re.findall(r"\w+", names))]  # a name may be a module
    return frozenset(found)


@cache
def _digest(module: str) -> str:
    """A digest of everything that the machine code of `module`'s kernels depends on."""
    machine = (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    versions = (numba.__version__, np.__version__, platform.python_version(), platform.machine())
    digest = hashlib.sha256(repr((machine, versions, sorted(FLAGS.items()))).encode())
    for path in sorted(_sources(module)):
        digest.update(_read(path))
    return digest.hexdigest()[:20]


_CHECKSUM = hashlib.sha256().digest_size


class _KernelCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache interface over one file per kernel and signature.

    It inherits only the type; locators and index file of the parent are replaced by the digest in the file name.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._py_func = function
        self._folder = cache_folder()
        self._stem = f"{function.__module__.removeprefix('kingme.')}.{function.__qualname__}"
        self._digest = _digest(function.__module__)  # now: the file may change before the kernel is compiled

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def _file(self, signature: Any) -> Path | None:
        """The file of a kernel; none for a game from elsewhere, since we do not know what it depends on."""
        modules = sorted({module for game in games_in(signature) for module in game.modules})
        if not all(module.startswith("kingme.") for module in modules):
            return None
        digests = "".join(map(_digest, modules))
        key = hashlib.sha256(f"{self._digest}{digests}{signature}".encode()).hexdigest()[:20]
        return self._folder / f"{self._stem}.{key}.nbc"

    def _payload(self, signature: Any) -> bytes | None:
        """What is stored for a signature, or nothing where that is absent, unreadable or damaged."""
        file = self._file(signature)
        try:
            content = file.read_bytes() if file is not None else b""
        except OSError:
            return None
        checksum, payload = content[:_CHECKSUM], content[_CHECKSUM:]
        return payload if hashlib.sha256(payload).digest() == checksum else None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        payload = self._payload(sig)
        if payload is None:
            return None
        target_context.refresh()
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception:  # written by something that is not quite this Numba: compile again
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if data.library.has_dynamic_globals:  # machine code with addresses of this process in it
            return
        file = self._file(sig)
        if file is None:
            return
        temporary = file.with_suffix(f".{uuid.uuid4().hex[:12]}.tmp")
        payload = dumps(data._reduce())
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(hashlib.sha256(payload).digest() + payload)
            temporary.replace(file)
        except OSError:  # read-only or full: this process keeps what it compiled, the next one compiles again
            with suppress(OSError):
                temporary.unlink(missing_ok=True)

    def is_stored(self, arguments: Any) -> bool:
        return self._payload(arguments) is not None

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def _parse(signature: str, game: GameType | None = None) -> Any:
    """Numba's form of a signature in its short letters, e.g. `i8(i8, i8[::1])`, with groups by their names.

    `position` stands for the four numbers of a position, and `game` for the type of the game that is given.
    """
    names = {"i8": types.int64, "f8": types.float64, "b1": types.boolean, "i4": types.int32, "f4": types.float32}
    names |= {"u1": types.uint8, "u4": types.uint32, "i2": types.int16, "i1": types.int8, "void": types.void}
    names |= {"u8": types.uint64, "u2": types.uint16, "Tuple": types.Tuple, "UniTuple": types.UniTuple}
    names |= groups | {"position": types.UniTuple(types.int64, 4)} | ({} if game is None else {"game": game})
    return eval(signature, {"__builtins__": {}}, names)


def kernel(signature: str | Callable[..., Any], *, quick: bool = False) -> Any:
    """Compile a function to machine code, cached on disk.

    `@kernel` marks a function that other kernels call: it is compiled together with them. A kernel that Python calls
    states its types, `@kernel("i8(i8, i8[::1])")`: it is compiled on its first call, or ahead of time by `warm_up`.
    A `quick` one is over within microseconds and keeps the interpreter lock when Python calls it: to give that away
    means to queue for it again, behind every other thread.
    """
    if callable(signature):
        return _compile_lazily(signature)

    def decorate(function: Callable[..., Any]) -> Any:
        compiled = _compile_lazily(function, nogil=not quick)
        entries.append(Entry(function.__name__, function.__module__, signature, compiled))
        return compiled

    return decorate


def _compile_lazily(function: Callable[..., Any], nogil: bool = True) -> Any:
    if JIT_DISABLED:
        return function
    dispatcher = numba.njit(**FLAGS | {"nogil": nogil})(function)
    if function.__module__.startswith("kingme."):  # of a kernel from elsewhere we do not know what it depends on
        dispatcher._cache = _KernelCache(function)
    _widen_literals(dispatcher)
    return dispatcher


def _widen_literals(dispatcher: Any) -> None:
    """Compile a kernel once for all whole numbers, instead of again for each constant that a caller passes.

    Numba gives a constant argument a type of its own. That multiplies compilations; and where the variants of a
    recursive kernel call one another, machine code loaded from a cache jumps to nowhere.
    """
    fold = dispatcher._compiler.fold_argument_types

    def fold_and_widen(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, tuple(types.unliteral(kind) for kind in folded)

    dispatcher._compiler.fold_argument_types = fold_and_widen


def operation(function: Callable[..., Any]) -> Any:
    """A kernel that is a method of a game (`kingme.games.contract`): its first argument is the game's tag."""
    compiled = _compile_lazily(function, nogil=False)
    compiled.is_operation = True
    return compiled


def is_compiled(entry: Entry) -> bool:
    """Whether the machine code of this kernel is in memory or in the cache folder."""
    if JIT_DISABLED:
        return False
    arguments, stored = entry.arguments, getattr(entry.function._cache, "is_stored", None)
    return arguments in entry.function.overloads or (stored is not None and bool(stored(arguments)))


def compile_entries(chosen: list[Entry]) -> Iterator[Entry]:
    """Load or compile the given kernels one by one, yielding each before the work on it starts."""
    for entry in chosen:
        yield entry
        if not JIT_DISABLED:
            entry.function.compile(entry.arguments)  # as a call would: the result type is inferred
