"""The files of an experiment: its page, its summary with tables and pictures, and all numbers as JSON."""

from __future__ import annotations

from pathlib import Path

from kingme.arena.experiments.conduct import ExperimentResult
from kingme.arena.experiments.write_up import finding_row, json_text, markdown, measurement_rows, pictures
from kingme.arena.report_data import csv_texts, rows_to_csv
from kingme.files.atomic import atomic_write


def write_results(result: ExperimentResult, folder: Path) -> Path:
    """Write everything; returns the path of the page."""
    from kingme.arena.experiments.experiment_page import page
    from kingme.arena.report_canvas import WIDE, svg_text

    summary = folder / "summary"
    texts = {summary / "summary.md": markdown(result), folder / "result.json": json_text(result)}
    texts[summary / "claims.csv"] = rows_to_csv([finding_row(finding) for finding in result.findings])
    if result.measurements:
        texts[summary / "measurements.csv"] = rows_to_csv(measurement_rows(result))
    for name, report in result.reports.items():
        for table, text in csv_texts(report, games=False).items():
            if table != "ratings" or report.has_ratings:
                texts[summary / f"{name}-{table}.csv"] = text
    for name, (_, picture) in pictures(result).items():
        if (figure := picture(WIDE)) is not None:
            texts[summary / f"{name}.svg"] = svg_text(figure, salt=name)
    texts[folder / "report.html"] = page(result)
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as file:
            file.write(text)
    return folder / "report.html"
