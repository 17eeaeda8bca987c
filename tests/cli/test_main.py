"""The frame of all commands: help, exit codes, errors in one sentence, a quick start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")

COMMANDS = ("serve", "play", "players", "show", "moves", "explain", "analyse", "perft", "convert", "warmup", "doctor")


def test_help_lists_every_command(kingme):
    result = kingme("--help")
    assert result.exit_code == 0
    assert all(f" {command} " in result.output for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(kingme, command):
    result = kingme(command, "--help")
    assert result.exit_code == 0
    assert f"kingme {command}" in result.output.partition("Examples:")[2]


HEAVY = {"alembic", "asyncio", "filelock", "jinja2", "llvmlite", "matplotlib", "numba", "numpy", "sqlalchemy"}
HEAVY |= {"kingme.board", "kingme.players", "kingme.files"}


def test_the_package_imports_nothing_heavy(run_python):
    code = f"import sys, kingme; print(sorted(sys.modules.keys() & {HEAVY | {'pydantic'}!r}))"  # which typer uses
    assert run_python(code, PYTHONPATH=os.pathsep.join(sys.path)).strip() == "[]"


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["perft", "--help"], ["play", "--help"]])
def test_help_imports_nothing_heavy(run_python, arguments):
    code = f"""
import sys
from kingme.cli.main import main
sys.argv = ["kingme", *{arguments!r}]
try:
    main()
except SystemExit as exit:
    assert not exit.code
print(sorted(sys.modules.keys() & {HEAVY!r}))
"""
    assert run_python(code, PYTHONPATH=os.pathsep.join(sys.path)).splitlines()[-1] == "[]"


def test_show_needs_no_compiler(run_python):
    code = """
import sys
from kingme.cli.main import app
app(["show"], standalone_mode=False)
print("numba" in sys.modules)
"""
    assert run_python(code, PYTHONPATH=os.pathsep.join(sys.path)).splitlines()[-1] == "False"


def test_version(kingme):
    from kingme import __version__

    assert kingme("--version").output == f"kingme {__version__}\n"


def test_without_a_command_the_web_app_opens(kingme, monkeypatch):
    opened = []
    monkeypatch.setattr("kingme.web.server.serve", lambda settings, port, on_ready: on_ready("http://127.0.0.1:8064/"))
    monkeypatch.setattr("webbrowser.open", opened.append)
    result = kingme()
    assert result.exit_code == 0
    assert "http://127.0.0.1:8064/" in result.output
    for _ in range(200):  # in a thread of its own
        if opened:
            break
        time.sleep(0.01)
    assert opened == ["http://127.0.0.1:8064/"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["show", "nonsense"],
        ["show", "B:W1:B1"],
        ["show", "--coordinates", "roman"],
        ["show", "--size", "0", "--svg", "-"],
        ["moves", "W:W99:B1"],
        ["moves", "B:W1"],
        ["explain", "x" * 5000],
        ["explain", "start", "--coordinates", "none"],
        ["perft"],
        ["perft", "-1"],
        ["perft", "21"],
        ["perft", "two"],
        ["perft", "3", "--fen", "B:W33:B1"],
        ["analyse", "--player", "nobody"],
        ["analyse", "--player", "random:size=3"],
        ["analyse", "--player", "random", "--time", "0"],
        ["analyse", "--player", "random", "--time", "soon"],
        ["players", "nobody"],
        ["convert"],
        ["play", "--color", "red"],
        ["play", "--color", "white"],
        ["play", "--color", "both", "--player", "random"],
        ["play", "--opponent", "random"],
        ["play", "--player", "nobody"],
        ["play", "--fen", "nonsense"],
        ["play", "--rules", "house"],
        ["play", "--fen", "start", "--resume"],
        ["play", "--resume"],
        ["play", "--load", "game.txt"],
        ["play", "--save", "game.txt"],
        ["play", "--delay", "-1"],
        ["play", "--player", "random", "--nodes", "-5"],
    ],
)
def test_bad_input_is_answered_with_one_error(kingme, arguments):
    result = kingme(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error" in result.stderr
    assert "Traceback" not in result.stderr


def test_error_is_one_sentence(kingme):
    assert kingme("show", "B:W1:B1").stderr == "Error: square 1 is given twice\n"


@pytest.mark.parametrize("arguments", [["play", "--load", "absent.json"], ["convert", "absent.pdn", "out.json"]])
def test_absent_file(kingme, arguments):
    result = kingme(*arguments)
    assert result.exit_code == 1
    assert "absent" in result.stderr
    assert "No such file" in result.stderr
    assert "Traceback" not in result.stderr


def test_folder_that_is_not_there(kingme):
    result = kingme("show", "--svg", "absent/board.svg")
    assert result.exit_code == 1
    assert "No such file" in result.stderr


def test_module_runs_too(shell):
    result = shell("show", "--ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert "| b   b   b   b   |" in result.stdout


def test_reader_that_goes_away_is_no_error():
    command = (
        f"{sys.executable} -m kingme play --player random --color none --seed 1 | head -1; echo ${{PIPESTATUS[0]}}"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True, timeout=120)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def redirected(redirection: str, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run a command with what a shell can do to its streams."""
    command = ["sh", "-c", f'exec "$0" -m kingme "$@" {redirection}', sys.executable, *arguments]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, **options)


@posix
@pytest.mark.parametrize("arguments", [("moves",), ("hub", "random"), ("match", "random", "random"), ("--help",)])
def test_a_closed_output_is_told_at_once(arguments):
    result = redirected(">&-", *arguments)
    assert (result.returncode, result.stderr) == (
        1,
        "Error: standard output is closed: write >/dev/null to run without it\n",
    )


@posix
def test_without_output_and_error_output_there_is_the_exit_code():
    assert redirected("<&- >&- 2>&-", "moves").returncode == 1


@posix
@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (("play",), 0, ""),
        (("hub", "random"), 0, ""),
        (("moves",), 0, ""),
        (("moves", "-"), 2, "Error: there is no position on stdin: '-' reads one from there\n"),
        (
            ("convert", "-", "-", "--from", "pdn", "--to", "fen"),
            2,
            "Error: there is no game that can be read in -: nothing was written\n",
        ),
    ],
)
def test_a_closed_input_is_an_empty_one(arguments, code, error):
    result = redirected("<&-", *arguments)
    assert (result.returncode, result.stderr) == (code, error)


@posix
@pytest.mark.parametrize("arguments", [("moves",), ("hub", "random")])
def test_a_closed_error_output_changes_nothing(arguments):
    assert redirected("2>&-", *arguments, input="quit\n").returncode == 0


@pytest.mark.parametrize(("arguments", "code"), [(("play",), 0), (("hub", "random"), 0), (("moves", "-"), 2)])
def test_input_that_is_no_text(arguments, code):
    command = [sys.executable, "-m", "kingme", *arguments]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    result = subprocess.run(command, env=environment, capture_output=True, input=b"\xff\xfe\x00\n", timeout=120)
    assert result.returncode == code
    assert b"Traceback" not in result.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("show",)])
def test_a_full_disk_is_told(arguments):
    result = redirected(">/dev/full", *arguments)
    assert (result.returncode, result.stderr) == (1, "Error: No space left on device\n")


def test_interrupt_ends_a_long_perft_at_once():
    process = subprocess.Popen(
        [sys.executable, "-m", "kingme", "perft", "18"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        time.sleep(6)  # long enough to be counting, also on a busy machine
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_a_poor_encoding_costs_glyphs_only(shell):
    result = shell("show", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert result.returncode == 0
    assert "| b   b   b   b   |" in result.stdout
