"""Functions over lists of items, run by the processes of a Ray cluster."""

import contextlib
import functools
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

import ray
import torch
from ray.exceptions import RayError, RayTaskError, TaskCancelledError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from hofspiele.training.cli.command import RunError
from hofspiele.training.cluster.same_code import check_same, told_here

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")

# how often an item is begun anew after the death of its worker or node
_RETRIES = 5
ONE_CORE = MappingProxyType({"CPU": 1})
# seconds between two looks at what a task prints
_HEARING_S = 1.0
# that are left to tasks which are ended
_GRACE_S = 5.0


class Cluster:
    """The cluster that this process is connected to."""

    @property
    def cpus(self) -> int:
        """How many tasks run at a time, at least 1: nodes come and go."""
        return max(1, int(ray.cluster_resources().get("CPU", 0)))

    def check_nodes(self) -> None:
        """Raise ValueError unless all nodes have the versions and the code of this process."""
        nodes = {
            node["NodeID"]: node["NodeManagerAddress"] for node in ray.nodes() if node["Alive"]
        }
        expected = told_here()
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
                    f"node {address} can't do what this machine does ({reason}); install hofspiele "
                    "there with the same extras"
                ) from error
            except RayError:
                continue  # it has died meanwhile

    def run(
        self,
        function: Callable[[Shared, Item], Result],
        items: Iterable[Item],
        shared: Shared,
        in_flight: int | None = None,
        needs: Mapping[str, int] = ONE_CORE,
        graceful: bool = False,
    ) -> Iterator[tuple[int, Result]]:
        """Call ``function(shared, item)`` for each of `items`, each on one core, as tasks of Ray.

        A task whose worker or node dies is begun anew elsewhere; each item has one result. What is
        under way when somebody stops listening (Ctrl-C, an error, the end of the generator) ends
        with the connection at the latest.

        Args:
            function: at the top of a module of hofspiele, where workers find it. What it does must
                follow from its arguments: it may be called twice. torch has one thread there.
            items: are drawn when there is room for them, so that they may follow from results.
            shared: sent to each node once.
            in_flight: how many items are drawn before their results are there; by default twice as
                many as there are cores, so that none waits for the next.
            needs: of its node, for each item: ``CPU`` and ``GPU``.
            graceful: interrupt what is under way as soon as somebody stops listening, so that it
                may remove what it has made. For long tasks only: Ray aborts this process if one
                of them ends by itself at that very moment.

        Yields:
            The number of an item (0, 1, …) and its result, in the order in which they are ready.

        Raises:
            RunError: workers died at one item again and again.
            ValueError: a node has other versions or another code, or none has what a task needs.
            Exception: what `function` raised.
        """
        work = _work_with(needs)
        expected, kept = ray.put(told_here()), ray.put(shared)
        left = enumerate(items)
        under_way: dict[ray.ObjectRef, int] = {}
        try:
            while True:
                room = (in_flight or 2 * self.cpus) - len(under_way)
                for _, (number, item) in zip(range(room), left):  # noqa: B905
                    under_way[work.remote(expected, function, kept, item)] = number
                if not under_way:
                    return
                for done in _ready(under_way):
                    yield under_way[done], _result(done)
                    del under_way[done]
        finally:
            if graceful:
                _end([*under_way])

    def call(
        self,
        function: Callable[[Shared, Item], Result],
        item: Item,
        shared: Shared,
        needs: Mapping[str, int],
        tell: Callable[[str], None],
    ) -> Result:
        """Call ``function(shared, item)`` once, like `run`, and hear what it prints.

        Ctrl-C is one for `function`, too, which may give back what there is by then.

        Args:
            function, item, shared, needs: as of `run`.
            tell: called with what was printed, now and then.

        Raises:
            KeyboardInterrupt: `function` has raised it, or not yet begun, or this is the second.
            Exception: as of `run`.
        """
        here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
        printed = (
            ray.remote(_Printed)
            .options(num_cpus=0, max_restarts=-1, max_task_retries=-1, scheduling_strategy=here)
            .remote()
        )
        task = _work_with(needs).remote(told_here(), _heard, (function, shared, printed), item)
        try:
            try:
                while not ray.wait([task], timeout=_HEARING_S)[0]:
                    tell(ray.get(printed.take.remote()))
            except KeyboardInterrupt:
                ray.cancel(task)
                ray.wait([task])
            tell(ray.get(printed.take.remote()))
            return _result(task)
        finally:
            _end([task])


def _work_with(needs: Mapping[str, int]) -> Any:
    """The task, where there is a node for it; Ray would wait until one joins."""
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    if not any(all(node.get(kind, 0) >= needs[kind] for kind in needs) for node in nodes):
        needed = ", ".join(f"{number} {kind}" for kind, number in needs.items())
        raise ValueError(
            f"no node of the cluster has what each task takes: {needed}; give less threads, or "
            "device=cpu"
        )
    return _work.options(
        max_retries=_RETRIES, num_cpus=needs.get("CPU", 0), num_gpus=needs.get("GPU", 0)
    )


class _Printed:
    """What a task has printed and nobody has heard yet."""

    def __init__(self) -> None:
        self._text = ""

    def add(self, text: str) -> None:
        self._text += text

    def take(self) -> str:
        text, self._text = self._text, ""
        return text


class _Printer(io.TextIOBase):
    """A standard output that somebody hears on another machine."""

    def __init__(self, printed: Any):
        self._printed = printed

    def write(self, text: str) -> int:
        self._printed.add.remote(text)
        return len(text)


def _heard(shared: Any, item: Any) -> Any:
    function, given, printed = shared
    with contextlib.redirect_stdout(_Printer(printed)):
        return function(given, item)


def _end(tasks: Sequence[ray.ObjectRef]) -> None:
    """End those that are under way; before they are killed they may remove what they have made."""
    left = _running(tasks, 0.0)
    for task in left:
        ray.cancel(task)
    for task in _running(left, _GRACE_S):
        ray.cancel(task, force=True)


def _running(tasks: Sequence[ray.ObjectRef], timeout: float) -> list[ray.ObjectRef]:
    """Those that have not ended within so many seconds; Ray aborts where others are cancelled."""
    return ray.wait(tasks, num_returns=len(tasks), timeout=timeout)[1] if tasks else []


def _ready(tasks: Mapping[ray.ObjectRef, int]) -> list[ray.ObjectRef]:
    """Those that have ended, at least one."""
    ray.wait(list(tasks), num_returns=1)
    ready, _ = ray.wait(list(tasks), num_returns=len(tasks), timeout=0)
    return ready


def _result(task: ray.ObjectRef) -> Any:
    try:
        return ray.get(task)
    except TaskCancelledError:
        raise KeyboardInterrupt from None
    except RayTaskError as error:
        raise error.cause from error
    except RayError as error:
        reason = str(error).strip().splitlines()[0]
        raise RunError(
            f"{_RETRIES + 1} workers died at the same task, for want of memory perhaps: {reason}"
        ) from error


@ray.remote(num_cpus=1)
def _work(expected: dict[str, str], function: Any, shared: Any, item: Any) -> Any:
    _prepare(tuple(expected.items()))
    return function(shared, item)


@ray.remote
def _check(expected: dict[str, str]) -> None:
    _prepare(tuple(expected.items()))


@functools.cache
def _prepare(expected: tuple[tuple[str, str], ...]) -> None:
    """Once for each process: nodes may have joined since the others were looked at."""
    torch.set_num_threads(1)
    check_same(dict(expected), ray.util.get_node_ip_address())
