"""The page of an experiment: what was claimed beside what was measured first, then every run, then the games."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from kingme.arena.experiments.claims import RULE, Finding
from kingme.arena.experiments.conduct import ExperimentResult
from kingme.arena.experiments.write_up import conditions_list, measurements_table, pictures, runs_table
from kingme.arena.report_canvas import NARROW, WIDE
from kingme.arena.report_html import Picture, Section, render
from kingme.arena.report_html import page as report_page

HEADINGS = ("verdict", "claim", "tested in", "claimed", "measured (95 %)", "from")


def page(result: ExperimentResult) -> str:
    """The whole experiment as one page that needs nothing else."""
    drawn = {}
    for name, (title, draw) in pictures(result).items():
        if name == "claims" or name.endswith("-sweep"):
            wide, narrow = draw(WIDE), draw(NARROW)
            if wide is not None and narrow is not None:
                drawn[name] = Picture.of(name, title, wide, narrow)
    html = render(
        "experiment.html.j2",
        **_claims(result.findings),
        rule=RULE,
        claims_pictures=[picture for name, picture in drawn.items() if name == "claims"],
        sweeps=[picture for name, picture in drawn.items() if name != "claims"],
        conditions=conditions_list(result),
        tables=[runs_table(result), *([measurements_table(result)] if result.measurements else [])],
    )
    experiment = result.experiment
    return report_page(
        list(result.reports.values()),
        title=f"Study {experiment.study}: {experiment.title}",
        lead=experiment.question,
        before=[Section("claims", "Claimed and measured", "Claims", html)],
    )


def claims_html(findings: list[Finding]) -> Markup:
    """The claims as a table, after how many agree, disagree and are undecided."""
    return render("claims.html.j2", **_claims(findings))


def _claims(findings: list[Finding]) -> dict[str, Any]:
    verdicts = [finding.verdict for finding in findings]
    counts = [(verdict, verdicts.count(verdict)) for verdict in ("agree", "disagree", "undecided")]
    return {"headings": HEADINGS, "findings": findings, "counts": counts}
