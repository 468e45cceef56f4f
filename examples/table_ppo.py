"""PPO by self-play on `Table`, in one file with torch.

All seats are played by the policy that learns. A decision's return is the outcome of its game for
the seat that decided, so no reward has to be passed from seat to seat.

Usage: python examples/table_ppo.py [UPDATES]
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
LEARNING_RATE, CLIP, ENTROPY, VALUE = 1e-3, 0.2, 0.01, 0.5


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
    """M decisions whose games have ended."""

    observations: torch.Tensor  # (M, D) float32
    masks: torch.Tensor  # (M, A) bool
    actions: torch.Tensor  # (M,) int64
    log_probabilities: torch.Tensor  # (M,) float32, of the actions when they were chosen
    returns: torch.Tensor  # (M,) float32, the outcome for the seat that decided


def collect(table: Table, network: Network) -> Decisions:
    """Make `NUM_STEPS` decisions in each game; return those whose games ended meanwhile."""
    steps, results = [], []
    for _ in range(NUM_STEPS):
        observations = torch.from_numpy(table.observations.copy())
        masks = torch.from_numpy(table.action_masks.copy())
        players = table.players.copy()
        with torch.inference_mode():
            policy = network.policy(observations, masks)
            actions = policy.sample()
            log_probabilities = policy.log_prob(actions)
        table.step(actions.numpy())
        steps.append((observations, masks, actions, log_probabilities))
        results.append((players, table.finished.copy(), table.outcomes.copy()))
    returns, ended = _returns(results)
    columns = [torch.stack(column)[ended] for column in zip(*steps, strict=True)]
    return Decisions(*columns, returns=returns[ended])


def _returns(
    results: list[tuple[np.ndarray, np.ndarray, np.ndarray]],
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return each decision's return and whether its game has ended: (NUM_STEPS, NUM_GAMES) each."""
    returns, ended = [], []
    outcomes = np.zeros_like(results[0][2])
    known = np.zeros(len(outcomes), np.bool_)
    # Going backwards in time, the outcome seen last is the outcome of the current decision's game.
    for players, finished, final in reversed(results):
        outcomes[finished] = final[finished]
        known |= finished
        returns.append(outcomes[np.arange(len(players)), players])
        ended.append(known.copy())
    return (
        torch.from_numpy(np.stack(returns[::-1])).float(),
        torch.from_numpy(np.stack(ended[::-1])),
    )


def learn(network: Network, optimizer: torch.optim.Optimizer, decisions: Decisions) -> None:
    """Update the network with PPO's clipped objective."""
    with torch.inference_mode():
        advantages = decisions.returns - network.value(decisions.observations)
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


def main(updates: int = 60) -> None:
    """Train on Kou-Ka-Roi for three players; print the share of wins against two random players."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # More threads do not help a network of this size.
    game = envs.make("kou_ka_roi", num_players=3)
    table = Table(game, NUM_GAMES, seed=1)
    network = Network(game.observation_size, game.num_actions)
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    line_up = [TrainedAgent(network), make_agent("random"), make_agent("random")]
    for update in range(updates):
        learn(network, optimizer, collect(table, network))
        if update % 10 == 9 or update == updates - 1:
            wins = play_match(game, line_up, num_deals=100, seed=update).win_shares[:, :, 0]
            print(f"update {update + 1}: {wins.mean():.1%} of 300 games won (a fair share: 33.3%)")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
