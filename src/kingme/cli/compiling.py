"""The first run on a machine: compile what is needed, and say so while it lasts.

Kernels are compiled once and kept on disk. Commands that need them come through here, so that nobody looks at a silent
terminal for seconds and wonders.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kingme.games.registry import DEFAULT

if TYPE_CHECKING:
    from kingme.board import Board


def board_from_fen(fen: str, game: str = DEFAULT) -> Board:
    """The board of a FEN, the kernels of its game ready."""
    if game == DEFAULT:
        from kingme.text.fen import parse_fen

        parse_fen(fen)  # a typing error is answered before the compiler is even imported
    from kingme.board import Board

    board = Board.from_fen(fen, game)
    prepare(game)
    return board


def prepare(game: str = DEFAULT) -> None:
    """Compile the kernels of all modules imported so far that are not in the cache yet for a game, with progress."""
    from kingme.core.jit import JIT_DISABLED, cache_folder, compile_entries, is_compiled
    from kingme.core.warmup import loaded_entries
    from kingme.games.registry import find_game

    if JIT_DISABLED:
        return
    missing = [entry for entry in loaded_entries(find_game(game)) if not is_compiled(entry)]
    if not missing:
        return
    if not can_write(cache_folder()):
        return  # nothing would be kept: leave it to the kernels that are really called
    from kingme.cli.output import console

    screen = console(stderr=True)
    if not screen.is_terminal:
        screen.print("Compiling for this machine, once …")
        for _ in compile_entries(missing):
            pass
        return
    with screen.status("Compiling for this machine, once …") as status:
        for index, entry in enumerate(compile_entries(missing), 1):
            status.update(f"Compiling for this machine, once: {index} of {len(missing)} ({entry.name})")


def can_write(folder: os.PathLike[str]) -> bool:
    """Whether files can be made in a folder, or in the first of its parents that exists."""
    from pathlib import Path

    place = Path(folder)
    while not place.exists() and place != place.parent:
        place = place.parent
    return os.access(place, os.W_OK)
