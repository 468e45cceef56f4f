"""The warm start before self-play: the scale of inputs, and imitation of a teacher."""

from collections.abc import Callable

import numpy as np
from rich.console import Console

from hofspiele.envs.agents import GreedyAgent
from hofspiele.training.cli.progress import Display
from hofspiele.training.networks.policy import actor_of
from hofspiele.training.networks.standardise import Standardised
from hofspiele.training.players.network_agent import network_agent
from hofspiele.training.runs.build import RunParts
from hofspiele.training.runs.callbacks import Interval, check_weights
from hofspiele.training.selfplay.behaviour_cloning import clone_behaviour
from hofspiele.training.selfplay.examples import play_examples
from hofspiele.training.settings.train import Train

# The number of games in which the scale of inputs is measured.
_SCALING_GAMES = 256


def initialise(parts: RunParts, seed: int, console: Console) -> None:
    """Set the scale of an untrained network's inputs, and copy a trained teacher's weights."""
    fit_scale(parts, seed)
    teacher = parts.teacher
    if teacher is None:
        return
    network, actor = network_agent(teacher), actor_of(parts.model)
    if network is None:
        console.print(f"starting with new weights: {teacher.name} has none that can be copied")
    elif actor.description.same_actor(network.actor.description):
        actor.load_state_dict(network.actor.state_dict())
        console.print(f"starting with the weights of {teacher.name}")
    else:
        console.print(f"starting with new weights: {teacher.name} has another network")


def fit_scale(parts: RunParts, seed: int) -> None:
    """Measure the scale of the inputs in games of greedy, if the network standardises them."""
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
    """Learn from the teacher's games, unless there is no teacher or it is done already."""
    decisions, teacher = settings.imitation.decisions, parts.teacher
    if teacher is None or parts.cloned >= decisions:
        return
    # A policy with the heuristic's prior plays like it from the start.
    values_only = parts.inputs.has_prior and isinstance(teacher, GreedyAgent)
    lesson = "learning the value of positions from games of" if values_only else "imitating"
    name = teacher.name
    console.print(f"{lesson} {name}")
    checkpoints = Interval(settings.checkpoint_every, parts.cloned)

    def report(done: int, agreement: float) -> None:
        check_weights(parts.model.policy, f"{done:,} decisions", "imitation.learning_rate")
        parts.cloned = done
        display.show(done, f"agreement with {name} {agreement:.0%}")
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
