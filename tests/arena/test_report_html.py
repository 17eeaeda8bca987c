"""The page of a report: what people may call things stays text, wherever it is shown."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest
from arena.test_experiments import conduct_small
from jinja2 import UndefinedError

from kingme.arena.experiments import experiment_page
from kingme.arena.record import GameRecord
from kingme.arena.report import RunReport
from kingme.arena.report_html import Section, page, render
from kingme.outcome import Color, Termination
from kingme.web.arena.reports import policy

HOSTILE = (
    "</script><script>x()</script>",
    '"><img src=x onerror=x()>',
    "' onload='x()",
    "{{ 7*7 }}{% x %}{# x",
    r"$\frac{a}$ &lt;b&gt;",
    "</title></style>--><!-- ]]>",
)
EVERYTHING = " ".join(HOSTILE)

Call = Callable[[str], str]  # what a thing is called


def hostile(text: str) -> str:
    return text


def harmless(text: str) -> str:
    return "x" * len(text)


class Skeleton(HTMLParser):
    """The elements of a page with the names of their attributes, and all that is shown: text, labels, titles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.bones: list[tuple[str, ...]] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.bones.append((tag, *(name for name, _ in attrs)))
        self.words += [value for name, value in attrs if value and name not in ("id", "href")]

    def handle_endtag(self, tag: str) -> None:
        self.bones.append((f"/{tag}",))

    def handle_comment(self, data: str) -> None:
        self.bones.append(("comment",))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem is None:  # neither script nor style
            self.words.append(data)


def report(call: Call) -> RunReport:
    """A run in which all that has a name is called something."""
    names = [call(text) + mark for text, mark in zip(HOSTILE, "abcdef", strict=True)]
    records = [
        GameRecord(
            number,
            number // 2,
            *pair,
            Color.BLACK if number % 3 else None,
            Termination.UNKNOWN,
            3,
            (12, 12),
            line="B:W:B 1-5",
        )
        for number, pair in enumerate(
            pair
            for first, second in zip(names, names[1:] + names[:1], strict=True)
            for pair in ((first, second), (second, first))
        )
    ]
    return RunReport.of(
        records,
        name=call(EVERYTHING),
        title=call(EVERYTHING),
        specs=dict.fromkeys(names, call(EVERYTHING)),
        conditions={call(EVERYTHING): call(EVERYTHING), "Rules": call(EVERYTHING), "Openings": call(EVERYTHING)},
    )


def run_page(call: Call) -> str:
    return page([report(call)], title=call(EVERYTHING), lead=call(EVERYTHING))


@pytest.fixture(scope="module")
def hostile_page() -> str:
    return run_page(hostile)


def test_hostile_names_stay_text_in_a_report(hostile_page: str) -> None:
    found, wanted = Skeleton(hostile_page), Skeleton(run_page(harmless))
    assert found.bones == wanted.bones
    shown = "\n".join(found.words)
    for text in HOSTILE:
        assert text in shown  # as it was written, not filled in or left out
    assert shown.count(EVERYTHING) == harmless_count(wanted) > 10


def harmless_count(skeleton: Skeleton) -> int:
    return "\n".join(skeleton.words).count(harmless(EVERYTHING))


def test_the_games_of_hostile_players_arrive(hostile_page: str) -> None:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', hostile_page, re.DOTALL)
    (run,) = json.loads(text)["runs"]
    assert run["title"] == EVERYTHING
    assert {name[:-1] for name in run["players"]} == set(HOSTILE)


def test_only_the_reports_own_script_may_run(hostile_page: str) -> None:
    script = resources.files("kingme.arena").joinpath("assets", "report.js").read_bytes()
    digest = base64.b64encode(hashlib.sha256(script).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in policy(hostile_page)


def test_hostile_words_stay_text_in_an_experiment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingme.arena.report_plots.drawings", dict)  # the report of a run is tried above
    result = conduct_small(tmp_path)
    result.reports.pop("depths")

    def drawn(call: Call) -> str:
        said = call(EVERYTHING)
        findings = [
            replace(
                finding,
                source=said,
                says=said,
                where=said,
                note=said,
                measured=replace(finding.measured, detail=said, counted=said),
            )
            for finding in result.findings
        ]
        experiment = replace(result.experiment, study=said, title=said, question=said, differs=(said, said))
        machine = {"processor": said, "kingme": said}
        reports = {"match": report(call)}
        return experiment_page.page(
            replace(result, experiment=experiment, findings=findings, machine=machine, reports=reports)
        )

    monkeypatch.setattr(experiment_page, "pictures", lambda result: {})
    found, wanted = Skeleton(drawn(hostile)), Skeleton(drawn(harmless))
    assert [bone for bone in found.bones if bone != ("br",)] == [bone for bone in wanted.bones if bone != ("br",)]
    assert "\n".join(found.words).count(EVERYTHING) == harmless_count(wanted) > 20


def test_a_value_that_a_template_lacks_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render("run.html.j2", facts=[], specs=[])


def test_a_section_is_escaped_unless_it_is_markup() -> None:
    html = page([], title="t", before=[Section("a", "b", "c", "<b>text</b>")])  # type: ignore[arg-type]
    assert "&lt;b&gt;text&lt;/b&gt;" in html
