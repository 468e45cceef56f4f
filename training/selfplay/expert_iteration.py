"""Expert iteration: a policy learns from a search that the policy itself guides.

The search says which actions are better than the policy assumes (`search_targets`), and the policy
learns to prefer them. The critic, which judges the positions of the search, learns from the games
that the policy plays. A better policy and critic make a better search (Anthony, Tian and Barber,
NeurIPS 2017).
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
from hofspiele.training.selfplay.search_targets import Guide, search_targets
from hofspiele.training.selfplay.vec_env import SelfPlayVecEnv
from hofspiele.training.settings.iterate import Search

if TYPE_CHECKING:
    from hofspiele.training.cluster.tasks import Cluster


class SearchedSteps(NamedTuple):
    """B steps for one optimiser step.

    Attributes:
        observations: (B, inputs) float32.
        legal: the lists of legal actions.
        targets: (B, L) float32, probabilities that the policy should have; zeros for forced
            decisions.
        returns: (B,) float32, targets of the critic.
    """

    observations: torch.Tensor
    legal: LegalActions
    targets: torch.Tensor
    returns: torch.Tensor


class SearchedRollout(Rollout):
    """A `Rollout` with a target of the policy for each decision."""

    def reset(self) -> None:
        if not hasattr(self, "targets"):
            self.targets = self._empty(np.float32, self.action_space.n)
        super().reset()

    def steps(self) -> SearchedSteps:
        """Return all steps, game by game."""
        legal = LegalActions.of(self._flat(self.action_masks))
        return SearchedSteps(
            self._flat(self.observations),
            legal,
            self._flat(self.targets).gather(1, legal.actions) * legal.is_action,
            self._flat(self.returns),
        )


class IterationLosses(NamedTuple):
    """The losses and statistics of a minibatch: scalars.

    Attributes:
        policy_loss: Kullback-Leibler divergence of the policy from its targets, in nats.
        value_loss: mean squared error of the critic.
        entropy_loss: the negated mean entropy of the policy, in nats.
    """

    policy_loss: torch.Tensor
    value_loss: torch.Tensor
    entropy_loss: torch.Tensor

    @property
    def of_policy(self) -> torch.Tensor:
        """The loss of the policy."""
        return self.policy_loss


class ExpertIteration(SelfPlayPPO):
    """`SelfPlayPPO` whose policy learns from a search instead of the advantages of its actions.

    The arguments that limit PPO's updates (``clip_range`` and so on) must keep their defaults.

    Attributes:
        search: the settings of the search.
        where: the cluster, or the number of threads, that searches.
    """

    rollout_buffer: SearchedRollout
    rollout_class: ClassVar[type[Rollout]] = SearchedRollout
    search: Search
    where: "Cluster | int" = 1

    def record_decisions(self, env: VecEnv) -> None:
        """Record the targets of the current decisions."""
        assert isinstance(env, SelfPlayVecEnv)
        agent = NetworkAgent("searching", self.policy.actor, self.policy.critic)
        guide = Guide(env.games, agent, self.search)
        seeds = np.random.randint(2**64, size=env.num_envs, dtype=np.uint64)
        rollout = self.rollout_buffer
        rollout.targets[rollout.pos] = search_targets(self.where, guide, env.views(), seeds)

    def losses(
        self,
        minibatch: SearchedSteps,
        policy: LegalPolicy,
        values: torch.Tensor,
        hyper: Hyperparameters,
    ) -> IterationLosses:
        """Return the losses of a part of the steps."""
        targets = minibatch.targets
        differences = targets.clamp(1e-9).log() - policy.log_probabilities
        return IterationLosses(
            policy_loss=(targets * differences).sum() / targets.sum().clamp(1.0),
            value_loss=mse_loss(values, minibatch.returns),
            entropy_loss=-policy.entropy().mean(),
        )
