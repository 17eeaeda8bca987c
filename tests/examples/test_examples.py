"""The notebooks of examples/ run from top to bottom, and show what they promise."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("nbclient", reason="notebooks need nbclient and ipykernel")
pytest.importorskip("ipykernel", reason="notebooks need nbclient and ipykernel")

FOLDER = Path(__file__).parents[2] / "examples"
EXPECTED = {
    "first-steps": [
        "a capture is compulsory: 15x22",
        "Search tree: the 60 most visited nodes",
        "win in 33",
        "Try again.",
    ],
    "reproduce-a-comparison": ["claimed 62 %, measured", "won, drawn, lost", "Checkers board", "<svg"],
    "your-own-player": ["careful", "won, drawn, lost", "fearless"],
}
RUN = """
import json, sys
import nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=240, kernel_name="python3").execute()
outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
json.dump([dict(output) for output in outputs], sys.stdout)
"""


def test_every_notebook_is_tested_and_was_run_before_it_was_kept():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(EXPECTED)
    for name in EXPECTED:
        notebook = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        assert any(cell["outputs"] for cell in cells)
        assert not any(output["output_type"] == "error" for cell in cells for output in cell["outputs"])


@pytest.mark.parametrize("name", EXPECTED)
def test_a_notebook_runs_from_top_to_bottom(name, tmp_path):
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(FOLDER.parent / "src"), os.environ.get("PYTHONPATH", "")]),
        "IPYTHONDIR": str(tmp_path),
        "JUPYTER_DATA_DIR": str(tmp_path / "data"),
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN, FOLDER / f"{name}.ipynb"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    outputs = json.loads(done.stdout)
    assert not any(output["output_type"] == "error" for output in outputs)
    shown = json.dumps(outputs, ensure_ascii=False)
    for text in EXPECTED[name]:
        assert text in shown, text
