"""The pages on algorithms as a student reads them: positions on boards and tables of moves, no dumps of a terminal.

The documents keep what the command line prints, because tests run it. On a page the output of `kingme analyse` becomes
an `example`: the position, the player, and its moves as a table. Other sessions of a terminal are left out, and so are
sentences about commands and source files. Players are named in words, positions become links, and the tables of
parameters are folded away.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from urllib.parse import quote

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.players.presets import PRESETS
from kingme.web.learn.markdown import Block, Inline
from kingme.web.learn.spoken import spoken

_COLUMNS = re.compile(r" {2,}")
_MATCH = re.compile(r"kingme match (\S+) (\S+) --.*")
_STUDY = re.compile(r"\b[Ss]tud(?:y|ies) ((?:[A-E](?:, | and )?)+)")
_HEADS = {"move": "Move", "value": "Expected score", "score": "Evaluation", "visits": "Simulations"}


_TERMINAL = re.compile(r"kingme\b.*|--.*|.*\.(?:py|npz)\b.*|[A-Za-z_]+\.[a-z_]+|[a-z]+_[a-z_]+|(?:init|go) .*")
_FEN = re.compile(r"[BW]:\S+")
_FOLDED = ("Parameters",)


def for_students(blocks: list[Block]) -> list[Block]:
    """A document without its terminal sessions, with what they show in their place."""
    return _fold([shown for block in blocks for shown in _shown(block)])


def _shown(block: Block) -> Iterator[Block]:
    match block["type"]:
        case "code" if block["language"] == "console":
            yield from _examples(block["text"])
        case "table":
            head = [_words(cell) for cell in block["head"]]
            yield {**block, "head": head, "rows": [[_words(_cell(cell)) for cell in row] for row in block["rows"]]}
        case "paragraph":
            if parts := _readable(block["text"]):
                yield {**block, "text": parts}
        case "list":
            items = [item for item in block["items"] if not _is_terminal(_sentences(item)[0])]
            yield {**block, "items": list(map(_readable, items))}
        case _:
            yield block


def _fold(blocks: list[Block]) -> list[Block]:
    """Sections for those who want every detail, in one block each that opens when it is asked for."""
    folded: list[Block] = []
    inside: Block | None = None
    for block in blocks:
        if block["type"] == "heading":
            inside = None
            title = "".join(part["text"] for part in block["text"])
            if title in _FOLDED:
                inside = {"type": "details", "id": block["id"], "title": title, "blocks": []}
                folded.append(inside)
                continue
        (folded if inside is None else inside["blocks"]).append(block)
    return folded


def _readable(parts: list[Inline]) -> list[Inline]:
    """A text without sentences about commands and files."""
    return _words([part for sentence in _sentences(parts) if not _is_terminal(sentence) for part in sentence])


def _sentences(parts: list[Inline]) -> list[list[Inline]]:
    """The parts of a text by sentence."""
    sentences: list[list[Inline]] = [[]]
    for part in parts:
        if part["type"] != "text":
            sentences[-1].append(part)
            continue
        for text in re.split(r"(?<=[.!?] )(?=[A-Z])", part["text"]):
            sentences[-1].append({**part, "text": text})
            if text.endswith((". ", "! ", "? ")):
                sentences.append([])
    return [sentence for sentence in sentences if sentence]


def _is_terminal(sentence: list[Inline]) -> bool:
    return any(part["type"] == "code" and _TERMINAL.fullmatch(part["text"]) for part in sentence)


def _words(parts: list[Inline]) -> list[Inline]:
    """Players by their names, positions as links."""
    return [_word(part) if part["type"] == "code" else part for part in parts]


def _word(part: Inline) -> Inline:
    text = part["text"]
    if _FEN.fullmatch(text):
        return {"type": "link", "href": f"/analyse?fen={quote(text, safe=':,')}", "text": "this position"}
    name = spoken(text)
    return part if name is None else {"type": "text", "text": name}


def _cell(parts: list[Inline]) -> list[Inline]:
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
        if words[:1] != ["kingme"] or len(words) < 3 or words[1] not in ("analyse", "show") or not _is_fen(words[2]):
            continue
        player = words[words.index("--player") + 1] if "--player" in words else ""
        head, rows = _moves(output) if player else ([], [])
        yield {
            "type": "example",
            "fen": words[2],
            "player": player,
            "name": spoken(player) or player,
            "head": head,
            "rows": rows,
        }


def _is_fen(text: str) -> bool:
    try:
        Board.from_fen(text)
    except KingMeError:
        return False
    return True


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
