"""Behaviour cloning: a policy first learns to play like another agent, and where that leads.

Learning from rewards alone spends most of its time on finding out what every player knows.
Behaviour cloning (Pomerleau, 1991) hands it over within minutes; reinforcement then learns to do
better. The agent's games are played anew for every round: nothing is learnt by heart.
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

# games that are played, learnt from and forgotten at a time
_GAMES = 256
# share of decisions in which a random action is carried out
_NOISE = 0.05
_BATCH_SIZE = 1024
# the learning rate falls to this share of its start
_LAST_RATE = 0.1


def clone_behaviour(
    model: MaskablePPO,
    games: Sequence[Game],
    teacher: Agent,
    decisions: range,
    learning_rate: float,
    seed: int,
    with_solved: bool,
    inputs: Inputs,
    values_only: bool,
    report: Callable[[int, float], None],
) -> None:
    """Learn `teacher`'s actions, and from its games the value of positions.

    Args:
        model: its policy and value function are changed in place.
        games: what is played, in turns.
        teacher: holds all seats.
        decisions: from how many that have been learnt from already to how many, rounded up to
            whole rounds of games.
        learning_rate: of Adam at no decisions; it falls linearly to a tenth.
        seed: of the games and the order of learning.
        with_solved: whether to learn decisions that are solved (`Game.is_solved`), too.
        inputs: of the model's networks.
        values_only: leave the policy as it is, as one whose prior is `teacher` itself.
        report: called after each round with the decisions so far and the mean probability that the
            policy gave to the teacher's action.
    """
    rng = np.random.default_rng([0x1417A7E, seed, decisions.start])
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=learning_rate)
    model.policy.set_training_mode(True)
    done = decisions.start
    for game in cycle(games):
        if done >= decisions.stop:
            break
        rate = learning_rate * (1 - (1 - _LAST_RATE) * done / decisions.stop)
        optimizer.param_groups[0]["lr"] = rate
        examples = play_examples(game, teacher, _GAMES, rng, inputs, _NOISE, with_solved)
        # an interruption waits: nothing is half-learnt, and what is learnt is counted
        with Interrupts():
            agreement = _learn(model, optimizer, examples, rng, values_only)
            done += len(examples.actions)
            report(done, agreement)


def _learn(
    model: MaskablePPO,
    optimizer: torch.optim.Optimizer,
    examples: Examples,
    rng: np.random.Generator,
    values_only: bool,
) -> float:
    """Go through the examples once; the mean probability of the teacher's actions."""
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
