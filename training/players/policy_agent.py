"""Policies as agents, whatever evaluates their networks."""

from collections.abc import Sequence

import numpy as np

from hofspiele.envs.agents import Agent, Thoughts, Views, pick_actions, pick_probabilities
from hofspiele.envs.core.threads import map_on_cores
from hofspiele.training.networks.forward import Forward, Forwards
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.players.agent_file import AgentFile

# Maximum number of decisions per call of a network, so that its intermediate arrays stay in the
# cache.
_ROWS = 128


class PolicyAgent(Agent):
    """An agent that samples actions from a network's policy, or takes the most probable one.

    The network evaluates batches of at most 128 decisions of a table, on all usable cores.

    Args:
        name: the agent's name in tables and records.
        inputs: how the inputs of the network are constructed.
        forwards: the functions of the network; they may be replaced between decisions.
        deterministic: whether to take the most probable action instead of sampling one.
        temperature: divisor of the logits when sampling; values above 1 make actions more random.
        thread_safe: whether threads may call the functions at the same time.
    """

    file: AgentFile | None = None  # the content of the file from which the agent was loaded

    def __init__(
        self,
        name: str,
        inputs: Inputs,
        forwards: Forwards,
        *,
        deterministic: bool = False,
        temperature: float = 1.0,
        thread_safe: bool = True,
    ):
        self.name = name
        self.inputs = inputs
        self.forwards = forwards
        self.reads_states = inputs.has_prior
        self.thread_safe = thread_safe
        self._temperature = 0.0 if deterministic else temperature

    @property
    def has_critic(self) -> bool:
        """Whether the agent has a value network, so that `values` can be called."""
        return self.forwards.value is not None

    @property
    def reward(self) -> str:
        """The name of the reward that `values` estimate; see `reward_of`."""
        return "outcome" if self.file is None else self.file.reward

    def logits(self, views: Sequence[Views]) -> np.ndarray:
        """Return logits for M views: (M, A) float32; logits of illegal actions are unused."""
        return self._evaluate(self.forwards.policy, views)

    def values(self, views: Views) -> np.ndarray:
        """Return the value network's estimates of M seats' rewards: (M,) float32."""
        assert self.forwards.value is not None
        return self._evaluate(self.forwards.value, [views])

    def _evaluate(self, network: Forward, views: Sequence[Views]) -> np.ndarray:
        parts = [
            seen.rows(slice(start, start + _ROWS))
            for seen in views
            for start in range(0, max(len(seen.players), 1), _ROWS)
        ]

        def evaluate(part: Views) -> np.ndarray:
            # The prior is computed here, so that it stays in the cache until the network reads it.
            return network(self.inputs.assemble(part))

        found = map_on_cores(evaluate, parts) if self.thread_safe else [*map(evaluate, parts)]
        return np.concatenate(found)

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        (actions,) = self.act_at_tables([views], [rng])
        return actions

    def think(self, views: Views, rng: np.random.Generator) -> Thoughts:
        """Return actions, their probabilities, and the outcomes that a critic of them expects."""
        expects_outcomes = self.has_critic and self.reward == "outcome"
        of_policy = self.logits([views]), views.action_masks, self._temperature
        return Thoughts(
            pick_actions(*of_policy, rng),
            pick_probabilities(*of_policy),
            expected_outcomes=self.values(views).astype(np.float64) if expects_outcomes else None,
        )

    def act_at_tables(
        self, views: Sequence[Views], rngs: Sequence[np.random.Generator]
    ) -> list[np.ndarray]:
        """Return the actions at all tables from one evaluation of the network."""
        ends = np.cumsum([len(seen.players) for seen in views])
        return [
            pick_actions(logits, seen.action_masks, self._temperature, rng)
            for logits, seen, rng in zip(
                np.split(self.logits(views), ends[:-1]), views, rngs, strict=True
            )
        ]
