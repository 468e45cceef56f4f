"""The warm start before self-play: the scale of the inputs, and imitation of a teacher."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from rich.console import Console

from hofspiele.envs.agents import GreedyAgent
from hofspiele.envs.core.text.tables import percentage
from hofspiele.training.cli.progress import Display
from hofspiele.training.networks.architectures import load_weights
from hofspiele.training.networks.modules import StandardisedNetwork
from hofspiele.training.players.loading import file_of
from hofspiele.training.runs.callbacks import Interval, check_weights
from hofspiele.training.runs.learner import Learner
from hofspiele.training.selfplay.behaviour_cloning import clone_behaviour
from hofspiele.training.selfplay.examples import play_examples

# Number of games in which the scale of the inputs is measured.
_SCALING_GAMES = 256


def initialise(learner: Learner, console: Console) -> None:
    """Set the scale of an untrained network's inputs; copy the teacher's weights if possible.

    If the teacher's critic is copied too, nothing is left to imitate.
    """
    fit_scale(learner)
    teacher, settings = learner.teacher, learner.settings
    if teacher is None:
        return
    file, network = file_of(teacher), learner.model.policy.network
    if file is None:
        return
    if replace(file.network, value=settings.network.value) != settings.network:
        console.print(f"{teacher.name} has another network, so learning starts from random weights")
    elif file.network == settings.network and file.has_values and file.reward == settings.reward:
        load_weights(network, file.weights)
        learner.cloned = settings.imitation.decisions
        console.print(f"starting with the policy and value networks of {teacher.name}")
    else:
        load_weights(network, file.weights, keep_values=True)
        console.print(f"starting with the policy network of {teacher.name}")


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
    """Train the model on games of the teacher, if any, up to `imitation.decisions` decisions."""
    settings, teacher = learner.settings, learner.teacher
    decisions = settings.imitation.decisions
    if teacher is None or learner.cloned >= decisions:
        return
    # With a prior, the untrained policy already plays like the heuristic.
    values_only = learner.inputs.has_prior and isinstance(teacher, GreedyAgent)
    name = teacher.name
    lesson = f"learning position values from {name}'s games"
    console.print(lesson if values_only else f"imitating {name}")
    checkpoints = Interval(settings.checkpoint_every, learner.cloned)

    def report(done: int, agreement: float) -> None:
        check_weights(learner.model.policy, f"{done:,} decisions", "imitation.learning_rate")
        learner.cloned = done
        display.show(done, f"agreement with {name} {percentage(agreement, 0)}")
        if checkpoints.is_due(done):
            save()

    with Display(console, decisions, "decisions", learner.cloned) as display:
        clone_behaviour(
            learner.model,
            learner.games,
            teacher,
            range(learner.cloned, decisions),
            settings.imitation.learning_rate,
            settings.seed,
            learner.inputs,
            report,
            with_solved=not learner.use_solver,
            values_only=values_only,
            reward=settings.reward,
        )
