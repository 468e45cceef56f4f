"""The warm start before self-play: the scale of the inputs, and imitation of a teacher."""

from collections.abc import Callable

import numpy as np
from rich.console import Console

from hofspiele.envs.agents import GreedyAgent
from hofspiele.training.cli.progress import Display
from hofspiele.training.measuring.tables import percentage
from hofspiele.training.networks.policy import actor_of
from hofspiele.training.networks.standardise import Standardised
from hofspiele.training.players.network_agent import network_agent
from hofspiele.training.runs.build import RunParts
from hofspiele.training.runs.callbacks import Interval, check_weights
from hofspiele.training.selfplay.behaviour_cloning import clone_behaviour
from hofspiele.training.selfplay.examples import play_examples
from hofspiele.training.settings.train import Train

# Number of games in which the scale of the inputs is measured.
_SCALING_GAMES = 256


def initialise(parts: RunParts, settings: Train, console: Console) -> None:
    """Set the scale of an untrained network's inputs; copy the teacher's weights if possible.

    If the teacher's critic is copied too, nothing is left to imitate.
    """
    fit_scale(parts, settings.seed)
    teacher = parts.teacher
    if teacher is None:
        return
    network, actor = network_agent(teacher), actor_of(parts.model)
    if network is None:
        console.print(f"starting from random weights: {teacher.name} has no weights to copy")
    elif actor.description.same_actor(network.actor.description):
        actor.load_state_dict(network.actor.state_dict())
        copied = "policy network"
        if network.critic is not None and actor.description == network.actor.description:
            parts.model.policy.critic.load_state_dict(network.critic.state_dict())
            parts.cloned = settings.imitation.decisions
            copied = "policy and value networks"
        console.print(f"starting with the {copied} of {teacher.name}")
    else:
        console.print(f"starting from random weights: {teacher.name} has a different network")


def fit_scale(parts: RunParts, seed: int) -> None:
    """Set the scale of standardised inputs, if any, from games of greedy agents."""
    features = actor_of(parts.model).features
    if not isinstance(features, Standardised):
        return
    rng = np.random.default_rng(seed)
    count = -(-_SCALING_GAMES // len(parts.games))
    played = [
        play_examples(
            game, GreedyAgent(), count, rng, parts.inputs, with_solved=not parts.use_solver
        )
        for game in parts.games
    ]
    features.fit(np.concatenate([examples.observations for examples in played]))


def clone_teacher(
    parts: RunParts, settings: Train, save: Callable[[], None], console: Console
) -> None:
    """Train the model on games of the teacher, if any, up to `imitation.decisions` decisions."""
    decisions, teacher = settings.imitation.decisions, parts.teacher
    if teacher is None or parts.cloned >= decisions:
        return
    # With a prior, the untrained policy already plays like the heuristic.
    values_only = parts.inputs.has_prior and isinstance(teacher, GreedyAgent)
    name = teacher.name
    lesson = f"learning position values from {name}'s games"
    console.print(lesson if values_only else f"imitating {name}")
    checkpoints = Interval(settings.checkpoint_every, parts.cloned)

    def report(done: int, agreement: float) -> None:
        check_weights(parts.model.policy, f"{done:,} decisions", "imitation.learning_rate")
        parts.cloned = done
        display.show(done, f"agreement with {name} {percentage(agreement, 0)}")
        if checkpoints.is_due(done):
            save()

    with Display(console, decisions, "decisions", parts.cloned) as display:
        clone_behaviour(
            parts.model,
            parts.games,
            teacher,
            range(parts.cloned, decisions),
            settings.imitation.learning_rate,
            settings.seed,
            parts.inputs,
            report,
            with_solved=not parts.use_solver,
            values_only=values_only,
        )
