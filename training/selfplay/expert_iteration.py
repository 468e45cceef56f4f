"""Expert iteration: a policy learns from a search that the policy itself guides.

The search estimates the advantages of the policy's most probable actions (`search_advantages`), and
the policy learns from them as PPO does from the advantage of the action that it has played. The
critic, which judges the positions of the search, learns from the games that the policy plays. A
better policy and critic make a better search (Anthony, Tian and Barber, NeurIPS 2017).
"""

from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
import torch
from stable_baselines3.common.vec_env import VecEnv
from torch.nn.functional import mse_loss

from hofspiele.training.networks.masked_policy import LegalActions, LegalPolicy
from hofspiele.training.players.network_agent import NetworkAgent
from hofspiele.training.selfplay.ppo import Hyperparameters, SelfPlayPPO
from hofspiele.training.selfplay.rollout import Rollout
from hofspiele.training.selfplay.search_advantages import Guide, Searched, search_advantages
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv
from hofspiele.training.settings.iterate import Search

if TYPE_CHECKING:
    from hofspiele.training.cluster.tasks import Cluster


class SearchedSteps(NamedTuple):
    """B steps for one optimiser step.

    Attributes:
        observations: (B, inputs) float32.
        legal: the lists of legal actions, padded to length L.
        probabilities: (B, L) float32, of the policy that searched; 0 for forced decisions.
        advantages: (B, L) float32, the advantages of the actions for this policy.
        returns: (B,) float32, targets of the critic.
    """

    observations: torch.Tensor
    legal: LegalActions
    probabilities: torch.Tensor
    advantages: torch.Tensor
    returns: torch.Tensor


class SearchedRollout(Rollout):
    """A `Rollout` of T steps in N games, with the results of their searches (A actions).

    Attributes:
        searched: like `Searched`, but its arrays are (T, N, A).
    """

    def reset(self) -> None:
        if not hasattr(self, "searched"):
            actions = self.action_space.n
            self.searched = Searched(
                self._empty(np.float32, actions), self._empty(np.float32, actions)
            )
        super().reset()

    def steps(self) -> SearchedSteps:
        """Return all steps, game by game."""
        legal = LegalActions.of(self._flat(self.action_masks))
        probabilities, advantages = (
            self._flat(values).gather(1, legal.actions) * legal.is_action
            for values in self.searched
        )
        return SearchedSteps(
            self._flat(self.observations),
            legal,
            probabilities,
            advantages,
            self._flat(self.returns),
        )


class IterationLosses(NamedTuple):
    """The losses of a minibatch: scalars.

    Attributes:
        policy_gradient_loss: the clipped surrogate objective over all actions, negated.
        value_loss: mean squared error of the critic.
        entropy_loss: the negated mean entropy of the policy, in nats.
    """

    policy_gradient_loss: torch.Tensor
    value_loss: torch.Tensor
    entropy_loss: torch.Tensor


class ExpertIteration(SelfPlayPPO):
    """`SelfPlayPPO` whose policy learns from the advantages that a search estimates.

    The arguments ``clip_range_vf``, ``normalize_advantage`` and ``target_kl`` must keep their
    defaults.

    Attributes:
        search: the settings of the search.
        where: the cluster that searches, or the number of threads that search.
    """

    rollout_buffer: SearchedRollout
    rollout_class: ClassVar[type[Rollout]] = SearchedRollout
    search: Search
    where: "Cluster | int" = 1

    def record_decisions(self, env: VecEnv) -> None:
        """Search the current decisions and record their advantages."""
        assert isinstance(env, SelfPlayVecEnv)
        agent = NetworkAgent("searching", self.policy.actor, self.policy.critic)
        guide = Guide(env.games, agent, self.search)
        seeds = np.random.randint(2**64, size=env.num_envs, dtype=np.uint64)
        rollout = self.rollout_buffer
        found = search_advantages(self.where, guide, env.views(), seeds)
        for stored, values in zip(rollout.searched, found, strict=True):
            stored[rollout.pos] = values

    def losses(
        self,
        minibatch: SearchedSteps,
        policy: LegalPolicy,
        values: torch.Tensor,
        hyper: Hyperparameters,
    ) -> IterationLosses:
        """Return the losses of a minibatch.

        The policy's loss is PPO's loss averaged over the actions, weighted by probability. The
        advantages are divided by their root mean square. Forced decisions count only in the other
        losses.
        """
        before, advantages = minibatch.probabilities, minibatch.advantages
        decisions = before.sum().clamp(1.0)  # Forced decisions have probabilities of 0.
        scale = ((before * advantages.square()).sum() / decisions).sqrt() + 1e-8
        gains = advantages / scale
        after = policy.probabilities
        limit = hyper.clip_range
        clipped = after.clamp(before * (1 - limit), before * (1 + limit))
        return IterationLosses(
            policy_gradient_loss=-torch.min(gains * after, gains * clipped).sum() / decisions,
            value_loss=mse_loss(values, minibatch.returns),
            entropy_loss=-policy.entropy().mean(),
        )
