"""Outside engines that crash, hang, flood, cheat and leave children behind."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from torture.attack import Trials, attack, begin, complaint, finish, left_behind

MOCK = Path(__file__).parents[1] / "protocol" / "mock_engine.py"


def modes() -> list[str]:
    """All ways in which the mock engine misbehaves, read from its source, so that new ones are tried too."""
    text = MOCK.read_text()
    return sorted({part.split('"')[0] for part in text.split('mode == "')[1:]})


@attack("engines", "outside engines that misbehave: every game ends, is explained, and leaves nothing behind")
def bad_engines(chance: random.Random, folder: Path) -> Trials:
    kinds = modes()
    for number in range(10**6):
        home = folder / str(number)
        home.mkdir()
        mode, move = chance.choice(kinds), chance.randrange(1, 12)
        (home / "levels.toml").write_text("")
        engine = f'hub:command="{sys.executable} {MOCK} {mode} {move}",patience=2'
        order = ("match", f"bad={engine}", "good=random", "--games", "4", "--limit", "time=0.05")
        code, out, err = finish(begin(home, *order))
        trial = complaint(f"{mode} at move {move}: {out[-200:]}", code, err, may_fail=True)
        for _ in range(50):
            found = left_behind(home)
            if not found:
                break
            time.sleep(0.1)
        yield trial or (f"{mode}: processes {found} are still there" if found else None)
