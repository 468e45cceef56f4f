"""A game in play as OpenSpiel sees it."""

from collections.abc import Callable, Sequence
from typing import Any

import pyspiel

from hofspiele.envs.core.rewards import result_of
from hofspiele.envs.open_spiel.moment import Moment


class SpielState(pyspiel.State):
    """Before the deal a chance node, then one decision after the other.

    OpenSpiel's clones copy what an instance holds and make a new game's first state for each: both
    cost next to nothing, as nothing is dealt before the chance node and moments are shared.

    Attributes:
        moment: where the game is; None before the deal.
    """

    def __init__(self, game: Any, moment: Moment | None = None):
        super().__init__(game)
        self.moment = moment

    # --- whose turn it is ----------------------------------------------------------------------

    def current_player(self) -> int:
        moment = self.moment
        if moment is None:
            return pyspiel.PlayerId.CHANCE
        if moment.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.SIMULTANEOUS if self._all_at_once() else moment.player

    def is_terminal(self) -> bool:
        return self.moment is not None and self.moment.over

    def _all_at_once(self) -> bool:
        return self._dealt().game.simultaneous and self.get_game().all_at_once

    def _dealt(self) -> Moment:
        if self.moment is None:
            raise ValueError("nothing has been dealt yet, expected a state after the chance nodes")
        return self.moment

    # --- decisions and chance ------------------------------------------------------------------

    def _legal_actions(self, player: int) -> list[int]:
        moment = self._dealt()
        if self._all_at_once() and player not in moment.asked():
            return [moment.game.wait_action]
        return moment.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.get_game().max_chance_outcomes()
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.moment is None:
            self.moment = self.get_game().deal([*self.history(), action])
        else:
            self.moment = self.moment.after(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.moment = self._dealt().after_all(actions)

    def returns(self) -> list[float]:
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.num_players()
        moment = self._dealt()
        return game.reward(result_of(moment.game, moment.position))[0].tolist()

    # --- knowledge -----------------------------------------------------------------------------

    def resample_from_infostate(self, player_id: int, rng: Callable[[], float]) -> "SpielState":
        """A state that `player_id` can't tell from this one, all that it can't know dealt anew.

        Its history is empty and begins here: that of this state would tell what is hidden.

        Args:
            player_id: the seat.
            rng: draws numbers in [0, 1), from which the deal follows.
        """
        if self.moment is None:
            return self.clone()
        seed = int(rng() * 2**53) << 11
        return SpielState(self.get_game(), self.moment.redealt(player_id, seed))

    # --- words and copies ----------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.get_game().game.action_name(action)

    def __str__(self) -> str:
        moment = self.moment
        return "nothing has been dealt" if moment is None else moment.game.draw(moment.position[0])

    def __reduce__(self) -> tuple[Callable[..., "SpielState"], tuple[Any, ...]]:
        return _restored, (self.get_game(), self.serialize())


def _restored(game: Any, serialized: str) -> SpielState:
    return game.deserialize_state(serialized)
