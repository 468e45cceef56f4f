"""A position and how play came to it: immutable, so that OpenSpiel's many clones share it."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.core import Game, IllegalActionError

# bytes: so many that two ways in which a seat saw a game are never taken for one
_DIGEST_BYTES = 16


class Moment:
    """A position in play, with what each seat has seen on the way to it.

    Attributes:
        game: what is played.
        position: array of one record; nobody writes to it.
        player: the seat that decides, of no meaning once over.
        over: whether the game has ended.

    Args:
        game: what is played.
        position: array of one record, which nobody else holds.
        before: the moment before the last decision; None where the past is not known.
        shown: numbers of the actions that everybody has seen since then.
        seen: digests of what seats have seen up to here; those of others are worked out.
    """

    __slots__ = ("_before", "_mask", "_seen", "_shown", "game", "over", "player", "position")

    def __init__(
        self,
        game: Game,
        position: np.ndarray,
        before: "Moment | None" = None,
        shown: Sequence[int] = (),
        seen: dict[int, bytes] | None = None,
    ):
        record = position[0]
        self.game = game
        self.position = position
        self.player = int(record["player"])
        self.over = bool(record["over"])
        self._before = before
        self._shown = tuple(shown)
        self._seen = {} if seen is None else seen
        self._mask: np.ndarray | None = None

    # --- play ----------------------------------------------------------------------------------

    def asked(self) -> list[int]:
        """The seats that have still to decide, in rising order."""
        return self.game.asked(self.position[0])

    def mask(self) -> np.ndarray:
        """Legal actions of the seat that decides, none once over: bool, shape (num_actions,)."""
        if self._mask is None:
            self._mask = self.game.legal_mask(self.position[0])
        return self._mask

    def legal_actions(self, seat: int) -> list[int]:
        """Numbers of the legal actions of a seat that is asked, in rising order."""
        if seat == self.player:
            return self.mask().nonzero()[0].tolist()
        return self.game.legal_actions(self.position[0], seat)

    def after(self, action: int) -> "Moment":
        """What the decision of the seat that decides leads to.

        Raises:
            IllegalActionError: the action is not legal here.
        """
        mask = self.mask()
        if not 0 <= action < len(mask) or not mask[action]:
            raise IllegalActionError(self.game.describe_illegal(action, mask))
        position = _copy_of(self.position)
        self.game.engine.apply(self.game.params, position, np.array([action]))
        return Moment(self.game, position, self, self._shown_by(action, position))

    def after_all(self, actions: Sequence[int]) -> "Moment":
        """What the simultaneous decisions of all seats lead to, one action a seat."""
        moment, asked = self, self.asked()
        for seat, action in enumerate(actions):
            if seat in asked or self.over:  # which refuses them
                moment = moment.after(action)
            elif action != self.game.wait_action:
                raise IllegalActionError(
                    f"player {seat} takes no part, expected action {self.game.wait_action} "
                    f"({self.game.action_name(self.game.wait_action)}), got {action}"
                )
        return moment

    def _shown_by(self, action: int, position: np.ndarray) -> Sequence[int]:
        """The actions that everybody sees when `action` has led to `position`."""
        if not self.game.simultaneous:
            return (action,)
        if (position["choice"] >= 0).any():
            return ()  # choices are secret before all are made
        choices = self.position["choice"][0].tolist()
        choices[self.player] = action
        return choices

    # --- knowledge -----------------------------------------------------------------------------

    def observation(self, seat: int) -> np.ndarray:
        """What `seat` may know now: float32, shape (observation_size,)."""
        return self.game.observe(self.position[0], seat)

    def seen(self, seat: int) -> bytes:
        """A digest of all that `seat` has seen and done up to here, in its order."""
        unknown: list[Moment] = []
        moment: Moment | None = self
        while moment is not None and seat not in moment._seen:
            unknown.append(moment)
            moment = moment._before
        digest = b"" if moment is None else moment._seen[seat]
        for moment in reversed(unknown):
            parts = (digest, np.array(moment._shown), moment.observation(seat))
            digest = hashlib.blake2b(
                b"".join(map(bytes, parts)), digest_size=_DIGEST_BYTES
            ).digest()
            moment._seen[seat] = digest
        return digest

    def redealt(self, seat: int, seed: int) -> "Moment":
        """One that `seat` can't tell from this one: what it can't know is dealt anew.

        How others came to what they hold is not dealt, so their past begins here.
        """
        position = self.game.redeal(self.position[0], seat, seed)
        return Moment(self.game, array_of(position), seen={seat: self.seen(seat)})

    # --- copies --------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> "Moment":
        return self  # immutable

    def __reduce__(self) -> tuple[Callable[..., "Moment"], tuple[Any, ...]]:
        seen = {seat: self.seen(seat) for seat in range(self.game.num_players)}
        return _unpickled, (self.game, self.position.tobytes(), seen)


def _unpickled(game: Game, content: bytes, seen: dict[int, bytes]) -> Moment:
    return Moment(game, _position(game.state_dtype, content), seen=seen)


def array_of(position: np.record) -> np.ndarray:
    """The same memory as an array of one record."""
    return np.asarray(position).reshape(1)


def _copy_of(position: np.ndarray) -> np.ndarray:
    """A copy in 0.4 µs; numpy's own takes 10 µs for the 40 fields of Kardinal & König."""
    return _position(position.dtype, position.tobytes())


def _position(dtype: np.dtype, content: bytes) -> np.ndarray:
    return np.frombuffer(bytearray(content), dtype)
