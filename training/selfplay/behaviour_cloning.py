"""Behaviour cloning: supervised training on the actions and rewards of another agent.

Reinforcement learning from scratch spends most of its time on learning basic play. Behaviour
cloning (Pomerleau, 1991) needs only minutes for this; reinforcement learning continues from there.
Each round plays new games, so the policy cannot memorise positions.
"""

from collections.abc import Callable, Sequence
from itertools import cycle

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from torch.nn.functional import mse_loss
from torch.nn.utils import clip_grad_norm_

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import Game
from hofspiele.envs.core.rewards import RewardFunction
from hofspiele.training.cli.signals import Interrupts
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.selfplay.examples import Examples, play_examples

# Number of games per round. A round plays games, learns from them and discards them.
_GAMES_PER_ROUND = 256
# Share of the decisions in which a random action is played instead of the teacher's.
_NOISE = 0.05
_BATCH_SIZE = 1024
# Final learning rate as a share of the initial one; the decay is linear.
_FINAL_RATE_SHARE = 0.1


def clone_behaviour(
    model: MaskablePPO,
    games: Sequence[Game],
    teacher: Agent,
    decisions: range,
    learning_rate: float,
    seed: int,
    inputs: Inputs,
    report: Callable[[int, float], None],
    *,
    with_solved: bool,
    values_only: bool,
    reward: str | RewardFunction = "outcome",
) -> None:
    """Train `model` on the actions of `teacher` and on the rewards of its games.

    Args:
        model: the model, whose policy and value function are changed in place.
        games: variants of the game; rounds play them in turn.
        teacher: the agent that holds all seats.
        decisions: a range from the number of decisions that `model` has already learnt from to the
            number to reach. The last round is completed, so thousands more may be used.
        learning_rate: initial learning rate of Adam; it decays linearly to a tenth.
        seed: seed of the games and of the order of the examples.
        inputs: how the inputs of the model's networks are constructed.
        report: a function that is called after each round with the number of decisions so far and
            the mean probability that the policy assigned to the teacher's actions.
        with_solved: whether to learn solved decisions (`Game.is_solved`) too.
        values_only: whether to train the value function only and leave the policy unchanged. This
            suits a policy whose prior is `teacher` itself.
        reward: what games pay; see `hofspiele.envs.core.rewards.reward_of`.
    """
    rng = np.random.default_rng([0x1417A7E, seed, decisions.start])
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=learning_rate)
    model.policy.set_training_mode(True)
    done = decisions.start
    for game in cycle(games):
        if done >= decisions.stop:
            break
        rate = learning_rate * (1 - (1 - _FINAL_RATE_SHARE) * done / decisions.stop)
        optimizer.param_groups[0]["lr"] = rate
        examples = play_examples(
            game,
            teacher,
            _GAMES_PER_ROUND,
            rng,
            inputs,
            _NOISE,
            with_solved=with_solved,
            reward=reward,
        )
        # Interruptions are delayed until the round ends, so that `done` matches the updates.
        with Interrupts():
            agreement = _learn(model, optimizer, examples, rng, values_only=values_only)
            done += len(examples.actions)
            report(done, agreement)


def _learn(
    model: MaskablePPO,
    optimizer: torch.optim.Optimizer,
    examples: Examples,
    rng: np.random.Generator,
    *,
    values_only: bool,
) -> float:
    """Train on each example once and return the mean probability of the teacher's actions."""
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
