"""Matches: a line-up of agents plays every deal once from each rotation of the seats."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from hofspiele.envs.agents.agent import Agent, check_agents, choose_actions
from hofspiele.envs.core import Game, GameRecord, Table
from hofspiele.envs.core.checks import number_that_fits
from hofspiele.envs.core.rng import as_seed, derived_seed
from hofspiele.envs.pictures import html

# games stepped together: enough to batch networks, few enough to stay in the cache
_BATCH = 512


@dataclass(frozen=True)
class MatchResult:
    """What came of a match, by agent (its place in the line-up), not by seat.

    Attributes:
        agents: names of the line-up.
        outcomes: (deals, rotations, agents) float64, utilities.
        scores: (deals, rotations, agents) float64, final points.
        ranks: (deals, rotations, agents) int16, 1 = best.
        records: one record for each game, if they were asked for.
    """

    agents: list[str]
    outcomes: np.ndarray = field(repr=False)
    scores: np.ndarray = field(repr=False)
    ranks: np.ndarray = field(repr=False)
    records: list[GameRecord] = field(repr=False)

    @property
    def win_shares(self) -> np.ndarray:
        """(deals, rotations, agents): 1/k for each of k winners, 0 for the others."""
        won = self.ranks == 1
        return won / won.sum(-1, keepdims=True)

    def _repr_html_(self) -> str:
        deals, rotations, _ = self.ranks.shape
        kinds = (self.win_shares, self.outcomes, self.scores)
        means = np.stack([values.mean((0, 1)) for values in kinds], 1)
        return html.table(
            f"{deals * rotations} games on {deals} deals: means",
            ("agent", "win share", "outcome", "score"),
            [
                (name, f"{share:.1%}", f"{outcome:+.2f}", f"{score:.1f}")
                for name, (share, outcome, score) in zip(self.agents, means, strict=True)
            ],
        )


def play_match(
    game: Game,
    agents: Sequence[Agent],
    num_deals: int,
    seed: int = 0,
    keep_records: bool = False,
    report: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play `num_deals` deals from every rotation of the seats: ``num_deals * num_players`` games.

    Every agent holds every seat once on each deal, so the luck of the deal and of the seat cancels.

    Args:
        game: any `Game`.
        agents: the line-up, one agent a seat; in rotation r, agent k holds seat (k + r) mod P.
        num_deals: deals, at least 1.
        seed: deals and agents' random choices follow from it.
        keep_records: whether to keep all games as records.
        report: called after every step of the games in play with the number of games that ended.

    Raises:
        ValueError: names the argument, or the agent that chose no legal action.
    """
    check_agents("agents", agents, game)
    num_players = game.num_players
    if len(agents) != num_players:
        raise ValueError(f"{len(agents)} agents given, expected {num_players}, one for each seat")
    num_deals = number_that_fits("num_deals", num_deals, _bytes_per_deal(num_players))
    seed = int(as_seed(seed))
    rng = np.random.default_rng([0x3A7C4, seed])
    deals = np.repeat(np.arange(num_deals), num_players)
    rotations = np.tile(np.arange(num_players), num_deals)
    seats = (np.arange(num_players) + rotations[:, None]) % num_players
    played = [
        _play(game, agents, deals[part], seats[part], seed, rng, keep_records, report, int(part[0]))
        for part in np.split(np.arange(len(deals)), range(_BATCH, len(deals), _BATCH))
    ]
    shape = (num_deals, num_players, num_players)
    outcomes, scores, ranks = (
        np.concatenate([part[kind] for part in played]).reshape(shape) for kind in range(3)
    )
    records = [record for part in played for record in part[3]]
    return MatchResult([agent.name for agent in agents], outcomes, scores, ranks, records)


def _bytes_per_deal(num_players: int) -> int:
    """What a match keeps of each deal: seats and three results of all, number and rotation."""
    return num_players * (num_players * (8 + 8 + 8 + 2) + 2 * 8)


def _play(
    game: Game,
    agents: Sequence[Agent],
    deals: np.ndarray,
    seats: np.ndarray,
    seed: int,
    rng: np.random.Generator,
    keep_records: bool,
    report: Callable[[int], None] | None,
    played_before: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[GameRecord]]:
    """Play one game for each row of `seats` (the seat of each agent), each on its deal."""
    table = Table(game, len(deals))
    deal_seeds = [derived_seed(seed, deal) for deal in deals]
    table.reset(deal_seeds=deal_seeds)
    holders = np.argsort(seats, axis=1)  # which agent holds a seat
    played: list[list[int]] = [[] for _ in deals]
    for games, actions in play_out(table, agents, holders, rng):
        if report is not None:
            report(played_before + len(deals) - len(games))
        if keep_records:
            for i, action in zip(games, actions, strict=True):
                played[i].append(int(action))
    if report is not None:
        report(played_before + len(deals))
    outcomes, scores, ranks = table.outcomes, table.scores, table.ranks
    records = []
    if keep_records:
        names = [agent.name for agent in agents]
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
    by_agent = [np.take_along_axis(array, seats, 1) for array in (outcomes, scores, ranks)]
    return by_agent[0], by_agent[1], by_agent[2], records


def play_out(
    table: Table, agents: Sequence[Agent], holders: np.ndarray, rng: np.random.Generator
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Play the games that are dealt at `table` to their ends, and none of those dealt after them.

    In the end the table's ``outcomes``, ``scores``, ``ranks`` and ``final_states`` are theirs.

    Args:
        table: on which no game has ended yet.
        agents: who play.
        holders: (N, P) int64, which of them holds each seat of each game.
        rng: of all that they draw.

    Yields:
        Games (M,) and the action (M,) that is about to be carried out in each of them.
    """
    games = np.arange(table.num_games)
    while len(games):
        actions = choose_actions(table, games, agents, holders[games, table.players[games]], rng)
        yield games, actions
        table.step(actions, games)
        games = games[~table.finished[games]]
