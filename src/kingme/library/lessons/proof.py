"""The proof of a lesson: what every legal move of every step is worth, by the rules, the tables or a search.

Named answers are held to it: a right one has to reach the goal, a wrong one has to miss it, with a line that shows why.
The proof is stored beside the course, so that a page answers at once, and can be made again at any time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from kingme.board import Board
from kingme.endgame import find
from kingme.library.lessons.goals import marked, meets
from kingme.library.lessons.lesson import FOLDER, Lesson, course
from kingme.library.lessons.step import RESULTS, SEARCHED, LessonError, Step
from kingme.move import Move
from kingme.players.base import Limit, Player
from kingme.players.registry import player
from kingme.score import Score

PROOFS = FOLDER.parent / "proofs"
NODES = 2_000_000
ALIKE, WORSE = 0.3, 0.65  # men: moves within the first are as good; a wrong move is worse than the best by the second
WINNING, CERTAIN = 5.0, 20.0  # men: a move that wins all the same is not called wrong; what a certain win counts
OPEN = 1.0  # men: beside a certain win, a move that is so far ahead may win as well; it is not called wrong
LONGEST = 10  # plies of a line that is shown

Verdict = Literal["right", "fine", "wrong"]


@dataclass(frozen=True)
class Proved:
    """A move, whether it is right, what it is worth to its side, and how the game may go on."""

    move: Move
    verdict: Verdict
    score: Score | None = None
    line: tuple[str, ...] = ()

    def as_data(self) -> list[Any]:
        score = None if self.score is None else self.score.as_data()
        return [str(self.move), self.verdict, score, " ".join(self.line)]


class Prover:
    """Proves steps with one engine, which it keeps."""

    def __init__(self, nodes: int = NODES) -> None:
        self._engine: Player = player("engine:hash=64,tables=on")
        self._limit = Limit(nodes=nodes)

    def prove(self, step: Step) -> list[Proved]:
        """Every legal move of a step with its verdict; `LessonError` if the step says something else."""
        if step.kind == "mark":
            if not marked(step):
                raise LessonError(f"{step.place}: there is nothing to mark")
            return []
        if step.kind == "judge":
            self._check_judgement(step)
            return []
        proofs = self.weigh(step)
        for problem in problems(step, proofs):
            raise LessonError(f"{step.place}: {problem}")
        return proofs

    def weigh(self, step: Step) -> list[Proved]:
        """Every legal move of a step with its verdict, whatever the step says."""
        moves = step.board.legal_moves()
        if step.goal in SEARCHED:
            return self._search(step, moves)
        return [Proved(move, "right" if meets(step, move) else "wrong") for move in moves]

    def value(self, board: Board) -> tuple[Score, tuple[Move, ...]]:
        """What a position is worth to the side to move, and how it may go on."""
        if not board.legal_moves():
            return Score.loss(0), ()
        self._engine.new_game()
        analysis = self._engine.analyse(board, self._limit)
        assert analysis.score is not None
        return analysis.score, analysis.pv

    def _search(self, step: Step, moves: tuple[Move, ...]) -> list[Proved]:
        values = []
        for move in moves:
            after = step.board.play(move)
            score, pv = self.value(after)
            values.append((move, _before(score), _shown(after, pv)))
        best = max((score for _, score, _ in values), key=lambda score: (_worth(score), -(score.plies or 0)))
        return [Proved(move, _verdict(step.goal, score, best), score, line) for move, score, line in values]

    def _check_judgement(self, step: Step) -> None:
        known = find(step.board)
        score = Score.known(known.wdl) if known else self.value(step.board)[0]
        if score.result is None or RESULTS[1 - score.result] != step.goal:
            raise LessonError(f"{step.place}: this is not a {step.goal} but {score}")


def problems(step: Step, proofs: list[Proved]) -> Iterator[str]:
    """What a proof says against the answers that a step names."""
    by_move = {proved.move: proved for proved in proofs}
    for answers, verdict in ((step.right, "right"), (step.wrong, "wrong")):
        for answer in answers:
            proved = by_move[step.board.parse_move(answer.name)]
            if proved.verdict != verdict:
                yield f"{answer.name} is not {verdict} but {proved.verdict} ({proved.score})"
    if step.goal == "win" and all(proved.verdict == "right" for proved in proofs) and len(proofs) > 1:
        yield "every move wins"


def _verdict(goal: str, score: Score, best: Score) -> Verdict:
    worth = _worth(score)
    if goal == "draw":
        return "right" if score.result == 0 else "wrong"
    if goal == "quickest":
        return "right" if score == best and score.result == 1 else "fine" if score.result == 1 else "wrong"
    undecided = score.result is None and best.result == 1 and worth >= OPEN
    if goal == "win":
        return "right" if score.result == 1 else "fine" if undecided else "wrong"
    loss = _worth(best) - worth
    if goal == "sound":
        return "right" if loss < WORSE else "wrong"
    return "right" if loss <= ALIKE else "fine" if loss < WORSE or worth >= WINNING or undecided else "wrong"


def _before(after: Score) -> Score:
    """What a move is worth that leads to a position of this score for the other side."""
    return Score.known(-after.result, after.plies + 1) if after.result and after.plies is not None else -after


def _worth(score: Score) -> float:
    """A score in men: a certain win is worth more than any evaluation."""
    return score.men if score.result is None else CERTAIN * score.result


def _shown(board: Board, pv: tuple[Move, ...]) -> tuple[str, ...]:
    """The part of a line that shows what happens: until nothing more is taken for a while."""
    texts, length = [], 0
    for number, move in enumerate(pv[:LONGEST], start=1):
        texts.append(board.notation(move))
        if move.is_capture:
            length = number
        board = board.play(move)
    if length and board.legal_moves():
        return tuple(texts[: length + (length % 2 == 0)])
    return tuple(texts[:LONGEST])


# --- stored proofs ----------------------------------------------------------------------------------------------------


def write_proof(lesson: Lesson, proofs: list[list[Proved]], folder: Path = PROOFS) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = [
        {"fen": step.board.fen(), "goal": step.goal, "moves": [each.as_data() for each in proved]}
        for step, proved in zip(lesson.steps, proofs, strict=True)
    ]
    text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"
    (folder / f"{lesson.name}.json").write_text(text, "utf-8")


def read_proof(lesson: Lesson, folder: Path = PROOFS) -> list[list[Proved]]:
    """The stored proof of a lesson; `LessonError` if there is none that fits it."""
    again = f"run `kingme lessons prove {lesson.name}`"
    try:
        rows = json.loads((folder / f"{lesson.name}.json").read_text("utf-8"))
    except OSError:
        raise LessonError(f"{lesson.name} has not been proved: {again}") from None
    if [(row["fen"], row["goal"]) for row in rows] != [(step.board.fen(), step.goal) for step in lesson.steps]:
        raise LessonError(f"{lesson.name} was changed after it was proved: {again}")
    return [[_read(step.board, each) for each in row["moves"]] for step, row in zip(lesson.steps, rows, strict=True)]


def _read(board: Board, data: list[Any]) -> Proved:
    move, verdict, score, line = data
    return Proved(
        board.parse_move(move), verdict, None if score is None else Score.from_data(score), tuple(line.split())
    )


@cache
def proof_of(name: str) -> list[list[Proved]]:
    """The proof of a lesson of the course, read once."""
    return read_proof(course()[name])
