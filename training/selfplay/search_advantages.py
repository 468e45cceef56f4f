"""Advantages of the actions of a policy, from a search that the policy guides.

The search judges the actions of a decision by `action_outcomes`, guided by the policy and its
critic. The advantage of an action is its mean outcome minus the policy's expected outcome over
the tried actions. An action that was not tried has the advantage 0, as in Gumbel AlphaZero
(Danihelka et al., ICLR 2022).
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
# which must not depend on the number of threads: rounding differs with the size of a batch.
# With 1,024, two threads search a quarter fewer decisions per second.
_SIMULATIONS = 4096


class Searched(NamedTuple):
    """What a search found in N decisions (A actions).

    Attributes:
        probabilities: (N, A) float32, of the policy; 0 for illegal actions and forced decisions.
        advantages: (N, A) float32, in units of outcomes; 0 for actions that were not tried.
    """

    probabilities: np.ndarray
    advantages: np.ndarray


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
    rows: np.ndarray  # (M,) int64, rows of the result that hold its decisions
    decisions: Decisions


def search_advantages(
    where: "Cluster | int",
    guide: Guide,
    views: Sequence[tuple[np.ndarray, Views]],
    seeds: np.ndarray,
) -> Searched:
    """Search N decisions and return what the search found.

    Args:
        where: a cluster, or the number of threads of this process; does not affect the result.
        guide: the policy and the settings of the search.
        views: for each of `guide.games`, the rows of its decisions, (M,) int64, and the views.
        seeds: (N,) uint64, which determine all random numbers of the search.
    """
    shape = len(seeds), guide.games[0].num_actions
    searched = Searched(np.zeros(shape, np.float32), np.zeros(shape, np.float32))
    parts = list(_parts(views, seeds, guide.search))
    if isinstance(where, int):
        found = Threads(where).map(lambda part: _judged(guide, part), parts)
    else:
        found = where.run(_judged, parts, guide)
    for number, judged in found:
        for whole, piece in zip(searched, judged, strict=True):
            whole[parts[number].rows] = piece
    return searched


def _parts(
    views: Sequence[tuple[np.ndarray, Views]], seeds: np.ndarray, search: Search
) -> Iterator[_Part]:
    """Yield the decisions with several legal actions, in parts."""
    for variant, (rows, seen) in enumerate(views):
        tried = min(search.candidates, seen.action_masks.shape[1])
        size = max(1, _SIMULATIONS // (search.deals * tried))
        assert seen.states is not None
        open_decisions = np.flatnonzero(seen.action_masks.sum(1) > 1)
        for start in range(0, len(open_decisions), size):
            at = open_decisions[start : start + size]
            decisions = Decisions(
                seen.states.take(at), seen.players[at], seen.action_masks[at], seeds[rows[at]]
            )
            yield _Part(variant, rows[at], decisions)


def _judged(guide: Guide, part: _Part) -> Searched:
    """Search the M decisions of a part; the arrays of the result are (M, A) float64."""
    game, decisions, search = guide.games[part.variant], part.decisions, guide.search
    logits = guide.agent.logits([Views.from_redealt(game, decisions.states)])
    probabilities = pick_probabilities(logits, decisions.masks, 1.0)
    ranked = np.argsort(np.where(decisions.masks, -logits, np.inf), axis=1, kind="stable")
    candidates = ranked[:, : search.candidates]
    outcomes = action_outcomes(game, guide.agent, decisions, candidates, search.deals)
    return Searched(probabilities, _advantages(probabilities, outcomes))


def _advantages(probabilities: np.ndarray, outcomes: np.ndarray) -> np.ndarray:
    """Return outcomes minus their mean under the policy; 0 where outcomes are NaN."""
    tried = ~np.isnan(outcomes)
    weights = np.where(tried, probabilities, 0.0)
    known = np.where(tried, outcomes, 0.0)
    means = (weights * known).sum(1, keepdims=True) / weights.sum(1, keepdims=True)
    return np.where(tried, outcomes - means, 0.0)
