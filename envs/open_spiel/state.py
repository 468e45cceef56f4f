"""A game in progress in OpenSpiel's form."""

from collections.abc import Callable, Sequence
from typing import Any

import pyspiel

from hofspiele.envs.core.rewards import result_of
from hofspiele.envs.open_spiel.shared_position import SharedPosition


class SpielState(pyspiel.State):
    """A state of a game: a chance node before the deal, then a decision or the end.

    OpenSpiel clones states often: it copies the attributes and makes an initial state of the game
    for each clone. Both are cheap, because nothing is dealt before the chance node and clones share
    positions.

    Attributes:
        position: the current position; None before the deal.
    """

    def __init__(self, game: Any, position: SharedPosition | None = None):
        super().__init__(game)
        self.position = position

    # --- whose turn it is ----------------------------------------------------------------------

    def current_player(self) -> int:
        position = self.position
        if position is None:
            return pyspiel.PlayerId.CHANCE
        if position.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.SIMULTANEOUS if self._all_at_once() else position.player

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.over

    def _all_at_once(self) -> bool:
        return self._dealt().game.simultaneous and self.get_game().all_at_once

    def _dealt(self) -> SharedPosition:
        if self.position is None:
            raise ValueError("nothing has been dealt yet, expected a state after the chance node")
        return self.position

    # --- decisions and chance ------------------------------------------------------------------

    def _legal_actions(self, player: int) -> list[int]:
        position = self._dealt()
        game, record = position.game, position.record[0]
        if self._all_at_once() and player not in game.seats_to_decide(record):
            return [game.wait_action]
        return position.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        position = self.position
        self.position = self.get_game().deal() if position is None else position.after(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.position = self._dealt().after_all(actions)

    def returns(self) -> list[float]:
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.num_players()
        position = self._dealt()
        return game.objective.pay(result_of(position.game, position.record))[0].tolist()

    # --- knowledge -----------------------------------------------------------------------------

    def resample_from_infostate(self, player_id: int, rng: Callable[[], float]) -> "SpielState":
        """Return a random state that `player_id` cannot distinguish from this one.

        The new state has an empty history, because the real history would reveal what is hidden.
        `rng` returns random numbers in [0, 1); one of them seeds the redeal.
        """
        if self.position is None:
            return self.clone()
        seed = int(rng() * 2**53) << 11
        return SpielState(self.get_game(), self.position.redeal_for(player_id, seed))

    # --- words and copies ----------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "deal"
        return self.get_game().game.action_name(action)

    def __str__(self) -> str:
        if self.position is None:
            return "nothing has been dealt yet"
        return self.position.game.draw(self.position.record[0])

    def __reduce__(self) -> tuple[Callable[..., "SpielState"], tuple[Any, ...]]:
        return _restore, (self.get_game(), self.serialize())


def _restore(game: Any, serialized: str) -> SpielState:
    return game.deserialize_state(serialized)
