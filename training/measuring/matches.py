"""Playing matches in parts, in threads of this process or by an executor, with the same results."""

import contextlib
import itertools
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import partial
from typing import NamedTuple

from hofspiele.envs.agents import (
    Agent,
    MatchPart,
    MatchResult,
    join_parts,
    match_parts,
    play_in_threads,
    play_match,
    play_part,
    usable_cores,
)
from hofspiele.envs.core import Game

Report = Callable[[int], None]
# A function that gets the finished and all units of work, and news or "".
Progress = Callable[[int, int, str], None]
# A line-up and a part of its match.
_Task = tuple[Sequence[Agent], MatchPart]


class WantedMatch(NamedTuple):
    """A match to play: arguments of `play_match`."""

    agents: Sequence[Agent]
    num_deals: int
    seed: int
    keep_records: bool


@contextlib.contextmanager
def executor_of(
    executor: Executor | None, cluster: str | None, threads: int | None
) -> Iterator[Executor | int]:
    """Yield what plays: the user's executor, one for a `cluster`, or the number of threads.

    Without an executor and a cluster, threads of this process play, by default one per usable core.
    """
    if executor is not None:
        yield executor
    elif cluster is not None:
        from hofspiele.training.cluster.ray_executor import RayExecutor

        with RayExecutor(cluster) as ray:
            yield ray
    else:
        with contextlib.ExitStack() as stack:
            # Each part has its own thread, so torch, if an agent has imported it, uses one.
            if torch := sys.modules.get("torch"):
                stack.callback(torch.set_num_threads, torch.get_num_threads())
                torch.set_num_threads(1)
            yield threads or usable_cores()


def play_matches(
    where: Executor | int,
    game: Game,
    wanted: Iterable[WantedMatch],
    report: Report | None = None,
) -> Generator[MatchResult]:
    """Play matches, several parts at the same time, and yield the results in their order.

    Args:
        where: an executor, to which games, agents and parts are sent as pickles, or the number of
            threads of this process.
        wanted: the matches. A match is taken from the iterable when its first part can start.
        report: a function that is called after each part with the number of finished games.

    Raises:
        ValueError, RunError: `play_match` or the executor raises it.
    """
    # Number of parts of each match that was taken from `wanted` and has not been yielded yet.
    num_parts: deque[int] = deque()
    played: dict[int, MatchResult] = {}
    first = 0  # Index of the first part of the next match to yield.

    def tasks() -> Iterator[_Task]:
        for match in wanted:
            parts = match_parts(game, **match._asdict())
            num_parts.append(len(parts))
            for part in parts:
                yield match.agents, part

    games = 0
    if isinstance(where, int):
        results = play_in_threads(partial(play_part, game), tasks(), num_threads=where)
    else:
        results = _submitted(where, game, tasks())
    for number, part in results:
        played[number] = part
        games += part.ranks.shape[0] * part.ranks.shape[1]
        if report is not None:
            report(games)
        while num_parts and all(first + k in played for k in range(num_parts[0])):
            size = num_parts.popleft()
            yield join_parts([played.pop(first + k) for k in range(size)])
            first += size


def play_one(
    where: Executor | int, game: Game, wanted: WantedMatch, report: Report | None = None
) -> MatchResult:
    """Play a match and return its result; see `play_matches`."""
    if not isinstance(where, int):
        (match,) = play_matches(where, game, [wanted], report)
        return match
    return play_match(game, **wanted._asdict(), report=report, num_threads=where)


def _submitted(
    executor: Executor, game: Game, tasks: Iterable[_Task]
) -> Iterator[tuple[int, MatchResult]]:
    """Submit all tasks and yield the index and the result of each; few wait at the same time."""
    left = enumerate(tasks)
    # With two tasks for each worker, none waits for its next task.
    most = 2 * getattr(executor, "num_workers", usable_cores())
    under_way: dict[Future[MatchResult], int] = {}
    while True:
        for number, task in itertools.islice(left, most - len(under_way)):
            under_way[executor.submit(play_part, game, *task)] = number
        if not under_way:
            return
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            yield under_way.pop(future), future.result()
