"""The inputs and actions of each entity, as arrays from which entity layers are made."""

import numpy as np

from hofspiele.envs.core.entities import NONE
from hofspiele.training.networks.description import EntityKind, NetworkDescription


def context_of(description: NetworkDescription) -> list[int]:
    """Return the inputs of the context: all that do not describe one entity alone.

    Inputs that describe interchangeable entities, and the prior of actions that name any, are left
    to the entities.
    """
    told = {NONE}
    for kind in description.entities:
        named = (action for actions in kind.actions for action in actions if action != NONE)
        told.update(description.observation_size + action for action in named)
        if kind.interchangeable:
            told.update(column for columns in kind.columns for column in columns)
    return [i for i in range(description.num_inputs) if i not in told]


def columns_of(kind: EntityKind, observation_size: int) -> np.ndarray:
    """Return the inputs that describe each entity, with its actions' prior: (N, F + S) int64."""
    actions = np.array(kind.actions)
    prior = np.where(actions == NONE, NONE, observation_size + actions)
    return np.concatenate([np.array(kind.columns), prior], axis=1)


def scored_together(description: NetworkDescription) -> list[int]:
    """Return the actions that name no interchangeable entity; the joint encoding scores them."""
    by_thing_only = {
        action
        for kind in description.entities
        if kind.interchangeable
        for actions in kind.actions
        for action in actions
    }
    return [action for action in range(description.num_actions) if action not in by_thing_only]
