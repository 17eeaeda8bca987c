"""Run commands as a user does, away from the user's own folders."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from kingme.cli.game_words import COMMANDS
from kingme.cli.main import app
from kingme.cli.screen import Screen
from kingme.cli.terminal import Terminal
from kingme.cli.terminal_game import TerminalGame


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINGME_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("KINGME_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def kingme() -> Callable[..., Any]:
    """Run a command in this process; the result has `exit_code`, `stdout`, `stderr`."""

    def run(*arguments: object, stdin: str = "") -> Any:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)

    return run


@pytest.fixture
def shell() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command in a process of its own."""

    def run(*arguments: object, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "kingme", *(str(argument) for argument in arguments)],
            input=stdin,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | environment,
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


class Script:
    """A terminal game with its input written down beforehand."""

    def __init__(self, session: TerminalGame, lines: Iterator[str], **options: Any) -> None:
        self.console = Console(file=io.StringIO(), width=100, highlight=False, markup=False)
        self.screen = Screen(self.console, **options)
        self.prompts: list[str] = []
        self._answers: list[tuple[str, int]] = []  # each line, and where the output after it begins

        def read(prompt: str) -> str:
            self.prompts.append(prompt)
            line = next(lines, None)
            if line is None:
                raise EOFError
            if line == "^C":
                raise KeyboardInterrupt
            self._answers.append((line, len(self.output)))
            return line

        self.terminal = Terminal(session, self.screen, read, COMMANDS)
        self.session = session
        self.code = self.terminal.run()

    @property
    def output(self) -> str:
        assert isinstance(self.console.file, io.StringIO)
        return self.console.file.getvalue()

    def answer(self, line: str) -> str:
        """What was printed between this line of input and the next prompt."""
        index = [typed for typed, _ in self._answers].index(line)
        ends = [start for _, start in self._answers[1:]] + [None]
        return self.output[self._answers[index][1] : ends[index]]


@pytest.fixture
def script() -> Callable[..., Script]:
    """Play a game from lines of input, `^C` being an interrupt; the end of the list is the end of input."""

    def play(*lines: str, session: TerminalGame | None = None, **options: Any) -> Script:
        return Script(session or TerminalGame(), iter(lines), **options)

    return play
