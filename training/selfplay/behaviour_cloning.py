"""Behaviour cloning: supervised training on the actions and rewards of another agent.

Reinforcement learning from scratch spends most of its time on learning basic play. Behaviour
cloning (Pomerleau, 1991) needs only minutes for this; reinforcement learning continues from there.
"""

from typing import NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from torch.nn.functional import mse_loss
from torch.nn.utils import clip_grad_norm_

from hofspiele.envs.agents import Agent, Views
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.random_play import choose_random
from hofspiele.envs.core.rewards import RewardFunction
from hofspiele.training.networks.inputs import Inputs

_BATCH_SIZE = 1024


class Examples(NamedTuple):
    """M decisions from complete games."""

    observations: np.ndarray  # (M, I) float32, the `Inputs` of a network
    action_masks: np.ndarray  # (M, A) bool, the legal actions
    actions: np.ndarray  # (M,) int64, the actions that the agent chose
    rewards: np.ndarray  # (M,) float32, the reward of the deciding seat at the end of its game


def play_examples(
    game: Game,
    agent: Agent,
    num_games: int,
    rng: np.random.Generator,
    inputs: Inputs,
    noise: float = 0.0,
    *,
    with_solved: bool = True,
    reward: str | RewardFunction = "outcome",
) -> Examples:
    """Play `num_games` games with `agent` on all seats to their ends and return its decisions.

    In a share `noise` of the recorded decisions, a random legal action is played instead of the
    recorded one, which adds positions that the agent would not reach itself. If solved decisions
    (`Game.is_solved`) are not recorded, they are played without noise.
    """
    table = Table(game, num_games, int(rng.integers(2**63)), reward=reward)
    rewards = np.zeros_like(table.rewards)
    running = np.arange(num_games)
    recorded = []
    while len(running):
        views = Views.from_table(
            table, running, rng, with_states=agent.reads_states or inputs.has_prior
        )
        actions = agent.act(views, rng)
        is_recorded = np.ones(len(running), np.bool_)
        if not with_solved:
            is_recorded = ~game.is_solved(table.states.take(running))
        columns = (inputs.assemble(views), views.action_masks, actions, running, views.players)
        recorded.append([column[is_recorded] for column in columns])
        noisy = _with_noise(actions, views.action_masks, noise, rng)
        table.step(np.where(is_recorded, noisy, actions), running)
        ended = running[table.finished[running]]
        rewards[ended] = table.rewards[ended]
        running = running[~table.finished[running]]
    observations, masks, actions, games, players = map(np.concatenate, zip(*recorded, strict=True))
    return Examples(observations, masks, actions, rewards[games, players].astype(np.float32))


def _with_noise(
    actions: np.ndarray, masks: np.ndarray, noise: float, rng: np.random.Generator
) -> np.ndarray:
    at_random = np.zeros_like(actions)
    choose_random(masks, rng.integers(2**64, dtype=np.uint64), at_random)
    return np.where(rng.random(len(actions)) < noise, at_random, actions)


def learn_examples(
    model: MaskablePPO,
    optimizer: torch.optim.Optimizer,
    examples: Examples,
    rng: np.random.Generator,
    *,
    values_only: bool,
) -> float:
    """Train on each example once, in random order; return the mean probability of its action.

    With `values_only`, only the value function learns, which suits a policy whose prior is the
    teacher itself.
    """
    order = rng.permutation(len(examples.actions))
    agreement = 0.0
    for start in range(0, len(order), _BATCH_SIZE):
        rows = order[start : start + _BATCH_SIZE]
        observations, masks, actions, rewards = (
            torch.from_numpy(column.take(rows, axis=0)).to(model.device) for column in examples
        )
        values, log_probabilities, _ = model.policy.evaluate_actions(
            observations, actions, action_masks=masks
        )
        loss = model.vf_coef * mse_loss(values.flatten(), rewards)
        if not values_only:
            loss = loss - log_probabilities.mean()
        optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(model.policy.parameters(), model.max_grad_norm)
        optimizer.step()
        agreement += float(log_probabilities.detach().exp().sum())
    return agreement / len(order)
