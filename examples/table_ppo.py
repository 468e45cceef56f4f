"""PPO by self-play on `Table`, in one file with torch.

All seats are played by the policy that learns. Each seat has advantages of its own: the decision
that follows a seat's decision is the same seat's next one, not the next one in the game. So games
may be longer than `NUM_STEPS`.

Usage: python examples/table_ppo.py [GAME [UPDATES]]
"""

import sys
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from hofspiele import envs
from hofspiele.envs.agents import Agent, Views, make_agent, play_match
from hofspiele.envs.core import Table

NUM_GAMES, NUM_STEPS, EPOCHS, MINIBATCH = 512, 64, 2, 4096
LEARNING_RATE, CLIP, ENTROPY, VALUE, LAMBDA = 1e-3, 0.2, 0.01, 0.5, 0.95


class Network(nn.Module):
    """A policy network and a value network."""

    def __init__(self, inputs: int, actions: int):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, actions))
        self.critic = nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 1))

    def policy(self, observations: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """Return the distribution over the legal actions of each observation."""
        return Categorical(logits=self.actor(observations).masked_fill(~masks, -torch.inf))

    def value(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the expected outcome of each deciding seat, with shape (M,)."""
        return self.critic(observations).squeeze(1)


class Decisions(NamedTuple):
    """M decisions, each with what followed for the seat that decided."""

    observations: torch.Tensor  # (M, D) float32
    masks: torch.Tensor  # (M, A) bool
    actions: torch.Tensor  # (M,) int64
    log_probabilities: torch.Tensor  # (M,) float32, of the actions when they were chosen
    advantages: torch.Tensor  # (M,) float32
    returns: torch.Tensor  # (M,) float32, what the value network should have predicted


def collect(table: Table, network: Network) -> Decisions:
    """Make `NUM_STEPS` decisions in each game; return those with a known continuation."""
    steps, results = [], []
    for _ in range(NUM_STEPS):
        observations = torch.from_numpy(table.observations.copy())
        masks = torch.from_numpy(table.action_masks.copy())
        players = table.players.copy()
        with torch.inference_mode():
            policy = network.policy(observations, masks)
            actions = policy.sample()
            log_probabilities = policy.log_prob(actions)
            values = network.value(observations)
        table.step(actions.numpy())
        steps.append((observations, masks, actions, log_probabilities))
        results.append((players, values.numpy(), table.finished.copy(), table.outcomes.copy()))
    advantages, returns, known = _advantages(results)
    columns = [torch.stack(column)[known] for column in zip(*steps, strict=True)]
    return Decisions(*columns, advantages[known], returns[known])


def _advantages(results: list[tuple[np.ndarray, ...]]) -> tuple[torch.Tensor, ...]:
    """Return advantages, returns and whether they are known, each of shape (NUM_STEPS, NUM_GAMES).

    Advantages are estimated as in GAE (Schulman et al., ICLR 2016), without discount. The last
    decision of a seat is unknown if its game continues, because it has no later value of the seat.
    """
    # What each seat of each game will get after the current step.
    values = np.zeros_like(results[0][3], np.float32)
    advantages = np.zeros_like(values)
    known = np.zeros_like(values, np.bool_)
    games = np.arange(len(values))
    columns = []
    for players, predicted, finished, outcomes in reversed(results):
        values[finished], advantages[finished], known[finished] = outcomes[finished], 0, True
        seats = games, players
        later = np.where(known[seats], values[seats], predicted)
        advantage = later + LAMBDA * advantages[seats] - predicted
        columns.append((advantage, advantage + predicted, known[seats]))
        values[seats], advantages[seats], known[seats] = predicted, advantage, True
    return tuple(torch.from_numpy(np.stack(column)) for column in zip(*columns[::-1], strict=True))


def learn(network: Network, optimizer: torch.optim.Optimizer, decisions: Decisions) -> None:
    """Update the network with PPO's clipped objective."""
    advantages = decisions.advantages
    advantages = (advantages - advantages.mean()) / advantages.std()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(advantages)).split(MINIBATCH):
            part = Decisions(*(column[rows] for column in decisions))
            policy = network.policy(part.observations, part.masks)
            ratio = (policy.log_prob(part.actions) - part.log_probabilities).exp()
            gains = ratio * advantages[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[rows]
            errors = (network.value(part.observations) - part.returns) ** 2
            loss = -torch.minimum(*gains).mean() + VALUE * errors.mean()
            loss = loss - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


class TrainedAgent(Agent):
    """An agent that samples its actions from a network's policy."""

    name = "table_ppo"

    def __init__(self, network: Network):
        self._network = network

    def act(self, views: Views, rng: np.random.Generator) -> np.ndarray:
        with torch.inference_mode():
            masks = torch.from_numpy(views.action_masks)
            logits = self._network.policy(torch.from_numpy(views.observations), masks).logits
        return (logits.numpy() + rng.gumbel(size=logits.shape)).argmax(1)


def main(name: str = "kou_ka_roi", updates: str = "60") -> None:
    """Train on a game for three players; print the share of wins against two random players."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # More threads do not help a network of this size.
    game = envs.make(name, num_players=3)
    table = Table(game, NUM_GAMES, seed=1)
    network = Network(game.observation_size, game.num_actions)
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    line_up = [TrainedAgent(network), make_agent("random"), make_agent("random")]
    for update in range(int(updates)):
        learn(network, optimizer, collect(table, network))
        if update % 10 == 9 or update == int(updates) - 1:
            wins = play_match(game, line_up, num_deals=100, seed=update).win_shares[:, :, 0]
            print(f"update {update + 1}: {wins.mean():.1%} of 300 games won (a fair share: 33.3%)")


if __name__ == "__main__":
    main(*sys.argv[1:])
