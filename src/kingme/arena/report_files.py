"""The files of a report: a page, a JSON file, folders of CSV tables and of plots."""

from __future__ import annotations

from pathlib import Path

from kingme.arena.report import RunReport
from kingme.arena.report_data import TABLES, csv_texts, json_text
from kingme.files.atomic import atomic_write


def output_files(
    reports: list[RunReport],
    *,
    html: Path | None = None,
    json: Path | None = None,
    csv: Path | None = None,
    plots: Path | None = None,
) -> list[Path]:
    """All files that `write_outputs` may write; it leaves out tables and plots that would be empty."""
    found = [path for path in (html, json) if path is not None]
    if csv is not None:
        found += [_folder(csv, report, reports) / f"{name}.csv" for report in reports for name in TABLES]
    if plots is not None:
        from kingme.arena.report_plots import drawings

        names = [f"{name}{suffix}" for name in drawings() for suffix in (".svg", ".png")]
        found += [_folder(plots, report, reports) / name for report in reports for name in names]
    return found


def _folder(base: Path, report: RunReport, reports: list[RunReport]) -> Path:
    """Where the files of a report go: each of several has a folder of its own."""
    return base if len(reports) == 1 else base / report.name


def write_outputs(
    reports: list[RunReport],
    *,
    title: str = "",
    html: Path | None = None,
    json: Path | None = None,
    csv: Path | None = None,
    plots: Path | None = None,
) -> list[Path]:
    """Write what is asked for: a page, a JSON file, a folder of CSV files, a folder of plots. Returns the paths."""
    texts: dict[Path, str] = {}
    if html is not None:
        from kingme.arena.report_html import page

        texts[html] = page(reports, title=title or reports[0].title)
    if json is not None:
        texts[json] = json_text(reports)
    for report in reports if csv is not None else ():
        assert csv is not None
        folder = _folder(csv, report, reports)
        texts |= {folder / f"{name}.csv": text for name, text in csv_texts(report).items()}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as file:
            file.write(text)
    written = list(texts)
    for report in reports if plots is not None else ():
        from kingme.arena.report_plots import save_plots

        assert plots is not None
        written += save_plots(report, _folder(plots, report, reports))
    return written
