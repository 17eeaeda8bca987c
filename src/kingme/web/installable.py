"""KingMe as an app: the service worker, with the version and the list of files that it keeps written into it.

It keeps what the page needs to open and to teach lessons: everything that `main.js` and the pages of lessons import,
the styles, the typeface and the icons. Its version is a digest of all of that and of the course, so that a browser sees
whenever any of it has changed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re

from kingme.web.pages import Asset, Assets

SCRIPT = "js/worker.js"
COURSE = "/api/learn/offline"
BEGINNINGS = ("js/main.js", "js/views/learn.js", "js/views/lesson.js", "js/theme.js")
"""Modules that are needed without a network; others follow from their imports."""
FOLDERS = ("css/", "fonts/", "icons/")
FACE = "faces/random.svg"  # on pages that say that something did not work

_IMPORT = re.compile(r"""^(?:import|export|\})[^'"();]*?["'](\.{1,2}/[^"']+)["']""", re.M)
_PLACE = re.compile(r"const KEPT = \{.*\};")


def needed_files(assets: Assets) -> list[str]:
    """The names of the files to keep."""
    found: set[str] = set()
    waiting = list(BEGINNINGS)
    while waiting:
        name = waiting.pop()
        asset = assets.get(name)
        if asset is None or name in found:
            continue
        found.add(name)
        folder = posixpath.dirname(name)
        waiting += [posixpath.normpath(f"{folder}/{path}") for path in _IMPORT.findall(asset.content.decode())]
    found |= {name for name in assets.names() if name.startswith(FOLDERS) or name == FACE}
    return sorted(found)


def worker_script(assets: Assets, course: bytes) -> Asset | None:
    """The service worker for these files and this course."""
    script = assets.get(SCRIPT)
    if script is None:
        return None
    version = hashlib.sha256(assets.digest.encode() + course).hexdigest()[:12]
    files = [f"/static/v-{assets.digest}/{name}" for name in needed_files(assets)]
    kept = json.dumps({"version": version, "files": files, "course": f"{COURSE}?v={version}"})
    content = _PLACE.sub(lambda _: f"const KEPT = {kept};", script.content.decode(), count=1).encode()
    return Asset(content, gzip.compress(content, 6), script.kind, f'"{version}"')
