"""What a search would change about a policy: targets for learning.

The search judges the actions of a decision by `action_outcomes`, guided by the policy and its
critic. The targets are the probabilities of the policy, multiplied by the exponentials of the
actions' advantages: the solution of maximising the expected outcome with a penalty for the
divergence from the policy (Grill et al., ICML 2020). An action that was not tried has the advantage
0, as in Gumbel AlphaZero (Danihelka et al., ICLR 2022).
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

# Number of decisions that are searched together. It does not depend on the number of threads,
# because networks round differently in batches of different sizes.
_DECISIONS = 64


class Guide(NamedTuple):
    """Everything that the decisions of a step have in common.

    Attributes:
        games: the variants of the game.
        agent: the policy with its critic.
        deals, candidates, temperature: see `Search`.
    """

    games: Sequence[Game]
    agent: NetworkAgent
    deals: int
    candidates: int
    temperature: float

    @classmethod
    def of(cls, games: Sequence[Game], agent: NetworkAgent, search: Search) -> "Guide":
        """Return the guide for a search with these settings."""
        return cls(games, agent, search.deals, search.candidates, search.temperature)


class _Part(NamedTuple):
    variant: int  # index in `Guide.games`
    rows: np.ndarray  # (M,) int64, where the targets belong
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
    parts = list(_parts(views, seeds))
    if isinstance(where, int):
        found = Threads(where).map(lambda part: _improved(guide, part), parts)
    else:
        found = where.run(_improved, parts, guide)
    for number, improved in found:
        targets[parts[number].rows] = improved
    return targets


def _parts(views: Sequence[tuple[np.ndarray, Views]], seeds: np.ndarray) -> Iterator[_Part]:
    """Yield the decisions with several legal actions, in parts."""
    for variant, (rows, seen) in enumerate(views):
        assert seen.states is not None
        open_decisions = np.flatnonzero(seen.action_masks.sum(1) > 1)
        for start in range(0, len(open_decisions), _DECISIONS):
            at = open_decisions[start : start + _DECISIONS]
            decisions = Decisions(
                seen.states[at], seen.players[at], seen.action_masks[at], seeds[rows[at]]
            )
            yield _Part(variant, rows[at], decisions)


def _improved(guide: Guide, part: _Part) -> np.ndarray:
    """Return the targets of a part: (M, A) float64."""
    game, decisions = guide.games[part.variant], part.decisions
    logits = guide.agent.logits([Views.from_redealt(game, decisions.states)])
    probabilities = pick_probabilities(logits, decisions.masks, 1.0)
    candidates = np.argsort(-probabilities, axis=1, kind="stable")[:, : guide.candidates]
    outcomes = action_outcomes(game, guide.agent, decisions, candidates, guide.deals)
    advantages = _advantages(probabilities, outcomes)
    return pick_probabilities(logits + advantages / guide.temperature, decisions.masks, 1.0)


def _advantages(probabilities: np.ndarray, outcomes: np.ndarray) -> np.ndarray:
    """Return outcomes minus the policy's mean of the tried actions; 0 where they are NaN."""
    tried = ~np.isnan(outcomes)
    weights = np.where(tried, probabilities, 0.0)
    known = np.where(tried, outcomes, 0.0)
    means = (weights * known).sum(1, keepdims=True) / weights.sum(1, keepdims=True)
    return np.where(tried, outcomes - means, 0.0)
