"""From solved tables to the sections of a file, and back.

`NAME.wdl`    number of pairs (1 byte), the pairs (2 bytes each), where each block of tokens begins and where the last
              one ends (4 bytes each), the tokens; see `kingme.endgame.codec`. A slice in which all stored positions
              have the same value has no section; its entry in the table of contents says `constant`.
`NAME.plies`  where each block begins and where the last one ends (4 bytes each), then the blocks: for each of 32,768
              positions half its distance, compressed with raw deflate. Only lost positions without a capture count;
              everything else follows from them (see `kingme.endgame.recompute`), and repeats the number before it.
              A slice without such positions has no section.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import partial, reduce
from typing import Any, NamedTuple

import numpy as np

from kingme.endgame.codec import BLOCK, MOST_PAIRS, TOKENS, choose_pairs, decode, encode, token_words
from kingme.endgame.places import Kind
from kingme.endgame.slices import Slice
from kingme.endgame.survey import (
    ALL,
    CALM,
    LONGEST_LOSS,
    LONGEST_WIN,
    STORED,
    add_tallies,
    loss_distances,
    new_tally,
    survey,
)
from kingme.endgame.team import Job, Team
from kingme.endgame.values import DRAWN

PLIES_BLOCK = 1 << 15
_CHUNK = 1 << 22  # positions that a job works on; a multiple of both kinds of block
_SAMPLE_BLOCKS = 2048  # blocks that the pairs of a table are chosen from


class Packed(NamedTuple):
    """A slice as it goes into files: its sections, and its entry in the table of contents."""

    sections: dict[str, bytes]
    entry: dict[str, Any]


def section_name(each: Slice, kind: Kind) -> str:
    return f"{each.name}.{kind}"


def spans(length: int, step: int) -> Iterator[tuple[int, int]]:
    """Stretches that cover `range(length)`."""
    return ((begin, min(begin + step, length)) for begin in range(0, length, step))


def pack(team: Team, tables: dict[Slice, np.ndarray], *, distances: bool) -> dict[Slice, Packed]:
    """Compress solved tables."""
    codes = {each: np.empty(each.size, np.uint8) for each in tables}
    tallies = _survey(team, tables, codes)
    pairs = dict(zip(tables, team.run(partial(_train, codes[each]) for each in tables), strict=True))
    packed = {}
    for each, table in tables.items():
        tally, sections = tallies[each], {}
        stored = tally[STORED : STORED + 3]
        entry: dict[str, Any] = {"positions": each.size, "counts": _counts(tally, distances)}
        if np.count_nonzero(stored) <= 1:
            entry["constant"] = int(stored.argmax())
        else:
            sections[section_name(each, Kind.WDL)] = _pack_wdl(team, codes[each], pairs[each])
        if distances and stored[0]:
            sections[section_name(each, Kind.PLIES)] = _pack_plies(team, table, codes[each])
        packed[each] = Packed(sections, entry)
    return packed


def _counts(tally: np.ndarray, distances: bool) -> dict[str, Any]:
    """Positions lost, won and drawn, for a table of contents; with the longest loss and win and where they stand."""
    sets = {"all": ALL, "stored": STORED, "calm": CALM}
    counts: dict[str, Any] = {name: tally[at : at + 3].tolist() for name, at in sets.items()}
    if distances:
        counts["longest_loss"] = tally[LONGEST_LOSS : LONGEST_LOSS + 2].tolist()
        counts["longest_win"] = tally[LONGEST_WIN : LONGEST_WIN + 2].tolist()
    return counts


def _survey(team: Team, tables: dict[Slice, np.ndarray], codes: dict[Slice, np.ndarray]) -> dict[Slice, np.ndarray]:
    def job(each: Slice, first: int, last: int, _: int) -> tuple[Slice, np.ndarray]:
        tally = new_tally()
        survey(first, last, each, tables[each], codes[each], tally)
        return each, tally

    jobs = [
        partial(job, each, first, last)
        for each in tables
        for first, last in spans(each.placements_of_men, max(1, _CHUNK // each.placements_of_kings))
    ]
    results = team.run(jobs)
    return {each: reduce(add_tallies, (tally for owner, tally in results if owner == each)) for each in tables}


def _train(codes: np.ndarray, _: int) -> np.ndarray:
    """The pairs for a table, chosen from a sample of its blocks."""
    blocks = -(-codes.size // BLOCK)
    step = -(-blocks // _SAMPLE_BLOCKS)
    if step > 1:
        codes = np.concatenate([codes[at * BLOCK : (at + 1) * BLOCK] for at in range(0, blocks, step)])
    tokens, starts = np.empty(codes.size, np.uint8), np.empty(blocks + 1, np.int64)
    pairs = np.empty(2 * MOST_PAIRS, np.uint8)
    count = choose_pairs(codes, 0, codes.size, tokens, starts, np.empty(TOKENS * TOKENS, np.int64), pairs)
    return pairs[: 2 * count]


def _pack_wdl(team: Team, codes: np.ndarray, pairs: np.ndarray) -> bytes:
    def job(first: int, last: int, _: int) -> tuple[np.ndarray, bytes]:
        tokens, starts = np.empty(last - first, np.uint8), np.empty((last - first) // BLOCK + 2, np.int64)
        blocks = encode(codes, first, last, pairs, pairs.size // 2, tokens, starts)
        return np.diff(starts[: blocks + 1]), tokens[: starts[blocks]].tobytes()

    parts = team.run(partial(job, first, last) for first, last in spans(codes.size, _CHUNK))
    index = _index(np.concatenate([lengths for lengths, _ in parts]))
    return b"".join([bytes([pairs.size // 2]), pairs.tobytes(), index, *(tokens for _, tokens in parts)])


def _pack_plies(team: Team, table: np.ndarray, codes: np.ndarray) -> bytes:
    def job(first: int, last: int, _: int) -> list[bytes]:
        halves = np.empty(last - first, np.uint8)
        loss_distances(table, codes, first, last, halves)
        return [_deflate(halves[begin:end].tobytes()) for begin, end in spans(halves.size, PLIES_BLOCK)]

    parts = team.run(partial(job, first, last) for first, last in spans(codes.size, _CHUNK))
    blocks = [block for part in parts for block in part]
    return _index(np.array([len(block) for block in blocks])) + b"".join(blocks)


def _index(lengths: np.ndarray) -> bytes:
    """Where blocks of these lengths begin, and where the last one ends, in 4 bytes each."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype("<u4").tobytes()


def _deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


# --- back -------------------------------------------------------------------------------------------------------------


class WdlLayout(NamedTuple):
    """What a section of win, draw and loss consists of: offsets are from its beginning."""

    words: np.ndarray
    starts: int
    tokens: int


def wdl_layout(each: Slice, section: np.ndarray) -> WdlLayout:
    """Find the parts of a `.wdl` section."""
    index = 1 + 2 * int(section[0])
    blocks = -(-each.size // BLOCK)
    return WdlLayout(token_words(section[1:index]), index, index + 4 * (blocks + 1))


def unpack_wdl(each: Slice, section: np.ndarray | None, constant: int | None, table: np.ndarray) -> list[Job]:
    """Jobs that fill `table` with lost, won and drawn; positions with captures get anything."""
    if section is None:
        return [lambda _: table.fill((0, 1, DRAWN)[constant or 0])]
    layout = wdl_layout(each, section)
    starts = section[layout.starts : layout.tokens].view("<u4")

    def job(first: int, last: int, _: int) -> None:
        part = table[first:last]
        begin, end = starts[first // BLOCK], starts[-(-last // BLOCK)]
        decode(section, layout.tokens + int(begin), layout.tokens + int(end), layout.words, 0, part, part.size)
        part[part == 2] = DRAWN

    return [partial(job, first, last) for first, last in spans(each.size, _CHUNK)]


def unpack_plies(section: np.ndarray, table: np.ndarray) -> list[Job]:
    """Jobs that put distances into the lost positions of a table that `unpack_wdl` has filled."""

    def job(number: int, _: int) -> None:
        part = table[number * PLIES_BLOCK : (number + 1) * PLIES_BLOCK]
        lost = part == 0
        part[lost] = 2 * plies_block(section, number, table.size)[lost]

    return [partial(job, number) for number in range(-(-table.size // PLIES_BLOCK))]


def plies_block(section: np.ndarray, number: int, size: int) -> np.ndarray:
    """A block of a `.plies` section: half the distances of its positions."""
    blocks = -(-size // PLIES_BLOCK)
    begin, end = section[4 * number : 4 * (number + 2)].view("<u4").tolist()
    data = section[4 * (blocks + 1) :][begin:end].tobytes()
    return np.frombuffer(zlib.decompress(data, -15), np.uint8)
