"""`BookJournal`: what was found since the book was last written, line by line, so that nothing is lost by a kill.

    9f86d081 ["leaf", [own, opp, kings], number, depth, known]     what a search said of a position
    60303ae2 ["expand", [own, opp, kings]]                         each of its moves has a score now

A line is written as a whole, with the checksum of its text in front, and is on the disk before the work goes on. A kill
can only cut the last line short; that one is dropped. When the book has been written the journal starts again: to read
a line of it twice changes nothing.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import TextIO

from kingme.board import Board
from kingme.book.book_file import BookError
from kingme.library.books.book_graph import BookGraph, BookNode, LeafScore

FIRST_LINE = "KingMe book journal 1"


class BookJournal:
    """The journal beside a book."""

    def __init__(self, book: Path) -> None:
        self.path = book.with_name(f"{book.name}.journal")
        self._file: TextIO | None = None
        self._is_new = False  # whether nothing was written since it was begun

    def replay(self, graph: BookGraph) -> int:
        """Bring a graph to where the journal ends; returns how many lines it had."""
        if not self.path.exists():
            return 0
        head, *lines = self.path.read_bytes().split(b"\n")
        if head.decode(errors="replace") != f"{FIRST_LINE} {graph.game.name} {graph.leaf_nodes}":
            raise BookError(
                f"{self.path} belongs to another book, of another game or other nodes: move it away, or build as before"
            )
        for number, line in enumerate(lines[:-1], start=2):  # after the last line end there is nothing, or a torn line
            checksum, _, text = line.partition(b" ")
            if checksum.decode(errors="replace") != _checksum(text):
                raise BookError(f"{self.path} is damaged in line {number}: delete it to build on from the book alone")
            _apply(graph, json.loads(text))
        if lines[-1:] != [b""]:  # the last line was cut short
            whole = self.path.read_bytes()
            os.truncate(self.path, whole.rfind(b"\n") + 1)
        return max(0, len(lines) - 1)

    def start(self, graph: BookGraph) -> None:
        """Begin anew: everything so far stands in the book."""
        self.close()
        temporary = self.path.with_name(f".{self.path.name}.tmp")
        temporary.write_text(f"{FIRST_LINE} {graph.game.name} {graph.leaf_nodes}\n")
        temporary.replace(self.path)
        self._is_new = True

    def write(self, node: BookNode, scores: list[tuple[BookNode, LeafScore]]) -> None:
        """Note what was found of the children of a leaf, and that it is expanded."""
        entries: list[object] = [
            ["leaf", list(child.board.state[:3]), score.number, score.depth, int(score.known)]
            for child, score in scores
        ]
        entries.append(["expand", list(node.board.state[:3])])
        if self._file is None:
            self._file = self.path.open("a", encoding="ascii", newline="\n")
        for entry in entries:
            text = json.dumps(entry, separators=(",", ":"))
            self._file.write(f"{_checksum(text.encode())} {text}\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file; it is removed if everything stands in the book."""
        if self._file is not None:
            self._file.close()
            self._file = None
        elif self._is_new:
            self.path.unlink(missing_ok=True)


def _checksum(text: bytes) -> str:
    return f"{zlib.crc32(text):08x}"


def _apply(graph: BookGraph, entry: list[object]) -> None:
    kind, state, *rest = entry
    assert isinstance(state, list)
    node = graph.node(Board.of(graph.game, (*state, 0)))
    if kind == "leaf":
        number, depth, known = (int(str(value)) for value in rest)
        graph.score(node, LeafScore(number, depth, bool(known)))
    else:
        graph.expand(node)
