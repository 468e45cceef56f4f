"""Calling a function for each item of a list in the processes of a Ray cluster."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import ray
import torch
from ray.exceptions import RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from hofspiele import envs
from hofspiele.envs.agents import limit_cores
from hofspiele.training.cli.files import RunError
from hofspiele.training.cli.versions import code_digest, platform_and_packages

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")

# Maximum number of retries of an item after its worker or node has died.
_RETRIES = 5


class Cluster:
    """The cluster that this process is connected to."""

    @property
    def cpus(self) -> int:
        """Number of cores (at least 1), which is the number of tasks that run at the same time."""
        return max(1, int(ray.cluster_resources().get("CPU", 0)))

    def check_nodes(self) -> None:
        """Raise ValueError unless all nodes have the same versions and code as this process."""
        nodes = {
            node["NodeID"]: node["NodeManagerAddress"] for node in ray.nodes() if node["Alive"]
        }
        expected = software_here()
        checks = {
            address: _check.options(
                num_cpus=0, scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False)
            ).remote(expected)
            for node, address in nodes.items()
        }
        for address, check in checks.items():
            try:
                ray.get(check)
            except RayTaskError as error:
                if isinstance(error.cause, ValueError):
                    raise error.cause from None
                reason = str(error).strip().splitlines()[-1]
                raise ValueError(
                    f"node {address} can't run this work ({reason}); install hofspiele there with "
                    "the same extras"
                ) from error
            except RayError:
                continue  # The node has died since it was listed.

    def run(
        self,
        function: Callable[[Shared, Item], Result],
        items: Iterable[Item],
        shared: Shared,
        in_flight: int | None = None,
    ) -> Iterator[tuple[int, Result]]:
        """Call ``function(shared, item)`` for each of `items` as a Ray task on one core.

        If a worker or node dies, its task is repeated elsewhere; each item has one result. If the
        iteration stops early (Ctrl-C, an error), running tasks end at Ray's shutdown at the latest.

        Args:
            function: a function at the top level of a module of hofspiele, so that workers can
                import it. It may be called again for an item, so its result must depend only on its
                arguments. It runs with one torch thread.
            items: an iterable that is advanced as results arrive, so that its items may depend on
                earlier results.
            shared: a value that is sent to each node once.
            in_flight: maximum number of items without a result; by default twice the number of
                cores, so that no core waits for its next item.

        Yields:
            The index of an item (0, 1, …) and its result, in the order in which results arrive.

        Raises:
            RunError: workers died repeatedly while running the same item.
            ValueError: a node has different versions or different code.
            Exception: whatever `function` raised.
        """
        work = _work.options(max_retries=_RETRIES)
        expected, kept = ray.put(software_here()), ray.put(shared)
        left = enumerate(items)
        under_way: dict[ray.ObjectRef, int] = {}
        while True:
            room = (in_flight or 2 * self.cpus) - len(under_way)
            for _, (number, item) in zip(range(room), left):  # noqa: B905
                under_way[work.remote(expected, function, kept, item)] = number
            if not under_way:
                return
            for done in _ready(under_way):
                yield under_way[done], _result(done)
                del under_way[done]


def _ready(tasks: Mapping[ray.ObjectRef, int]) -> list[ray.ObjectRef]:
    """Wait until a task has ended, and return all tasks that have ended."""
    ray.wait(list(tasks), num_returns=1)
    ready, _ = ray.wait(list(tasks), num_returns=len(tasks), timeout=0)
    return ready


def _result(task: ray.ObjectRef) -> Any:
    try:
        return ray.get(task)
    except RayTaskError as error:
        raise error.cause from error
    except RayError as error:
        reason = str(error).strip().splitlines()[0]
        died = f"{_RETRIES + 1} workers died while running the same task"
        raise RunError(f"{died}: {reason}") from error


@ray.remote(num_cpus=1)
def _work(expected: dict[str, str], function: Any, shared: Any, item: Any) -> Any:
    _prepare(tuple(expected.items()))
    return function(shared, item)


@ray.remote
def _check(expected: dict[str, str]) -> None:
    _prepare(tuple(expected.items()))


@functools.cache
def _prepare(expected: tuple[tuple[str, str], ...]) -> None:
    """Limit this process to one core; check versions, as nodes may join after `check_nodes`.

    Raises:
        ValueError: this machine has different versions or code from the sender.
    """
    torch.set_num_threads(1)
    limit_cores(1)
    found = software_here()
    different = [
        f"{name} is {found.get(name)}, expected {value}"
        for name, value in expected
        if found.get(name) != value
    ]
    if different:
        raise ValueError(
            f"node {ray.util.get_node_ip_address()} has different software from this machine: "
            f"{'; '.join(different)}; install the same versions on all nodes"
        )


@functools.cache
def software_here() -> dict[str, str]:
    """Return the versions of packages and the digest of our code on this machine, by name."""
    return {
        "hofspiele": envs.__version__,
        **platform_and_packages(),
        "the code of hofspiele": code_digest("envs", "training")[:16],
    }
