"""`Table`: a page with a game on it, as a person uses it: squares are clicked, dragged and walked to."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from kingme import Board
from kingme.players.registry import player

HUMAN = {"kind": "human"}
RANDOM = {"kind": "ai", "spec": "random"}
LETTERS = {"red man": "b", "red king": "B", "white man": "w", "white king": "W"}


class Table:
    """One page of one browser."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        self.expected: list[str] = []  # parts of error texts that the test causes on purpose
        page.on("console", lambda message: message.type == "error" and self._note(message.text))
        page.on("pageerror", lambda error: self._note(str(error)))

    def _note(self, text: str) -> None:
        if not any(part in text for part in self.expected):
            self.errors.append(text)

    # --- going places ---------------------------------------------------------------------------------------------

    def go(self, address: str) -> None:
        self.page.goto(address)
        self.page.wait_for_selector("html[data-ready]")

    def begin(self, **options: Any) -> str:
        """Make a game for this browser, open it, and return its id."""
        if not self.page.context.cookies():
            self.page.context.request.get("/api/config")
        answer = self.page.context.request.post("/api/games", data={"black": HUMAN, "white": HUMAN} | options)
        assert answer.status == 201, answer.text()
        game = str(answer.json()["id"])
        self.go(f"/play/{game}")
        self.page.wait_for_selector(".stage.play")
        return game

    @property
    def game(self) -> str:
        return str(re.search(r"/(?:play|replay)/([\w-]+)", self.page.url)[1])  # type: ignore[index]

    def state(self) -> dict[str, Any]:
        """What the server knows of the game."""
        state: dict[str, Any] = self.page.context.request.get(f"/api/games/{self.game}").json()
        return state

    # --- reading --------------------------------------------------------------------------------------------------

    def pieces(self) -> dict[int, str]:
        """What stands on the board, as a screen reader hears it."""
        labels = self.page.eval_on_selector_all(
            ".cell", "cells => cells.map(cell => [cell.dataset.square, cell.getAttribute('aria-label')])"
        )
        found = ((int(square), label.split(", ")[1]) for square, label in labels)
        return {square: LETTERS[name] for square, name in found if name != "empty"}

    def drawn(self) -> int:
        """How many pieces the picture shows."""
        return int(self.page.locator(".board .layer-pieces .piece").count())

    def shows(self, fen: str) -> bool:
        board = Board.from_fen(fen)
        expected = {}
        for square in board.pieces():
            piece = board.piece_at(square)
            assert piece is not None
            letter = "w" if piece.color else "b"
            expected[square] = letter.upper() if piece.king else letter
        return self.pieces() == expected and self.drawn() == len(expected)

    def status(self) -> str:
        return str(self.page.locator(".status-text").inner_text())

    def moves(self) -> list[str]:
        return list(self.page.locator(".move-list button").all_inner_texts())

    def wait_moves(self, number: int) -> None:
        self.page.wait_for_function("n => document.querySelectorAll('.move-list button').length === n", arg=number)

    def wait_turn(self, more_than: int) -> bool:
        """Wait until more moves were made and a person is to move; False when the game is over."""
        self.page.wait_for_function(
            """n => document.querySelectorAll('.move-list button').length > n &&
                 (document.querySelector('.status-line[data-kind=turn], .status-line[data-kind=must]') ||
                  !document.querySelector('.result-card').hidden)""",
            arg=more_than,
        )
        return bool(self.page.locator(".result-card").is_hidden())

    def wait_at_least(self, number: int) -> None:
        """Wait until at least so many moves were made."""
        self.page.wait_for_function("n => document.querySelectorAll('.move-list button').length >= n", arg=number)

    # --- playing --------------------------------------------------------------------------------------------------

    def square(self, number: int) -> Any:
        return self.page.locator(f'.board [data-square="{number}"]')

    def centre(self, number: int) -> tuple[float, float]:
        box = self.square(number).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, *squares: int) -> None:
        for square in squares:
            self.square(square).click()

    def drag(self, *squares: int) -> None:
        for start, end in pairwise(squares):
            self.page.mouse.move(*self.centre(start))
            self.page.mouse.down()
            self.page.mouse.move(*self.centre(end), steps=4)
            self.page.mouse.up()

    def walk(self, *squares: int) -> None:
        """Go from the focused square to others with the arrow keys, and press Enter on each."""
        for target in squares:
            for _ in range(40):
                here = int(self.page.evaluate("() => document.activeElement.dataset.square ?? 0"))
                if here == target:
                    break
                self.page.keyboard.press(_step(here, target))
            self.page.keyboard.press("Enter")

    def play_out(self, move: Any) -> None:
        """Play a game to its end; `move(*squares)` makes one move in whatever way."""
        thinker = player("minimax:depth=4")
        while True:
            state = self.state()
            if state["outcome"]:
                break
            chosen = thinker.choose(Board.from_fen(state["fen"]))
            move(*chosen.path)
            if not self.wait_turn(len(state["plies"])):
                break
        state = self.state()
        assert state["outcome"]
        assert self.moves() == [ply["text"] for ply in state["plies"]]
        assert self.shows(state["fen"])


def _step(here: int, target: int) -> str:
    """The arrow key that leads nearer, with Red at the bottom: rows of four squares, turned round."""
    here, target = 32 - here, 32 - target
    if here // 4 != target // 4:
        return "ArrowDown" if target // 4 > here // 4 else "ArrowUp"
    return "ArrowRight" if target > here else "ArrowLeft"
