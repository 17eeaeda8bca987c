"""Jobs for whoever runs the server: all that is being done for browsers, to be listed and stopped with the token."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from pydantic import Field, StringConstraints

from kingme.web.api.common import ServicesDep
from kingme.web.background import Background
from kingme.web.operator import is_operator
from kingme.web.schemas import Outgoing, refusals

JobId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,80}$")]


async def need_token(request: Request, services: ServicesDep) -> None:
    """Only whoever runs the server knows its token."""
    if not is_operator(request.headers.get("authorization", ""), services.settings.operator_token):
        message = (
            "this is for whoever runs the server: use `kingme serve jobs`, or the token that it printed at its start"
        )
        raise HTTPException(401, message, {"WWW-Authenticate": "Bearer"})


router = APIRouter(prefix="/api/jobs", tags=["jobs"], dependencies=[Depends(need_token)])


class ServerJob(Outgoing):
    """Something that is being done for a browser."""

    id: str
    kind: str = Field(description="run, experiment, review, analysis or game")
    what: str
    address: str = Field(description="where it was asked for, if that is known")


class Jobs(Outgoing):
    jobs: list[ServerJob]


class Stopped(Outgoing):
    stopped: list[str] = Field(description="ids; a run takes a moment to end")


@router.get("", summary="All that is being done", responses=refusals(401))
async def list_jobs(services: ServicesDep) -> Jobs:
    """Runs and experiments, reviews, analyses, and games between two players; needs `Authorization: Bearer TOKEN`."""
    jobs = await Background(services).jobs()
    return Jobs(jobs=[ServerJob(id=job.id, kind=job.kind, what=job.what, address=job.address) for job in jobs])


@router.delete("", summary="Stop everything", responses=refusals(401))
async def stop_all(services: ServicesDep) -> Stopped:
    """Stop all jobs; nothing that was found or played is lost."""
    return Stopped(stopped=await Background(services).stop("all"))


@router.delete("/{job}", summary="Stop a job", responses=refusals(401, 404, 422))
async def stop_job(job: JobId, services: ServicesDep) -> Stopped:
    """Stop one job, whoever began it."""
    stopped = await Background(services).stop(job) if job != "all" else []
    if not stopped:
        raise HTTPException(404, f"there is no job {job}: it may have ended by itself")
    return Stopped(stopped=stopped)
