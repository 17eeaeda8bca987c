"""What opens on a page when it is used: menus, offers, dialogs about other people, the account of a member."""

from __future__ import annotations

from typing import Any

from web.browser.places import Place, open_menu, press_button, press_tab
from web.browser.table import Table


def _hint(table: Table) -> None:
    """All that a hint tells: the piece, the move, the line."""
    for words in ("look at", "see the line", "Best line"):
        table.page.get_by_role("button", name="Hint").click()
        table.page.locator(".hint-line", has_text=words).wait_for()


def _dialog(name: str, *, then: str = "") -> Any:
    """Press a button that opens a dialog, and open what is folded in it."""

    def click(table: Table) -> None:
        press_button(name)(table)
        if then:
            table.page.get_by_role("dialog").get_by_text(then, exact=True).click()

    return click


def _custom_position(table: Table) -> None:
    _dialog("Play a friend", then="More options")(table)
    table.page.get_by_role("dialog").get_by_text("Custom position").click()


def _arena(table: Table) -> None:
    _dialog("Tournament", then="Arena")(table)


def _block(table: Table) -> None:
    press_tab("Chat", ".chat")(table)
    press_button("Block")(table)


def _unfold(words: str) -> Any:
    return lambda table: table.page.locator("summary", has_text=words).first.click()


def _bad_name(table: Table) -> None:
    """A challenge to somebody who is not there: the refusal stands in the dialog."""
    press_button("Play a friend")(table)
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Ann")
    dialog.get_by_label("Opponent (optional)").fill("Nobody at all")
    dialog.get_by_role("button", name="Send the challenge").click()
    dialog.get_by_role("alert").wait_for()


FOOT = "dialog .dialog-foot .primary"
DIALOGS = [
    Place("hint", "/play/{plain}", ".stage.play .cell.movable", _hint, (".board", ".hint-line")),
    Place(
        "menu of a game", "/play/{plain}", ".stage.play .cell.movable", open_menu("More"), (".menu-list .menu-item",)
    ),
    Place("menu of an analysis", "/analyse", ".engine-panel", open_menu("More"), (".menu-list .menu-item",)),
    Place("draw offered", "/play/{met}", ".offer:not([hidden])", reads=(".board", ".offer .primary")),
    Place("draw offer sent", "/play/{met}", ".offer:not([hidden])", reads=(".board", ".offer"), member=True),
    Place("chat", "/play/{met}", ".stage.play", press_tab("Chat", ".chat-lines li"), (".board",)),
    Place("blocking", "/play/{met}", ".stage.play", _block, ("dialog h2", "dialog .danger")),
    Place("friend", "/", ".home-play:not([disabled])", _custom_position, (FOOT,)),
    Place("friend refused", "/", ".home-play:not([disabled])", _bad_name, (FOOT, "dialog [role=alert]")),
    Place("open challenge", "/lobby", ".page.lobby h1", _dialog("Open challenge"), ("dialog h2", FOOT)),
    Place("new tournament", "/lobby", ".page.lobby h1", _arena, ("dialog h2", FOOT)),
    Place("invitation", "/challenge/{challenge}", "main h1", reads=("h1", "main .primary"), member=True),
    Place("tournament of others", "/tournament/{contest}", ".page.lobby h1", reads=("h1",), member=True),
    Place("reporting", "/profile", ".rated-games", _dialog("Report"), ("dialog h2", FOOT)),
    Place("forgotten password", "/account", ".account-form", _unfold("Forgot your password?")),
    Place("member", "/account", ".account-list", _unfold("Programs that play"), member=True),
    Place(
        "deleting an account",
        "/account",
        ".account-list",
        _dialog("Delete everything"),
        ("dialog h2", "dialog .danger"),
        member=True,
    ),
    Place(
        "deleting a class",
        "/learn/classes/{group}",
        "main h1",
        _dialog("Delete this class"),
        ("dialog h2", "dialog .danger"),
    ),
]
