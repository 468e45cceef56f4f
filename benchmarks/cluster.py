"""The cost of spreading matches over a cluster, in processor time and bytes."""

import os
import pickle
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from benchmarks.measure import Show, exactly
from benchmarks.report import Finding, Part
from hofspiele import envs
from hofspiele.envs.agents import Agent, MatchPart, MatchResult, match_parts, play_part
from hofspiele.envs.core import Game
from hofspiele.training.cli.dependencies import lack_of
from hofspiele.training.cluster.connect import LOCAL, open_cluster
from hofspiele.training.cluster.entrants import Entrants, SentEntrants, found
from hofspiele.training.players.lookup import AgentFinder

if TYPE_CHECKING:
    from hofspiele.training.cluster.tasks import Cluster

_GAMES = ("kou_ka_roi", "kardinal")
# The first agent of each pair holds one seat, the second one all others.
_LINE_UPS = (("greedy", "random"), ("trained", "greedy"))
_EMPTY_TASKS = 4000
# Number of unfinished tasks at a time, as on a cluster with a thousand cores.
_IN_FLIGHT = 2000
_PARTS = 4
_NOTES = [
    "Times and rates, except the time until the first result, are measured in processor time, "
    "which other programs on the machine hardly change.",
    f"Empty tasks: {_EMPTY_TASKS}, of which {_IN_FLIGHT} are unfinished at a time, as many as a "
    f"thousand cores need. Games: {_PARTS} parts of a match in this process, then {2 * _PARTS} "
    "parts on each of two workers.",
    "The driver is the process of the command; with more cores than it keeps busy, it is the "
    "bottleneck.",
]


def measure(show: Show, *, quick: bool = False) -> Part:
    """Measure the start-up, the cost of a task, and games per second with and without Ray.

    `quick` measures few tasks and one match.
    """
    part = Part("Matches on a cluster", notes=_NOTES)
    lack = lack_of("the cluster", ("ray",))
    if lack:
        part.missing.append(lack)
        return part
    show("starting Ray")
    start = time.perf_counter()
    with open_cluster(LOCAL, num_cpus=2) as cluster:
        _run(cluster, _nothing, [None] * 2)
        taken = exactly(time.perf_counter() - start)
        part.findings.append(Finding("cluster=local: time until the first result", taken, "s"))
        show("empty tasks")
        cost = _cost_of_a_task(cluster, 20 if quick else _EMPTY_TASKS)
        part.findings.append(Finding("empty tasks that one driver starts", exactly(1 / cost), "/s"))
        for name in _GAMES[:1] if quick else _GAMES:
            for line_up in _LINE_UPS[:1] if quick else _LINE_UPS:
                show(f"{name}: {line_up[0]} against {line_up[1]}")
                part.findings += _measure(cluster, name, line_up, cost)
    return part


def _nothing(shared: None, item: None) -> None:
    pass


def _run(
    cluster: "Cluster",
    function: Callable[[Any, Any], Any],
    items: Sequence[Any],
    shared: object = None,
) -> list[Any]:
    return [result for _, result in cluster.run(function, items, shared)]


def _cost_of_a_task(cluster: "Cluster", tasks: int) -> float:
    """Run empty tasks and return the driver's processor time per task, in seconds."""
    start = time.process_time()
    for _ in cluster.run(_nothing, [None] * tasks, None, in_flight=_IN_FLIGHT):
        pass
    return (time.process_time() - start) / tasks


def _play(shared: tuple[SentEntrants, list[int]], part: MatchPart) -> tuple[int, float]:
    """Play part of a match; return the id of this process and its processor time so far."""
    sent, line_up = shared
    game, agents = found(sent)
    play_part(game, [agents[k] for k in line_up], part)
    return os.getpid(), time.process_time()


def _measure(cluster: "Cluster", name: str, line_up: tuple[str, str], cost: float) -> list[Finding]:
    game = envs.make(envs.GameName(name))
    finder = AgentFinder(game, deterministic=True)
    entrants = Entrants(finder, finder.find(line_up))
    places = [0, *[1] * (game.num_players - 1)]
    agents = [entrants.agents[place] for place in places]
    deals = agents[0].games_at_once // game.num_players
    parts = match_parts(game, agents, _PARTS * deals, seed=1)
    result = play_part(game, agents, parts[0])  # This call also compiles the kernels.
    games = deals * game.num_players
    start = time.process_time()
    for part in parts:
        play_part(game, agents, part)
    here = _PARTS * games / (time.process_time() - start)
    there = games / _seconds_of_a_part(cluster, (entrants.sent(), places), parts)
    title = f"{name}, {line_up[0]} against {line_up[1]}"
    part_bytes, records_bytes = (
        len(pickle.dumps(found)) for found in (result, _with_records(parts[0], game, agents))
    )
    return [
        Finding(f"{title}: games per core, without Ray", exactly(here), "/s"),
        Finding(f"{title}: games per core, with Ray", exactly(there), "/s"),
        Finding(f"{title}: bytes returned per game", exactly(part_bytes / games), "B"),
        Finding(f"{title}: bytes per game with its record", exactly(records_bytes / games), "B"),
        Finding(
            f"{title}: cores that one driver keeps busy", exactly(games / there / cost), "cores"
        ),
    ]


def _with_records(part: MatchPart, game: Game, agents: Sequence[Agent]) -> MatchResult:
    return play_part(game, agents, MatchPart(part.seed, 0, part.num_deals, True))


def _seconds_of_a_part(cluster: "Cluster", shared: object, parts: Sequence[MatchPart]) -> float:
    """Play `parts` four times on the cluster; return workers' processor seconds per part.

    The result is a mean and includes the processor time of Ray in the workers.
    """
    reported: dict[int, list[float]] = {}
    for process, seconds in _run(cluster, _play, [*parts] * 4, shared):
        reported.setdefault(process, []).append(seconds)
    spans = [(max(at) - min(at), len(at) - 1) for at in reported.values()]
    return sum(span for span, _ in spans) / sum(count for _, count in spans)
