"""`Background`: all that a server does for browsers beside answering them, in one list, to be stopped from there.

Runs and experiments of the arena, reviews, analyses, and games between two players that are being watched. Stopping
loses nothing: games that were played and positions that were judged are stored, an analysis answers with what it has
found, and a game is paused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from kingme.web.analysis.reviews import Review
from kingme.web.arena.jobs import Job as ArenaJob
from kingme.web.play.session import Session
from kingme.web.searches import Search
from kingme.web.services import Services


@dataclass(frozen=True)
class Job:
    """One thing that is being done; `stop` ends it."""

    id: str
    kind: str
    what: str
    address: str
    stop: Callable[[], Awaitable[None]]


class Background:
    """The jobs of one server."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def jobs(self) -> list[Job]:
        """Everything that is being done at this moment."""
        playing = await asyncio.to_thread(self._services.runs.playing)
        return [*map(self._arena, playing), *self._reviews(), *self._analyses(), *self._games(), *self._ladder()]

    async def stop(self, wanted: str) -> list[str]:
        """Stop a job by its id, or with `all` every one; the ids of those that were stopped."""
        chosen = [job for job in await self.jobs() if wanted in (job.id, "all")]
        for job in chosen:
            await job.stop()
        return [job.id for job in chosen]

    def _arena(self, job: ArenaJob) -> Job:
        async def stop() -> None:
            await asyncio.to_thread(self._services.runs.ask, job, "stop")

        names = [player["name"] for player in (job.plan or {}).get("players", ())]
        what = job.experiment or " v ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        return Job(job.key, "run" if job.experiment is None else "experiment", what, job.address, stop)

    def _reviews(self) -> list[Job]:
        reviews = self._services.reviews

        def job(review: Review) -> Job:
            async def stop() -> None:
                reviews.cancel(review)

            what = f"{len(review.opinions)} of {review.total} positions"
            return Job(f"review-{review.id}", "review", what, review.address, stop)

        return [job(review) for review in reviews.running()]

    def _analyses(self) -> list[Job]:
        def job(search: Search) -> Job:
            async def stop() -> None:
                search.stop()

            return Job(f"analysis-{search.number}", "analysis", search.title, search.address, stop)

        return [job(search) for search in self._services.searches.long() if search.title]

    def _games(self) -> list[Job]:
        def job(session: Session) -> Job:
            async def stop() -> None:
                async with session.lock:
                    if not session.is_closed and session.state.active.outcome() is None:
                        await session.pause(True)

            what = " v ".join(seat.title for seat in session.state.active.seats.values())
            return Job(f"game-{session.state.id}", "game", what, session.address, stop)

        return [job(session) for session in self._services.sessions.watched()]

    def _ladder(self) -> list[Job]:
        """The player whose games for the strength ladder are being played."""
        examiner = self._services.examiner
        entrant = examiner.current
        if entrant is None:
            return []

        async def stop() -> None:
            await examiner.stop(entrant.person)

        return [Job(f"ladder-{entrant.handle}", "ladder", entrant.spec, "", stop)]
