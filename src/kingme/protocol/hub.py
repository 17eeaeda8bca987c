"""`HubServer`: any KingMe player as an engine, for programs that speak the Hub protocol.

Lines come in, lines go out; searches run in a thread of their own, so that `ping` and `stop` are answered meanwhile.
`go ponder` searches without a clock; after `ponder-hit` the same search goes on with the time that `level` gave.
All parameters of the player are announced and can be set, by other programs before `init`, by a KingMe at any time.
`variant` chooses the game: `normal` is International, as Scan has it, the others have our names. Beyond the protocol
there are two: `rules` (a rule profile) and, as a limit, `level iterations=N`. `level` without any limit means the
player's own budget.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

from kingme import __version__
from kingme.errors import KingMeError
from kingme.game import Game, Ply
from kingme.games.registry import DEFAULT, find_game
from kingme.move import Move
from kingme.players.base import Info, Player
from kingme.players.limit import Limit
from kingme.players.parameters import field_name, kind
from kingme.players.registry import player as make_player
from kingme.profile import OFFICIAL, Rules, official_rules
from kingme.protocol.hub_text import VARIANTS, Message, format_line, format_move, parse_line, parse_move, parse_position
from kingme.score import Score

FOREVER = 1e7  # seconds: a search that only `stop` ends
CERTAIN_WIN, LONGEST_WIN = 100.0, 500  # a win in men, and the plies that one without a distance counts as

_KINDS = {bool: "bool", int: "int", float: "real", str: "string"}


class HubServer:
    """Speaks for one player. `write` sends a line; `serve` answers lines until `quit` or the end of input.

    `on_failure` is called after a search has failed and said so: there will be no move, and whoever waits for one
    learns it best from an engine that ends.
    """

    def __init__(
        self, spec: str, write: Callable[[str], None], *, on_failure: Callable[[], None] = lambda: None
    ) -> None:
        self.player: Player = make_player(spec)
        self._write_line = write
        self._on_failure = on_failure
        self._lock = threading.Lock()
        self._variant = DEFAULT
        self._rules = OFFICIAL
        self._game: Game | None = Game()  # None after a `pos` that could not be read
        self._limit = Limit()
        self._cancel = threading.Event()
        self._hit: threading.Event | None = None  # while it ponders: set when the expected move was made
        self._thread: threading.Thread | None = None
        self._is_ready = False  # after `init`: what a search needs is there before it is asked for

    def serve(self, lines: Iterable[str]) -> None:
        """Answer until there is nothing more to answer; a search that still runs is ended."""
        try:
            for line in lines:
                message = parse_line(line)
                if message.command == "quit":
                    break
                try:
                    self._answer(message)
                except KingMeError as error:
                    self._write(format_line("error", message=error))
        finally:
            self._stop()

    def _write(self, line: str) -> None:
        with self._lock:
            self._write_line(line)

    def _answer(self, message: Message) -> None:
        """Obey one command; words that are not known are ignored, as the protocol asks."""
        match message.command:
            case "hub":
                self._introduce()
            case "init":
                self._get_ready()
            case "ping":
                self._write("pong")
            case "stop":
                self._end_search()
            case "ponder-hit":
                if self._hit is not None:
                    self._hit.set()
            case "set-param" | "new-game" | "pos" | "level" | "go":
                self._stop()  # none of these may come during a search: whoever sends one is done with it
                self._prepare(message)

    def _prepare(self, message: Message) -> None:
        arguments = message.arguments
        match message.command:
            case "set-param":
                self._set(arguments.get("name", ""), arguments.get("value", ""))
            case "new-game":
                self.player.new_game()
                if self._is_ready:
                    self.player.start(game=find_game(self._variant))  # another one, where a parameter was set since
            case "pos":
                self._game = None  # whatever is wrong with the new one, nobody asks about the old one any more
                self._game = _read_game(arguments, self._rules, self._variant)
            case "level":
                self._limit = _read_level(arguments)
            case "go":
                limit = Limit(time=FOREVER) if "analyze" in arguments else self._limit
                self._go(limit, hit=threading.Event() if "ponder" in arguments else None)

    # --- parameters -------------------------------------------------------------------------------------------------

    def _introduce(self) -> None:
        name = f"KingMe {self.player.label}"
        self._write(format_line("id", name=name, version=__version__, author="The KingMe authors", country="-"))
        for item in fields(self.player.parameters_class):
            self._write(_announce(item, getattr(self.player.parameters, item.name)))
        values = " ".join(VARIANTS)
        self._write(format_line("param", name="variant", value=self._variant, type="enum", values=values))
        self._write(format_line("param", name="rules", value=self._rules.text(), type="string"))
        self._write("wait")

    def _set(self, name: str, value: str) -> None:
        if name == "variant":
            if value not in VARIANTS:
                raise KingMeError(f"{value[:40]!r} is not a variant: use {', '.join(VARIANTS)}")
            self._variant = VARIANTS[value]
            self._rules = official_rules(find_game(self._variant))
            self._game = Game(game=self._variant)
            return
        if name == "rules":
            self._rules = Rules.parse(value, find_game(self._variant))
            return
        label = self.player.label
        changed = self.player.parameters_class.parse(self.player.name, f"{name}={value}")
        self.player.close()
        field = field_name(name)
        self.player = type(self.player)(replace(self.player.parameters, **{field: getattr(changed, field)}))
        self.player.label = label

    def _get_ready(self) -> None:
        """Load and allocate what a search needs; an engine that cannot has failed."""
        try:
            self.player.start(game=find_game(self._variant))
        except KingMeError:
            self._on_failure()
            raise
        self._is_ready = True
        self._write("ready")

    # --- searches ---------------------------------------------------------------------------------------------------

    def _go(self, limit: Limit, *, hit: threading.Event | None = None) -> None:
        if self._game is None:
            raise KingMeError("there is nothing to think about: the last position could not be read")
        self._cancel, self._hit = threading.Event(), hit
        arguments = (self.player, self._game.copy(), limit, self._cancel, hit)
        self._thread = threading.Thread(target=self._think, args=arguments, daemon=True)
        self._thread.start()

    def _end_search(self) -> None:
        """Tell the search that runs to answer now."""
        self._cancel.set()
        if self._hit is not None:
            self._hit.set()

    def _stop(self) -> None:
        """End the search that runs, if any, and wait for its answer."""
        if self._thread is not None:
            self._end_search()
            self._thread.join()
        self._thread = self._hit = None

    def _think(
        self, player: Player, game: Game, limit: Limit, cancel: threading.Event, hit: threading.Event | None
    ) -> None:
        def on_info(info: Info) -> None:
            self._write(_info_line(info))

        try:
            analysis = player.analyse(game, limit, cancel=cancel, on_info=on_info, ponder=hit)
        except Exception as error:
            self._write(format_line("error", message=f"{type(error).__name__}: {error}"))
            self._on_failure()
            return
        if hit is not None:
            hit.wait()  # a search that is done before the opponent has moved keeps its answer to itself
        if analysis.move is None:
            self._write(format_line("error", message="there is no legal move here"))
            return
        self._write(_info_line(analysis))
        expected = format_move(analysis.pv[1]) if len(analysis.pv) > 1 else None
        self._write(format_line("done", move=format_move(analysis.move), ponder=expected))


def _read_game(arguments: dict[str, str], rules: Rules, variant: str) -> Game:
    """The game of a `pos` line. Whether it is drawn is for the other side to say: it may go on after a repetition."""
    if "pos" not in arguments:
        raise KingMeError("pos needs a position, as in pos pos=B…")
    game = Game(parse_position(arguments["pos"], variant), rules=rules)
    for text in arguments.get("moves", "").split():
        game.append(Ply(parse_move(game.board, text)))
    return game


def _read_level(arguments: dict[str, str]) -> Limit:
    """The limit that a `level` line asks for."""
    if "infinite" in arguments:
        return Limit(time=FOREVER)
    names = {
        "depth": ("depth", int),
        "nodes": ("nodes", int),
        "iterations": ("iterations", int),
        "move-time": ("time", float),
        "time": ("clock", float),
        "inc": ("increment", float),
        "moves": ("moves_to_go", int),
    }
    values: dict[str, Any] = {}
    for key, (field, number) in names.items():
        if key in arguments:
            try:
                values[field] = number(arguments[key])
            except ValueError:
                raise KingMeError(f"level: {key} takes a number, not {arguments[key][:40]!r}") from None
    if values.get("clock", 1) <= 0:
        values["clock"] = 0.001  # the flag is about to fall: answer at once
    return Limit(**values)


def _announce(item: Any, value: Any) -> str:
    """The `param` line of a player's parameter."""
    meta = item.metadata
    text = "none" if value is None else str(value).lower() if isinstance(value, bool) else value
    if meta["choices"]:
        return format_line("param", name=item.name, value=text, type="enum", values=" ".join(meta["choices"]))
    type_name = "string" if item.default is None else _KINDS[kind(item)]  # only a text can say `none`
    bounds = {"min": meta["low"], "max": meta["high"]} if type_name in ("int", "real") else {}
    return format_line("param", name=item.name, value=text, type=type_name, **bounds)


def _info_line(info: Info) -> str:
    """The state of a search. Beyond the protocol: value, simulations, and the score with how it is known."""
    return format_line(
        "info",
        depth=f"{info.depth:g}" if info.depth else None,
        mean_depth=f"{info.depth:.2f}" if info.depth else None,
        score=_men(info),
        nodes=info.nodes,
        time=f"{info.time:.3f}",
        nps=f"{info.nodes / info.time / 1e6:.3f}" if info.time > 0 else None,
        pv=_line(info.pv) if info.pv else None,
        value=info.value,
        evaluation=None if info.score is None else info.score.as_data(),
        simulations=info.iterations if info.outcomes else None,
        outcomes=" ".join(map(str, info.outcomes)) if info.outcomes else None,
    )


def _men(info: Info) -> str | None:
    """The score in men, which is all that the protocol knows: a win is worth more than all men, the sooner the more."""
    if info.score is not None and info.score.result:
        return f"{info.score.result * (CERTAIN_WIN - (info.score.plies or LONGEST_WIN) / 100):.2f}"
    if info.score is not None:
        return f"{info.score.men:.2f}"
    return None if info.value is None else f"{Score.from_expected(info.value).men:.2f}"


def _line(moves: Iterable[Move]) -> str:
    return " ".join(format_move(move) for move in moves)


def run_hub(spec: str) -> None:
    """Be an engine on standard input and output."""

    def write(line: str) -> None:
        with suppress(OSError, ValueError):  # nobody listens any more: the end of input will follow
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

    HubServer(spec, write, on_failure=lambda: os._exit(1)).serve(sys.stdin)
