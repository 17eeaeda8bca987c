"""Accounts, profiles, leader boards and administration in a browser: one visit that sees all of them."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from web.browser.conftest import SOURCE
from web.people.accounts import PASSWORD

from kingme.web.people.totp import code_at

NAME = "<b onclick=x>Ann"  # which must be shown as it is


def test_an_account_from_its_beginning_to_its_token(open_table, server):
    table = open_table("phone")
    page = table.page
    made = page.context.request.post("/api/account", data={"name": NAME, "password": PASSWORD})
    assert made.status == 201
    table.go("/account")
    assert page.get_by_role("heading", level=1).inner_text() == NAME
    fresh = page.get_by_label("New password")
    fresh.fill("short")
    page.get_by_text("7 characters to go").wait_for()
    fresh.fill("a very long and good password")
    page.get_by_text("Strong", exact=True).wait_for()
    assert fresh.get_attribute("type") == "password"
    page.get_by_label("Show what I type").check()
    assert fresh.get_attribute("type") == "text"
    page.get_by_text("Programs that play for this account").click()
    form = page.locator("form", has_text="New token")
    form.get_by_role("textbox", name="Program").fill("My bot")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    assert page.locator(".account-token code").inner_text().startswith("kingme_")
    table.go("/profile")
    assert page.get_by_role("heading", level=1).inner_text() == NAME
    page.get_by_role("heading", name="No rated games yet").wait_for()
    table.go("/people?speed=programs")
    page.locator(".leaders tbody tr", has_text="Regina").wait_for()
    page.get_by_text("Enter a player", exact=True).click()
    form = page.locator("form", has_text="A new player")
    form.get_by_label("Name").fill("Ann's tree")
    form.get_by_role("button", name="Enter the player").click()
    mine = page.locator(".entrants li", has_text="Ann's tree")
    assert "mcts:iterations=1000" in mine.inner_text()
    mine.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    mine.wait_for(state="detached")
    page.get_by_label("Blitz").check(force=True)
    page.get_by_text("You have no rating here yet").wait_for()
    command = [sys.executable, "-m", "kingme", "account", "admin", NAME]
    environment = os.environ | {"KINGME_DATA_DIR": str(server.folder / "data"), "PYTHONPATH": str(SOURCE)}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    table.go("/admin")
    page.get_by_label("Code").fill(code_at(told.splitlines()[1].strip(), int(time.time()) // 30))
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("heading", name="Open reports").wait_for()
    assert f"{NAME} logged in as an administrator" in page.locator("main").inner_text()
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
