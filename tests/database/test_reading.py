"""Stores on read-only media can be read, and nothing is written beside them."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from database.v010 import old_store

from kingme.arena.store import Store
from kingme.web import store as web_store

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1
NO_POWER = 77
SOURCE = Path(__file__).parents[2]

READ_ARENA = """
from database.v010 import arena_games, expected
from kingme.arena.store import Store, StoreError
with Store({path!r}) as store:
    assert arena_games(store) == expected("arena")
    try:
        store.decide(1, "H1", 2)
    except StoreError as error:
        assert "read-only" in str(error), error
    else:
        raise AssertionError("it was written")
"""
READ_WEB = """
from pathlib import Path
from database.v010 import expected
from kingme.web.play.restoring import restore
from kingme.web.store import Store
store = Store(Path({path!r}))
for number, state in expected("web")["games"].items():
    game = restore(*store.load(number))
    assert len(game.plies) == len(state["plies"]) and game.board.fen() == state["fen"]
store.close()
"""
READERS = {"arena": READ_ARENA, "web": READ_WEB}


@pytest.fixture
def folder():
    made = Path(tempfile.mkdtemp())
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


def drop_power() -> None:
    """Root gives up writing what it may not write by its permissions (CAP_DAC_OVERRIDE)."""
    if ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0):
        os._exit(NO_POWER)


def read_as_a_stranger(name: str, path: Path) -> None:
    """Read everything as somebody who may write nothing there."""
    path.chmod(0o444)
    path.parent.chmod(0o555)
    before = sorted(path.parent.iterdir())
    paths = os.pathsep.join([str(SOURCE / "src"), str(SOURCE / "tests")])
    environment = os.environ | {"PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1"}
    before_exec = drop_power if os.getuid() == 0 else None
    command = [sys.executable, "-c", READERS[name].format(path=str(path))]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, preexec_fn=before_exec)
    if done.returncode == NO_POWER:
        pytest.skip("root cannot give up writing everywhere here")
    assert done.returncode == 0, done.stderr
    assert sorted(path.parent.iterdir()) == before


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("is_old", [True, False])
def test_a_store_that_may_not_be_written_can_be_read(name, is_old, folder):
    path = old_store(name, folder)
    if not is_old:
        (Store(path) if name == "arena" else web_store.Store(path)).close()
    read_as_a_stranger(name, path)


def test_so_can_one_that_was_not_closed(folder, tmp_path):
    """What stands in the log only must not be missing."""
    path = old_store("arena", tmp_path)
    with Store(path) as store, store._transaction(write=True) as connection:
        connection.exec_driver_sql("UPDATE meta SET value = 'in the log'")
        connection.commit()
        for file in (path, path.with_name("arena.sqlite-wal")):
            shutil.copyfile(file, folder / file.name)
    assert (folder / "arena.sqlite-wal").stat().st_size > 0
    (folder / "arena.sqlite-wal").chmod(0o444)
    read_as_a_stranger("arena", folder / "arena.sqlite")
