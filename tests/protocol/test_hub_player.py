"""Outside engines as players, and players from specs and files."""

from __future__ import annotations

import threading

import pytest

from kingme.board import Board
from kingme.errors import KingMeError
from kingme.game import Game
from kingme.outcome import Termination
from kingme.players.limit import Limit
from kingme.profile import Rules
from kingme.protocol.failures import EngineCrashError, EngineError, EngineTimeoutError
from kingme.protocol.hub_client import Answer
from kingme.protocol.hub_parameters import HubParameters
from kingme.protocol.hub_player import HubPlayer
from kingme.protocol.specs import any_player
from kingme.score import Score


@pytest.mark.parametrize(
    "text",
    [
        "command=./engine hub",
        'command="./engine --style=a,b",memory=512',
        'command="say \\"x, y\\" c:\\\\d",options=book=false;hash=64,seed=3',
        "command=./e,time=0.5,patience=30",
    ],
)
def test_specs_survive(text):
    parameters = HubParameters.parse("hub", text)
    assert HubParameters.parse("hub", parameters.format("hub").partition(":")[2]) == parameters


def test_what_a_spec_says():
    parameters = HubParameters.parse(
        "hub", 'command="./my \\"engine a,b\\"", memory = 512 ,options="book=false; hash=64"'
    )
    assert parameters.arguments() == ["./my", "engine a,b"]
    assert parameters.memory == 512
    assert parameters.settings() == {"book": "false", "hash": "64"}


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("hub", "needs a command"),
        ("hub:memory=5", "needs a command"),
        ("hub:command=x,memory=lots", "memory takes a whole number"),
        ("hub:command=x,speed=5", "no parameter 'speed'"),
        ("hub:command=x,command=y", "twice"),
        ("hub:command=x,options=book", "name=value"),
        ("hub:command=it's", "cannot be read"),
        ("hub:nothing", "makes no sense"),
    ],
)
def test_bad_specs_are_refused(spec, problem):
    with pytest.raises(KingMeError, match=problem):
        any_player(spec)


def test_an_engine_is_a_player(mock_spec):
    player = any_player(mock_spec())
    analysis = player.analyse(Game(), Limit(time=5))
    assert str(analysis.move) == "9-13"
    assert (analysis.score, analysis.nodes, analysis.depth) == (Score(0.25), 7, 1)
    assert analysis.pv == (analysis.move,)
    again = player.analyse(Board.from_fen("W:WK22:B17"), Limit(nodes=100))
    assert str(again.move) == "22x13"


def test_limits_are_checked_before_a_game(mock_spec):
    player, timed = any_player(mock_spec()), any_player(mock_spec(time=1))
    player.check_limit(Limit(nodes=10))
    timed.check_limit(Limit())  # its own time will do
    with pytest.raises(KingMeError, match="Mock needs a limit"):
        player.check_limit(Limit())
    for each in (player, timed):
        with pytest.raises(KingMeError, match="no limit by iterations"):
            each.check_limit(Limit(iterations=5))
        each.close()


def test_engines_are_kept_for_the_next_game(mock_spec):
    first, second = any_player(mock_spec()), any_player(mock_spec())
    first.start()
    kept = first.engine
    first.close()
    second.start()
    assert second.engine is kept
    third = any_player(mock_spec())
    third.start()
    assert third.engine is not kept
    second.close()
    third.close()


@pytest.mark.parametrize(
    ("mode", "termination"),
    [
        ("crash", Termination.CRASH),
        ("segfault", Termination.CRASH),
        ("mute", Termination.CRASH),
        ("hang", Termination.TIME_FORFEIT),
        ("flood", Termination.TIME_FORFEIT),
        ("illegal", Termination.ILLEGAL_MOVE),
        ("nonsense", Termination.ILLEGAL_MOVE),
        ("empty", Termination.ILLEGAL_MOVE),
    ],
)
def test_every_failure_has_its_name_and_the_engine_is_started_anew(mock_spec, mode, termination, monkeypatch):
    monkeypatch.setattr("kingme.protocol.hub_player.GRACE", 0.3)
    player = any_player(mock_spec(mode, 2))
    game = Game()
    game.play(player.analyse(game, Limit(time=0.3)).move)
    first = player.engine
    with pytest.raises(EngineError) as raised:
        player.analyse(game, Limit(time=0.3))
    assert raised.value.termination is termination
    player.new_game()
    assert player.analyse(game, Limit(time=0.3)).move in game.board.legal_moves()
    assert player.engine is not first
    player.kill()


def test_a_flood_has_an_end_where_only_patience_limits_it(mock_spec):
    player = any_player(mock_spec("flood", patience=0.3))
    with pytest.raises(EngineTimeoutError):
        player.analyse(Game(), Limit(nodes=10))


def test_numbers_that_nothing_can_hold_are_left_out(mock_spec):
    analysis = any_player(mock_spec("liar")).analyse(Game(), Limit(nodes=10))
    assert (analysis.depth, analysis.score, analysis.value, analysis.nodes) == (1, Score(0.25), None, 7)
    assert analysis.outcomes == ()


def test_a_cancelled_search_leaves_a_usable_engine(mock_spec, monkeypatch):
    monkeypatch.setenv("MOCK_SLEEP", "0.4")
    player = any_player(mock_spec("slow"))
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    assert player.analyse(Game(), Limit(time=60), cancel=cancel).stopped
    assert player.analyse(Game(), Limit(time=60)).move is not None


def test_a_player_file_with_a_command(mock, tmp_path):
    file = tmp_path / "engine.toml"
    file.write_text(
        f'name = "My engine"\ncommand = {mock()!r}\nmemory = 300\noptions = {{ book = false, hash = 32 }}\n'
    )
    player = any_player(str(file))
    assert isinstance(player, HubPlayer)
    assert player.label == "My engine"
    assert player.parameters.directory == str(tmp_path)
    assert player.parameters.settings() == {"book": "false", "hash": "32"}
    assert any_player(player.spec).parameters == player.parameters
    assert player.analyse(Game(), Limit(time=5)).move is not None


def test_a_player_file_with_a_spec(tmp_path):
    file = tmp_path / "p.toml"
    file.write_text('name = "Two"\nspec = "minimax:depth=2"\n')
    player = any_player(str(file))
    assert (player.label, player.spec) == ("Two", "minimax:depth=2")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "either spec"),
        ('spec = "random"\ncommand = "x"', "either spec"),
        ('spec = "random"\nmemory = 3', "no 'memory'"),
        ('command = "x"\nspeed = 3', "no 'speed'"),
        ('command = "x"\nmemory = "lots"', "memory takes"),
        ("name = ", "not a valid TOML"),
        ('spec = "nobody"', "no player 'nobody'"),
        ("command = 5", "command takes a text in quotes or a list, not '5'"),
        ("command = { path = 'x' }", "command takes a text in quotes or a list"),
        ("command = ['x', 5]", "each word of command takes a text in quotes, not '5'"),
        ("command = [['x']]", "each word of command takes"),
        ("command = []", "needs a command"),
        ("command = ['']", "needs a command"),
        ('command = "a\\u0000b"', "command holds a NUL character"),
        ('command = ["a\\u0000b"]', "each word of command holds a NUL character"),
        ('command = "x"\ndirectory = "a\\u0000b"', "directory holds a NUL character"),
        ('command = "x"\ndirectory = 5', "directory takes a text in quotes, not '5'"),
        ('command = "x"\nmemory = true', "memory takes a whole number, not 'True'"),
        ('command = "x"\nmemory = 1.5', "memory takes a whole number"),
        ('command = "x"\ntime = "1"', "time takes a number, not '1'"),
        ('command = "x"\ntime = nan', "time takes a number"),
        ('command = "x"\npatience = []', "patience takes a number"),
        ('command = "x"\nseed = 1979-05-27', "seed takes a whole number, not '1979-05-27'"),
        ('command = "x"\noptions = 5', "options takes a table or a text in quotes"),
        ('command = "x"\noptions = { book = [1] }', r"options\.book takes"),
        ('command = "x"\noptions = { book = "a;hash=1" }', r"options\.book cannot hold ;"),
        ('command = "x"\nname = 5', "name takes a text in quotes, not '5'"),
        ("spec = 5", "spec takes a text in quotes, not '5'"),
        ("spec = ['random']", "spec takes a text in quotes"),
        ('spec = "random"\nname = {}', "name takes a text in quotes"),
        ('spec = "hub:command=a\\u0000b"', "spec holds a NUL character"),
        ('spec = "p.toml"', "cannot name another one"),
        (f"command = {'[' * 5000}", "nested too deeply"),
        (f"seed = {'9' * 5000}", "not a valid TOML file"),
    ],
)
def test_bad_player_files_are_refused(tmp_path, content, problem, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "p.toml"
    file.write_text(content)
    with pytest.raises(KingMeError, match=problem) as raised:
        any_player(str(file))
    assert str(file) in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ["nowhere.toml", "folder.toml", "binary.toml", "a\0b.toml"])
def test_a_player_file_that_cannot_be_read(tmp_path, name):
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(KingMeError, match=r"cannot be read|is not"):
        any_player(str(tmp_path / name))


def test_a_player_file_of_an_editor_that_marks_utf_8(tmp_path):
    file = tmp_path / "p.toml"
    file.write_bytes(b'\xef\xbb\xbfspec = "random"\n')
    assert any_player(str(file)).spec == "random"


def test_a_nul_in_a_command_is_told():
    with pytest.raises(EngineCrashError, match="cannot be started: embedded null byte"):
        any_player("hub:command=a\0b").start()


def test_a_player_file_that_is_not_there():
    with pytest.raises(KingMeError, match="cannot be read"):
        any_player("nowhere.toml")


class Talk:
    """An engine of the family that writes down what it is told."""

    name, version, is_family = "KingMe x", "1", True

    def __init__(self) -> None:
        self.parameters = {"seed": None, "rules": None}
        self.said: list[str] = []

    def set(self, name, value):
        self.said.append(f"{name}={value}")

    def new_game(self):
        self.said.append("new-game")

    def ping(self, seconds):
        self.said.append("ping")

    def search(self, start, moves, limit, **options):
        self.said.append("go")
        return Answer("9-13", None)


def test_all_is_said_before_the_clock_runs():
    made = HubPlayer(HubParameters.parse("hub", "command=x,seed=7"))
    made._engine = talk = Talk()
    made.start()
    assert talk.said == ["seed=7", "new-game", "ping"]
    talk.said.clear()
    made.analyse(Game(), Limit(time=1))
    made.analyse(Game(rules=Rules.parse("repetition=off")), Limit(time=1))
    assert [line for line in talk.said if not line.startswith("rules=")] == ["go", "go"]
    talk.said.clear()
    made.new_game()
    made.start()
    assert talk.said == ["new-game", "ping"]
    made.start()
    assert talk.said == ["new-game", "ping"]
