"""The warm start before self-play: the scale of the inputs, and imitation of a teacher."""

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle

import numpy as np
import torch
from rich.console import Console

from hofspiele.envs.agents import GreedyAgent
from hofspiele.envs.reports.result_table import percentage
from hofspiele.training.cli.console import Display
from hofspiele.training.cli.signals import interruptions_delayed
from hofspiele.training.networks.architectures import load_weights
from hofspiele.training.networks.modules import StandardisedNetwork
from hofspiele.training.players.loading import file_of
from hofspiele.training.runs.callbacks import Interval, check_weights
from hofspiele.training.runs.learner import Learner
from hofspiele.training.selfplay.behaviour_cloning import learn_examples, play_examples

# Number of games in which the scale of the inputs is measured.
_SCALING_GAMES = 256
# Number of games per round of imitation. A round plays games, learns from them and discards them.
_GAMES_PER_ROUND = 256
# Share of the decisions in which a random action is played instead of the teacher's.
_NOISE = 0.05
# Final learning rate as a share of the initial one.
_FINAL_RATE_SHARE = 0.1


def initialise(learner: Learner, console: Console) -> None:
    """Set the scale of an untrained network's inputs; copy the teacher's weights if possible."""
    fit_scale(learner)
    teacher, settings = learner.teacher, learner.settings
    if teacher is None:
        return
    file, network = file_of(teacher), learner.model.policy.network
    if file is None:
        return
    if not _is_copied(learner):
        console.print(f"{teacher.name} has another network, so learning starts from random weights")
    elif file.network == settings.network and file.has_values and file.reward == settings.reward:
        load_weights(network, file.weights)
        learner.cloned = settings.imitation.decisions  # Nothing is left to imitate.
        console.print(f"starting with the policy and value networks of {teacher.name}")
    else:
        load_weights(network, file.weights, keep_values=True)
        console.print(f"starting with the policy network of {teacher.name}")


def _is_copied(learner: Learner) -> bool:
    """Return whether the policy network has the settings of the teacher's, if that is a network."""
    own = learner.settings.network
    file = None if learner.teacher is None else file_of(learner.teacher)
    return file is not None and replace(file.network, value=own.value) == own


def fit_scale(learner: Learner) -> None:
    """Set the scale of standardised inputs, if any, from games of greedy agents."""
    network = learner.model.policy.network.learnt
    if not (isinstance(network, StandardisedNetwork) and learner.settings.network.standardise):
        return
    rng = np.random.default_rng(learner.settings.seed)
    count = -(-_SCALING_GAMES // len(learner.games))
    played = [
        play_examples(
            game, GreedyAgent(), count, rng, learner.inputs, with_solved=not learner.use_solver
        )
        for game in learner.games
    ]
    inputs = np.concatenate([examples.observations for examples in played])
    network.standardise.fit(inputs[:, : learner.games[0].observation_size])


def clone_teacher(learner: Learner, save: Callable[[], None], console: Console) -> None:
    """Train the model on games of the teacher, if any, up to ``imitation.decisions`` decisions.

    Each round plays new games, so that the policy cannot memorise positions. The last one is
    completed, too. The learning rate decays linearly.
    """
    settings, teacher, model = learner.settings, learner.teacher, learner.model
    decisions, rate = settings.imitation.decisions, settings.imitation.learning_rate
    if teacher is None or learner.cloned >= decisions:
        return
    # The policy already plays like the teacher if it was copied, or if its prior is the heuristic.
    like_heuristic = learner.inputs.has_prior and isinstance(teacher, GreedyAgent)
    values_only = like_heuristic or _is_copied(learner)
    name = teacher.name
    lesson = f"learning position values from {name}'s games"
    console.print(lesson if values_only else f"imitating {name}")
    checkpoints = Interval(settings.checkpoint_every, learner.cloned)
    rng = np.random.default_rng([0x1417A7E, settings.seed, learner.cloned])
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=rate)
    model.policy.set_training_mode(True)
    with Display(console, "decisions") as display:
        display.report(learner.cloned, decisions)
        for game in cycle(learner.games):
            if learner.cloned >= decisions:
                break
            decay = (1 - _FINAL_RATE_SHARE) * learner.cloned / decisions
            optimizer.param_groups[0]["lr"] = rate * (1 - decay)
            examples = play_examples(
                game,
                teacher,
                _GAMES_PER_ROUND,
                rng,
                learner.inputs,
                _NOISE,
                with_solved=not learner.use_solver,
                reward=settings.reward,
            )
            # Interruptions are delayed until the round ends, so that `cloned` matches the updates.
            with interruptions_delayed():
                agreement = learn_examples(model, optimizer, examples, rng, values_only=values_only)
                done = learner.cloned + len(examples.actions)
                check_weights(model.policy, f"{done:,} decisions", "imitation.learning_rate")
                learner.cloned = done
                news = f"agreement with {name} {percentage(agreement, 0)}"
                display.report(done, decisions, news)
                if checkpoints.is_due(done):
                    save()
