"""The pages on algorithms as a student reads them: positions on boards and tables of moves, no dumps of a terminal.

The documents keep what the command line prints, because tests run it. On a page the output of `kingme analyse` becomes
an `example`: the position, the player, and its moves as a table. Other sessions of a terminal are left out.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

from kingme.players.presets import PRESETS
from kingme.web.learn.markdown import Block

_COLUMNS = re.compile(r" {2,}")
_MATCH = re.compile(r"kingme match (\S+) (\S+) --.*")
_STUDY = re.compile(r"\b[Ss]tud(?:y|ies) ((?:[A-E](?:, | and )?)+)")
_HEADS = {"move": "Move", "value": "Expected score", "score": "Evaluation", "visits": "Simulations"}


def for_students(blocks: list[Block]) -> list[Block]:
    """A document without its terminal sessions, with what they show in their place."""
    return [shown for block in blocks for shown in _shown(block)]


def _shown(block: Block) -> Iterator[Block]:
    if block["type"] == "code" and block["language"] == "console":
        yield from _examples(block["text"])
    elif block["type"] == "table":
        yield {**block, "rows": [[_cell(cell) for cell in row] for row in block["rows"]]}
    else:
        yield block


def _cell(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A cell that names a match by its command names the two players instead."""
    found = _MATCH.fullmatch(parts[0]["text"]) if len(parts) == 1 and parts[0]["type"] == "code" else None
    if found is None:
        return parts
    return [{"type": "code", "text": found[1]}, {"type": "text", "text": " v "}, {"type": "code", "text": found[2]}]


def _examples(session: str) -> Iterator[Block]:
    """What each command of a session looked at, and what it found."""
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE):
        command, _, output = part.partition("\n")
        words = shlex.split(command)
        if words[:1] != ["kingme"] or len(words) < 3 or words[1] not in ("analyse", "show"):
            continue
        player = words[words.index("--player") + 1] if "--player" in words else ""
        head, rows = _moves(output) if player else ([], [])
        yield {"type": "example", "fen": words[2], "player": player, "head": head, "rows": rows}


def _moves(output: str) -> tuple[list[str], list[list[str]]]:
    """The table of moves, without the figures of the search below it."""
    lines = output.splitlines()[1:]
    if not lines:
        return [], []
    names = _COLUMNS.split(lines[0].strip())
    rows = []
    for line in lines[1:]:
        cells = _COLUMNS.split(line.strip())
        if not line or "node" in line:
            break
        rows.append(cells + [""] * (len(names) - len(cells)))
    return [_HEADS.get(name, name.capitalize()) for name in names], rows


def studies(blocks: list[Block]) -> list[dict[str, str]]:
    """The studies that a document names, with their titles."""
    named = set("".join(letters for letters in _STUDY.findall(str(blocks))))
    return [{"letter": letter, "title": title} for letter, title in study_titles().items() if letter in named]


def study_titles() -> dict[str, str]:
    """The five studies of the experiments: letter and title."""
    sources = {preset.source for preset in PRESETS.values() if preset.source.startswith("study ")}
    return dict(sorted(source.removeprefix("study ").split(", ", 1) for source in sources))
