"""The methods that each game defines or may override."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from hofspiele.envs.core.spec import GameSpec
from hofspiele.envs.core.state import NON_POSITION_FIELDS
from hofspiele.envs.core.text.written import EntryError, PositionReader


class GameMethods(ABC):
    """The part of a `Game` that each game defines; the rest is the same for all games.

    Players of a simultaneous game also decide in turn, but all choices stay hidden until the last
    one is made. The record of such a game has the fields ``undecided`` (1 for seats that take part
    in the current choice) and ``choice`` (-1 before a seat has chosen). An additional action,
    `wait_action`, is for seats that do not take part.
    """

    spec: ClassVar[GameSpec]  #: the specification of the game
    #: Temperature of the greedy agent's softmax, in the unit of the worths. At this difference in
    #: worth, the better action is e times as likely. With 0, the agent takes the best action.
    greedy_temperature: ClassVar[float] = 0.0
    action_value_unit: ClassVar[str] = "points"  #: unit of worths, this or "chance" (of winning)
    #: Fields of the record that a written position does not determine, such as cards that players
    #: have seen and may remember.
    unwritten_fields: ClassVar[tuple[str, ...]] = ()
    unwritten_pieces: ClassVar[tuple[str, ...]] = ()  #: pieces of the observation that show them
    #: The reason why the game cannot be played on a GPU, by default empty. A game gives one if its
    #: components need more room than its kernels ask of `zeros`.
    gpu_problem: str = ""

    @property
    def wait_action(self) -> int:
        """The index of the action for players who take no part in a simultaneous choice."""
        raise TypeError(f"{self.spec.name} has no simultaneous choices")

    def write_fields(self, state: np.record) -> dict[str, Any]:
        """Return the written position without game and num_players; by default, all fields."""
        written: dict[str, Any] = {"player": int(state["player"]), "over": bool(state["over"])}
        for name in state.dtype.names or ():
            if name not in (*NON_POSITION_FIELDS, *written):
                written[name] = state[name].tolist()
        return written

    def read_fields(self, reader: PositionReader, state: np.record) -> None:
        """Fill the empty position `state` from `reader`, or raise EntryError, as by default."""
        raise EntryError(f"positions of {self.spec.name} can't be read: it has no read_fields")

    @abstractmethod
    def scores(self, state: np.record) -> np.ndarray:
        """Return the points of each seat as if the game ended now: float64, (num_players,)."""

    def count_points(self, state: np.record) -> dict[str, list[int]]:
        """Return the result of `Game.score_sheet` for `state`; by default, only the total."""
        return {"total": self.scores(state).astype(int).tolist()}

    def visible_part(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, Any]:
        """Return the part of a written position that a seat or a spectator (None) sees.

        By default, this is everything; a game with the kernel `redeal` must define this method.
        The result is the same for all positions of one information set. A spectator sees all hands,
        but no cards that lie face down, and `Game.bystander` only what all seats see.
        """
        return dict(position)

    def visible_decision(
        self,
        before: Mapping[str, Any],
        action: str,
        after: Mapping[str, Any],
        point_of_view: int | None,
    ) -> dict[str, Any]:
        """Return what a seat or a spectator (None) sees of a decision.

        The result has the ``player`` and the ``action``, which is None if it is hidden. By default,
        a choice in a simultaneous game is hidden from all but its player, even once all have
        chosen. `before` and `after` are the written positions around the decision.
        """
        hidden = self.spec.simultaneous and before["player"] != point_of_view
        return {"player": before["player"], "action": None if hidden else action}

    def hidden_cards(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, dict[str, int]]:
        """Return the number of each card that a seat or a spectator (None) can't see, by place.

        Places have the names that players use: "pile", "hand of player 1". A place may be part of
        another place: "next card of the pile". By default, the result is empty, as for a game
        without cards.
        """
        return {}

    def expected_hidden_cards(
        self, state: np.record, seat: int
    ) -> dict[str, dict[str, float]] | None:
        """Return the exact mean number of each card hidden from `seat`, or None if it is unknown.

        The mean is taken over all positions that `redeal` draws, and left out where it is 0. Places
        are named as in `hidden_cards`. By default the result is None.
        """
        return None

    def draw_visible(self, position: Mapping[str, Any]) -> str:
        """Return `position`, a result of `visible_part`, as text; by default, list its fields."""
        return "\n".join(f"{field}: {value}" for field, value in position.items())
