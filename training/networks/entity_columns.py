"""Which inputs and actions belong to which entity of a game, for the network ``entities``."""

from typing import NamedTuple

import numpy as np

from hofspiele.envs.command_line.values import written
from hofspiele.envs.core import Game
from hofspiele.envs.core.layout import NONE
from hofspiele.training.settings.train import Network


class Columns(NamedTuple):
    """Inputs of N similar things: for each, F indices of inputs, `NONE` for missing ones."""

    columns: np.ndarray
    interchangeable: bool = False


def check_entities(game: Game, settings: Network) -> None:
    """Raise ValueError unless `game` and the settings suit the network ``entities``."""
    if not game.layout.entities:
        raise ValueError(f"network.architecture is entities, but {game.name} has none; set mlp")
    for name, holds, expected in (
        ("prior_temperature", settings.prior_temperature is not None, "a number, for example 1,"),
        ("entity_width", settings.entity_width is not None, "a width, for example 64,"),
        ("policy", len(settings.policy or ()) == 2, "two widths"),
        ("value", len(settings.value) == 2, "two widths"),
    ):
        if not holds:
            found = written(getattr(settings, name))
            raise ValueError(
                f"network.{name} is {found}, expected {expected} with network.architecture=entities"
            )


def column_groups(game: Game) -> list[Columns]:
    """Return the inputs of the context (one row), then of the entities of each kind (N rows).

    An entity has the inputs that describe it and the prior of the actions that name it. All other
    inputs are the context, which also has those that describe entities that differ by more.
    """
    size, kinds = game.observation_size, game.layout.entities
    excluded = {NONE}
    groups = []
    for kind in kinds:
        prior = np.where(kind.actions == NONE, NONE, size + kind.actions)
        groups.append(Columns(np.concatenate([kind.columns, prior], 1), kind.interchangeable))
        excluded.update(prior.ravel().tolist())
        if kind.interchangeable:
            excluded.update(kind.columns.ravel().tolist())
    context = [column for column in range(size + game.num_actions) if column not in excluded]
    return [Columns(np.array([context])), *groups]


def score_actions(game: Game) -> tuple[list[int], np.ndarray]:
    """Return the actions that the joint encoding scores, and the action of every score.

    The joint encoding's scores come first. Scores of missing actions have the index `num_actions`.
    """
    kinds = game.layout.entities
    by_entity_only = {a for kind in kinds if kind.interchangeable for a in kind.actions.flat}
    alone = [action for action in range(game.num_actions) if action not in by_entity_only]
    named = np.concatenate([alone, *(kind.actions.ravel() for kind in kinds)]).astype(np.int64)
    return alone, np.where(named == NONE, game.num_actions, named)
