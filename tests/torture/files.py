"""Damaged files of every kind that KingMe reads."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from torture.attack import Trials, attack, mutate, survives

from kingme.endgame.tables import load
from kingme.errors import KingMeError
from kingme.files.pdn import read_games, write_game
from kingme.files.save import load_games, save_game
from kingme.game import Game
from kingme.games.english.evaluate import SHAPE
from kingme.games.weights import load_weights, read_weights
from kingme.players.levels import levels_file, load_levels

LEVELS = """[lazy]
title = "Lazy"
spec = "mcts:iterations=20"
rating = 500

[outside]
spec = "engine:nodes=100"
description = "looks a little"
"""


def _games(chance: random.Random) -> list[Game]:
    games = []
    for _ in range(3):
        game = Game(tags={"Event": "Club <b>evening</b>", "Black": 'A "quoted" name', "White": "Ü"})
        while game.outcome() is None and len(game.plies) < 60:
            game.play(chance.choice(game.board.legal_moves()))
        games.append(game)
    return games


@attack("files", "damaged PDN, JSON, level files, weights and endgame tables", share=2)
def damaged_files(chance: random.Random, folder: Path) -> Trials:
    games = _games(chance)
    os.environ["KINGME_CONFIG_DIR"] = str(folder)  # where level files are looked for
    levels, tables, weights = levels_file(), folder / "tables", folder / "whole.npz"
    load_weights(SHAPE).save(weights)
    tables.mkdir()
    shipped = [file for file in Path(load.__code__.co_filename).parent.joinpath("data").iterdir() if file.is_file()]
    whole: dict[str, tuple[bytes, Callable[[Path], object]]] = {
        "games.pdn": ("\n".join(map(write_game, games)).encode(), lambda file: list(read_games(file))),
        "game.json": (save_game(games[0]).encode(), lambda file: list(load_games(file))),
        "levels.toml": (LEVELS.encode(), lambda file: load_levels()),
        "weights.npz": (weights.read_bytes(), lambda file: read_weights(file, SHAPE)),
    }
    while True:
        name = chance.choice([*whole, "table"])
        if name == "table":
            original = chance.choice(shipped)
            if original.stat().st_size > 4_000_000:
                continue
            other = chance.choice(shipped) if chance.random() < 0.2 else original  # under another's name
            content = original.read_bytes()
            (tables / other.name).write_bytes(content if other != original else mutate(chance, content))
            yield survives(lambda: load(tables), KingMeError, what=f"table {original.name} as {other.name}")
            for file in tables.iterdir():
                file.unlink()
            continue
        content, read = whole[name]
        file = levels if name == "levels.toml" else folder / name
        file.write_bytes(mutate(chance, content))
        allowed = (KingMeError,)
        trial = survives(lambda read=read, file=file: read(file), *allowed, what=name)  # type: ignore[misc]
        if trial is not None:
            with suppress(OSError):
                file.rename(folder / f"fell-{chance.randrange(10**9)}-{name}")
        yield trial
