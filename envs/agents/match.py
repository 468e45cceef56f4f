"""Matches: a line-up of agents plays every deal once in each rotation of the seats.

A match is divided into parts of consecutive deals. Parts are independent of each other, so they
can be played in any order, on any machine, and then joined.
"""

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np

from hofspiele.envs.agents.agent import Agent, check_agents, choose_actions
from hofspiele.envs.agents.match_result import MatchResult
from hofspiele.envs.core import Game, GameRecord, Table
from hofspiele.envs.core.checks import number_that_fits, whole_number
from hofspiele.envs.core.rng import as_seed, derived_seeds
from hofspiele.envs.core.threads import results_in_threads

Part = TypeVar("Part")
Result = TypeVar("Result")


@dataclass(frozen=True)
class MatchPart:
    """Consecutive deals of a match that are played together."""

    seed: int  # seed of the match
    first_deal: int  # index of the part's first deal in the match
    num_deals: int  # number of deals in the part
    keep_records: bool  # whether to keep all games as records


def play_match(
    game: Game,
    agents: Sequence[Agent],
    num_deals: int,
    seed: int = 0,
    *,
    keep_records: bool = False,
    report: Callable[[int], None] | None = None,
    num_threads: int = 1,
) -> MatchResult:
    """Play `num_deals` deals in every rotation of the seats: ``num_deals * num_players`` games.

    Every agent holds every seat once on each deal, so the luck of the deal and of the seat cancels
    out in part.

    Args:
        game: any `Game`.
        agents: the line-up, one agent per seat; in rotation r, agent k holds seat (k + r) mod P.
        num_deals: number of deals, at least 1.
        seed: seed of the deals and of the agents' random choices.
        keep_records: whether to keep all games as records.
        report: called after every step with the number of games that have ended.
        num_threads: number of threads that play parts of the match at the same time. It does not
            change the result. Parts with an agent that is not `thread_safe` are played one at a
            time.

    Returns:
        MatchResult: ``outcomes`` and ``scores``, float64, and ``ranks``, int16, have the shape
        (num_deals, P, P): deals, rotations, agents in the order of `agents`. `print` shows means
        with 95 % intervals.

    Raises:
        ValueError: an argument is invalid, or an agent chose an illegal action; the message names
            the argument or action.
    """
    parts = match_parts(game, agents, num_deals, seed, keep_records=keep_records)
    # Each thread gets an equal share of the cores for searches, so a thread without a part would
    # waste its cores.
    are_safe = all(agent.thread_safe for agent in agents)
    num_threads = min(whole_number("num_threads", num_threads, 1), len(parts) if are_safe else 1)
    tasks = ((agents, part) for part in parts)
    play = partial(play_part, game)
    results = dict(play_in_threads(play, tasks, report, num_threads=num_threads))
    return join_parts([results[number] for number in range(len(parts))])


def match_parts(
    game: Game,
    agents: Sequence[Agent],
    num_deals: int,
    seed: int = 0,
    *,
    keep_records: bool = False,
) -> list[MatchPart]:
    """Return the parts of a match, sized by `Agent.games_at_once`; see `play_match`."""
    check_agents("agents", agents, game)
    num_players = game.num_players
    if len(agents) != num_players:
        raise ValueError(f"{len(agents)} agents given, expected {num_players}, one for each seat")
    bytes_per_deal = num_players * num_players * (8 + 8 + 2)  # Outcomes, scores and ranks.
    num_deals = number_that_fits("num_deals", num_deals, bytes_per_deal)
    seed = int(as_seed(seed))
    size = max(1, min(agent.games_at_once for agent in agents) // num_players)
    return [
        MatchPart(seed, first, min(size, num_deals - first), keep_records)
        for first in range(0, num_deals, size)
    ]


def play_in_threads(
    play: Callable[[Sequence[Agent], Part, Callable[[int], None]], Result],
    tasks: Iterable[tuple[Sequence[Agent], Part]],
    report: Callable[[int], None] | None = None,
    *,
    num_threads: int,
) -> Iterator[tuple[int, Result]]:
    """Call ``play(agents, part, report)`` for each task ``(agents, part)`` in threads.

    Yield the index of each task and its result, in the order in which calls end. Each call passes
    the number of its games that have ended to its own ``report``; the `report` given here gets
    their sum. See `play_match` for `num_threads`.
    """
    num_threads = whole_number("num_threads", num_threads, least=1)
    alone, reporting = threading.Lock(), threading.Lock()
    ended = 0

    def play_task(task: tuple[Sequence[Agent], Part], check: Callable[[], None]) -> Result:
        agents, part = task
        so_far = 0

        def report_part(games: int) -> None:
            nonlocal ended, so_far
            check()
            with reporting:
                ended, so_far = ended + games - so_far, games
                if report is not None:
                    report(ended)

        are_safe = all(agent.thread_safe for agent in agents)
        with contextlib.nullcontext() if are_safe else alone:
            return play(agents, part, report_part)

    return results_in_threads(play_task, tasks, num_threads)


def play_part(
    game: Game,
    agents: Sequence[Agent],
    part: MatchPart,
    report: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play one of `match_parts` and return its result; `report` gets the number of ended games."""
    num_players = game.num_players
    deals = np.repeat(np.arange(part.num_deals) + part.first_deal, num_players)
    rotations = np.tile(np.arange(num_players), part.num_deals)
    seats = (np.arange(num_players) + rotations[:, None]) % num_players  # (games, agents)
    holders = np.argsort(seats, axis=1)  # (games, seats)
    table = Table(game, len(deals))
    deal_seeds = derived_seeds(part.seed, deals)
    table.reset(deal_seeds=deal_seeds)
    played: list[list[int]] = [[] for _ in deals]
    # The generator of the agents' random choices in this part.
    high, low = divmod(part.seed, 2**32)
    rng = np.random.default_rng([0x3A7C4, low, high, part.first_deal])
    for games, actions in play_out(table, agents, holders, rng):
        if report is not None:
            report(len(deals) - len(games))
        if part.keep_records:
            for i, action in zip(games, actions, strict=True):
                played[i].append(int(action))
    if report is not None:
        report(len(deals))
    outcomes, scores, ranks = table.outcomes, table.scores, table.ranks
    names = [agent.name for agent in agents]
    records = []
    if part.keep_records:
        records = [
            GameRecord(
                game=game.name,
                options=game.options,
                seed=int(deal_seeds[i]),
                actions=[game.action_name(action) for action in played[i]],
                outcome=outcomes[i].tolist(),
                scores=scores[i].tolist(),
                players=[names[k] for k in holders[i]],
            )
            for i in range(len(deals))
        ]
    shape = (part.num_deals, num_players, num_players)
    outcomes, scores, ranks = (
        np.take_along_axis(array, seats, 1).reshape(shape) for array in (outcomes, scores, ranks)
    )
    return MatchResult(names, outcomes, scores, ranks, records)


def join_parts(parts: Sequence[MatchResult]) -> MatchResult:
    """Join the results of all parts of a match, given in the order of `match_parts`."""
    outcomes, scores, ranks = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("outcomes", "scores", "ranks")
    )
    records = [record for part in parts for record in part.records]
    return MatchResult(parts[0].agents, outcomes, scores, ranks, records)


def play_out(
    table: Table, agents: Sequence[Agent], holders: np.ndarray, rng: np.random.Generator
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Play the current N games of `table` to their ends, but not the games that are dealt next.

    Afterwards, ``outcomes``, ``scores``, ``ranks`` and ``final_states`` of the table describe the
    games that were played. `holders`, (N, P) int64, has the index of the agent on each seat.

    Yields:
        The indices of the unfinished games, (M,) int64, and the actions, (M,) int64, that will be
        applied to them next.
    """
    games = np.arange(table.num_games)
    while len(games):
        actions = choose_actions(table, games, agents, holders[games, table.players[games]], rng)
        yield games, actions
        table.step(actions, games)
        games = games[~table.finished[games]]
