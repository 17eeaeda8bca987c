"""The course: every file is read, every proof fits, and what the rules and the tables decide is decided again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kingme.library.lessons.goals import marked
from kingme.library.lessons.lesson import CHAPTERS, Lesson, course, read_lesson
from kingme.library.lessons.proof import PROOFS, Prover, problems, proof_of, write_proof
from kingme.library.lessons.step import SEARCHED, LessonError
from kingme.library.lessons.words import words_for

LESSONS = list(course().values())
NAMES = [lesson.name for lesson in LESSONS]
EVERY_NTH_SEARCH = 9
GOOD = """
title = "A title"
idea = "An idea."

[[step]]
board = "W:W22,32:B18,3"
task = "Take."
goal = "take 1"
right = ["22x15: Well done."]
"""


def test_the_course_is_as_large_as_promised() -> None:
    assert len(LESSONS) >= 40
    assert sum(len(lesson.steps) for lesson in LESSONS) >= 250
    assert {lesson.chapter for lesson in LESSONS} == set(CHAPTERS)
    assert len({lesson.title for lesson in LESSONS}) == len(LESSONS)


def test_words_are_not_used_twice() -> None:
    """No lesson repeats what another one says: the same words for two moves of one step may be equal."""
    seen: dict[str, str] = {}
    for lesson in LESSONS:
        words = {answer.words for step in lesson.steps for answer in (*step.right, *step.wrong)}
        words |= {step.well for step in lesson.steps if step.well}
        for each in words:
            assert seen.setdefault(each, lesson.name) == lesson.name, (each, seen[each], lesson.name)
    assert len(seen) > 400


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_every_stored_proof_agrees_with_its_lesson(lesson: Lesson) -> None:
    """Right answers are right, wrong ones are refuted by a line, and every legal move has a verdict and words."""
    for step, proofs in zip(lesson.steps, proof_of(lesson.name), strict=True):
        if step.kind == "mark":
            assert marked(step)
        if step.kind != "play":
            continue
        assert list(problems(step, proofs)) == []
        assert [each.move for each in proofs] == list(step.board.legal_moves())
        for each in proofs:
            assert words_for(step, each)
            if each.verdict == "wrong" and step.goal in SEARCHED:
                assert each.score is not None
                assert each.line or not step.board.play(each.move).legal_moves()


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_what_is_cheap_is_proved_again(lesson: Lesson) -> None:
    """All that the rules decide and all that the tables know; of the rest see below."""
    prover = Prover(nodes=5_000)
    for step, stored in zip(lesson.steps, proof_of(lesson.name), strict=True):
        known = step.board.pieces_mask().bit_count() <= 5
        if step.goal not in SEARCHED or known:
            again = prover.prove(step)
            assert [(each.move, each.verdict) for each in again] == [(each.move, each.verdict) for each in stored]


def test_a_sample_of_the_rest_is_searched_again() -> None:
    prover = Prover(nodes=60_000)
    steps = [
        (step, stored)
        for lesson in LESSONS
        for step, stored in zip(lesson.steps, proof_of(lesson.name), strict=True)
        if step.kind == "play" and step.goal in SEARCHED and step.board.pieces_mask().bit_count() > 5
    ]
    assert len(steps) > 80
    for step, stored in steps[::EVERY_NTH_SEARCH]:
        again = {each.move: each for each in prover.weigh(step)}
        right = [each.move for each in stored if each.verdict == "right"]
        assert max(again.values(), key=lambda each: _worth(each.score)).move in right, step.place


def _worth(score: object) -> float:
    lead = getattr(score, "lead", 0.0)
    return float(min(max(lead, -50.0), 50.0))


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_everything_is_proved_again(lesson: Lesson) -> None:
    prover = Prover()
    for step in lesson.steps:
        prover.prove(step)


# --- what is wrong with a file is said --------------------------------------------------------------------------------


def _prove(path: Path) -> None:
    for step in read_lesson(path).steps:
        Prover(nodes=1_000).prove(step)


def _write(folder: Path, text: str, name: str = "01-a-lesson.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_lesson_of_ones_own(tmp_path: Path) -> None:
    lesson = read_lesson(_write(tmp_path, GOOD))
    proofs = [Prover(nodes=1_000).prove(step) for step in lesson.steps]
    assert [each.verdict for each in proofs[0]] == ["right"]
    write_proof(lesson, proofs, tmp_path)
    assert (tmp_path / "a-lesson.json").is_file()
    assert not (PROOFS / "a-lesson.json").exists()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("goal =", "gaol ="), "a step has no 'gaol'"),
        (("take 1", "take 2"), "22x15 is not right but wrong"),
        (("take 1", "draw"), "22x15 is not right but wrong"),
        (("take 1", "fly"), "'fly' is not a goal"),
        (("22x15: Well", "22-17: Well"), "compulsory"),
        (("22x15: Well done.", "22x15"), "an answer is a move, a colon and words"),
        (('goal = "take 1"', 'mark = "movers"'), "say what is well"),
        (('title = "A title"', ""), "a lesson has a title"),
        (("W22,32", "W22,99"), "99"),
        (('board = "W:W22,32:B18,3"', 'reply = "22-18"'), "the first step has a board"),
    ],
)
def test_mistakes_are_explained(tmp_path: Path, change: tuple[str, str], reason: str) -> None:
    assert change[0] in GOOD
    path = _write(tmp_path, GOOD.replace(*change))
    with pytest.raises(LessonError, match=re.escape(reason)):
        _prove(path)


def test_names_of_files(tmp_path: Path) -> None:
    with pytest.raises(LessonError, match="01-name-with-dashes"):
        read_lesson(_write(tmp_path, GOOD, "lesson.toml"))
