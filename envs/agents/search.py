"""The search agent: determinised Monte-Carlo search with compiled rollouts."""

import functools

import numpy as np

from hofspiele.envs.agents.agent import Agent, Views
from hofspiele.envs.agents.rollouts import SearchedDecisions, Settings, margin_weight_of, play
from hofspiele.envs.agents.scripted import heuristic_action_values
from hofspiele.envs.agents.sequential_halving import Simulator, Tallies, search_decisions
from hofspiele.envs.agents.thoughts import Thoughts, certain_policy
from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import check_choice, whole_number

# Number of simulations per decision of an agent whose name contains no number.
SIMULATIONS = 200
# Maximum number of simulations per decision; so many would take hours.
_MOST_SIMULATIONS = 10**9


class SearchAgent(Agent):
    """Determinised Monte-Carlo search by sequential halving; see `sequential_halving`.

    Subclasses may override `rate` (its ratings determine the candidates), `simulator`, and
    ``prior_weight``, the weight of the ratings relative to the results (see `search_decisions`).

    The search uses all cores; in a match with several threads, each thread uses an equal share of
    them. The number of cores does not change the chosen actions.

    Args:
        simulations: approximate number of rollouts per decision, at least 1. They try the
            ``max(2, simulations // 6)`` legal actions that the heuristic rates highest.
        rollout: the agent that plays the rollouts, "greedy" (the heuristic) or "random".

    Raises:
        ValueError: `simulations` or `rollout` has a value that is not allowed.
    """

    reads_states = True
    thread_safe = True
    games_at_once = 16
    prior_weight = 0.0

    def __init__(self, simulations: int = SIMULATIONS, rollout: str = "greedy"):
        check_choice("rollout", rollout, ("greedy", "random"))
        self.simulations = whole_number("simulations", simulations, 1, _MOST_SIMULATIONS)
        self.rollout = rollout
        self.name = f"search-{self.simulations}"

    def rate(self, views: Views) -> np.ndarray:
        """Return ratings of all actions, (M, A); the highest-rated legal ones are searched.

        If a decision is solved (`Game.is_solved`), its highest-rated action is chosen.
        """
        return heuristic_action_values(views)

    def simulator(self, game: Game, decisions: SearchedDecisions, settings: Settings) -> Simulator:
        """Return the function that simulates games from `decisions`, by default by rollouts."""
        return functools.partial(play, game, decisions, settings)

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        actions, _ = self._search(views, rng)
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """Return the chosen actions, and the mean results of the simulations of each action.

        An action's value is its mean utility: the outcome plus (points - m) / (abs(m) + 1), where m
        is the mean of all seats' points; in games with a kernel `forecast` or `utilities`, only the
        outcome. The expected outcome is the mean outcome of the chosen action. It is too high on
        average, because the action was chosen by the same simulations; `compare_actions` plays new
        games. Candidates that were dropped early have fewer simulations. Forced and solved
        decisions are not simulated: their values are NaN.
        """
        actions, tallies = self._search(views, rng)
        action_outcomes = _means(tallies.outcomes, tallies.simulations)
        return Thoughts(
            actions,
            certain_policy(actions, tallies.simulations.shape[1]),
            action_values=_means(tallies.utilities, tallies.simulations),
            unit="outcome and margin" if margin_weight_of(views.game.kernels) else "outcome",
            expected_outcomes=action_outcomes[np.arange(len(actions)), actions],
            action_outcomes=action_outcomes,
            simulations=tallies.simulations,
        )

    def _search(self, views: Views, rng: np.random.Generator) -> tuple[np.ndarray, Tallies]:
        assert views.states is not None
        seeds = rng.integers(2**64, size=len(views.players), dtype=np.uint64)
        decisions = SearchedDecisions(views.states, views.players, views.action_masks, seeds)
        game = views.game
        settings = Settings(self.simulations, self.rollout == "random", game.greedy_temperature)
        simulate = self.simulator(game, decisions, settings)
        weight = self.prior_weight
        return search_decisions(game, decisions, self.rate(views), settings, simulate, weight)


def _means(sums: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
