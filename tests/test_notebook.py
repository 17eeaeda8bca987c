"""What shows itself in a notebook, and playing in one."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from kingme import Board, Color, Game, KingMeError, Limit, player
from kingme.arena.crew import SerialCrew
from kingme.arena.plan import Plan
from kingme.arena.ratings import rate
from kingme.arena.record import pair_up
from kingme.arena.report import RunReport
from kingme.arena.run_options import RunOptions
from kingme.arena.runner import Runner
from kingme.arena.sprt import Sprt
from kingme.arena.stats import summarise
from kingme.arena.store import Store
from kingme.endgame import probe
from kingme.notebook import NotebookGame, duel, endgame, match, play
from kingme.players.base import Analysis

SHOT = "W:W21,22,24,25,27,28,29,32:B1,2,7,8,11,14,16,20"


def parse(html: str) -> ElementTree.Element:
    """The HTML as a tree: it must be well formed."""
    return ElementTree.fromstring(f"<root>{html.replace('&#8203;', '')}</root>")


def texts(html: str) -> str:
    return " ".join(" ".join(parse(html).itertext()).split())


# --- things that show themselves --------------------------------------------------------------------------------------


def test_boards_and_games_are_pictures():
    for thing in (Board(), Game()):
        assert ElementTree.fromstring(thing._repr_svg_()).tag.endswith("svg")
    game = Game()
    before = game._repr_svg_()
    game.play("11-15")
    assert game._repr_svg_() != before != Board().play("11-15")._repr_svg_()  # the last move is marked


SPECS = ("mcts:iterations=500,seed=1", "minimax:depth=3", "flat:playouts=70,seed=1", "random", "greedy")


@pytest.mark.parametrize("spec", SPECS)
def test_an_analysis_shows_its_numbers(spec):
    board = Board.from_fen(SHOT)
    analysis = player(spec).analyse(board)
    html = analysis._repr_html_()
    shown = texts(html)
    assert f"plays {analysis.move}" in shown
    for line in analysis.best_lines():
        assert str(line.move) in shown
        if line.value is not None:
            assert f"{100 * line.value:.1f} %" in shown
        if line.value is not None and line.visits:
            assert f"{line.visits:,}" in shown
        if line.score is not None:
            assert str(line.score) in shown
    assert analysis.board == board
    assert "Checkers board" in html


def test_an_analysis_without_a_move_says_so():
    analysis = player("random").analyse(Board.from_fen("W:W5:B1"))
    assert analysis.move is None
    assert "White has no legal move" in texts(analysis._repr_html_())


def test_texts_of_players_cannot_become_markup():
    bot = player("random")
    bot.label = "<script>alert(1)</script>"
    html = bot.analyse(Board())._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert Analysis(words="<b>").board is None
    assert "&lt;b&gt;" in Analysis(words="<b>")._repr_html_()


def test_a_tree_is_drawn_with_its_most_visited_nodes():
    analysis = player("mcts:iterations=800,seed=2").analyse(Board.from_fen(SHOT))
    picture = ElementTree.fromstring(analysis.tree._repr_svg_())
    names = [element.text for element in picture.iter() if element.tag.endswith("title")]
    nodes = list(analysis.tree.walk(60))
    assert len(names) == len(nodes) + 1  # and the picture's own
    for node in nodes[1:]:
        assert f"{node.move}: {node.visits:,} visits, {100 * node.value:.1f} %" in names
    circles = [element for element in picture.iter() if element.tag.endswith("circle")]
    places = {(circle.get("cx"), circle.get("cy")) for circle in circles}
    assert len(places) == len(nodes)  # none hides another


def test_results_show_scores_and_intervals(tmp_path):
    with Store(tmp_path / "s.sqlite") as store, SerialCrew() as crew:
        cup = Runner(Plan.tournament(["a=random", "b<i>=random", "c=greedy"], RunOptions(games=6)), store).play(crew)
        test = Runner(Plan.test("a=random", "b=random", Sprt(0, 5), RunOptions(games=4)), store).play(crew)
        empty = Runner(Plan.match("a=random", "b=random", RunOptions(games=4, seed=9)), store).result()
    shown = texts(cup._repr_html_())
    for rating in rate(pair_up(cup.records)).ratings:
        assert f"{rating.rating:+.0f} ± {rating.error:.0f}" in shown
        assert rating.name in shown
    assert "<i>" not in cup._repr_html_()
    assert "SPRT of 5 against 0 Elo" in texts(test._repr_html_())
    assert "No game has ended yet" in texts(empty._repr_html_())
    for thing in (summarise(cup.records), rate(pair_up(cup.records)), RunReport.of(cup.records)):
        assert "rating" in thing._repr_html_() or "Elo" in thing._repr_html_()
        parse(thing._repr_html_())


def test_a_whitewash_shows_a_bound(tmp_path):
    shown = texts(match("minimax:depth=4", "random:seed=1", games=4)._repr_html_())
    assert "> " in shown
    assert "W 4" in shown


def test_endgame_values():
    assert probe(Board.from_fen("B:WK14:BK1,K2"))._repr_html_() == "<b>+ win</b> in 33 plies"
    found = endgame("B:WK14:BK1,K2")
    shown = texts(found._repr_html_())
    assert "Black to move: win in 33" in shown
    assert len(found.moves) == len(found.board.legal_moves())
    assert "win in 33" in str(found)
    with pytest.raises(KingMeError, match="24 pieces"):
        endgame(Board())


# --- playing ----------------------------------------------------------------------------------------------------------


def test_a_game_with_typed_moves():
    """As in study D: red at the bottom, row and column from the top left, bad input is answered and asked again."""
    said = []
    typed = iter(["6,1 5,2", "5,5 4,4", "3,2 4,1", "1,1 2,2", "nonsense", "moves", "quit"])
    game = play("random:seed=3", ask=lambda prompt: said.append(prompt) or next(typed))
    assert len(game.plies) == 2
    assert str(game.moves[0]) == str(Board().parse_move("6,1 5,2", bottom=Color.BLACK))
    assert game.tags["Black"] == "You"
    assert len(said) == 7


def test_bad_moves_are_answered_with_what_is_wrong(capsys):
    play("random:seed=3", moves=["5,4 4,3", "3,2 4,1", "6,1 4,1", "6,1 6,3"])
    output = capsys.readouterr().out
    assert "Try again." in output
    for text in ("5,4 4,3", "3,2 4,1", "6,1 4,1", "6,1 6,3"):
        assert f"{text}: " in output
    assert "there is no piece on 5,4" in output
    assert "the piece on 3,2 is White's, and it is Black's turn" in output
    assert "6,1-6,3 is not diagonal" in output


def test_a_game_to_its_end_and_leaving_it(capsys):
    game = play("random:seed=1", "white", moves=["22-18", "resign"])
    assert game.outcome().winner is Color.BLACK
    assert play("random:seed=1", moves=[]).outcome() is None

    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    assert play("random:seed=1", ask=interrupt).result() == "*"
    won = play("random:seed=1", start="B:W18:B14", limit=Limit(nodes=1), moves=["14x23"])
    assert won.outcome().winner is Color.BLACK
    assert "Black wins: White has no piece left." in capsys.readouterr().out


def test_cell_by_cell():
    table = NotebookGame("random:seed=1", "black")
    assert table.move("6,1 5,2") is table
    assert len(table.game.plies) == 2
    assert "It is your turn" in table._repr_html_()
    assert table.hint() in table.moves()
    table.undo()
    assert table.game.plies == []
    with pytest.raises(KingMeError, match="no move to take back"):
        table.undo()
    assert len(table.redo().game.plies) == 2
    assert not table.ask_for_draw()  # it is still the opening
    with pytest.raises(KingMeError, match="make a move before"):
        table.ask_for_draw()
    white = NotebookGame("random:seed=1", "white")
    assert len(white.game.plies) == 1  # the player has begun
    with pytest.raises(KingMeError):
        white.undo()
    table.game.resign(Color.BLACK)
    with pytest.raises(KingMeError, match="the game is over"):
        table.move("6,1 5,2")


def test_duels_of_objects():
    first, second = player("minimax:depth=2"), player("minimax:depth=2")
    summary = duel(first, second, games=2)
    assert set(summary.players) == {"minimax:depth=2", "minimax:depth=2 (2)"}
    assert duel("minimax:depth=2", "random:seed=1", games=4).players["minimax:depth=2"].tally.games == 4
    with pytest.raises(KingMeError, match="pairs"):
        duel(first, second, games=3)


def test_nothing_needs_a_notebook():
    code = (
        "import sys; sys.modules['IPython'] = None; sys.modules['ipykernel'] = None\n"
        "from kingme import Board, player\nfrom kingme.notebook import play, match\n"
        "play('random:seed=1', moves=['11-15'])\n"
        "print(len(match('random', 'greedy', games=2).records), player('greedy').analyse(Board())._repr_html_()[:4])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("2 <div\n")
