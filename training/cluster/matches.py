"""Matches in parts, by threads of this process or on a cluster, with the same results."""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

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
        line_up: for each seat the number of an entrant.
        num_deals, seed, keep_records: as in `play_match`.
    """

    line_up: Sequence[int]
    num_deals: int
    seed: int
    keep_records: bool

    def arguments(self, entrants: Entrants) -> dict[str, Any]:
        """Return the arguments of `play_match`."""
        line_up = [entrants.players[number].agent for number in self.line_up]
        return {
            "game": entrants.finder.game,
            "agents": line_up,
            "num_deals": self.num_deals,
            "seed": self.seed,
            "keep_records": self.keep_records,
        }


class _Task(NamedTuple):
    line_up: Sequence[int]
    part: MatchPart


def play_matches(
    where: "Cluster | int",
    entrants: Entrants,
    wanted: Iterable[WantedMatch],
    report: Report | None = None,
) -> Iterator[tuple[int, MatchResult]]:
    """Play the parts of matches at the same time.

    Args:
        where: a cluster, or the number of threads of this process.
        entrants: the players who may take part.
        wanted: the matches, drawn as there is room for them.
        report: a function that is called after each part with the number of finished games.

    Yields:
        The number of a match (0, 1, …) and its result, in the order in which matches end.

    Raises:
        ValueError: see `play_match` and `Cluster.run`.
        RunError: see `Cluster.run`.
    """
    places: dict[int, tuple[int, int]] = {}  # The numbers of the match and of the part, by task.
    num_parts: dict[int, int] = {}  # The number of parts of each unfinished match.
    played: dict[int, dict[int, MatchResult]] = {}  # The finished parts of these matches.

    def tasks() -> Iterator[_Task]:
        count = itertools.count()
        for number, match in enumerate(wanted):
            parts = match_parts(**match.arguments(entrants))
            num_parts[number], played[number] = len(parts), {}
            for place, part in enumerate(parts):
                places[next(count)] = number, place
                yield _Task(match.line_up, part)

    games = 0
    for task, result in _results(where, entrants, tasks()):
        number, place = places.pop(task)
        played[number][place] = result
        games += result.ranks.shape[0] * result.ranks.shape[1]
        if report is not None:
            report(games)
        if len(played[number]) == num_parts[number]:
            own = played.pop(number)
            yield number, join_parts([own[place] for place in range(num_parts.pop(number))])


def play_on(where: "Cluster | int", entrants: Entrants) -> Callable[..., MatchResult]:
    """Return `play_match` on a cluster or on a number of threads, for agents of `entrants`.

    On a cluster it reports after each part of the match.
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
        ((_, match),) = play_matches(where, entrants, [wanted], report)
        return match

    return play


def _results(
    where: "Cluster | int", entrants: Entrants, tasks: Iterable[_Task]
) -> Iterator[tuple[int, MatchResult]]:
    """Yield the number and the result of each task."""
    if not isinstance(where, int):
        return where.run(_play_task, tasks, entrants.sent())
    agents = entrants.agents
    parts = (([agents[number] for number in task.line_up], task.part) for task in tasks)
    return play_parts(entrants.finder.game, parts, num_threads=where)


def _play_task(sent: SentEntrants, task: _Task) -> MatchResult:
    game, agents = found(sent)
    return play_part(game, [agents[number] for number in task.line_up], task.part)
