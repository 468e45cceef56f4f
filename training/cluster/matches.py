"""Matches in this process, or in parts on a cluster: what comes of them is the same."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hofspiele.envs.agents import (
    Agent,
    MatchPart,
    MatchResult,
    join_parts,
    match_parts,
    play_match,
    play_part,
)
from hofspiele.envs.core import Game
from hofspiele.training.cluster.entrants import Entrants, SentEntrants, found

if TYPE_CHECKING:
    from hofspiele.training.cluster.tasks import Cluster

Report = Callable[[int], None]


class WantedMatch(NamedTuple):
    """A match to be played.

    Attributes:
        entrants: the number of those among whom the line-up is.
        line_up: their numbers, one for each seat.
        num_deals, seed, keep_records: as of `play_match`.
    """

    entrants: int
    line_up: Sequence[int]
    num_deals: int
    seed: int
    keep_records: bool

    def of(self, entrants: Sequence[Entrants]) -> tuple[Game, list[Agent], int, int, bool]:
        """The arguments of `play_match`."""
        own = entrants[self.entrants]
        line_up = [own.players[number].agent for number in self.line_up]
        return own.game, line_up, self.num_deals, self.seed, self.keep_records


def play_matches(
    cluster: "Cluster | None", entrants: Sequence[Entrants], wanted: Iterable[WantedMatch]
) -> Iterator[tuple[int, MatchResult]]:
    """Play all that are wanted, here and one by one, or on a cluster as far as there is room.

    Args:
        cluster: where; None plays in this process.
        entrants: all who may play.
        wanted: the matches, which are drawn when there is room for more.

    Yields:
        The number of a match (0, 1, …) and what came of it, in the order in which they end.

    Raises:
        ValueError: as of `play_match`, or as of `Cluster.run`.
        RunError: as of `Cluster.run`.
    """
    if cluster is not None:
        return _play_spread(cluster, entrants, wanted)
    return ((number, play_match(*match.of(entrants))) for number, match in enumerate(wanted))


def play_on(cluster: "Cluster | None", entrants: Entrants) -> Callable[..., MatchResult]:
    """What plays one match of agents of `entrants`, with the arguments of `play_match`.

    On a cluster it reports whenever a part has ended.
    """
    if cluster is None:
        return play_match

    def play(
        game: Game,
        agents: Sequence[Agent],
        num_deals: int,
        seed: int,
        keep_records: bool,
        report: Report | None,
    ) -> MatchResult:
        line_up = [entrants.agents.index(agent) for agent in agents]
        wanted = WantedMatch(0, line_up, num_deals, seed, keep_records)
        ((_, match),) = _play_spread(cluster, [entrants], [wanted], report)
        return match

    return play


class _Task(NamedTuple):
    entrants: int
    line_up: Sequence[int]
    part: MatchPart


def _play_spread(
    cluster: "Cluster",
    entrants: Sequence[Entrants],
    wanted: Iterable[WantedMatch],
    report: Report | None = None,
) -> Iterator[tuple[int, MatchResult]]:
    places: dict[int, tuple[int, int]] = {}  # of tasks: number of the match, number of the part
    num_parts: dict[int, int] = {}  # of matches under way
    played: dict[int, dict[int, MatchResult]] = {}  # their parts, by number

    def tasks() -> Iterator[_Task]:
        count = itertools.count()
        for number, match in enumerate(wanted):
            parts = match_parts(*match.of(entrants))
            num_parts[number], played[number] = len(parts), {}
            for place, part in enumerate(parts):
                places[next(count)] = number, place
                yield _Task(match.entrants, match.line_up, part)

    games = 0
    for task, result in cluster.run(_play_task, tasks(), [own.sent() for own in entrants]):
        number, place = places.pop(task)
        played[number][place] = result
        games += result.ranks.shape[0] * result.ranks.shape[1]
        if report is not None:
            report(games)
        if len(played[number]) == num_parts[number]:
            own = played.pop(number)
            yield number, join_parts([own[place] for place in range(num_parts.pop(number))])


def _play_task(sent: Sequence[SentEntrants], task: _Task) -> MatchResult:
    game, agents = found(sent[task.entrants])
    return play_part(game, [agents[number] for number in task.line_up], task.part)
