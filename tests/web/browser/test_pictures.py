"""The pictures that the search profiler saves, read back by the browser."""

from __future__ import annotations

import base64

import pytest
from web.browser.conftest import Open
from web.browser.test_profiler import no_sideways, open_profiler, prepared, run  # noqa: F401  (a fixture among them)

LOOK_AT_PICTURE = """async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  return [picture.width, pixels.every((pixel) => pixel >>> 24 === 255), new Set(pixels).size];
}"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_tree_and_charts_are_saved_as_pictures(open_table: Open, size: str) -> None:
    """Each is a PNG on paper, with more on it than the paper."""
    page = open_profiler(open_table(size))
    buttons = {
        "search-tree": page.get_by_role("button", name="Save picture", exact=True),
        "visits-of-moves": page.get_by_role("button", name="Save picture: Visits of each move"),
        "scores-of-moves": page.get_by_role("button", name="Save picture: Score and its parts"),
    }
    assert not buttons["visits-of-moves"].is_visible()  # there is no chart yet
    run(page, 10)
    widths = {}
    for name, button in buttons.items():
        with page.expect_download() as caught:
            button.click()
        assert caught.value.suggested_filename == f"{name}.png"
        content = caught.value.path().read_bytes()
        widths[name], opaque, colors = page.evaluate(LOOK_AT_PICTURE, base64.b64encode(content).decode())
        assert opaque
        assert colors > 10
    assert widths["search-tree"] == 2 * page.locator(".tree-box").evaluate("box => box.clientWidth")
    assert no_sideways(page)
