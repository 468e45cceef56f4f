"""TorchRL: PPO with masked actions on a vector environment that TorchRL resets.

Usage: python examples/torchrl_ppo.py [UPDATES]
"""

import sys

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import (
    ActionMask,
    Compose,
    DTypeCastTransform,
    GymWrapper,
    InitTracker,
    TransformedEnv,
)
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import hofspiele.envs  # noqa: F401  # This registers the environments.

NUM_ENVS, NUM_STEPS, EPOCHS, MINIBATCH = 256, 16, 4, 512


def make_env() -> TransformedEnv:
    """Return a vector environment that TorchRL resets, with masks from its infos."""
    games = gymnasium.make_vec(
        "hofspiele/KouKaRoi-v0", NUM_ENVS, num_players=3, autoreset_mode="Disabled"
    )
    env = GymWrapper(games, categorical_action_encoding=True).auto_register_info_dict()
    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(as_bool, ActionMask(), InitTracker()))


def network(outputs: int) -> nn.Module:
    """Return a network with one hidden layer."""
    return nn.Sequential(nn.LazyLinear(128), nn.Tanh(), nn.LazyLinear(outputs))


def main(updates: int = 100) -> None:
    """Train on Kou-Ka-Roi against greedy; print mean outcomes, where 0 is a fair share of wins."""
    torch.manual_seed(1)
    env = make_env()
    actor = ProbabilisticActor(
        TensorDictModule(network(env.action_spec.space.n), ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        spec=env.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(1), in_keys=["observation"])
    for module in (actor, critic):
        module(env.reset())
    advantage = GAE(gamma=1.0, lmbda=0.9, value_network=critic)
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=2e-3)
    frames = NUM_ENVS * NUM_STEPS
    collector = Collector(env, actor, frames_per_batch=frames, total_frames=frames * updates)
    for update, batch in enumerate(collector):
        for _ in range(EPOCHS):
            with torch.no_grad():
                advantage(batch)
            for part in batch.reshape(-1)[torch.randperm(frames)].split(MINIBATCH):
                losses = loss_of(part)
                loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        games = int(batch["next", "done"].sum())
        outcome = batch["next", "reward"].sum() / max(games, 1)
        print(f"update {update}: {games} games, mean outcome {outcome:+.2f}")
    collector.shutdown()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
