"""The gain of searches over greedy in single decisions of Knatsch, and how much the dice hide it.

usage: python -m benchmarks.knatsch_ceiling [NAME=VALUE …]

  players    number of players; default 4
  positions  number of decisions, each from a different game between greedy players; default 300
  rollouts   rollouts of each legal action, at least 4; default 1000
  agents     the searches; default [search-100,search-1000]
  seed       seed of everything random; default 1

The command prints two Markdown tables. The value of an action is the player's chance to win if all
players are greedy afterwards: the mean of complete rollouts. The gain of a choice is its value
minus that of greedy's choice. All actions of a position are tried in the same deals.

Searches judge rollouts by forecasts (envs/knatsch/forecast.py). Each search is also measured with
complete rollouts, in which the margin of points counts as well. Solved and forced decisions are
left out. Intervals are 95 % intervals from the spread between positions.
"""

import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hofspiele import envs
from hofspiele.envs.agents import Agent, GreedyAgent, SearchAgent, Views
from hofspiele.envs.agents.match import play_out
from hofspiele.envs.agents.rollouts import Decisions, Rounds, Settings, new_workspace, rounds_player
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.core.command import run_command
from hofspiele.envs.core.outcomes import expected_win_shares
from hofspiele.envs.core.rng import derived_seeds
from hofspiele.training.measuring.estimates import Estimate, estimate_mean
from hofspiele.training.measuring.tables import markdown_row, markdown_table
from hofspiele.training.players.lookup import AgentFinder

_NAMES = ("players", "positions", "rollouts", "agents", "seed")
_AGENTS = "[search-100,search-1000]"


class Tried(NamedTuple):
    """One decision, all actions of which were tried in the same deals."""

    actions: np.ndarray  # (n,) int64, the legal actions; the heuristic's favourite comes first
    complete: np.ndarray  # (rollouts, n) float64, share of the win in each complete rollout
    forecast: np.ndarray  # (rollouts, n) float64, the same from forecasts, in other deals


def knatsch(players: int, *, complete: bool) -> Game:
    """Return the game; if `complete` is True, all rollouts of searches are played to the end."""
    game = envs.make("knatsch", num_players=players)
    if complete:
        game.kernels = game.kernels._replace(forecast=None)
    return game


def open_decisions(game: Game, count: int, rng: np.random.Generator) -> np.ndarray:
    """Return an unsolved decision between several actions from each of `count` greedy games.

    All such decisions of a game are equally likely. The result has `count` records.
    """
    table = Table(game, count, int(rng.integers(2**63)))
    chosen = table.states.copy()
    seen = np.zeros(count, np.int64)
    holders = np.zeros((count, game.num_players), np.int64)
    for games, _ in play_out(table, [GreedyAgent()], holders, rng):
        states = table.states[games]
        is_open = ~game.is_solved(states) & (table.action_masks[games].sum(1) > 1)
        seen[games] += is_open
        replaced = is_open & (rng.random(len(games)) * seen[games] < 1)
        chosen[games[replaced]] = states[replaced]
    return chosen


def play_rollouts(
    game: Game, views: Views, actions: Sequence[np.ndarray], rollouts: int, seed: int
) -> list[np.ndarray]:
    """Return the chances to win in rollouts of `actions`, for each view: (rollouts, n) float64."""
    assert views.states is not None
    count = len(actions)
    tried = np.array([len(some) for some in actions])
    candidates = np.zeros((count, tried.max()), np.int64)
    for row, some in zip(candidates, actions, strict=True):
        row[: len(some)] = some
    decision = np.repeat(np.arange(count), rollouts)
    ends = np.cumsum(tried[decision])
    rounds = Rounds(
        decision=decision,
        number=np.tile(np.arange(rollouts), count),
        first=ends - tried[decision],
        utilities=np.zeros(ends[-1]),
        outcomes=np.zeros((ends[-1], game.num_players)),
    )
    seeds = derived_seeds(seed, np.arange(count))
    decisions = Decisions(views.states, views.players, views.action_masks, seeds)
    settings = Settings(rollouts, False, game.greedy_temperature)
    play = rounds_player(game.kernels)
    play(game.params, decisions, settings, candidates, tried, rounds, new_workspace(game), 0,
         len(decision))  # fmt: skip
    own = np.repeat(views.players[decision], tried[decision])
    chances = expected_win_shares(rounds.outcomes[np.arange(len(own)), own], game.num_players)
    parts = np.split(chances, np.cumsum(tried * rollouts)[:-1])
    return [part.reshape(rollouts, -1) for part in parts]


def try_all(players: int, views: Views, rollouts: int, seed: int) -> list[Tried]:
    """Try all legal actions of all views in `rollouts` deals."""
    assert views.states is not None
    actions = []
    for state, mask in zip(views.states, views.action_masks, strict=True):
        legal = np.flatnonzero(mask)
        worths = views.game.action_values(state)[legal]
        actions.append(legal[np.argsort(-worths, kind="stable")])
    complete, forecast = (
        play_rollouts(knatsch(players, complete=whole), views, actions, rollouts, seed + whole)
        for whole in (True, False)
    )
    return [Tried(*parts) for parts in zip(actions, complete, forecast, strict=True)]


def gains(tried: Sequence[Tried], choices: np.ndarray) -> np.ndarray:
    """Return the gain of each position's choice over the heuristic's favourite: (M,) float64."""
    found = []
    for one, choice in zip(tried, choices, strict=True):
        values = one.complete.mean(0)
        found.append(values[one.actions == choice][0] - values[0])
    return np.array(found)


def possible_gains(tried: Sequence[Tried]) -> np.ndarray:
    """Return the gain of the best action of each position: (M,) float64.

    The action is chosen in one half of the deals, and its gain is measured in the other half. The
    result is the mean of both ways to choose these halves.
    """
    found = []
    for one in tried:
        halves = [one.complete[half::2].mean(0) for half in (0, 1)]
        pairs = (halves, halves[::-1])
        found.append(np.mean([values[by.argmax()] - values[0] for by, values in pairs]))
    return np.array(found)


def spread(results: Sequence[np.ndarray]) -> tuple[float, float, float]:
    """Return the standard deviations of results and of leads over the favourite, and a correlation.

    The correlation is that of two actions in the same deals. The three numbers are computed from
    variances that are averaged over actions and positions.
    """
    own = np.mean([result.var(0, ddof=1).mean() for result in results])
    pairs = np.mean([(r[:, :1].var(ddof=1) + r[:, 1:].var(0, ddof=1)).mean() for r in results])
    lead = np.mean([(r[:, 1:] - r[:, :1]).var(0, ddof=1).mean() for r in results])
    return float(np.sqrt(own)), float(np.sqrt(lead)), float(1 - lead / pairs)


def _gain_row(name: str, rollouts: str, gain: np.ndarray, changed: str) -> str:
    """Return a table row with the mean gain and its interval."""
    estimate: Estimate = estimate_mean(100 * gain[:, np.newaxis])
    half = estimate.high - estimate.mean
    return markdown_row((name, rollouts, f"{estimate.mean:.2f} ± {half:.2f}", changed))


def _print_gains(
    players: int, states: np.ndarray, tried: Sequence[Tried], agents: Sequence[Agent], seed: int
) -> None:
    """Print the gain of each agent, and the possible gain."""
    columns = "choice", "rollouts", "gain in percentage points", "differs from greedy's choice"
    print(markdown_table(columns, []))
    favourites = np.array([one.actions[0] for one in tried])
    for agent in agents:
        for whole, named in ((True, "complete"), (False, "forecast")):
            rng = np.random.default_rng([seed, 1])
            game = knatsch(players, complete=whole)
            choices = agent.act(Views.from_states(game, states, rng, with_states=True), rng)
            changed = f"{100 * (choices != favourites).mean():.0f} %"
            print(_gain_row(f"`{agent.name}`", named, gains(tried, choices), changed), flush=True)
    best = np.array([one.actions[one.forecast.mean(0).argmax()] for one in tried])
    each = f"best mean of {len(tried[0].complete)}"
    changed = f"{100 * (best != favourites).mean():.0f} %"
    print(_gain_row(each, "forecast", gains(tried, best), changed))
    print(_gain_row("best value", "complete", possible_gains(tried), "–"))


def measure(typed: Sequence[str]) -> None:
    """Measure and print both tables; raise ValueError if an argument is wrong."""
    given = Arguments(typed)
    given.check_names(_NAMES)
    players, seed = given.integer("players", 4, 2), given.integer("seed", 1, 0)
    positions = given.integer("positions", 300, 2)
    rollouts = given.integer("rollouts", 1000, 4)
    game = knatsch(players, complete=False)
    agents = [player.agent for player in AgentFinder(game).find(given.names("agents", _AGENTS))]
    if not all(isinstance(agent, SearchAgent) for agent in agents):
        raise ValueError(f"agents are {given.values['agents']}, expected searches like search-100")
    rng = np.random.default_rng(seed)
    states = open_decisions(game, positions, rng)
    views = Views.from_states(game, states, rng, with_states=True)
    tried = try_all(players, views, rollouts, seed)
    columns = "rollouts", "deviation of results", "deviation of leads", "correlation of actions"
    rows = []
    for named in ("complete", "forecast"):
        own, lead, correlation = spread([getattr(one, named) for one in tried])
        rows.append((named, f"{own:.3f}", f"{lead:.3f}", f"{correlation:.2f}"))
    print(markdown_table(columns, rows), end="\n\n", flush=True)
    _print_gains(players, states, tried, agents, seed)


if __name__ == "__main__":
    sys.exit(run_command(__doc__ or "", measure, sys.argv[1:]))
