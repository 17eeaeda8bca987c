"""Saved games."""

from __future__ import annotations

import io
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from kingme import Board, Clock, Color, Game, Move, Outcome, Rules, Termination
from kingme.files import save
from kingme.files.save import SaveError, load_game, load_games, save_game, save_games
from kingme.files.save_data import game_data, game_from_data
from kingme.game import Ply


def saved(**changes: Any) -> dict[str, Any]:
    """A saved game of two moves, with changes; a change to `...` leaves the field out."""
    game = Game(tags={"Black": "Ann"})
    game.play("11-15")
    game.play("22-18")
    data = game_data(game) | changes
    return {key: value for key, value in data.items() if value is not ...}


def test_what_a_file_looks_like() -> None:
    game = Game(Board.from_fen("B:W6,14,32:B2"), tags={"Black": "Änne"}, clock=Clock(300, 300, 3))
    game.play("2x9x18", elapsed=1.5, comment="both")
    assert save_game(game) == (
        "{\n"
        '  "format": "kingme-game",\n'
        '  "version": 1,\n'
        '  "tags": {"Black": "Änne"},\n'
        '  "rules": {"name": "official", "repetition": 3, "quiet_limit": 80, "move_cap": null, "stuck": "loss"},\n'
        '  "start": "B:W6,14,32:B2",\n'
        '  "comment": "",\n'
        '  "clock": {"black": 301.5, "white": 300, "increment": 3},\n'
        '  "declared": null,\n'
        '  "result": "*",\n'
        '  "moves": [\n'
        '    {"text": "2x18", "path": [2, 9, 18], "comment": "both", "clock": 301.5, "elapsed": 1.5}\n'
        "  ]\n"
        "}\n"
    )
    back = load_game(save_game(game))
    assert (back.plies, back.clock, back.tags, back.board) == (game.plies, game.clock, game.tags, game.board)


def test_only_four_fields_are_needed() -> None:
    game = game_from_data(
        {"format": "kingme-game", "version": 1, "start": "B:W21-32:B1-12", "moves": [{"path": [11, 15]}]}
    )
    assert (game.rules, game.tags, game.clock, game.result()) == (Rules(), {}, None, "*")
    assert [str(move) for move in game.moves] == ["11-15"]


def test_rules_and_results_are_kept() -> None:
    game = Game(rules=Rules("mine", repetition=None, quiet_limit=7, move_cap=9, stuck="draw"))
    game.resign(Color.BLACK)
    back = load_game(save_game(game))
    assert (back.rules, back.declared) == (game.rules, game.declared)


def test_null_means_the_usual() -> None:
    """Files of other programs may say null where this one leaves a field out."""
    nothing = dict.fromkeys(("rules", "tags", "clock", "comment", "declared", "result"))
    ply = dict.fromkeys(("text", "comment", "nags", "clock", "elapsed", "variations"))
    game = game_from_data(saved(moves=[ply | {"path": [11, 15]}], **nothing))
    assert (game.rules, game.tags, game.clock, game.comment, game.declared) == (Rules(), {}, None, "", None)
    assert game.plies == [Ply(Move((11, 15)))]
    game = game_from_data(
        saved(
            rules={"name": None, "repetition": None, "stuck": None},
            clock={"black": 5, "white": 5, "increment": None},
            declared={"termination": "agreement", "winner": None},
            result=None,
        )
    )
    assert (game.rules, game.clock) == (Rules(repetition=None), Clock(5, 5))
    assert game.declared == Outcome(Termination.AGREEMENT, None)


def test_one_game_or_several() -> None:
    game = Game()
    texts = {0: "".join(save_games([])), 1: "".join(save_games([game])), 3: "".join(save_games([game] * 3))}
    for count, text in texts.items():
        assert len(json.loads(text)) == count
        assert len(list(load_games(text))) == count
    assert load_game(texts[1]).board == Board()
    for count in (0, 3):
        with pytest.raises(SaveError, match="exactly one game"):
            load_game(texts[count])


def test_sources(tmp_path: Path) -> None:
    text = json.dumps([saved(), saved()], indent=8)
    path = tmp_path / "games.json"
    path.write_text(text, encoding="utf-8-sig")
    assert len(list(load_games(path))) == len(list(load_games(io.StringIO(text)))) == 2


@pytest.mark.parametrize("size", [1, 7, 100, 1000])
def test_it_does_not_matter_how_the_file_arrives(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(save, "_CHUNK", size)
    text = " \n[\n" + json.dumps(saved()) + " ,\r\n" + json.dumps(saved(comment="] } \\ \n é")) + "\n ]\n "
    assert [game.comment for game in load_games(text)] == ["", "] } \\ \n é"]


def test_a_large_file_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("w") as stream:
        for piece in save_games(load_game(json.dumps(saved(comment="x" * 100_000))) for _ in range(100)):
            stream.write(piece)
    tracemalloc.start()
    try:
        assert sum(len(game.comment) for game in load_games(path)) == 10_000_000
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3_000_000


# --- bad data ---------------------------------------------------------------------------------------------------------


def line(depth: int) -> list[dict[str, Any]]:
    inner = [{"path": [11, 15]}]
    for _ in range(depth):
        inner = [{"path": [11, 16], "variations": [inner]}]
    return inner


OBJECT = json.dumps(saved())
MOVE = {"path": [11, 15]}

BAD_TEXTS = {
    "nothing": ("", "an object { … } is needed here"),
    "spaces": (" \n\t ", "an object { … } is needed here"),
    "a word": ("hello", "an object { … } is needed here"),
    "a number": ("17", "an object { … } is needed here"),
    "null": ("null", "an object { … } is needed here"),
    "a text": ('"kingme-game"', "an object { … } is needed here"),
    "pdn": ("1. 11-15 22-18 *", "an object { … } is needed here"),
    "binary": ("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "an object { … } is needed here"),
    "zeros": ("\0" * 100, "an object { … } is needed here"),
    "a zero inside": (OBJECT.replace("official", "offi\0cial"), "invalid control character"),
    "truncated": (OBJECT[: len(OBJECT) // 2], "line 1"),
    "the last brace is missing": (OBJECT[:-1], "line 1"),
    "the first brace": ("{", "property name"),
    "a list without an end": (f"[{OBJECT}", "a comma or the ] of the list is missing"),
    "a list with a final comma": (f"[{OBJECT},]", "an object { … } is needed here"),
    "a list of numbers": ("[1, 2]", "an object { … } is needed here"),
    "a list of lists": ("[[]]", "an object { … } is needed here"),
    "more behind the end": (f"{OBJECT} {OBJECT}", "there is more text behind the end"),
    "more behind the list": (f"[{OBJECT}] x", "there is more text behind the end"),
    "single quotes": ("{'format': 1}", "property name"),
    "not a number": (OBJECT.replace('"clock": null', '"clock": NaN'), "NaN is not a number"),
    "infinity": (OBJECT.replace('"clock": null', '"clock": -Infinity'), "Infinity is not a number"),
    "a number of 5,000 digits": (
        OBJECT.replace('"version": 1', '"version": ' + "1" * 5000),
        "this is not a saved game",
    ),
    "10,000 lists": ('{"moves": ' + "[" * 10_000 + "]" * 10_000 + "}", "nested too deeply"),
    "10,000 objects": ('{"a": ' * 10_000 + "1" + "}" * 10_000, "nested too deeply"),
}

BAD_DATA = {
    "an empty object": ({}, 'it must be an object with "format"'),
    "another format": (saved(format="pgn"), 'it must be an object with "format"'),
    "no format": (saved(format=...), 'it must be an object with "format"'),
    "no version": (saved(version=...), "version null of the format is not known"),
    "a later version": (saved(version=2), "version 2 of the format is not known: this program reads version 1"),
    "version as text": (saved(version="1"), "version '1' of the format is not known"),
    "version true": (saved(version=True), "version true of the format is not known"),
    "no start": (saved(start=...), "start is missing"),
    "start null": (saved(start=None), "start: text is needed here, not null"),
    "start a number": (saved(start=5), "start: text is needed here, not 5"),
    "start nonsense": (saved(start="nonsense"), "start: "),
    "13 men": (saved(start="B:W21-32:B1-13"), "start: Black has 13 pieces"),
    "a man on its last row": (saved(start="B:W32:B1,30"), "start: a Black man stands on 30"),
    "square 33 in the start": (saved(start="B:W33:B1"), "start: 33 is not a square"),
    "no moves": (saved(moves=...), "moves is missing"),
    "moves null": (saved(moves=None), "moves: a list is needed here, not null"),
    "moves a text": (saved(moves="11-15 22-18"), "moves: a list is needed here, not '11-15 22-18'"),
    "moves an object": (saved(moves={}), "moves: a list is needed here, not an object"),
    "a move as text": (saved(moves=["11-15"]), "moves[0]: an object is needed here, not '11-15'"),
    "a move without a path": (saved(moves=[{"text": "11-15"}]), "moves[0].path is missing"),
    "path as text": (saved(moves=[{"path": "11-15"}]), "moves[0].path: a list is needed here, not '11-15'"),
    "path of texts": (
        saved(moves=[{"path": ["11", "15"]}]),
        "moves[0].path[0]: a whole number is needed here, not '11'",
    ),
    "path of fractions": (
        saved(moves=[{"path": [11.0, 15]}]),
        "moves[0].path[0]: a whole number is needed here, not 11.0",
    ),
    "path of booleans": (
        saved(moves=[{"path": [True, 15]}]),
        "moves[0].path[0]: a whole number is needed here, not true",
    ),
    "an empty path": (saved(moves=[{"path": []}]), "moves[0].path: a move needs two squares"),
    "half a path": (saved(moves=[{"path": [11]}]), "moves[0].path: a move needs two squares"),
    "a square outside": (saved(moves=[MOVE, {"path": [22, 33]}]), "moves[1].path: 33 is not a square"),
    "square 0": (saved(moves=[{"path": [0, 5]}]), "moves[0].path: 0 is not a square"),
    "a negative square": (saved(moves=[{"path": [-1, 5]}]), "moves[0].path[0]: a whole number is needed here, not -1"),
    "an illegal move": (saved(moves=[MOVE, MOVE]), "moves[1].path: there is no piece on 11"),
    "a path without end": (saved(moves=[{"path": [11, 15] * 5000}]), "moves[0].path: "),
    "a path with a gap": (
        saved(start="B:W6,14,32:B2", moves=[{"path": [2, 18]}]),
        "moves[0].path: [2, 18] is not the whole path of 2x9x18",
    ),
    "a text that disagrees": (saved(moves=[MOVE | {"text": "11-16"}]), "moves[0].text: '11-16' does not agree"),
    "a comment of numbers": (saved(moves=[MOVE | {"comment": 5}]), "moves[0].comment: text is needed here, not 5"),
    "half a character": (saved(comment="\ud800"), "comment: the text contains half a character"),
    "half a character in a tag": (saved(tags={"Black": "\udfff"}), "tags.Black: the text contains half a character"),
    "half a character in a tag's name": (
        saved(tags={"\udfff": ""}),
        "tags: the text contains half a character",
    ),
    "half a character in a field": (saved(**{"\udfff": 1}), "\\udfff is not known in version 1"),
    "a field of two lines": (saved(**{"a\nb": 1}), "a\\nb is not known in version 1"),
    "nags a number": (saved(moves=[MOVE | {"nags": 1}]), "moves[0].nags: a list is needed here, not 1"),
    "nags of text": (saved(moves=[MOVE | {"nags": ["!"]}]), "moves[0].nags[0]: a whole number is needed here, not '!'"),
    "a negative clock": (saved(moves=[MOVE | {"clock": -1}]), "moves[0].clock: a number of seconds is needed here"),
    "elapsed as text": (
        saved(moves=[MOVE | {"elapsed": "0:01"}]),
        "moves[0].elapsed: a number of seconds is needed here",
    ),
    "an infinite clock": (saved(moves=[MOVE | {"clock": 1e300}]), "moves[0].clock: a number of seconds is needed here"),
    "variations an object": (saved(moves=[MOVE | {"variations": {}}]), "moves[0].variations: a list is needed here"),
    "a variation that is a move": (
        saved(moves=[MOVE | {"variations": [MOVE]}]),
        "moves[0].variations[0]: a list is needed here, not an object",
    ),
    "illegal in a variation": (
        saved(moves=[MOVE | {"variations": [[{"path": [11, 16]}, {"path": [1, 2]}]]}]),
        "moves[0].variations[0][1].path: the piece on 1 is Black's",
    ),
    "nothing but one field": ({"format": "kingme-game", "version": 1}, "start is missing"),
    "version 1.0": (saved(version=1.0), "version: a whole number is needed here, not 1.0"),
    "a clock with a huge number": (saved(clock={"black": 10**400, "white": 1}), "clock.black: a number of seconds"),
    "a clock that is true": (saved(clock={"black": True, "white": 1}), "clock.black: a number of seconds"),
    "270 variations deep": (saved(moves=line(270)), "nested more than 64 deep"),
    "65 variations deep": (saved(moves=line(65)), "nested more than 64 deep"),
    "an unknown field": (saved(colour="red"), "colour is not known in version 1 of the format"),
    "a misspelt field": (saved(moves=[MOVE | {"coment": ""}]), "moves[0].coment is not known"),
    "tags a list": (saved(tags=["Ann"]), "tags: an object is needed here, not a list"),
    "a tag that is a number": (saved(tags={"Round": 5}), "tags.Round: text is needed here, not 5"),
    "rules a name": (saved(rules="official"), "rules: an object is needed here, not 'official'"),
    "repetition of 1": (saved(rules={"repetition": 1}), "rules.repetition: null or a number from 2 up"),
    "quiet limit of 0": (saved(rules={"quiet_limit": 0}), "rules.quiet_limit: null or a number from 1 up"),
    "cap as text": (
        saved(rules={"move_cap": "300"}),
        "rules.move_cap: null or a number from 1 up is needed here, not '300'",
    ),
    "stuck is a win": (saved(rules={"stuck": "win"}), "rules.stuck: loss or draw is needed here, not 'win'"),
    "an unknown rule": (saved(rules={"huffing": True}), "rules.huffing is not known"),
    "a clock of text": (saved(clock="5+3"), "clock: an object is needed here, not '5+3'"),
    "half a clock": (saved(clock={"black": 5}), "clock.white is missing"),
    "declared as text": (saved(declared="1-0"), "declared: an object is needed here, not '1-0'"),
    "an unknown end": (
        saved(declared={"termination": "earthquake", "winner": None}),
        "adjudication, unknown is needed here, not 'earthquake'",
    ),
    "an unknown winner": (
        saved(declared={"termination": "resignation", "winner": "red"}),
        "declared.winner: black, white or null is needed here, not 'red'",
    ),
    "a result that disagrees": (saved(result="1-0"), "result: '1-0' does not agree with the game, whose result is *"),
}


def check(error: SaveError, message: str) -> None:
    assert message in str(error)
    assert str(error).isprintable()
    assert len(str(error)) < 300


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_bad_texts(name: str) -> None:
    text, message = BAD_TEXTS[name]
    with pytest.raises(SaveError) as caught:
        list(load_games(text))
    check(caught.value, message)


@pytest.mark.parametrize("name", BAD_DATA)
def test_bad_data(name: str) -> None:
    data, message = BAD_DATA[name]
    with pytest.raises(SaveError) as caught:
        game_from_data(data)
    check(caught.value, message)
    with pytest.raises(SaveError) as caught:
        load_game(json.dumps(data))
    check(caught.value, message)
    with pytest.raises(SaveError, match=r"^game 2: ") as caught:
        list(load_games(json.dumps([saved(), data])))
    check(caught.value, message)


def test_a_game_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingme.files.save_data.MOST_PLIES", 1)
    with pytest.raises(SaveError, match="at most 1 moves"):
        game_from_data(saved())


def test_a_text_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "LARGEST_GAME", 100)
    monkeypatch.setattr(save, "_CHUNK", 50)
    with pytest.raises(SaveError, match="at most 100 characters"):
        load_game(json.dumps(saved()))


@pytest.mark.parametrize(
    "changes",
    [
        {f"field {number}": 1 for number in range(10_000)},
        {"tags": {f"tag {number}": 1 for number in range(10_000)}},
        {"moves": [{}] * 10_000},
        {"moves": [{"path": ["11"] * 10_000}]},
    ],
)
def test_the_first_mistake_is_enough(changes: dict[str, Any]) -> None:
    """A file of nothing but mistakes must not cost more than its first."""
    data = saved(**changes)
    tracemalloc.start()
    try:
        with pytest.raises(SaveError):
            game_from_data(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 100_000


def test_the_line_of_a_mistake() -> None:
    with pytest.raises(SaveError, match=r"line 3: expecting value"):
        load_game('{\n  "format": "kingme-game",\n  "version": ,\n}')
