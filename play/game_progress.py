"""A table without any network: who plays what, and the game so far."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.core import Game, GameRecord


class RefusedError(ValueError):
    """What somebody asked for and may not have, or not now; nothing has changed."""


class Player(NamedTuple):
    """Who holds a seat: a person, or the agent of that name."""

    name: str
    agent: str | None


class TableSetup(NamedTuple):
    """What a table is opened with.

    Attributes:
        table: its number, counted from 1.
        game: name of the game.
        options: all of its options.
        seed: of the deal; nobody is told while the game runs.
        players: by seat.
    """

    table: int
    game: str
    options: Mapping[str, Any]
    seed: int
    players: tuple[Player, ...]

    @property
    def has_people(self) -> bool:
        """Whether a person holds a seat."""
        return any(player.agent is None for player in self.players)


class Step(NamedTuple):
    """A change of a table that has been found legal and is not carried out yet.

    Attributes:
        actions: decisions that are made now, by their order; none if the choice waits for its turn.
        positions: after each of them.
        ahead: by seat, choices that wait for their turn then.
    """

    actions: list[int]
    positions: list[np.record]
    ahead: dict[int, int]


class GameProgress:
    """A game that is played, decision by decision.

    A seat's decision is known by a number: how many decisions had been made when it was asked. In a
    choice that players make at the same time any number will do from the first decision of the
    choice on; who chooses before the game asks for it has their choice kept until then.

    Args:
        setup: what the table was opened with.
        game: as `setup` names it.
        actions: the decisions made so far.
        ahead: by seat, choices that wait for their turn.

    Raises:
        ValueError: an action is illegal, or a choice of somebody who is not asked.
    """

    def __init__(
        self,
        setup: TableSetup,
        game: Game,
        actions: Iterable[int] = (),
        ahead: Mapping[int, int] | None = None,
    ):
        self.setup = setup
        self.game = game
        self.actions: list[int] = []
        self.positions = [game.new(setup.seed)]
        self.ahead: dict[int, int] = {}
        for action in actions:
            state = self.position.copy()
            game.apply(state, action)
            self.take(Step([action], [state], {}))
        for seat, action in (ahead or {}).items():
            self._check_asked(seat, action)
        self.ahead = dict(ahead or {})

    @property
    def decisions(self) -> int:
        """How many have been made."""
        return len(self.actions)

    @property
    def position(self) -> np.record:
        """The present one."""
        return self.positions[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.position["over"])

    @property
    def player(self) -> int | None:
        """The seat whose decision is carried out next."""
        return self.game.current_player(self.position)

    @property
    def asked(self) -> list[int]:
        """The seats that are still to decide."""
        return [seat for seat in self.game.asked(self.position) if seat not in self.ahead]

    def position_of(self, seat: int) -> np.record:
        """The present position as one in which `seat`, one of those asked, decides next."""
        state = self.position.copy()
        state["player"] = seat
        return state

    def step(self, seat: int, decision: int, action: int) -> Step | None:
        """What `seat` changes by `action` at `decision`; None if it has done just that before.

        Raises:
            RefusedError: it has decided otherwise, was not asked, or the action is illegal.
        """
        if not 0 <= decision <= self.decisions:
            raise RefusedError(f"there is no decision {decision} yet, the table is at "
                               f"{self.decisions}")  # fmt: skip
        made = self._made(seat, decision)
        if made is not None:
            if made == action:
                return None
            name = self.game.action_name(made)
            raise RefusedError(f"decision {decision} has been made before: {name}")
        if self._choice_of(decision) != self._choice_of(self.decisions):
            raise RefusedError(f"seat {seat} is not asked at decision {decision}")
        self._check_asked(seat, action)
        return self._carried_on({**self.ahead, seat: action})

    def take(self, step: Step) -> None:
        """Carry a step out."""
        self.actions += step.actions
        self.positions += step.positions
        self.ahead = step.ahead

    def record(self) -> GameRecord:
        """The finished game."""
        names = [player.name for player in self.setup.players]
        return GameRecord.from_actions(self.game, self.setup.seed, self.actions, names)

    def _check_asked(self, seat: int, action: int) -> None:
        """Raise RefusedError unless `seat` is asked now, and may do this."""
        if seat not in self.asked:
            raise RefusedError(f"seat {seat} is not asked at decision {self.decisions}")
        mask = self.game.legal_mask(self.position, seat)
        if not 0 <= action < len(mask) or not mask[action]:
            raise RefusedError(self.game.describe_illegal(action, mask))

    def _carried_on(self, ahead: dict[int, int]) -> Step:
        """The choices whose turn it is are carried out, one after the other."""
        state, step = self.position, Step([], [], ahead)
        while not state["over"] and int(state["player"]) in ahead:
            state, action = state.copy(), ahead.pop(int(state["player"]))
            self.game.apply(state, action)
            step.actions.append(action)
            step.positions.append(state)
        return step

    def _made(self, seat: int, decision: int) -> int | None:
        """The action that a seat took at a decision, or in the choice that it is part of."""
        first = self._choice_of(decision)
        for number in range(first, self.decisions):
            if self._choice_of(number) != first:
                return None
            if int(self.positions[number]["player"]) == seat:
                return self.actions[number]
        return self.ahead.get(seat)

    def _choice_of(self, decision: int) -> int:
        """The first decision of the choice that players make at the same time as this one."""
        if self.game.simultaneous:
            while (self.positions[decision]["choice"] >= 0).any():
                decision -= 1
        return decision
