"""Behaviour cloning: a policy learns the actions of another agent and the value of positions.

Reinforcement learning from scratch spends most of its time on finding out what every player knows.
Behaviour cloning (Pomerleau, 1991) teaches that within minutes; reinforcement learning then
improves on it. Every round plays new games, so the policy cannot memorise positions.
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
from hofspiele.training.cli.signals import Interrupts
from hofspiele.training.networks.inputs import Inputs
from hofspiele.training.selfplay.examples import Examples, play_examples

# Each round plays this many games, learns from them and discards them.
_GAMES_PER_ROUND = 256
# In this share of the decisions a random action is carried out instead of the teacher's.
_NOISE = 0.05
_BATCH_SIZE = 1024
# The learning rate decays linearly to this share of its initial value.
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
) -> None:
    """Train `model` on the actions of `teacher` and on the outcomes of its games.

    Args:
        model: MaskablePPO, whose policy and value function are changed in place.
        games: the games to play, one per round, in turn.
        teacher: the agent that holds all seats.
        decisions: number of decisions that `model` has already learnt from, and the number at
            which to stop; the last round is completed, so slightly more may be used.
        learning_rate: initial learning rate of Adam; it decays linearly to a tenth.
        seed: seed of the games and of the order of the examples.
        inputs: the inputs of the model's networks.
        report: called after each round with the number of decisions so far and the mean probability
            that the policy assigned to the teacher's actions.
        with_solved: whether to learn solved decisions (`Game.is_solved`) too.
        values_only: whether to train the value function only. It leaves the policy unchanged, which
            suits a policy whose prior already is `teacher`.
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
            game, teacher, _GAMES_PER_ROUND, rng, inputs, _NOISE, with_solved=with_solved
        )
        # An interruption waits for the end of the round, so that the count always matches the
        # updates that were made.
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
    """Train on all examples once; return the mean probability of the teacher's actions."""
    order = rng.permutation(len(examples.actions))
    agreement = 0.0
    for start in range(0, len(order), _BATCH_SIZE):
        rows = order[start : start + _BATCH_SIZE]
        observations, masks, actions, outcomes = (
            torch.from_numpy(column[rows]).to(model.device) for column in examples
        )
        values, log_probabilities, _ = model.policy.evaluate_actions(
            observations, actions, action_masks=masks
        )
        loss = model.vf_coef * mse_loss(values.flatten(), outcomes)
        if not values_only:
            loss = loss - log_probabilities.mean()
        optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(model.policy.parameters(), model.max_grad_norm)
        optimizer.step()
        agreement += float(log_probabilities.detach().exp().sum())
    return agreement / len(order)
