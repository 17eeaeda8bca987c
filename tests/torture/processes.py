"""Programs that are killed, that run into a full disk, or that get into each other's way."""

from __future__ import annotations

import json
import random
import resource
import time
from pathlib import Path

from torture.attack import Trials, attack, begin, complaint, finish, kill, left_behind

OLD = "[]"  # what stands in a file before something is written over it
HOSTILE = ("<script>alert(1)</script>", "a' OR 1=1 --", "\u202ename", "x" * 60, "{{7*7}}", "</title><img src=x>")


def _clean(folder: Path) -> str | None:
    """What still runs after all programs of a folder have ended."""
    for _ in range(50):
        found = left_behind(folder)
        if not found:
            return None
        time.sleep(0.1)
    return f"processes {found} are still there"


@attack("kills", "runs killed at any moment, resumed, and verified move by move", share=2)
def killed_runs(chance: random.Random, folder: Path) -> Trials:
    for number in range(10**6):
        home = folder / str(number)
        home.mkdir()
        order = ("match", "random", "mcts:iterations=30", "--games", "60", "--seed", str(number), "--run", "run")
        for _ in range(chance.randrange(1, 4)):
            process = begin(home, *order)
            time.sleep(chance.uniform(0.5, 4.0))
            kill(process)
            finish(process)
        code, _, err = finish(begin(home, *order))
        trial = complaint("a killed run that goes on", code, err, may_fail=False)
        if trial is None:
            code, out, err = finish(begin(home, "runs", "verify"))
            trial = complaint(f"verify: {out[-300:]}", code, err, may_fail=False)
        yield trial or _clean(home)


@attack("disks", "files that cannot grow: a sentence, and nothing lost that was there")
def full_disks(chance: random.Random, folder: Path) -> Trials:
    for number in range(10**6):
        home = folder / str(number)
        home.mkdir()
        source, target = home / "game.pdn", home / "games.json"
        source.write_text('[Event "x"]\n1. 11-15 23-19 2. 8-11 22-17 *\n' * 2000)
        target.write_text(OLD)
        room = chance.randrange(1, 2_000_000)

        def limit(room: int = room) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        order = chance.choice(
            (
                ("convert", str(source), str(target), "--force"),
                ("match", "random", "random", "--games", "40"),
                ("tablebase", "build", "--pieces", "3", "--folder", str(home / "tables"), "--again"),
                ("show", "--svg", str(home / "board.svg")),
            )
        )
        code, _, err = finish(begin(home, *order, before=limit))
        trial = complaint(f"{' '.join(order)} with {room} bytes", -1 if code == -25 else code, err, may_fail=True)
        yield trial or _lost(order[0], code, home, target) or _clean(home)


def _lost(command: str, code: int, home: Path, target: Path) -> str | None:
    """What is not as it was, or as it should be, after a program that had too little room."""
    if command == "convert" and code == 0:
        json.loads(target.read_text())
    elif target.read_text() != OLD:
        return f"{command} left {target.stat().st_size} bytes of a file that was whole before"
    if command == "match" and (home / "kingme.sqlite").exists():
        code, out, err = finish(begin(home, "runs", "verify"))
        if code and "has no run yet" not in err:
            return f"the store of a match without room: exit {code}: {(out + err)[-400:]}"
    return None


@attack("races", "several programs at once on one new store")
def races(chance: random.Random, folder: Path) -> Trials:
    for number in range(10**6):
        home = folder / str(number)
        home.mkdir()
        same = chance.random() < 0.5
        processes = []
        for index in range(chance.randrange(2, 5)):
            seed = "1" if same else str(index)
            processes.append(begin(home, "match", "random", "greedy", "--games", "20", "--seed", seed))
            time.sleep(chance.uniform(0, 0.3))
        ends = [finish(process) for process in processes]
        fallen = [complaint("a race", code, err, may_fail=same) for code, _, err in ends]
        code, out, err = finish(begin(home, "runs", "verify"))
        fallen.append(complaint(f"verify after a race: {out[-300:]}", code, err, may_fail=False))
        yield next(filter(None, fallen), None) or _clean(home)


@attack("names", "scripts and oddities as names of players and runs", share=0.5)
def names(chance: random.Random, folder: Path) -> Trials:
    for number in range(10**6):
        home = folder / str(number)
        home.mkdir()
        first, run = chance.choice(HOSTILE), chance.choice(HOSTILE)
        order = ("match", f"{first}=random", "b=greedy", "--games", "4", "--run", run)
        code, _, err = finish(begin(home, *order))
        trial = complaint(f"{order}", code, err, may_fail=True)
        if trial is None and code == 0:
            page = home / "report.html"
            code, _, err = finish(begin(home, "report", run, "--html", str(page)))
            trial = complaint(f"a report on {run!r}", code, err, may_fail=True)
            if trial is None and page.exists() and any(bad in page.read_text() for bad in (HOSTILE[0], HOSTILE[5])):
                trial = f"a report contains {first!r} or {run!r} as it is"
        yield trial


@attack("tables", "endgame tables built with any number of threads, killed in between", share=0.5)
def built_tables(chance: random.Random, folder: Path) -> Trials:
    first: dict[str, bytes] = {}
    for number in range(10**6):
        home, tables = folder / str(number), folder / str(number) / "tables"
        home.mkdir()
        order = ("tablebase", "build", "--pieces", "4", "--folder", str(tables), "--again")
        order += ("--threads", str(chance.randrange(1, 5)))
        if chance.random() < 0.5:
            process = begin(home, *order)
            time.sleep(chance.uniform(0.5, 5.0))
            kill(process)
            finish(process)
        code, _, err = finish(begin(home, *order))
        trial = complaint(" ".join(order), code, err, may_fail=False)
        for file in sorted(tables.glob("pieces*")) if trial is None else ():
            content = file.read_bytes()
            if first.setdefault(file.name, content) != content:
                trial = f"{' '.join(order)}: {file.name} differs from an earlier build"
        yield trial
