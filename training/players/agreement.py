"""Comparing two policies on positions from games that an agent plays against itself."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from hofspiele.envs.agents import Agent, Views, pick_actions, pick_probabilities
from hofspiele.envs.core import Game, Table
from hofspiele.training.players.policy_agent import PolicyAgent

# Number of games that are played at the same time.
_GAMES = 4


class Agreement(NamedTuple):
    """The result of comparing two policies.

    Attributes:
        positions: number of compared positions.
        logits: the largest difference between the two logits of a legal action, relative to the
            largest absolute logit of its decision, or to 1 if that is smaller than 1.
        probabilities: the largest difference between the two probabilities of an action.
        values: the largest difference between the two critics' values; 0 without critics.
        other_actions: number of positions in which the policies choose different actions, either
            sampled with the same random numbers or as the most probable action.
    """

    positions: int
    logits: float
    probabilities: float
    values: float
    other_actions: int


def agreement(one: PolicyAgent, other: PolicyAgent, positions: Sequence[Views]) -> Agreement:
    """Compare `one` and `other` on all positions and return the result."""
    found = [_agreement(one, other, views) for views in positions]
    counted, logits, probabilities, values, other_actions = zip(*found, strict=True)
    return Agreement(sum(counted), max(logits), max(probabilities), max(values), sum(other_actions))


def _agreement(one: PolicyAgent, other: PolicyAgent, views: Views) -> Agreement:
    masks = views.action_masks
    mine, theirs = (agent.logits([views]) for agent in (one, other))
    largest = np.where(masks, np.abs(mine), 0.0).max(1, keepdims=True).clip(min=1.0)
    difference = np.where(masks, np.abs(mine - theirs), 0.0) / largest
    chances = (pick_probabilities(logits, masks, 1.0) for logits in (mine, theirs))
    differs = np.zeros(len(masks), np.bool_)
    for temperature in (0.0, 1.0):
        taken = [
            pick_actions(logits, masks, temperature, np.random.default_rng(len(masks)))
            for logits in (mine, theirs)
        ]
        differs |= taken[0] != taken[1]
    values = [agent.values(views) for agent in (one, other) if agent.has_critic]
    return Agreement(
        len(masks),
        float(difference.max()),
        float(np.abs(np.subtract(*chances)).max()),
        float(np.abs(np.subtract(*values)).max()) if values else 0.0,
        int(differs.sum()),
    )


def positions_of_play(
    agent: Agent, games: Sequence[Game], least: int, seed: int
) -> Iterator[Views]:
    """Play complete games of `agent` against itself and yield at least `least` positions."""
    rng = np.random.default_rng([0x0AA3, seed])
    seen = 0
    while seen < least:
        for game in games:
            table = Table(game, _GAMES, int(rng.integers(2**63)))
            playing = np.arange(_GAMES)
            while len(playing):
                views = Views.from_table(table, playing, rng, with_states=True)
                yield views
                seen += len(playing)
                table.step(agent.act(views, rng), playing)
                playing = playing[~table.finished[playing]]
