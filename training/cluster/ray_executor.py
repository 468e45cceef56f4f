"""An executor whose tasks run in the processes of a Ray cluster."""

import functools
import os
import signal
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from hofspiele.envs.agents import limit_cores
from hofspiele.training.cli.dependencies import lack_of
from hofspiele.training.files.read_write import RunError, in_a_line
from hofspiele.training.files.versions import software_here

LOCAL, AUTO = "local", "auto"
# Seconds to wait for an answer from the head node; Ray would wait minutes.
_PATIENCE_S = 5
# Number of times that a task is repeated after its worker or node has died.
_RETRIES = 5
# With these variables, Ray sends no usage statistics, does not hide GPUs from torch, and prints no
# errors of tasks whose results are no longer needed.
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_IGNORE_UNHANDLED_ERRORS": "1",
}


def check_where(where: str) -> None:
    """Raise ValueError unless `where` is a valid value of the setting ``cluster``."""
    host, _, port = where.rpartition(":")
    if where not in (LOCAL, AUTO) and not (host and "/" not in host and port.isdecimal()):
        raise ValueError(
            f"cluster is {where}, expected local (Ray on this machine), auto (the cluster that "
            "this machine is part of) or HOST:PORT"
        )


class RayExecutor(Executor):
    """Calls functions on a Ray cluster, each on one core with one torch thread.

    If a worker or node dies, its task is repeated elsewhere. A task on a node with other versions
    or other code than here fails with a ValueError. Use it in a ``with`` block.

    Args:
        where: "local" starts Ray on this machine, only for this process; "auto" joins the cluster
            of this machine or of ``RAY_ADDRESS``; HOST:PORT joins the cluster with that head node.
        num_cpus: number of cores for "local"; None uses all cores.

    Raises:
        ValueError: `where` is invalid, Ray is not installed, or there is no such cluster.
        RunError: Ray cannot be started on this machine.
    """

    def __init__(self, where: str = LOCAL, num_cpus: int | None = None):
        check_where(where)
        if lack := lack_of(f"cluster={where}", ("ray",)):
            raise ValueError(lack)
        import ray

        sigterm_handler = signal.getsignal(signal.SIGTERM)
        os.environ |= {name: ENVIRONMENT[name] for name in ENVIRONMENT if name not in os.environ}
        here = {"num_cpus": num_cpus, "include_dashboard": False} if where == LOCAL else {}
        try:
            if where not in (LOCAL, AUTO):
                host, _, port = where.rpartition(":")
                socket.create_connection((host.strip("[]"), int(port)), _PATIENCE_S).close()
            ray.init(address=where, logging_level="error", log_to_driver=False, **here)
        except Exception as error:  # Ray raises many types, including plain Exception.
            if where == LOCAL:
                raise RunError(f"Ray can't be started here: {in_a_line(error)}") from error
            raise ValueError(
                f"cluster is {where}, but no cluster could be joined: {in_a_line(error)}; start "
                "one with `ray start --head`, or use cluster=local"
            ) from error
        # Ray has set a signal handler that would print a traceback and abort.
        signal.signal(signal.SIGTERM, sigterm_handler)
        self.num_workers = max(1, int(ray.cluster_resources().get("CPU", 0)))
        self._call = ray.remote(num_cpus=1, max_retries=_RETRIES)(_call)
        self._software = tuple(software_here().items())

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return a future for ``function(*args, **kwargs)``, which must be importable on workers.

        It may be called again if a worker dies, so its result must depend only on its arguments.
        """
        outcome: Future[Any] = Future()

        def settle(done: Future[Any]) -> None:
            error = done.exception()
            if error is None:
                outcome.set_result(done.result())
            elif cause := getattr(error, "cause", None):
                outcome.set_exception(cause)  # The function raised it.
            else:
                outcome.set_exception(RunError(f"a task failed on the cluster: {error}"))

        task = self._call.remote(self._software, function, args, kwargs)
        task.future().add_done_callback(settle)
        return outcome

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        """Disconnect, and stop Ray if it was started here; tasks that are running end."""
        import ray

        ray.shutdown()


def _call(software: tuple[tuple[str, str], ...], function: Any, args: Any, kwargs: Any) -> Any:
    _prepare(software)
    return function(*args, **kwargs)


@functools.cache
def _prepare(software: tuple[tuple[str, str], ...]) -> None:
    """Limit this process to one core; raise ValueError if its software is not the sender's."""
    import torch

    torch.set_num_threads(1)
    limit_cores(1)
    found = software_here()
    different = [
        f"{name} is {found.get(name)}, expected {value}"
        for name, value in software
        if found.get(name) != value
    ]
    if different:
        raise ValueError(
            f"node {socket.gethostname()} has different software from this machine: "
            f"{'; '.join(different)}; install the same versions on all nodes"
        )
