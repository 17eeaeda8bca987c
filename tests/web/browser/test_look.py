"""What the page looks like: its typeface, its boards, messages that cover nothing, and how much all that weighs."""

from __future__ import annotations

from typing import Any

from PIL import Image
from web.browser.conftest import Open
from web.browser.table import RANDOM, Table

FIRST_GAME = 300_000  # bytes
SIZES = [(390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080)]
CONTROLS = "a[href], button, input, select, textarea, summary, [role=tab], [role=gridcell]"


def test_a_first_game_weighs_little(open_table: Open) -> None:
    """All that a browser receives until the first answer is on the board, as it travels: packed, with headers."""
    table = open_table()
    page = table.page
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    received = {"files": 0, "messages": 0}
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))

    def loaded(event: dict[str, float]) -> None:
        received["files"] += int(event["encodedDataLength"])

    def told(socket: object) -> None:
        socket.on("framereceived", lambda text: received.update(messages=received["messages"] + len(text)))  # type: ignore[attr-defined]

    line.on("Network.loadingFinished", loaded)
    page.on("websocket", told)
    table.go("/")
    page.get_by_role("button", name="Play against Rosa").click()
    page.wait_for_selector(".stage.play")
    table.click(11, 15)
    table.wait_moves(2)
    page.wait_for_load_state("networkidle")
    assert 50_000 < received["files"]
    assert received["files"] + received["messages"] < FIRST_GAME, received
    assert [address for address in addresses if "/fonts/" in address] == [
        next(address for address in addresses if address.endswith("/fonts/inter.woff2"))
    ]


def test_the_typeface_is_the_one_that_ships(table: Table) -> None:
    table.begin(white=RANDOM)
    page = table.page
    assert page.evaluate("() => document.fonts.ready.then(() => document.fonts.check('600 16px Inter', 'Red – ½ 7'))")
    assert page.evaluate("() => getComputedStyle(document.querySelector('.strip')).fontFamily").startswith("Inter")
    widths = page.evaluate(
        """() => [...'0123456789'].map(figure => {
          const output = document.body.appendChild(document.createElement('output'));
          output.textContent = figure.repeat(20);
          const { width } = output.getBoundingClientRect();
          output.remove();
          return width;
        })"""
    )
    assert max(widths) - min(widths) < 0.1


def test_boards_are_chosen_by_what_they_look_like(table: Table) -> None:
    page = table.page
    table.begin()
    page.keyboard.press(",")
    dialog = page.get_by_role("dialog")
    assert dialog.locator(".swatch").count() == 4
    seen = set()
    for name, board in (("Tournament", "tournament"), ("Classic", "classic"), ("Wood", "wood")):
        dialog.get_by_text(name, exact=True).click()
        assert page.locator("html").get_attribute("data-board") == board
        seen.add(page.evaluate("() => getComputedStyle(document.querySelector('.board .b-dark')).fill"))
        grain = page.evaluate("() => getComputedStyle(document.querySelector('.board .b-grain')).stroke")
        assert (grain != "none") == (board == "wood")
    assert len(seen) == 3
    swatches = dialog.locator(".swatch .b-dark").evaluate_all("all => all.map(one => getComputedStyle(one).fill)")
    assert len(set(swatches)) == 4


def test_messages_cover_no_control(table: Table) -> None:
    """A message stands where nothing can be pressed, if there is such a place, and never outside the window."""
    table.begin(white=RANDOM)
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        covers_nothing(table.page, width, height)


def covers_nothing(page: Any, width: int, height: int) -> None:
    page.evaluate(
        "() => import(document.querySelector('script[type=module]').src.replace('main.js', 'toast.js'))"
        ".then(({ toast }) => toast('The link was copied'))"
    )
    box = page.locator("#toasts").bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    covered = page.evaluate(
        """([controls, area]) => [...document.querySelectorAll(controls)].filter(one => {
          const box = one.getBoundingClientRect();
          return !one.closest('#toasts') && box.width && box.left < area.x + area.width && box.right > area.x &&
            box.top < area.y + area.height && box.bottom > area.y;
        }).map(one => one.ariaLabel || one.textContent)""",
        [CONTROLS, box],
    )
    assert covered == [], (width, height)
    page.get_by_role("button", name="Dismiss").click()


def test_opponents_have_a_face_and_a_name_wherever_they_are_named(table: Table) -> None:
    page = table.page
    table.begin(white={"kind": "ai", "spec": "level-3"})
    strip = page.locator(".seat.top .strip")
    assert strip.locator(".strip-name").inner_text() == "Milo"
    assert strip.locator(".strip-note").inner_text() == "Casual, rating 1010"
    faces = "img => img.decode().then(() => img.naturalWidth > 0)"
    assert strip.locator("img.face").evaluate(faces)
    page.wait_for_function("() => document.title.includes('Milo')")
    strip.get_by_role("combobox").select_option("a-greedy")
    page.wait_for_function("() => document.querySelector('.seat.top .strip-name').textContent === 'Greedy'")
    assert strip.locator("img.face").get_attribute("src").endswith("/faces/greedy.svg")
    table.click(11, 15)
    table.wait_moves(2)
    table.go("/games")
    card = page.locator(".game-card").first
    assert "Greedy" in card.locator(".game-names").inner_text()
    assert card.locator("img.face").evaluate(faces)


def test_faces_that_are_not_seen_are_not_loaded(table: Table) -> None:
    addresses: list[str] = []
    table.page.on("request", lambda request: addresses.append(request.url))
    table.begin(white={"kind": "ai", "spec": "level-3"})
    table.page.wait_for_load_state("networkidle")
    assert {address.rsplit("/", 1)[1] for address in addresses if "/faces/" in address} == {"level-3.svg"}


def finish(table: Table) -> None:
    """A game that is won with the first move."""
    table.begin(white={"kind": "ai", "spec": "level-3"}, start={"fen": "B:W18:BK1,15,2"})
    table.click(15, 22)
    table.page.locator(".result-card").wait_for()


def test_the_result_stays_inside_its_card(table: Table) -> None:
    page = table.page
    finish(table)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        outside = page.locator(".result-card").evaluate(
            """card => [...card.querySelectorAll('.button, .moment')].filter(one => {
              const [inner, outer] = [one.getBoundingClientRect(), card.getBoundingClientRect()];
              return inner.left < outer.left || inner.right > outer.right || one.scrollWidth > one.clientWidth;
            }).map(one => one.textContent)"""
        )
        assert outside == [], width
        assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_the_end_of_a_game_is_a_moment(table: Table) -> None:
    page = table.page
    finish(table)
    card = page.locator(".result-card")
    words = card.inner_text()
    assert "You won" in words
    assert "against Milo" in words
    assert "White has no piece left" in words
    assert card.locator("img.face").get_attribute("src").endswith("/faces/level-3.svg")
    assert page.locator(".board-svg").get_attribute("data-fallen") == "white"
    moment = card.get_by_role("button", name="The winning move")
    page.keyboard.press("Home")
    assert page.locator(".board-svg").get_attribute("data-fallen") is None
    assert page.locator(".status-text").inner_text() != ""
    moment.click()
    assert table.shows(table.state()["fen"])


def test_a_result_can_be_sent_as_a_picture(table: Table) -> None:
    finish(table)
    with table.page.expect_download() as saved:
        table.page.get_by_role("button", name="Save picture").click()
    with Image.open(saved.value.path()) as picture:
        assert picture.format == "PNG"
        assert picture.size == (1200, 630)
        colours = {colour for _, colour in picture.convert("RGB").getcolors(1_000_000)}
    assert {(0xF0, 0xE2, 0xBC), (0x5F, 0x9A, 0x6D), (0xC5, 0x30, 0x2A)} <= colours  # the board and a red piece
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.page.get_by_role("button", name="Copy picture").click()
    table.page.locator(".toast", has_text="Picture copied").wait_for()
    kinds = table.page.evaluate("() => navigator.clipboard.read().then(items => items[0].types)")
    assert kinds == ["image/png"]


def test_the_last_move_is_celebrated_only_where_things_may_move(open_table: Open) -> None:
    for still, times in ((True, 0), (False, 1)):
        table = open_table(still=still)
        table.page.add_init_script(
            """globalThis.spread = 0;
            new MutationObserver(all => all.forEach(({ addedNodes }) => addedNodes.forEach(node => {
              if (node.classList?.contains("spread")) globalThis.spread++;
            }))).observe(document, { childList: true, subtree: true });"""
        )
        finish(table)
        table.page.wait_for_function("times => globalThis.spread === times", arg=times)


def test_places_without_anything_show_what_they_will_hold(table: Table) -> None:
    page = table.page
    table.go("/games")
    empty = page.locator(".empty-state")
    empty.get_by_role("link", name="Play a game").wait_for()
    assert empty.locator(".sample-game").count() == 3
    assert empty.locator(".empty-picture").get_attribute("aria-hidden") == "true"
    table.begin(white={"kind": "ai", "spec": "level-3"})
    assert "Click one to see the board as it was then" in page.locator(".moves .empty").inner_text()
    table.go("/games")
    page.get_by_label("Search my games").fill("nobody")
    page.get_by_role("button", name="Show all games").click()
    page.locator(".game-card").wait_for()


def test_a_replay_names_opponents_as_the_game_did(table: Table) -> None:
    game = table.begin(white={"kind": "ai", "spec": "level-3"})
    table.go(f"/replay/{game}")
    strip = table.page.locator(".seat.top .strip")
    assert strip.locator(".strip-name").inner_text() == "Milo"
    assert strip.locator("img.face").get_attribute("src").endswith("/faces/level-3.svg")
