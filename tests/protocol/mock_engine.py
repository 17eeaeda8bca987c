"""An outside engine for tests: speaks Hub, plays by the naive rules, and misbehaves as its arguments say.

    python mock_engine.py [MODE] [MOVE]

It plays the first legal move, and does what MODE says when it is asked for its MOVE-th move (the first by default).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from oracle import naive

PIECES = {
    "b": naive.Piece("black", False),
    "w": naive.Piece("white", False),
    "B": naive.Piece("black", True),
    "W": naive.Piece("white", True),
}


def parse_position(text: str) -> naive.Position:
    pieces = {naive.DARK[at]: PIECES[sign] for at, sign in enumerate(text[1:]) if sign != "e"}
    return naive.Position(pieces, "black" if text[0] == "B" else "white")


def hub_move(move: naive.Move) -> str:
    start, end = naive.NUMBER[move.path[0]], naive.NUMBER[move.path[-1]]
    if not move.captured:
        return f"{start}-{end}"
    return "x".join(str(number) for number in (start, end, *sorted(naive.NUMBER[at] for at in move.captured)))


def position_of(line: str) -> naive.Position:
    """The position of a `pos` line, its moves played."""
    words = dict(part.split("=", 1) for part in line.replace('moves="', "moves=").split(" ", 2)[1:])
    position = parse_position(words["pos"])
    for text in words.get("moves", "").rstrip('"').split():
        position = naive.play(
            position, next(m for m in naive.legal_moves(position) if sorted_move(text) == hub_move(m))
        )
    return position


def sorted_move(text: str) -> str:
    """A move with the pieces that it takes in order of their squares: the protocol allows any order."""
    start, *rest = text.split("x")
    return "x".join([start, *rest[:1], *sorted(rest[1:], key=int)])


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def flood(mode: str) -> None:
    """Print for ever, in one of several ways."""
    stream = sys.stderr if mode == "flood-errors" else sys.stdout
    text = "info depth=1 " * 10 if mode == "flood-without-end" else "info depth=1\n" * 10
    while True:
        stream.write(text)


def escape(then: str) -> None:
    """Start a process in a session of its own, whose parent has ended, and which holds this one's output."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            Path(os.environ["MOCK_CHILD"]).write_text(str(os.getpid()))
            time.sleep(3600)
        os._exit(0)
    os.wait()
    note = Path(os.environ["MOCK_CHILD"])
    while not note.exists() or not note.read_text():
        time.sleep(0.01)
    if then == "exit":
        os._exit(3)
    elif then == "hang":
        time.sleep(3600)


def misbehave(mode: str) -> str | None:
    """Do what the mode says; a text is a move to answer with."""
    if mode == "crash":
        sys.stderr.write("mock: something is null\n")
        sys.stderr.flush()
        os._exit(3)
    elif mode == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "hang":
        while True:
            time.sleep(3600)
    elif mode == "busy":
        while True:
            pass
    elif mode == "hang-with-child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        Path(os.environ["MOCK_CHILD"]).write_text(str(child.pid))
        time.sleep(3600)
    elif mode == "slow":
        time.sleep(float(os.environ.get("MOCK_SLEEP", "1.5")))
    elif mode == "illegal":
        return "1-32"
    elif mode == "nonsense":
        return "pass"
    elif mode == "empty":
        return ""
    elif mode == "mute":
        sys.stdout.close()
        os.close(1)
        time.sleep(3600)
    elif mode == "hungry":
        hoard = [bytearray(64 << 20) for _ in range(64)]
        say(f"info got {len(hoard)}")
    elif mode.startswith("flood"):
        flood(mode)
    elif mode.startswith("escape"):
        escape(mode.partition("-")[2])
    elif mode == "giant-line":
        sys.stdout.write("info " + "x" * (8 << 20) + "\n")
    elif mode == "liar":
        say(f'info depth=nan score=inf value=-inf nodes={10**30} simulations=-5 outcomes="1 {10**30}"')
    return None


def main() -> None:
    mode = sys.argv[1] if len(sys.argv) > 1 else "good"
    when = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    asked = 0
    position = naive.start()
    for line in sys.stdin:
        word = line.split(" ", 1)[0].strip()
        if word == "hub":
            if mode == "never-ready":
                time.sleep(3600)
            if mode == "hello-flood":
                flood(mode)
            if mode == "many-parameters":
                for number in range(100_000):
                    say(f"param name=p{number} value=1 type=int")
            say("id name=Mock version=1.0")
            say("param name=book value=true type=bool")
            say("param name=hash value=16 type=int min=1 max=64")
            say("wait")
        elif word == "init":
            say("this engine talks while it loads")
            if mode == "init-flood":
                flood(mode)
            say("ready")
            if mode == "deaf":
                time.sleep(3600)
        elif word == "ping":
            say("pong")
        elif word == "pos":
            position = position_of(line.strip())
        elif word == "go":
            asked += 1
            move = hub_move(naive.legal_moves(position)[0])
            say(f'info depth=1 score=0.25 nodes=7 time=0.001 pv="{move}"')
            wrong = misbehave(mode) if asked == when else None
            say(f"done move={move if wrong is None else wrong}")
        elif word == "quit" and mode != "stubborn":
            break


if __name__ == "__main__":
    main()
