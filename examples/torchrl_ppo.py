"""TorchRL: PPO with masked actions on our vector environment, which TorchRL resets itself.

Usage: python examples/torchrl_ppo.py [UPDATES]
"""

import sys

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.data import Unbounded
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.envs.gym_like import default_info_dict_reader
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import hofspiele.envs  # noqa: F401  # enters the environments

NUM_ENVS, NUM_STEPS, EPOCHS = 64, 32, 4


def make_env() -> TransformedEnv:
    """Games that wait for their reset, as TorchRL likes it; infos hold the mask."""
    games = gymnasium.make_vec(
        "hofspiele/KouKaRoi-v0", NUM_ENVS, num_players=3, autoreset_mode="Disabled"
    )
    env = GymWrapper(games, categorical_action_encoding=True)
    mask = Unbounded((NUM_ENVS, int(games.single_action_space.n)), dtype=torch.int8)
    env.auto_register_info_dict(info_dict_reader=default_info_dict_reader(["action_mask"], [mask]))
    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(as_bool, ActionMask()))


def network(outputs: int) -> nn.Module:
    """One hidden layer."""
    return nn.Sequential(nn.LazyLinear(128), nn.Tanh(), nn.LazyLinear(outputs))


def main(updates: int = 20) -> None:
    """Learn Kou-Ka-Roi against greedy, and tell after each update what games have brought."""
    torch.manual_seed(1)
    env = make_env()
    num_actions = env.action_spec.space.n
    actor = ProbabilisticActor(
        TensorDictModule(network(num_actions), ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        spec=env.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(1), in_keys=["observation"])
    for module in (actor, critic):
        module(env.reset())
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=1e-3)
    frames = NUM_ENVS * NUM_STEPS
    collector = Collector(env, actor, frames_per_batch=frames, total_frames=frames * updates)
    for update, batch in enumerate(collector):
        for _ in range(EPOCHS):
            with torch.no_grad():
                advantage(batch)
            losses = loss_of(batch.reshape(-1))
            optimizer.zero_grad()
            sum(value for name, value in losses.items() if name.startswith("loss_")).backward()
            optimizer.step()
        games = int(batch["next", "done"].sum())
        outcome = batch["next", "reward"].sum() / max(games, 1)
        print(f"update {update}: {games} games, mean outcome {outcome:+.2f}")
    collector.shutdown()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
