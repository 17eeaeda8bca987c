"""`kingme lessons`: the course, and the proof that everything in it is right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kingme.errors import KingMeError

if TYPE_CHECKING:
    from kingme.library.lessons.lesson import Lesson
    from kingme.library.lessons.proof import Prover

EXAMPLES = (
    "kingme lessons",
    "kingme lessons prove",
    "kingme lessons prove first-position",
    "kingme lessons prove mine/01-a-lesson.toml",
)
PROVE = "prove"


def lessons(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[prove] [LESSON …]", help="'prove' checks lessons; names, or files of your own."),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1000, help="Positions to search for each move where the tables do not reach.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Print what every move is worth.")] = False,
) -> None:
    """List the lessons, or prove that every right answer is right and every wrong one is refuted."""
    from kingme.library.lessons.lesson import CHAPTERS, read_course, read_lesson

    given = words or []
    proving = given[:1] == [PROVE]
    names = given[1:] if proving else given
    course = read_course()
    chosen: list[tuple[Lesson, bool]] = []
    for name in names:
        if name.endswith(".toml"):
            chosen.append((read_lesson(Path(name)), False))
        elif name in course:
            chosen.append((course[name], True))
        else:
            raise KingMeError(f"there is no lesson {name[:40]!r}")
    if not proving:
        _list([lesson for lesson, _ in chosen] or list(course.values()), CHAPTERS)
        return
    _prove(chosen or [(lesson, True) for lesson in course.values()], nodes, show=show)


def _list(lessons: list[Lesson], chapters: dict[str, str]) -> None:
    for chapter, title in chapters.items():
        members = [lesson for lesson in lessons if lesson.chapter == chapter]
        if members:
            typer.secho(
                f"{title} ({len(members)} lessons, {sum(len(each.steps) for each in members)} steps)", bold=True
            )
        for lesson in members:
            typer.echo(f"  {lesson.name:<32} {len(lesson.steps):>2}  {lesson.title}")


def _prove(lessons: list[tuple[Lesson, bool]], nodes: int | None, *, show: bool) -> None:
    """Prove lessons; the proofs of the course's own are stored."""
    from kingme.cli.compiling import prepare
    from kingme.library.lessons.proof import NODES, Prover, write_proof
    from kingme.library.lessons.step import LessonError

    prepare()
    prover = Prover(nodes or NODES)
    problems = 0
    for lesson, belongs in lessons:
        try:
            proofs = [prover.prove(step) for step in lesson.steps]
        except LessonError as error:
            typer.echo(f"{lesson.name}: {error}", err=True)
            problems += 1
            if show:
                _show(lesson, prover)
            continue
        if belongs:
            write_proof(lesson, proofs)
        typer.echo(f"{lesson.name}: {len(lesson.steps)} steps proved")
        if show:
            _show(lesson, prover)
    if problems:
        raise KingMeError(f"{problems} lessons are not right" if problems > 1 else "1 lesson is not right")


def _show(lesson: Lesson, prover: Prover) -> None:
    """What every move is worth: for whoever writes a lesson."""
    for number, step in enumerate(lesson.steps, start=1):
        typer.echo(f"{lesson.name}, step {number}: {step.board.fen()} · {step.kind} {step.goal}")
        if step.kind == "play":
            for each in prover.weigh(step):
                text = step.board.notation(each.move)
                typer.echo(f"  {each.verdict:<6} {text:<12} {each.score or '':<22} {' '.join(each.line)}")
