"""The Markdown of the algorithm pages as blocks, and nothing that could become markup."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from kingme.board import Board
from kingme.players.registry import player_names
from kingme.web.learn import algorithms
from kingme.web.learn.markdown import parse

PAGES = Path(__file__).parents[3] / "docs" / "algorithms"


def test_blocks() -> None:
    text = "# Head\n\nOne `a | b` and\ntwo *three* **four**.\n\n```text\n| no table\n# no head\n```\n"
    text += "- one\n  more\n- two\n\n1. first\n\n| a | b |\n|---|---|\n| `x\\|y` | [z](z.md) |\n\nafter\n"
    blocks = parse(text)
    assert [block["type"] for block in blocks] == ["heading", "paragraph", "code", "list", "list", "table", "paragraph"]
    assert [part["type"] for part in blocks[1]["text"]] == ["text", "code", "text", "em", "text", "strong", "text"]
    assert blocks[1]["text"][1]["text"] == "a | b"
    assert blocks[2]["text"] == "| no table\n# no head"
    assert [item[0]["text"] for item in blocks[3]["items"]] == ["one more", "two"]
    assert blocks[4]["ordered"]
    assert blocks[5]["rows"][0][0] == [{"type": "code", "text": "x|y"}]
    assert blocks[5]["rows"][0][1] == [{"type": "link", "href": "z.md", "text": "z"}]


def test_what_is_not_understood_stays_text() -> None:
    text = "<script>alert(1)</script> [x](javascript:alert(1)) `open\n\n```\nnever closed"
    blocks = parse(text, algorithms.address)
    assert blocks[0]["text"] == [{"type": "text", "text": "<script>alert(1)</script> [x](javascript:alert(1)) `open"}]
    assert blocks[1] == {"type": "code", "language": "", "text": "never closed"}
    for stays in ("<!-- a --> <b onclick=x>b</b>", "> quoted", "<https://example.org>", "***", "[a]: javascript:x"):
        assert parse(stays) == [{"type": "paragraph", "text": [{"type": "text", "text": stays}]}]


def test_a_link_that_leads_nowhere_is_its_words() -> None:
    (block,) = parse("see [the `guide`](../extending.md) and ![a board](http://example.org/x.svg).", algorithms.address)
    assert block["text"] == [{"type": "text", "text": "see the guide and a board."}]


def test_what_is_nested_arrives_in_one_row() -> None:
    """A part holds no other: words keep the innermost look, and nothing is lost or runs together."""
    text = "- **bold `code` and [more](mcts.md)**\n\n  again\n  - inner *look\n    here*\n"
    text += "- last\n\n  ```\n  a < b\n  ```\n"
    (block,) = parse(text)
    assert block["items"][0] == [
        {"type": "strong", "text": "bold "},
        {"type": "code", "text": "code"},
        {"type": "strong", "text": " and "},
        {"type": "link", "href": "mcts.md", "text": "more"},
        {"type": "text", "text": " again inner "},
        {"type": "em", "text": "look here"},
    ]
    assert block["items"][1] == [{"type": "text", "text": "last "}, {"type": "code", "text": "a < b"}]


def test_numbers_go_on_across_empty_lines() -> None:
    (block,) = parse("1. one\n\n2. two\n")
    assert block == {
        "type": "list",
        "ordered": True,
        "items": [[{"type": "text", "text": "one"}], [{"type": "text", "text": "two"}]],
    }


@pytest.mark.parametrize(
    ("target", "address"),
    [
        ("mcts.md", "/learn/algorithms/mcts"),
        ("minimax.md#evaluations", "/learn/algorithms/minimax#evaluations"),
        ("nothing.md", None),
        ("../extending.md", None),
        ("javascript:alert(1)", None),
        ("http://example.org", None),
        ("//example.org", None),
        ("https://example.org/x", "https://example.org/x"),
    ],
)
def test_links(target: str, address: str | None) -> None:
    assert algorithms.address(target) == address


@pytest.mark.parametrize("name", player_names())
def test_every_word_of_a_page_arrives(name: str) -> None:
    """All letters and figures of the document are in the blocks, in their order."""
    source = (PAGES / f"{name}.md").read_text("utf-8")
    blocks = parse(source)
    source = re.sub(r"^```.*$", "", source, flags=re.MULTILINE)  # a fence names its language, which is not shown
    source = re.sub(r"\]\([^)]*\)", "]", source)
    source = re.sub(r"^\d+\. ", "", source, flags=re.MULTILINE)
    assert letters(" ".join(texts(blocks))) == letters(source)
    assert blocks[0]["level"] == 1
    assert {"how-it-works", "the-search", "idea"} & {block.get("id") for block in blocks}


def letters(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "", text)


def texts(data: object) -> list[str]:
    """All texts in blocks, in their order."""
    if isinstance(data, list):
        return [text for item in data for text in texts(item)]
    if not isinstance(data, dict):
        return []
    if isinstance(data.get("text"), str):
        return [data["text"]]
    return [text for key in ("text", "head", "rows", "items") for text in texts(data.get(key))]


def test_all_algorithms_are_listed(client: TestClient) -> None:
    listed = client.get("/api/lab/algorithms").json()["algorithms"]
    assert [item["name"] for item in listed] == player_names()
    presets = {preset["name"] for item in listed for preset in item["presets"]}
    assert {"easy", "level-1", "a-greedy", "e-5+25"} <= presets
    for item in listed:
        assert item["idea"].endswith((".", ":"))


@pytest.mark.parametrize("name", ["nobody", "readme", "..%2Fengine", "README", "%2e%2e"])
def test_no_other_file_is_served(client: TestClient, name: str) -> None:
    assert client.get(f"/api/lab/algorithms/{name}").status_code in (404, 422)
    assert client.get(f"/api/lab/pictures/{name}.svg").status_code in (404, 422)


def test_links_between_pages_lead_to_pages(client: TestClient) -> None:
    seen = set()
    for name in player_names():
        page = client.get(f"/api/lab/algorithms/{name}").json()
        seen |= set(re.findall(r'"href": "(/[^"]*)"', json.dumps(page)))
    assert "/learn/algorithms/hybrid" in seen
    for address in seen:
        assert client.get(address.partition("#")[0]).status_code == 200


def test_the_wheel_carries_the_pages() -> None:
    """One copy, in docs/: the build puts it where an installed package looks for it."""
    root = PAGES.parents[1]
    build = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    target = root / "src" / build["wheel"]["force-include"]["docs/algorithms"]
    assert target == algorithms._INSTALLED
    assert not target.exists()
    assert algorithms.folder() == PAGES
    assert "/docs" in build["sdist"]["include"]


def test_no_terminal_is_shown_to_students(client: TestClient) -> None:
    """No commands, files, specs or FENs but in what is folded away; sessions arrive as positions and tables."""
    for name in player_names():
        page = client.get(f"/api/lab/algorithms/{name}").json()
        shown = [block for block in page["blocks"] if block["type"] != "details"]
        for text in texts([block for block in shown if block["type"] != "example"]):
            assert not re.search(r"kingme |--\w|\.py\b|\w:\w+=|[BW]:[BW]K?\d", text), (name, text)
        assert any(block["type"] == "details" for block in page["blocks"])
        for block in shown:
            if block["type"] == "example":
                assert Board.from_fen(block["fen"]).legal_moves()
                assert "=" not in block["name"]
        assert not any("=" in preset["words"] for preset in page["presets"])


def test_positions_players_and_studies_are_named_in_words(client: TestClient) -> None:
    page = client.get("/api/lab/algorithms/mcts").json()
    (example,) = [block for block in page["blocks"] if block["type"] == "example"]
    assert (example["player"], example["name"]) == (
        "mcts:iterations=5000",
        "Monte Carlo tree search (5,000 simulations)",
    )
    assert example["head"] == ["Move", "Expected score", "95 % interval", "Simulations", "Expected line"]
    assert [row[0] for row in example["rows"]] == ["24-19", "22-17", "27-23", "22-18", "21-17"]
    assert example["rows"][-1][4] == "21-17 14x21x30 22-18 2-6 24-19"
    assert {study["letter"] for study in page["studies"]} == {"B", "C"}
    assert "/analyse?fen=B:W17,20,22,23,25,27,29,31:B1,2,3,5,6,9,11,16" in json.dumps(page["blocks"])
    board = next(
        block for block in client.get("/api/lab/algorithms/random").json()["blocks"] if block["type"] == "example"
    )
    assert (board["player"], board["rows"]) == ("", [])
