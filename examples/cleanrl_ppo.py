"""CleanRL: PPO in one file with torch, a vector environment and masked logits.

Usage: python examples/cleanrl_ppo.py [UPDATES]
"""

import sys

import gymnasium
import torch
from torch import nn
from torch.distributions import Categorical

import hofspiele.envs  # noqa: F401  # This registers the environments.

NUM_ENVS, NUM_STEPS, EPOCHS, MINIBATCHES = 256, 16, 4, 8
GAMMA, GAE_LAMBDA, CLIP, ENTROPY, VALUE = 1.0, 0.9, 0.2, 0.01, 0.5


class Agent(nn.Module):
    """A policy network that gives illegal actions probability 0, and a value network."""

    def __init__(self, inputs: int, actions: int):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, actions))
        self.critic = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 1))

    def policy(self, observations: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """Return the distribution over the legal actions of each observation."""
        return Categorical(logits=self.actor(observations).masked_fill(~masks, -torch.inf))

    def value(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the expected outcome for each observation, with shape (N,)."""
        return self.critic(observations).squeeze(-1)


def main(updates: int = 100) -> None:
    """Train on Kou-Ka-Roi against greedy; print mean outcomes, where 0 is a fair share of wins."""
    torch.manual_seed(1)
    env = gymnasium.make_vec(
        "hofspiele/KouKaRoi-v0",
        NUM_ENVS,
        num_players=3,
        seat="random",
        opponents="greedy",
        autoreset_mode="SameStep",  # Every step is a decision, so none is left out of the loss.
    )
    inputs, num_actions = env.single_observation_space.shape[0], env.single_action_space.n
    agent = Agent(inputs, num_actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=2e-3, eps=1e-5)
    shape = (NUM_STEPS, NUM_ENVS)
    observations = torch.zeros(*shape, inputs)
    masks = torch.zeros(*shape, num_actions, dtype=torch.bool)
    actions = torch.zeros(shape, dtype=torch.int64)
    log_probs, rewards, dones, values, advantages = torch.zeros(5, *shape).unbind()

    seen, infos = env.reset(seed=1)
    for update in range(updates):
        for step in range(NUM_STEPS):
            observations[step] = torch.from_numpy(seen)
            masks[step] = torch.from_numpy(infos["action_mask"]).bool()
            with torch.no_grad():
                policy = agent.policy(observations[step], masks[step])
                actions[step] = policy.sample()
                log_probs[step] = policy.log_prob(actions[step])
                values[step] = agent.value(observations[step])
            seen, reward, terminated, truncated, infos = env.step(actions[step].numpy())
            rewards[step] = torch.from_numpy(reward)
            dones[step] = torch.from_numpy(terminated | truncated).float()

        with torch.no_grad():
            next_value, last = agent.value(torch.from_numpy(seen)), torch.zeros(NUM_ENVS)
            for step in reversed(range(NUM_STEPS)):
                continues = 1 - dones[step]
                delta = rewards[step] + GAMMA * continues * next_value - values[step]
                advantages[step] = last = delta + GAMMA * GAE_LAMBDA * continues * last
                next_value = values[step]
        batch = [
            entries.flatten(0, 1)
            for entries in (observations, masks, actions, log_probs, advantages, values)
        ]

        for _ in range(EPOCHS):
            for rows in torch.randperm(NUM_STEPS * NUM_ENVS).chunk(MINIBATCHES):
                observed, mask, action, old_log_prob, advantage, old_value = (
                    entries[rows] for entries in batch
                )
                policy = agent.policy(observed, mask)
                ratio = (policy.log_prob(action) - old_log_prob).exp()
                target = old_value + advantage
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                clipped = ratio.clamp(1 - CLIP, 1 + CLIP) * advantage
                loss = (
                    -torch.min(ratio * advantage, clipped).mean()
                    + VALUE * (agent.value(observed) - target).square().mean()
                    - ENTROPY * policy.entropy().mean()
                )
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
        games = int(dones.sum())
        print(f"update {update}: {games} games, mean outcome {rewards.sum() / max(games, 1):+.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
