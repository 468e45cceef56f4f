"""Targets of a policy: probabilities from a search that the policy guides.

The search judges the actions of a decision by `action_outcomes`, guided by the policy and its
critic. The targets are the probabilities of the policy, multiplied by the exponentials of the
actions' advantages. They maximise the expected outcome with a penalty for their divergence from the
policy (Abdolmaleki et al., ICLR 2018). An action that was not tried has the advantage 0, as in
Gumbel AlphaZero (Danihelka et al., ICLR 2022).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from hofspiele.envs.agents import Views
from hofspiele.envs.agents.greedy import pick_probabilities
from hofspiele.envs.agents.rollouts import Decisions
from hofspiele.envs.agents.threads import Threads
from hofspiele.envs.core import Game
from hofspiele.training.players.leaf_search import action_outcomes
from hofspiele.training.players.network_agent import NetworkAgent
from hofspiele.training.settings.iterate import Search

if TYPE_CHECKING:
    from hofspiele.training.cluster.tasks import Cluster

# Number of simulations that are played together. It determines the number of decisions in a part,
# which must not depend on the number of threads: networks round differently in other batches.
# With 1,024, two threads search a quarter fewer decisions per second.
_SIMULATIONS = 4096


class Guide(NamedTuple):
    """Everything that the decisions of a step have in common.

    Attributes:
        games: the variants of the game.
        agent: the policy with its critic.
        search: the settings of the search.
    """

    games: Sequence[Game]
    agent: NetworkAgent
    search: Search


class _Part(NamedTuple):
    variant: int  # index in `Guide.games`
    rows: np.ndarray  # (M,) int64, rows of the result that hold the targets
    decisions: Decisions


def search_targets(
    where: "Cluster | int",
    guide: Guide,
    views: Sequence[tuple[np.ndarray, Views]],
    seeds: np.ndarray,
) -> np.ndarray:
    """Return the targets of N decisions: (N, A) float32, zeros for forced decisions.

    Args:
        where: a cluster, or the number of threads of this process; does not affect the targets.
        guide: the policy and the settings of the search.
        views: for each of `guide.games`, the rows of its decisions, (M,) int64, and the views.
        seeds: (N,) uint64, which determine all random numbers of the search.
    """
    targets = np.zeros((len(seeds), guide.games[0].num_actions), np.float32)
    parts = list(_parts(views, seeds, guide.search))
    if isinstance(where, int):
        found = Threads(where).map(lambda part: _improved(guide, part), parts)
    else:
        found = where.run(_improved, parts, guide)
    for number, improved in found:
        targets[parts[number].rows] = improved
    return targets


def _parts(
    views: Sequence[tuple[np.ndarray, Views]], seeds: np.ndarray, search: Search
) -> Iterator[_Part]:
    """Yield the decisions with several legal actions, in parts."""
    size = max(1, _SIMULATIONS // (search.deals * search.candidates))
    for variant, (rows, seen) in enumerate(views):
        assert seen.states is not None
        open_decisions = np.flatnonzero(seen.action_masks.sum(1) > 1)
        for start in range(0, len(open_decisions), size):
            at = open_decisions[start : start + size]
            decisions = Decisions(
                seen.states[at], seen.players[at], seen.action_masks[at], seeds[rows[at]]
            )
            yield _Part(variant, rows[at], decisions)


def _improved(guide: Guide, part: _Part) -> np.ndarray:
    """Return the targets of a part: (M, A) float64."""
    game, decisions, search = guide.games[part.variant], part.decisions, guide.search
    logits = guide.agent.logits([Views.from_redealt(game, decisions.states)])
    probabilities = pick_probabilities(logits, decisions.masks, 1.0)
    ranked = np.argsort(np.where(decisions.masks, -logits, np.inf), axis=1, kind="stable")
    candidates = ranked[:, : search.candidates]
    outcomes = action_outcomes(game, guide.agent, decisions, candidates, search.deals)
    advantages = _advantages(probabilities, outcomes)
    return pick_probabilities(logits + advantages / search.temperature, decisions.masks, 1.0)


def _advantages(probabilities: np.ndarray, outcomes: np.ndarray) -> np.ndarray:
    """Return outcomes minus the policy's mean of the tried actions; 0 where they are NaN."""
    tried = ~np.isnan(outcomes)
    weights = np.where(tried, probabilities, 0.0)
    known = np.where(tried, outcomes, 0.0)
    means = (weights * known).sum(1, keepdims=True) / weights.sum(1, keepdims=True)
    return np.where(tried, outcomes - means, 0.0)
