"""What can be played, how far the preparation is, and what the interface says about itself."""

from __future__ import annotations

from starlette.testclient import TestClient

from kingme import __version__
from kingme.web.config import Config, rules_title
from kingme.web.schemas import StatusReport


def test_status(client):
    status = client.get("/api/status").json()
    StatusReport.model_validate(status)
    assert set(status) == {"ready", "core", "done", "total", "current", "message", "failed"}


def test_config(client):
    config = client.get("/api/config").json()
    Config.model_validate(config)
    assert config["version"] == __version__
    levels = {level["name"]: level for level in config["levels"]}
    assert levels["easy"]["title"] == "Easy"
    assert levels["easy"]["group"] == "levels"
    groups = [level["group"] for level in config["levels"]]
    assert groups == sorted(groups, key=("ladder", "levels", "own", "study").index)
    algorithms = {algorithm["name"]: algorithm for algorithm in config["algorithms"]}
    parameters = {parameter["name"]: parameter for parameter in algorithms["mcts"]["parameters"]}
    assert parameters["c"]["type"] == "float"
    assert parameters["expansion"]["choices"] == ["one", "all"]
    assert parameters["iterations"]["default"] is None
    assert config["rules"][0]["name"] == "official"
    assert config["openings"]["count"] == 156
    assert config["limits"]["message_bytes"] == 4096
    assert client.get("/api/config").json() == config


def test_config_is_packed_for_whoever_takes_it(client):
    packed = client.get("/api/config", headers={"accept-encoding": "gzip"})
    plain = client.get("/api/config", headers={"accept-encoding": "identity"})
    assert packed.json() == plain.json()
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert int(packed.headers["content-length"]) * 4 < int(plain.headers["content-length"])


def test_every_level_can_be_played(client, begin):
    for level in client.get("/api/config").json()["levels"]:
        seat = begin(white={"kind": "ai", "spec": level["name"]})["players"]["white"]
        assert (seat["title"], seat["rating"]) == (level["title"], level["rating"])


def test_own_levels_are_listed(client, tmp_path):
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "levels.toml").write_text('[coffee]\nspec = "mcts:iterations=80"\ntitle = "Coffee break"\n')
    level = next(level for level in client.get("/api/config").json()["levels"] if level["name"] == "coffee")
    assert (level["group"], level["title"]) == ("own", "Coffee break")


def test_a_damaged_levels_file_does_no_harm(client, tmp_path):
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "levels.toml").write_text("[[[")
    assert any(level["name"] == "easy" for level in client.get("/api/config").json()["levels"])


def test_rules_in_words():
    from kingme.profile import PROFILES

    assert rules_title(PROFILES["official"]) == "Official rules"
    assert rules_title(PROFILES["study-b"]) == (
        "Study B: no repetition rule, no quiet-move rule, at most 300 plies, a stuck side draws"
    )


def test_the_interface_is_documented(client):
    schema = client.get("/api/openapi.json").json()
    paths = schema["paths"]
    assert set(paths) >= {
        "/api/status",
        "/api/config",
        "/api/games",
        "/api/games/{game}",
        "/api/games/{game}/pdn",
        "/api/games/{game}/json",
        "/api/export",
        "/api/import",
        "/api/position",
        "/api/analysis/position",
        "/api/analysis/read",
        "/api/analysis/write",
        "/api/endgame",
        "/api/explain",
        "/api/reviews",
        "/api/reviews/{review}",
    }
    for path in paths.values():
        for operation in path.values():
            assert operation["summary"]
            assert operation["description"]
            for code, answer in operation["responses"].items():
                if code.startswith("4"):
                    assert answer["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")
    assert "WebSocket" in schema["info"]["description"]
    assert client.get("/docs").status_code == client.get("/redoc").status_code == 404  # they would load foreign scripts


def test_every_level_of_the_ladder_has_a_sentence_of_its_own(client: TestClient) -> None:
    ladder = [level for level in client.get("/api/config").json()["levels"] if level["group"] == "ladder"]
    sentences = {level["description"] for level in ladder}
    assert len(sentences) == len(ladder) == 10
    assert all(text.endswith(".") for text in sentences)
