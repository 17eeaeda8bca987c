"""The course as it is read from its folder: chapters of lessons, lessons of steps.

    course/rules/03-jumping-is-not-optional.toml

The folder names the chapter, the number gives the order, and the rest of the name is how the site calls the lesson.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kingme.files.toml import expect, read_toml
from kingme.library.lessons.step import LessonError, Step, read_step

FOLDER = Path(__file__).parent / "course"

CHAPTERS = {
    "rules": "Rules",
    "tactics": "Tactics",
    "strategy": "Strategy",
    "endgames": "Endgames",
    "traps": "Opening traps",
}

_FILE = re.compile(r"\d\d-([a-z0-9]+(?:-[a-z0-9]+)*)\.toml")


@dataclass(frozen=True)
class Lesson:
    name: str
    chapter: str
    title: str
    idea: str
    source: str
    steps: tuple[Step, ...]


def read_lesson(path: Path) -> Lesson:
    """Read one file; `LessonError` says what is wrong with it and in which step."""
    found = _FILE.fullmatch(path.name)
    if not found:
        raise LessonError(f"{path.name}: a lesson is called 01-name-with-dashes.toml")
    data = read_toml(path)
    for key, value in data.items():
        if key not in ("title", "idea", "source", "step"):
            raise LessonError(f"{path.name}: a lesson has no {key!r}")
        expect(key, value, list if key == "step" else str)
    for key in ("title", "idea", "step"):
        if not data.get(key):
            raise LessonError(f"{path.name}: a lesson has a {key}")
    steps: list[Step] = []
    for number, each in enumerate(data["step"], start=1):
        steps.append(read_step(each, steps[-1] if steps else None, f"{path.name}, step {number}"))
    return Lesson(
        found[1], path.parent.name, data["title"], data["idea"].strip(), data.get("source", "").strip(), tuple(steps)
    )


def read_course(folder: Path = FOLDER) -> dict[str, Lesson]:
    """All lessons by name, in the order in which they are taught."""
    lessons: dict[str, Lesson] = {}
    for chapter in CHAPTERS:
        for path in sorted((folder / chapter).glob("*.toml")):
            lesson = read_lesson(path)
            if lesson.name in lessons:
                raise LessonError(f"{path.name}: there is another lesson of this name")
            lessons[lesson.name] = lesson
    return lessons


@cache
def course() -> dict[str, Lesson]:
    """The course of the package, read once."""
    return read_course()
