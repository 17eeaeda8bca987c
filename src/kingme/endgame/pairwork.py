"""Work on a pair of slices with several threads: solving it, completing what files leave out, and checking it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from kingme.endgame.pack import spans
from kingme.endgame.recompute import CAPTURES, CHECK, NOTHING_WRONG, WINS, recompute
from kingme.endgame.retrograde import OVERFLOW, SCRATCH, new_work
from kingme.endgame.slices import Pair, Slice
from kingme.endgame.solve import BEGIN, PROPAGATE, BlockTask, PairTables, order_of_men, solve_blocks
from kingme.endgame.successors import Low, Successors
from kingme.endgame.table_file import TableError
from kingme.endgame.team import Job, Team
from kingme.endgame.values import LONGEST

_JOB = 1 << 20  # positions that a job works on, about
WORK_BYTES = 9  # of memory for each position of a block: its state, its links, its place in the queue

_NO_TABLE = np.zeros(1, np.uint8)


def work_memory(pair: Pair, threads: int) -> int:
    """Bytes of buffers that solving a pair needs."""
    several = pair.first.placements_of_men > 1
    return 2 * pair.first.placements_of_kings * WORK_BYTES * (threads if several else 1)


def solve_pair(
    team: Team, pair: Pair, tables: Mapping[Slice, np.ndarray], low: Low, *, distances: bool,
    on_solved: Callable[[int], None] = lambda positions: None,
) -> None:  # fmt: skip
    """Fill the tables of a pair; `tables` also holds those that promotion leads to. `on_solved` hears of progress."""
    first, second = pair
    levels = np.empty(first.placements_of_men, np.int64)
    order_of_men(first.own_men, first.opp_men, int(first == second), levels)
    half = first.placements_of_kings
    shared = levels.size == 1  # without men there is one block only: the threads share its first phase
    if shared:
        block_work = new_work(half)
        works = [block_work._replace(scratch=np.empty(SCRATCH, np.int64)) for _ in range(team.threads)]
    else:
        works = [new_work(half) for _ in range(team.threads)]
    promoted = _promoted(tables, first), _promoted(tables, second)
    pair_tables = PairTables(tables[first], tables[second], *promoted, low, int(distances))
    share = pair.size / np.count_nonzero(levels >= 0)  # positions of a block, on average

    def work(blocks: np.ndarray, begin: int, end: int, phases: int, part: tuple[int, int], thread: int) -> int:
        task = BlockTask(begin, end, phases, *part)
        layers = solve_blocks(blocks, task, first, pair_tables, works[thread], team.stop)
        if layers == OVERFLOW:
            raise TableError(f"a win of {first.name} takes more than {LONGEST} plies: the format has no room for it")
        return end - begin if phases & PROPAGATE else 0

    for level in range(int(levels.max()), -1, -1):  # the most advanced men first: steps lead to them
        blocks = np.flatnonzero(levels == level)
        jobs: list[Job] = []
        if shared:
            team.run(partial(work, blocks, 0, 1, BEGIN, part) for part in spans(2 * half, _JOB))
            jobs = [partial(work, blocks, 0, 1, PROPAGATE, (0, 0))]
        else:
            step = max(1, min(_JOB // half, -(-len(blocks) // team.threads)))
            jobs = [partial(work, blocks, *span, BEGIN | PROPAGATE, (0, 2 * half)) for span in spans(len(blocks), step)]
        team.run(jobs, lambda solved: on_solved(round(solved * share)))


def _promoted(tables: Mapping[Slice, np.ndarray], each: Slice) -> np.ndarray:
    return _NO_TABLE if each.promoted is None else tables[each.promoted]


def complete(
    team: Team, wanted: Sequence[Slice], tables: Mapping[Slice, np.ndarray], low: Low, *, distances: bool
) -> None:
    """Put back what files leave out: values of captures, and distances of wins.

    For distances, `wanted` are the slices of a pair, and `tables` also holds those that promotion leads to.
    """
    for task in (CAPTURES, WINS) if distances else (CAPTURES,):
        for each in wanted:
            team.run(_jobs(task, each, tables, low, distances))


def check_pair(
    team: Team, pair: Pair, tables: Mapping[Slice, np.ndarray], low: Low, *, distances: bool
) -> dict[Slice, int]:
    """Compare every position with its successors; the first wrong one of each slice that has any."""
    wrong = {}
    for each in pair.slices:
        found = [number for number in team.run(_jobs(CHECK, each, tables, low, distances)) if number != NOTHING_WRONG]
        if found:
            wrong[each] = min(found)
    return wrong


def _jobs(task: int, each: Slice, tables: Mapping[Slice, np.ndarray], low: Low, distances: bool) -> list[Job]:
    def job(begin: int, end: int, _: int) -> int:
        scratch = np.empty(SCRATCH, np.int64)
        promoted = _promoted(tables, each) if task != CAPTURES else _NO_TABLE
        theirs = tables[each.opposite] if task != CAPTURES else _NO_TABLE
        successors = Successors(theirs, promoted, low, int(distances))
        found: int = recompute(task, begin, end, each, tables[each], successors, scratch)
        return found

    step = max(1, _JOB // each.placements_of_kings)
    return [partial(job, begin, end) for begin, end in spans(each.placements_of_men, step)]
