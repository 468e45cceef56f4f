"""The chances of success of a player's decisions, where they can be computed exactly."""

from collections.abc import Iterator

import numpy as np

from hofspiele.envs.knatsch.actions import CHALLENGE, TARGET_ACTION, TARGET_CASTLE, TARGET_PILE
from hofspiele.envs.knatsch.attempts import THROWS, result_to_beat_on_pile, throws_allowed
from hofspiele.envs.knatsch.cards import top_card
from hofspiele.envs.knatsch.game import Knatsch
from hofspiele.envs.knatsch.state import CASTLE, DICE, TARGET


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
    params, seat = game.params[0], int(state["player"])
    cards = state["dice_cards"][seat]

    def chance(beat: int) -> float:
        return float(params["start_chance"][cards, THROWS - 1, beat])

    for number in game.legal_actions(state):
        action = game.action_called(game.action_name(number))
        owner = (seat + action.place) % game.num_players
        if action.kind == TARGET_PILE:
            if top_card(state, action.subject) != params["tournament_card"]:
                yield (
                    action.name,
                    chance(result_to_beat_on_pile(params, state, seat, action.subject)),
                )
        elif action.kind == TARGET_CASTLE:
            castle = state["castle"][owner, action.subject]
            bonus = throws_allowed(state, seat, CASTLE, seat) - THROWS
            defence = state["dice_cards"][owner]
            yield action.name, float(params["siege_chance"][castle, cards, bonus, defence])
        elif action.kind == TARGET_ACTION:
            yield action.name, chance(params["beats"][state["action_card"][owner, action.subject]])
        elif action.kind == CHALLENGE:
            yield action.name, chance(params["king_beats"])
