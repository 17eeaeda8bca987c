"""Games on a Dask cluster: here one of two workers on this machine, of which one is killed."""

from __future__ import annotations

import os
import signal

import pytest
from arena.helpers import match_plan, play_serially, table, task

from kingme.arena.cluster import ClusterCrew
from kingme.arena.crew import CrewError
from kingme.arena.runner import Runner
from kingme.arena.store import Store
from kingme.book import Book
from kingme.library.books.book_builder import BookBuilder, BookPlan, Workers

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("default")  # Dask's own


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as made:
        yield made


def test_the_same_games_on_a_cluster_one_worker_of_which_is_killed(cluster, tmp_path):
    plan = match_plan("minimax:depth=2", "random", games=60, seed=8)
    expected = play_serially(plan, tmp_path / "1.sqlite")
    killed = []
    with Store(tmp_path / "2.sqlite") as store, ClusterCrew(cluster.scheduler_address) as crew:
        assert crew.size == 2

        def kill_one(progress):
            if progress.done >= 15 and not killed:
                workers = crew._client.run(os.getpid)
                killed.append(next(iter(workers.values())))
                os.kill(killed[0], signal.SIGKILL)

        result = Runner(plan, store).play(crew, kill_one)
    assert killed
    assert result.is_complete
    assert not result.lost
    assert table(result.records) == table(expected.records)


def test_a_task_that_cannot_be_played_is_told(cluster):
    with ClusterCrew(cluster.scheduler_address) as crew:
        crew.submit(task("nobody"))
        with pytest.raises(CrewError, match="game 1 cannot be played: there is no player 'nobody'"):
            crew.wait(30.0)


def test_another_version_on_the_workers_is_refused(cluster, monkeypatch):
    monkeypatch.setattr("kingme.arena.cluster.__version__", "99")
    with pytest.raises(CrewError, match="must run KingMe 99"):
        ClusterCrew(cluster.scheduler_address)


def test_a_scheduler_that_is_not_there(monkeypatch):
    monkeypatch.setattr("kingme.arena.cluster.CONNECT", 0.5)
    with pytest.raises(CrewError, match="no Dask scheduler at tcp://127"):
        ClusterCrew("tcp://127.0.0.1:9")


def test_a_cluster_without_workers(monkeypatch):
    monkeypatch.setattr("kingme.arena.cluster.PATIENCE", 0.5)
    empty = distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50)
    with empty, pytest.raises(CrewError, match="no workers"):
        ClusterCrew(empty.scheduler_address)


def test_a_book_grows_on_a_cluster(cluster, tmp_path):
    plan = BookPlan(nodes=1000, megabytes=1)
    path = tmp_path / "a.book"
    with (
        ClusterCrew(cluster.scheduler_address) as crew,
        BookBuilder(path, plan) as builder,
        Workers(2 * crew.size, crew.executor()) as workers,
    ):
        assert builder.run(workers, positions=8).leaves > 8
    assert len(Book(path)) >= 8  # positions with one move come free
