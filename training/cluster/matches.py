"""Playing matches in parts, in threads of this process or on a cluster, with the same results."""

import functools
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hofspiele.envs.agents import (
    Agent,
    MatchPart,
    MatchResult,
    join_parts,
    match_parts,
    play_match,
    play_part,
    play_parts,
)
from hofspiele.envs.core import Game
from hofspiele.training.cluster.entrants import Entrants, SentEntrants, found

if TYPE_CHECKING:
    from hofspiele.training.cluster.tasks import Cluster

Report = Callable[[int], None]


class WantedMatch(NamedTuple):
    """A match to play.

    Attributes:
        line_up: for each seat, the index of a player in `Entrants`.
        num_deals, seed, keep_records: as in `play_match`.
    """

    line_up: Sequence[int]
    num_deals: int
    seed: int
    keep_records: bool


class _Task(NamedTuple):
    line_up: Sequence[int]
    part: MatchPart


def play_matches(
    where: "Cluster | int",
    entrants: Entrants,
    wanted: Iterable[WantedMatch],
    report: Report | None = None,
) -> Generator[MatchResult]:
    """Play matches, several parts at the same time.

    Args:
        where: a cluster, or the number of threads of this process.
        entrants: the players of the matches.
        wanted: the matches. A match is taken from the iterable when its first part can start.
        report: a function that is called after each part with the number of finished games.

    Yields:
        The results, in the order of `wanted`.

    Raises:
        ValueError: `play_match` or `Cluster.run` raises it.
        RunError: `Cluster.run` raises it.
    """
    # Number of parts of each match that was taken from `wanted` and has not been yielded yet.
    num_parts: deque[int] = deque()
    played: dict[int, MatchResult] = {}
    first = 0  # Index of the first part of the next match to yield.

    def tasks() -> Iterator[_Task]:
        game, agents = entrants.finder.game, entrants.agents
        for line_up, num_deals, seed, keep_records in wanted:
            seated = [agents[number] for number in line_up]
            parts = match_parts(game, seated, num_deals, seed, keep_records=keep_records)
            num_parts.append(len(parts))
            for part in parts:
                yield _Task(line_up, part)

    games = 0
    for number, part in _results(where, entrants, tasks()):
        played[number] = part
        games += part.ranks.shape[0] * part.ranks.shape[1]
        if report is not None:
            report(games)
        while num_parts and all(first + k in played for k in range(num_parts[0])):
            size = num_parts.popleft()
            yield join_parts([played.pop(first + k) for k in range(size)])
            first += size


def play_on(where: "Cluster | int", entrants: Entrants) -> Callable[..., MatchResult]:
    """Return a function like `play_match` that plays on a cluster or with `where` threads.

    Agents passed to it must belong to `entrants`. On a cluster it calls `report` after each part.
    """
    if isinstance(where, int):
        return functools.partial(play_match, num_threads=where)

    def play(
        game: Game,
        agents: Sequence[Agent],
        num_deals: int,
        seed: int,
        *,
        keep_records: bool,
        report: Report | None,
    ) -> MatchResult:
        line_up = [entrants.agents.index(agent) for agent in agents]
        wanted = WantedMatch(line_up, num_deals, seed, keep_records)
        (match,) = play_matches(where, entrants, [wanted], report)
        return match

    return play


def _results(
    where: "Cluster | int", entrants: Entrants, tasks: Iterable[_Task]
) -> Iterator[tuple[int, MatchResult]]:
    """Run all tasks and yield the index and the result of each."""
    if not isinstance(where, int):
        return where.run(_play_task, tasks, entrants.sent())
    agents = entrants.agents
    parts = (([agents[number] for number in task.line_up], task.part) for task in tasks)
    return play_parts(entrants.finder.game, parts, num_threads=where)


def _play_task(sent: SentEntrants, task: _Task) -> MatchResult:
    game, agents = found(sent)
    return play_part(game, [agents[number] for number in task.line_up], task.part)
