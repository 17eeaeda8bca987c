"""Memories as files: added to by several processes, bounded, refused when they are not what is wanted."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from kingme.memories.memory_file import MemoryFile, MemoryFileError, check_memory_name, memory_names, read_memory
from kingme.memories.remembered import NOTHING, ROW, add_game, experience_of, find_row

NO_KEYS = np.zeros(0, np.int64)


def rows(*keys, **columns):
    made = np.zeros(len(keys), ROW)
    made["key"] = keys
    for name, value in columns.items():
        made[name] = value
    return made


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path))
    return tmp_path / "memories"


def test_games_add_up_and_newer_scores_count():
    memory = add_game(NOTHING, rows(7, 3, wins=1, depth=4, men=0.5), NO_KEYS)
    memory = add_game(memory, rows(7, 9, losses=1), NO_KEYS)
    memory = add_game(memory, rows(3, depth=6, men=-1), NO_KEYS)
    assert memory["key"].tolist() == [3, 7, 9]
    assert experience_of(memory, 7)[2:] == (1, 0, 1, 0)
    assert memory["men"].tolist() == [-1, 0.5, 0]
    assert memory["depth"].tolist() == [6, 4, 0]
    assert find_row(memory, 8) is None
    assert experience_of(memory, 8).favour == 0


def test_what_comes_up_again_is_kept_and_what_does_not_is_forgotten():
    memory = add_game(NOTHING, rows(*range(100)), NO_KEYS)
    useful = np.array([3, 50, 99])
    for number in range(1, 41):
        memory = add_game(memory, rows(*range(1000 * number, 1000 * number + 10)), useful, most=120)
    assert len(memory) == 120
    assert set(useful) <= set(memory["key"].tolist())
    assert set(memory["key"].tolist()) >= set(range(40000, 40010))
    assert sum(key < 100 for key in memory["key"].tolist()) == 3


def test_a_memory_is_read_back_and_tells_how_it_grew(folder):
    file = MemoryFile("club")
    assert file.read() is None
    assert memory_names() == []
    for number in range(21):
        file.add("english", "engine", rows(number), NO_KEYS, ("wins", "draws", "losses", "")[number % 4])
    info, found = read_memory("club")
    assert (info.games, info.positions, len(found)) == (21, 21, 21)
    assert (info.wins, info.draws, info.losses) == (6, 5, 5)
    assert [step[1] for step in info.history] == list(range(1, 22))
    assert memory_names() == ["club"]
    file.forget()
    assert memory_names() == []
    with pytest.raises(MemoryFileError, match="there is no memory club"):
        file.forget()


def test_two_processes_share_a_file_and_no_game_is_lost(folder):
    script = (
        "import sys, numpy as np\n"
        "from kingme.memories.memory_file import MemoryFile\n"
        "from kingme.memories.remembered import ROW\n"
        "for number in range(40):\n"
        "    rows = np.zeros(2, ROW)\n"
        "    rows['key'], rows['wins'] = (int(sys.argv[1]) * 1000 + number, 7), 1\n"
        "    MemoryFile('shared').add('english', 'engine', rows, np.zeros(0, np.int64), 'wins')\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", script, str(number)], env=os.environ) for number in (1, 2)]
    assert [process.wait(60) for process in processes] == [0, 0]
    info, found = read_memory("shared")
    assert (info.games, info.wins, len(found)) == (80, 80, 81)
    assert experience_of(found, 7).wins == 80
    assert not [path for path in folder.iterdir() if path.name.endswith(".tmp")]


def test_a_hundred_thousand_positions_take_less_than_twenty_megabytes():
    file = MemoryFile("large")
    file.add("english", "engine", rows(*range(120_000)), NO_KEYS)
    assert read_memory("large")[0].positions == 100_000
    assert file.path.stat().st_size < 5_000_000


def damage(content: bytes) -> bytes:
    return content[:-9] + bytes([content[-9] ^ 1]) + content[-8:]


def other_version(content: bytes) -> bytes:
    head, _, payload = content.partition(b"\n")
    return json.dumps(json.loads(head) | {"version": 2}).encode() + b"\n" + payload


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (damage, "the memory club is damaged"),
        (lambda content: content[:-5], "the memory club is damaged"),
        (lambda content: b"\x00" * 100, "is no memory of KingMe"),
        (lambda content: b"", "is no memory of KingMe"),
        (lambda content: b"[]", "is no memory of KingMe"),
        (other_version, r"written by another version of KingMe \(format 2, this one reads 1\)"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence_and_left_alone(change, words):
    file = MemoryFile("club")
    file.add("english", "engine", rows(1, 2, 3), NO_KEYS)
    changed = change(file.path.read_bytes())
    file.path.write_bytes(changed)
    for use in (file.read, lambda: file.add("english", "engine", rows(4), NO_KEYS)):
        with pytest.raises(MemoryFileError, match=words) as caught:
            use()
        assert "kingme memory forget club" in str(caught.value)
    assert file.path.read_bytes() == changed
    file.forget()


def test_a_memory_of_another_game_or_player_is_refused():
    file = MemoryFile("club")
    file.add("english", "engine", rows(1), NO_KEYS)
    with pytest.raises(MemoryFileError, match="the memory club is one of english, not of othello"):
        file.read_for("othello", "engine")
    with pytest.raises(MemoryFileError, match="the memory club is one of engine, not of minimax"):
        file.read_for("english", "minimax")


@pytest.mark.parametrize("name", ["../club", "a/b", "Club", "", "1", ".hidden", "x" * 41, "a.b", "a b"])
def test_a_name_is_no_path(name):
    with pytest.raises(MemoryFileError, match="a memory's name has small letters"):
        check_memory_name(name)
