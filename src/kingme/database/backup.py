"""One file with all stores and what belongs to them, made while they are in use; and back.

A backup is a ZIP file: the databases, each as it was at one moment (SQLite's backup interface, or one transaction of a
PostgreSQL, whose rows are written into an SQLite file), the files beside them,
and `manifest.json` with the SHA-256 of each. Nothing is replaced before all of it was checked, and what is replaced is
kept under another name.
"""

from __future__ import annotations

import errno
import hashlib
import json
import shutil
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from kingme import __version__
from kingme.database import sqlite, transfer
from kingme.database.connection import StoreError, connect, explain, shown, store_url
from kingme.database.migration import StoreKind, version_of
from kingme.database.opening import turn
from kingme.database.salvage import free_name, keep
from kingme.errors import KingMeError

FORMAT = "kingme-backup"
MANIFEST = "manifest.json"
BROKEN_ARCHIVE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError)
"""What `zipfile` raises where an archive is damaged: its flags may ask for a password, or for unknown methods."""


@dataclass(frozen=True)
class Part:
    """A store as it goes into a backup: what it is called there, where it is, and the files that belong to it.

    `beside` are patterns of paths below `folder`.
    """

    name: str
    path: Path
    kind: StoreKind
    folder: Path
    beside: tuple[str, ...] = ()
    url: str = ""
    """The database that holds it; then nothing is at `path`."""

    @property
    def is_there(self) -> bool:
        return bool(self.url) or self.path.is_file()

    def files(self) -> Iterator[tuple[str, Path]]:
        """The files that belong to the store and are there, by their names in a backup."""
        for pattern in self.beside:
            for path in sorted(self.folder.glob(pattern)):
                if path.is_file() and not path.is_symlink():
                    yield f"{self.name}/{path.relative_to(self.folder).as_posix()}", path


@dataclass
class Restored:
    """What a restore has put back, and where what was there before is kept."""

    files: list[Path | str] = field(default_factory=list)
    kept: list[Path | str] = field(default_factory=list)


def back_up(parts: Sequence[Part], target: Path) -> list[str]:
    """Write a backup, whole or not at all; the names of what is in it."""
    present = [part for part in parts if part.is_there]
    if not present:
        raise KingMeError(
            f"there is nothing to back up: neither {' nor '.join(str(part.path) for part in parts)} exists"
        )
    unfinished = target.with_name(f".{target.name[:100]}.tmp")
    sums: dict[str, str] = {}
    try:
        with _workshop(target.parent) as folder, zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            for part in present:
                copy = folder / f"{part.name}.sqlite"
                _copy_database(part, copy)
                _put(archive, copy.name, copy, sums)
                for name, path in part.files():
                    _put(archive, name, path, sums)
            manifest = {"format": FORMAT, "kingme": __version__, "created": datetime.now().isoformat(), "files": sums}
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return list(sums)


def restore(source: Path, parts: Sequence[Part]) -> Restored:
    """Put the stores of a backup in their places once all of it was checked; what was there is kept."""
    done = Restored()
    with ExitStack() as stack:
        with _archive(source) as archive:
            sums = _manifest(archive, source)
            wanted = [part for part in parts if f"{part.name}.sqlite" in sums]
            if not wanted:
                raise KingMeError(f"{source} has no store in it")
            ready = []
            for part in wanted:
                part.path.parent.mkdir(parents=True, exist_ok=True)
                part.folder.mkdir(parents=True, exist_ok=True)
                ready.append((part, stack.enter_context(_workshop(part.path.parent))))
                _unpack(archive, source, *ready[-1], sums)
        for folder in {part.path.parent.resolve() for part in wanted}:
            stack.enter_context(turn(folder))  # nobody opens a store meanwhile
        for part in wanted:
            _check_idle(part)
        for part, workshop in ready:
            _put_in_place(part, workshop, sums, done)
    return done


# --- making -----------------------------------------------------------------------------------------------------------


@contextmanager
def _workshop(beside: Path) -> Iterator[Path]:
    """A folder for unfinished things, on the same disk as the finished ones."""
    folder = Path(tempfile.mkdtemp(prefix=".kingme-", dir=beside))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _copy_database(part: Part, copy: Path) -> None:
    try:
        if part.url:
            transfer.save(part.url, part.kind, copy)
        else:
            sqlite.copy(part.path, copy)
        problems = sqlite.file_problems(copy)
    except sqlite.UNREADABLE as error:
        raise StoreError(explain(str(part.path), error)) from error
    if problems:
        raise StoreError(
            f"{part.path} is damaged ({problems[0][:200]}) and was not backed up: opening it when nobody else uses it "
            "sets the damage aside"
        )


def _put(archive: zipfile.ZipFile, name: str, path: Path, sums: dict[str, str]) -> None:
    digest = hashlib.sha256()
    with path.open("rb") as source, archive.open(name, "w", force_zip64=True) as target:
        while block := source.read(1 << 20):
            digest.update(block)
            target.write(block)
    sums[name] = digest.hexdigest()


# --- putting back -----------------------------------------------------------------------------------------------------


@contextmanager
def _archive(source: Path) -> Iterator[zipfile.ZipFile]:
    """An archive that may be damaged in any way."""
    try:
        with zipfile.ZipFile(source) as archive:
            yield archive
    except (*BROKEN_ARCHIVE, OSError) as error:
        if isinstance(error, OSError) and error.errno != errno.EINVAL:  # which is a place outside the file
            raise
        raise KingMeError(f"{source} is no backup of KingMe, or is damaged ({error}); nothing was replaced") from None


def _manifest(archive: zipfile.ZipFile, source: Path) -> dict[str, str]:
    try:
        data: Any = json.loads(archive.read(MANIFEST))
        if data["format"] != FORMAT:
            raise ValueError("another format")
        return {str(name): str(digest) for name, digest in data["files"].items()}
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise KingMeError(f"{source} is no backup of KingMe: its {MANIFEST} cannot be read ({error})") from None


def _unpack(archive: zipfile.ZipFile, source: Path, part: Part, workshop: Path, sums: dict[str, str]) -> None:
    """Put all files of a part into a folder, and check each of them."""
    for name, wanted in sums.items():
        if name != f"{part.name}.sqlite" and not name.startswith(f"{part.name}/"):
            continue
        target = workshop / name
        if not target.resolve().is_relative_to(workshop.resolve()):
            raise KingMeError(f"{source} is damaged: {name[:80]} leads out of it; nothing was replaced")
        target.parent.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256()
        try:
            with archive.open(name) as packed, target.open("wb") as file:
                while block := packed.read(1 << 20):
                    digest.update(block)
                    file.write(block)
        except KeyError:
            raise KingMeError(f"{source} is damaged: {name[:80]} is missing; nothing was replaced") from None
        if digest.hexdigest() != wanted:
            raise KingMeError(f"{source} is damaged: {name[:80]} is not what was backed up; nothing was replaced")
    _check_database(workshop / f"{part.name}.sqlite", source, part.kind)


def _check_database(path: Path, source: Path, kind: StoreKind) -> None:
    try:
        problems = sqlite.file_problems(path)
        engine = connect(store_url(str(path)))
        with engine.connect() as connection:
            version = version_of(connection, kind)
        engine.dispose()
    except (*sqlite.UNREADABLE, SQLAlchemyError) as error:
        problems = [str(error)]
        version = kind.present
    if problems:
        raise KingMeError(f"{source} is damaged: {path.name}: {problems[0][:200]}; nothing was replaced")
    if version not in kind.versions:
        raise KingMeError(f"{source} was made by a later KingMe (version {version} of {path.name}): use that one")


def _check_idle(part: Part) -> None:
    """Refuse to replace a store under the hands of those who use it; what stands in its log goes into its file."""
    if part.url:
        transfer.check_idle(part.url, part.kind)
        return
    if part.path.exists():
        try:
            with sqlite.alone(part.path) as connection:
                if connection is None:
                    raise KingMeError(f"{part.path} is in use: stop the server and all runs, then restore again")
        except sqlite.UNREADABLE:
            pass  # it is damaged: that is what backups are for


def _put_in_place(part: Part, workshop: Path, sums: dict[str, str], done: Restored) -> None:
    if part.url:
        kept = transfer.load(workshop / f"{part.name}.sqlite", part.url, part.kind)
        done.files.append(shown(part.url))
        done.kept += [] if kept is None else [f"the schema {kept} of {shown(part.url)}"]
    else:
        _put_store(part, workshop, done)
    for name in sums:
        if name.startswith(f"{part.name}/"):
            target = part.folder / name.removeprefix(f"{part.name}/")
            target.parent.mkdir(parents=True, exist_ok=True)
            _replace(workshop / name, target, done)


def _put_store(part: Part, workshop: Path, done: Restored) -> None:
    log = sqlite.log_of(part.path)
    if log.exists():  # of a damaged store: it must not meet the new one
        aside = free_name(part.path, "replaced")
        log.rename(aside.with_name(f"{aside.name}-wal"))
    _replace(workshop / f"{part.name}.sqlite", part.path, done)


def _replace(new: Path, target: Path, done: Restored) -> None:
    if target.exists() and _same(new, target):
        return
    if target.exists():
        kept = free_name(target, "replaced")
        keep(target, kept)
        done.kept.append(kept)
    try:
        new.replace(target)
    except OSError:  # on another disk
        near = target.with_name(f".{target.name}.tmp")
        shutil.copyfile(new, near)
        near.replace(target)
    done.files.append(target)


def _same(one: Path, other: Path) -> bool:
    return one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()
