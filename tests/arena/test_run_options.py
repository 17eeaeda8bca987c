"""The options of a run are named once, and mean the same at the command line, in the browser and in files."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from typer.main import get_command

from kingme.arena.plan import Plan
from kingme.arena.run_options import RunOptions
from kingme.arena.tournament_file import plan_from_table
from kingme.cli.main import app
from kingme.web.arena.orders import plan_of
from kingme.web.arena.schemas import RunOrder
from kingme.web.settings import Settings

CHOSEN: dict[str, Any] = {
    "games": 6,
    "limit": "nodes=100",
    "openings": "random:6",
    "rules": "study-b",
    "adjudicate": "win-score=3",
    "seed": 7,
    "name": "mine",
}
OPTIONS = {item.name: item for item in fields(RunOptions)}


def test_the_command_line_has_every_option_with_its_default_and_help():
    command = get_command(app).commands["match"]  # type: ignore[attr-defined]
    found = {item.name: item for item in command.params}
    for name, option in OPTIONS.items():
        assert found[name].default == option.default
        assert found[name].help == option.metadata["help"]
        assert (option.metadata["flag"] or f"--{name}") in found[name].opts


def test_the_form_has_the_defaults_and_help_of_the_options():
    for name in OPTIONS.keys() & RunOrder.model_fields.keys():
        found = RunOrder.model_fields[name]
        assert (found.default, found.description) == (OPTIONS[name].default, OPTIONS[name].metadata["help"])
    assert OPTIONS.keys() - RunOrder.model_fields.keys() == {"margin", "patience"}  # of the command line


@pytest.mark.parametrize("chosen", [{}, CHOSEN, {"clock": "1+1"}])
def test_all_ways_lead_to_the_same_plan(chosen, tmp_path):
    specs = ["random", "greedy"]
    plan = Plan.match(*specs, RunOptions(**chosen))
    ordered = RunOrder.model_validate({"players": [{"spec": spec} for spec in specs], **chosen})
    assert plan_of(ordered, Settings(data_dir=tmp_path)).plan == plan
    from_file = plan_from_table({"format": "match", "player": [{"spec": spec} for spec in specs], **chosen})
    named = {"players": [{"name": spec, "spec": spec, "limit": None} for spec in specs]}
    assert from_file.as_data() == plan.as_data() | named


def test_a_clock_beside_a_limit_with_a_clock_is_refused():
    with pytest.raises(ValueError, match="say the same"):
        Plan.match("random", "greedy", RunOptions(limit="clock=60", clock="1+0"))


@pytest.mark.parametrize(
    ("options", "conditions"),
    [
        ({}, {"limit": {}, "rules": "official", "adjudication": "off", "margin": 1.0, "patience": None}),
        ({"clock": "1+2", "patience": 9.0}, {"limit": {"clock": 60.0, "increment": 2.0}, "patience": 9.0}),
        ({"limit": "time=0.1", "margin": 2}, {"limit": {"time": 0.1}, "margin": 2.0}),
    ],
)
def test_plans_are_stored_as_ever(options, conditions):
    data = Plan.match("a=random", "b=greedy", RunOptions(**options)).as_data()
    assert (
        data
        == {
            "kind": "match",
            "name": "",
            "players": [
                {"name": "a", "spec": "random", "limit": None},
                {"name": "b", "spec": "greedy", "limit": None},
            ],
            "games": 100,
            "openings": "three-move",
            "rules": "official",
            "limit": {},
            "adjudication": "off",
            "margin": 1.0,
            "patience": None,
            "seed": 0,
            "heroes": 1,
            "sprt": None,
        }
        | conditions
    )
    assert Plan.from_data(data).as_data() == data
