"""The page of an experiment: what was claimed beside what was measured first, then every run, then the games."""

from __future__ import annotations

from html import escape

from kingme.arena.experiments.claims import RULE, Finding
from kingme.arena.experiments.conduct import ExperimentResult
from kingme.arena.experiments.write_up import conditions_list, measurements_table, pictures, runs_table
from kingme.arena.report_canvas import NARROW, WIDE
from kingme.arena.report_html import Section, picture, table_html
from kingme.arena.report_html import page as report_page

HEADINGS = ("verdict", "claim", "tested in", "claimed", "measured (95 %)", "from")


def page(result: ExperimentResult) -> str:
    """The whole experiment as one page that needs nothing else."""
    drawn = {}
    for name, (title, draw) in pictures(result).items():
        if name == "claims" or name.endswith("-sweep"):
            wide, narrow = draw(WIDE), draw(NARROW)
            if wide is not None and narrow is not None:
                drawn[name] = picture(name, title, wide, narrow)
    sweeps = "".join(html for name, html in drawn.items() if name != "claims")
    conditions = "".join(f"<li>{escape(line)}</li>" for line in conditions_list(result))
    html = [
        counts_html(result.findings),
        claims_html(result.findings),
        f'<p class="note">{escape(RULE)}</p>',
        f'<div class="figures one">{drawn.get("claims", "")}</div>',
        f'<div class="figures">{sweeps}</div>' if sweeps else "",
        f"<h3>Conditions that differ</h3><ul>{conditions}</ul>",
        table_html(runs_table(result)),
        table_html(measurements_table(result)) if result.measurements else "",
    ]
    experiment = result.experiment
    return report_page(
        list(result.reports.values()),
        title=f"Study {experiment.study}: {experiment.title}",
        lead=experiment.question,
        before=[Section("claims", "Claimed and measured", "Claims", "".join(html))],
    )


def counts_html(findings: list[Finding]) -> str:
    """How many claims agree, disagree and are undecided."""
    marks = []
    for verdict in ("agree", "disagree", "undecided"):
        number = sum(finding.verdict == verdict for finding in findings)
        marks.append(f'<span class="verdict {verdict}">{number} {verdict}</span>')
    return f"<p>{' '.join(marks)}</p>"


def claims_html(findings: list[Finding]) -> str:
    """The claims as a table; remarks stand below the claim."""
    head = "".join(f'<th class="{"left" if i < 3 else ""}">{text}</th>' for i, text in enumerate(HEADINGS))
    rows = []
    for finding in findings:
        remark = "; ".join(filter(None, (finding.measured.detail, finding.note)))
        claim = f'<b class="tag">{escape(finding.source)}</b> {escape(finding.says)}'
        claim += f"<small>{escape(remark)}</small>" if remark else ""
        cells = (
            ("left", f'<span class="verdict {finding.verdict}">{finding.verdict}</span>'),
            ("left main", f"<span>{claim}</span>"),
            ("left", escape(finding.where or "–")),
            ("", _two_lines(finding.claimed_text)),
            ("", _two_lines(finding.measured_text)),
            ("", escape(finding.size_text)),
        )
        marked = zip(HEADINGS, cells, strict=True)
        rows.append("".join(f'<td class="{kind}" data-label="{label}">{html}</td>' for label, (kind, html) in marked))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    table = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'<div class="scroll"><table class="cards prose">{table}</table></div>'


def _two_lines(text: str) -> str:
    return escape(text).replace(" (", " <br>(")
