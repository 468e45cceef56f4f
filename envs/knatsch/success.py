"""The chances of success of a player's decisions, where they can be computed exactly."""

from collections.abc import Iterator

import numpy as np

from hofspiele.envs.knatsch.actions import NAMING
from hofspiele.envs.knatsch.attempts import THROWS, name_target, result_to_beat, throws_allowed
from hofspiele.envs.knatsch.game import Knatsch
from hofspiele.envs.knatsch.state import CASTLE, DICE, TARGET, TOURNAMENT


def success_chances(game: Knatsch, state: np.record) -> dict[str, float]:
    """Return the chance that each legal action wins its target or defends it, by action name.

    The chances assume that all players keep dice optimally, also the owner who defends a castle.
    Tournaments, where the chances depend on how the others play, and decisions without dice have
    no entries.
    """
    if state["over"]:
        return {}
    if state["turn_step"] == DICE:
        return _chances_of_dice(game, state)
    return dict(_chances_of_targets(game, state)) if state["turn_step"] == TARGET else {}


def _chances_of_dice(game: Knatsch, state: np.record) -> dict[str, float]:
    if not game.is_solved(np.array([state]))[0]:
        return {}
    worth = game.action_values(state)
    # The worth of keeping all dice is slightly higher than its chance.
    return {
        game.action_name(action): min(float(worth[action]), 1.0)
        for action in game.legal_actions(state)
    }


def _chances_of_targets(game: Knatsch, state: np.record) -> Iterator[tuple[str, float]]:
    params, seat = game.params[0], state["player"]
    cards = state["dice_cards"][seat]
    for action in game.legal_actions(state):
        if params["action_kind"][action] not in NAMING:
            continue
        named = state.copy()
        name_target(params, named, action)
        if named["target"] == CASTLE:
            owner, throws = named["target_owner"], throws_allowed(named, seat, CASTLE, seat)
            castle, defence = named["castle"][owner, named["target_of"]], named["dice_cards"][owner]
            chance = params["siege_chance"][castle, cards, throws - THROWS, defence]
        elif named["target"] != TOURNAMENT:
            chance = params["start_chance"][cards, THROWS - 1, result_to_beat(params, named)]
        else:
            continue
        yield game.action_name(action), float(chance)
