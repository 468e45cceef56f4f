"""Functions that start Ray on this machine or join a running cluster."""

import contextlib
import os
import signal
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hofspiele.envs.agents import usable_cores
from hofspiele.envs.core.checks import shown
from hofspiele.training.cli.dependencies import lack_of
from hofspiele.training.cli.files import RunError, in_a_line

if TYPE_CHECKING:
    from hofspiele.training.cluster.tasks import Cluster

LOCAL, AUTO = "local", "auto"
# Seconds to wait for an answer from the head node.
_PATIENCE_S = 5
# Size in bytes of Ray's object store for `LOCAL`. When it is full, Ray moves objects to the disk.
_STORE_BYTES = 200_000_000
# With these variables, Ray sends no usage statistics, does not hide GPUs from torch, and prints no
# errors of tasks whose results are no longer needed.
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_IGNORE_UNHANDLED_ERRORS": "1",
}


def _is_address(where: str) -> bool:
    host, colon, port = where.rpartition(":")
    return "/" not in host and bool(host + colon) and port.isdecimal()


def check_where(where: str) -> None:
    """Raise ValueError unless `where` is a valid value of the setting ``cluster``."""
    if where not in (LOCAL, AUTO) and not _is_address(where):
        raise ValueError(
            f"cluster is {where}, expected local (Ray on this machine), auto (the cluster that "
            "this machine is part of) or HOST:PORT"
        )


@contextlib.contextmanager
def open_cluster(where: str, num_cpus: int | None = None) -> Iterator["Cluster"]:
    """Connect to Ray for the `with` block; then disconnect, and stop Ray if it was started here.

    Args:
        where: "local" starts Ray on this machine, only for this process; "auto" joins the cluster
            of this machine or of ``RAY_ADDRESS``; HOST:PORT joins the cluster with that head node.
            To join a cluster, this process must run on one of its nodes.
        num_cpus: number of cores for "local"; None uses all cores.

    Yields:
        The cluster. Callers that use Ray directly may ignore it.

    Raises:
        RunError: Ray cannot be started on this machine.
        ValueError: `where` is invalid, Ray is not installed, there is no such cluster, or one of
            its nodes has different versions or different code.
    """
    check_where(where)
    if lack := lack_of(f"cluster={where}", ("ray",)):
        raise ValueError(lack)
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    import ray

    from hofspiele.training.cluster.tasks import Cluster

    cluster = Cluster()
    sigterm_handler = signal.getsignal(signal.SIGTERM)
    try:
        if where == LOCAL:
            _start(num_cpus)
        else:
            _join(where)
            cluster.check_nodes()
        # Ray has set a signal handler that would print a traceback and abort.
        signal.signal(signal.SIGTERM, sigterm_handler)
        yield cluster
    finally:
        ray.shutdown()


def opened(
    cluster: str | None, threads: int | None
) -> "contextlib.AbstractContextManager[Cluster | int]":
    """Return a context manager that yields a `Cluster`, or a thread count if `cluster` is None."""
    if cluster is None:
        return contextlib.nullcontext(threads or usable_cores())
    return open_cluster(cluster)


def _start(num_cpus: int | None) -> None:
    import ray

    try:
        ray.init(
            address=LOCAL,
            num_cpus=num_cpus,
            include_dashboard=False,
            object_store_memory=_STORE_BYTES,
            logging_level="error",
            log_to_driver=False,
        )
    except Exception as error:  # Ray raises many types, including plain Exception.
        raise RunError(
            f"cluster is {LOCAL}, but Ray can't be started on this machine: {in_a_line(error)}"
        ) from error


def _join(where: str) -> None:
    import ray

    if where != AUTO:
        _check_answers(where)
    try:
        ray.init(address=where, logging_level="error", log_to_driver=False)
    except (ConnectionError, RuntimeError) as error:
        raise ValueError(
            f"cluster is {where}, but no cluster could be joined: {in_a_line(error)}; start one "
            "with `ray start --head`, or use cluster=local"
        ) from error


def _check_answers(address: str) -> None:
    """Raise ValueError unless a Ray cluster answers at `address`.

    Without this check, Ray would wait minutes for an answer.
    """
    from ray._raylet import GcsClient
    from ray.exceptions import RpcError

    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), _PATIENCE_S):
            pass
        GcsClient(address=address)
    except (OSError, OverflowError, RpcError) as error:
        raise ValueError(
            f"cluster is {shown(address)}, but no Ray head node answers there ({error}); "
            "expected the address that `ray start --head` prints, usually with port 6379"
        ) from error
