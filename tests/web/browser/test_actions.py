"""What can be done in a game besides moving: undo, hint, level, flip, draw, resign, rematch; looking back."""

from __future__ import annotations

from web.browser.conftest import Open
from web.browser.table import HUMAN, RANDOM, Table


def act(table: Table, name: str) -> None:
    table.page.get_by_role("toolbar").get_by_role("button", name=name).click()


def choose(table: Table, name: str) -> None:
    """Something of the menu."""
    act(table, "More")
    table.page.locator(".menu-list.up").get_by_text(name, exact=True).click()


def test_undo_takes_back_the_answer_too_and_redo_brings_both_again(table: Table) -> None:
    table.begin(white=RANDOM)
    table.click(11, 15)
    table.wait_moves(2)
    moves = table.moves()
    act(table, "Undo")
    table.wait_moves(0)
    assert table.status() == "Your turn"
    act(table, "Redo")
    table.wait_moves(2)
    assert table.moves() == moves
    table.page.keyboard.press("u")
    table.wait_moves(0)
    table.click(9, 13)
    table.wait_moves(2)
    assert table.moves()[0] == "9-13"


def test_a_hint_is_a_piece_then_an_arrow_and_then_a_line_with_the_expected_score(table: Table) -> None:
    table.begin(white=RANDOM, start={"fen": "B:W18,32:B15,1"})
    act(table, "Hint")
    table.page.wait_for_selector(".hint-line:has-text('look at 15')")
    assert table.page.locator(".arrow").count() == 0
    act(table, "Hint")
    table.page.wait_for_selector(".board .arrow.hint")
    assert table.page.locator(".hint-line").inner_text() == "Hint: 15x22. Press Hint again to see the line."
    act(table, "Hint")
    text = table.page.locator(".hint-line").inner_text()
    assert text.startswith("Best line: 15x22")
    assert "Expected score for Red" in text
    table.click(15, 22)
    table.wait_turn(1)
    assert table.page.locator(".arrow").count() == 0
    assert table.page.locator(".hint-line").is_hidden()


def test_the_level_changes_in_mid_game(table: Table) -> None:
    table.begin(white=RANDOM)
    table.click(11, 15)
    table.wait_moves(2)
    level = table.page.get_by_label("Level of White")
    level.select_option("a-greedy")
    table.page.wait_for_function("() => document.querySelector('.strip-level').dataset.spec === 'a-greedy'")
    assert table.state()["players"]["white"]["spec"] == "a-greedy"
    state = table.state()
    table.click(*state["legal"][0]["path"])
    table.wait_moves(4)

    level.select_option("Custom algorithm …")  # by its spec, with a form
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_label("Player", exact=True).select_option("Custom algorithm …")
    dialog.get_by_label("Algorithm").select_option("minimax")
    dialog.get_by_text("Parameters", exact=True).click()
    dialog.get_by_label("depth", exact=False).first.fill("3")
    assert dialog.get_by_label("As text").input_value() == "minimax:depth=3"
    dialog.get_by_role("button", name="Change").click()
    table.page.wait_for_function("() => document.querySelector('.strip-level').dataset.spec === 'minimax:depth=3'")


def test_flip_turns_the_board_and_the_strips(table: Table) -> None:
    table.begin(white=RANDOM)
    low = table.centre(1)[1]
    assert table.page.locator(".seat.bottom").inner_text() == "You"
    act(table, "Flip")
    assert table.centre(1)[1] < low
    assert "You" in table.page.locator(".seat.top").inner_text()
    table.click(11, 15)
    table.wait_moves(2)
    table.page.keyboard.press("f")
    assert table.centre(1)[1] == low
    assert table.shows(table.state()["fen"])


def test_resign_result_rematch(table: Table) -> None:
    first = table.begin(white=RANDOM)
    choose(table, "Resign")
    table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    card = table.page.locator(".result-card")
    card.wait_for()
    assert "You lost" in card.inner_text()
    assert "White wins: Red resigned" in card.inner_text()
    card.get_by_role("button", name="Rematch").click()
    table.page.wait_for_url(lambda url: first not in url)
    table.wait_turn(0)  # colours are exchanged: the other side begins
    players = table.state()["players"]
    assert (players["black"]["kind"], players["white"]["kind"]) == ("ai", "human")


def test_a_draw_is_offered_to_a_player_and_between_people(table: Table) -> None:
    table.begin(white=RANDOM)
    choose(table, "Offer a draw")
    table.page.locator(".toast", has_text="declines").wait_for()

    table.begin()
    choose(table, "Offer a draw")
    table.page.get_by_role("button", name="White accepts").click()
    table.page.locator(".result-card").wait_for()
    assert "Draw" in table.page.locator(".result-card").inner_text()


def test_one_person_cannot_agree_on_a_draw_alone(table: Table) -> None:
    sent: list[str | bytes] = []
    table.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(text)))
    table.begin()
    choose(table, "Offer a draw")
    accept = table.page.get_by_role("button", name="White accepts")
    accept.wait_for()
    assert '{"type":"draw","color":"black"}' in sent
    act(table, "More")
    assert table.page.locator(".menu-list.up").get_by_text("Offer a draw", exact=True).count() == 0
    table.page.keyboard.press("Escape")
    table.click(11, 15)  # making a move declines the offer
    accept.wait_for(state="hidden")
    assert table.state()["outcome"] is None


def test_a_level_that_is_refused_does_not_stay_on_show(table: Table) -> None:
    table.begin(white=RANDOM)
    level = table.page.get_by_label("Level of White")
    level.evaluate("select => select.append(new Option('Nobody', 'nobody'))")
    level.select_option("nobody")
    table.page.locator(".toast.error").wait_for()
    assert level.input_value() == "random"


def test_looking_back_leaves_the_game_alone(table: Table) -> None:
    table.begin(white=RANDOM)
    for _ in range(2):
        state = table.state()
        table.click(*state["legal"][0]["path"])
        table.wait_turn(len(state["plies"]) + 1)
    fens = [table.state()["start_fen"], *(ply["fen"] for ply in table.state()["plies"])]
    table.page.keyboard.press("ArrowLeft")  # although squares were clicked just now
    assert table.shows(fens[3])
    assert table.status() == "Move 3 of 4"
    table.page.locator(".move-list button").first.click()
    assert table.shows(fens[1])
    table.page.get_by_role("button", name="To the start").click()
    table.page.keyboard.press("ArrowRight")
    assert table.shows(fens[1])
    table.page.keyboard.press("End")
    assert table.shows(fens[4])
    assert table.status().startswith("Your turn")


def test_two_people_play_on_one_screen(open_table: Open) -> None:
    table = open_table("phone")
    table.go("/")
    table.page.get_by_role("button", name="Two players, one screen").click()
    table.page.wait_for_selector(".stage.play")
    for number, path in enumerate([(11, 15), (23, 19), (8, 11), (22, 17)], start=1):
        table.click(*path)
        table.wait_moves(number)
    assert table.moves() == ["11-15", "23-19", "8-11", "22-17"]
    assert table.status() == "Red to move"
    table.page.get_by_role("button", name="Undo").click()
    table.wait_moves(3)
    assert table.status() == "White to move"


def test_a_game_belongs_to_its_browser_and_others_watch(open_table: Open) -> None:
    owner, guest = open_table(), open_table()
    game = owner.begin()
    guest.go(f"/play/{game}")
    assert guest.status() == "You are watching. Red to move"
    owner.click(11, 15)
    guest.wait_moves(1)
    guest.click(22, 18)
    assert len(owner.moves()) == 1
    assert guest.page.locator(".ring").count() == 0


def test_two_tabs_stay_in_step(table: Table) -> None:
    game = table.begin()
    other = Table(table.page.context.new_page())
    other.go(f"/play/{game}")
    table.click(11, 15)
    other.wait_moves(1)
    other.click(23, 19)
    table.wait_moves(2)
    assert table.pieces() == other.pieces()
    assert other.errors == []


def test_clocks_run_and_flags_fall(table: Table) -> None:
    table.begin(white=HUMAN, clock="0.05+0")  # three seconds
    assert table.page.locator(".clock[data-running]").count() == 0  # nobody has moved yet
    table.click(11, 15)
    clock = table.page.locator(".seat.top .clock")
    first = clock.inner_text()
    table.page.wait_for_function("text => document.querySelector('.seat.top .clock').textContent !== text", arg=first)
    assert clock.get_attribute("data-running") is not None
    table.page.locator(".result-card").wait_for()
    assert "Red won" in table.page.locator(".result-card").inner_text()
