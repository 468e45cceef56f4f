"""The game at a table, independent of network and disk: its players, decisions and positions."""

import copy
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from hofspiele.envs.core import Game, GameRecord
from hofspiele.envs.core.checks import is_integer
from hofspiele.envs.core.text.words import counted, distinct
from hofspiele.envs.pictures.presentation import Presentation, presentation_of
from hofspiele.play.messages import RefusedError

# Number of redeals in which the result of a decision must be the same to be called certain.
_REDEALS = 200
# Number of times that each seat's unknown cards are drawn again, so that nothing of the old deal is
# left in the new one, as in Gibbs sampling.
_SWEEPS = 10


class Player(NamedTuple):
    """The holder of a seat: the agent called `agent`, or a person if `agent` is None.

    The name of a person is empty until it is known.
    """

    name: str
    agent: str | None


class TableSetup(NamedTuple):
    """The setup of a table."""

    table: int  # the number, counted from 1
    game: str  # the name
    options: Mapping[str, Any]  # all options of the game
    seed: int  # determines all chance, and stays secret until the game is over
    players: tuple[Player, ...]  # by seat
    start: Mapping[str, Any] | None = None  # the first position, written; None: a deal

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat; equal names are numbered."""
        return tuple(distinct([player.name or "Guest" for player in self.players]))

    @property
    def people(self) -> list[int]:
        """The seats that people hold."""
        return [seat for seat, player in enumerate(self.players) if player.agent is None]

    def with_player(self, seat: int, player: Player) -> "TableSetup":
        """Return the setup with another player at `seat`."""
        return self._replace(players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def rotated(self, table: int, seed: int) -> "TableSetup":
        """Return the setup of a rematch, in which every player holds the next seat."""
        players = self.players[-1:] + self.players[:-1]
        return self._replace(table=table, seed=seed, players=players, start=None)


def tidy_name(name: str) -> str:
    """Return a name in one line, without characters that can't be printed."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


class Step(NamedTuple):
    """A legal change of a game that has not been carried out yet."""

    actions: list[int]  # the decisions carried out now; empty if the new choice has to wait
    positions: list[np.record]  # the positions after each of these decisions
    ahead: dict[int, int]  # the choices that still wait after them, by seat


class GameProgress:
    """The progress of a game: the decisions so far, and the positions before and after them.

    A decision is identified by the number of decisions before it. In a simultaneous choice,
    seats may also send the number of an earlier decision of the same choice. A choice that is made
    before the game needs it waits in `ahead`, by seat.
    """

    def __init__(self, setup: TableSetup, game: Game):
        self.setup = setup
        self.game = game
        self.actions: list[int] = []
        start, seed = setup.start, setup.seed
        self.positions = [game.new(seed) if start is None else game.from_dict(start, seed)]
        self.ahead: dict[int, int] = {}

    @property
    def presentation(self) -> Presentation:
        """The pictures and sentences of the game, with the names of its players."""
        return presentation_of(self.game, self.setup.names)

    @property
    def decisions(self) -> int:
        """The number of decisions made so far."""
        return len(self.actions)

    @property
    def position(self) -> np.record:
        """The current position."""
        return self.positions[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.position["over"])

    @property
    def player(self) -> int | None:
        """The seat whose decision is carried out next, or None if the game is over."""
        return self.game.current_player(self.position)

    @property
    def deciding(self) -> list[int]:
        """The seats that still have to decide."""
        return [seat for seat in self.game.seats_to_decide(self.position) if seat not in self.ahead]

    @property
    def choice(self) -> int:
        """The number of decisions before the current choice, which may be simultaneous."""
        return self.choice_of(self.decisions)

    def check(self, seat: int, decision: int, action: int) -> Step | None:
        """Return the step for an action of `seat`, or None if `seat` has already chosen it.

        Raise RefusedError if the action is illegal, or not the seat's decision now.
        """
        if not 0 <= decision <= self.decisions:
            raise RefusedError(f"the game has only {counted(self.decisions, 'decision')} so far")
        made = self.action_of(seat, decision)
        if made is not None:
            if made == action:
                return None
            raise RefusedError("this decision has already been made")
        if self.choice_of(decision) != self.choice or seat not in self.deciding:
            raise RefusedError("this seat has nothing to decide now")
        mask = self.game.legal_mask(self.position, seat)
        if not (is_integer(action) and 0 <= action < len(mask) and mask[action]):
            raise RefusedError("this is not possible in the current position")
        return self._step_with({**self.ahead, seat: action})

    def action_of(self, seat: int, decision: int) -> int | None:
        """Return the action of `seat` at `decision` or in the same simultaneous choice, or None."""
        first = self.choice_of(decision)
        for number in range(first, self.decisions):
            if self.choice_of(number) != first:
                return None
            if int(self.positions[number]["player"]) == seat:
                return self.actions[number]
        return self.ahead.get(seat)

    def apply(self, step: Step) -> None:
        """Carry out a step."""
        self.actions += step.actions
        self.positions += step.positions
        self.ahead = step.ahead

    def changed(self, setup: TableSetup, decisions: int) -> "GameProgress":
        """Return a copy that ends after `decisions` decisions and has another setup."""
        other = copy.copy(self)
        other.setup = setup
        other.actions, other.positions = self.actions[:decisions], self.positions[: decisions + 1]
        return other

    def redealt(self, decision: int) -> dict[str, Any]:
        """Return the position before a choice, written, with everything hidden drawn again.

        Nobody who knows the game's hidden cards can know those of the new position, unless they
        follow from what a seat sees.
        """
        state = self.positions[self.choice_of(decision)]
        for _ in range(_SWEEPS):
            for seat in range(self.game.num_players):
                state = self.game.redeal(state, seat, secrets.randbits(64))
        return self.game.to_dict(state)

    def decided(self) -> int:
        """Return the number of decisions since which the winners of a finished game have led.

        They led while each of them had more points than all other seats if the game had ended.
        """
        won = self.game.ranks(self.position) == 1
        points = np.array([self.game.scores(state) for state in self.positions[:-1]])
        leads = points[:, won].min(1) > points[:, ~won].max(1, initial=-np.inf)
        return 0 if leads.all() else self.decisions - int(leads[::-1].argmin())

    def may_take_back(self, seat: int | None, decisions: int) -> bool:
        """Return whether `seat` may take back the last of `decisions` decisions.

        This is allowed if all other players are agents, the last decision and the next one are
        decisions of this seat, and the result of the last one was certain: no card that the seat
        could not know has become visible, and no die has been thrown.
        """
        if seat is None or self.setup.people != [seat] or decisions == 0:
            return False
        before, after = self.positions[decisions - 1 : decisions + 1]
        if any(self.game.current_player(state) != seat for state in (before, after)):
            return False
        result = self.game.observe(after, seat)
        for seed in range(_REDEALS):
            state = self.game.redeal(before, seat, seed)
            self.game.apply(state, self.actions[decisions - 1])
            if (self.game.observe(state, seat) != result).any():
                return False
        return True

    def record(self) -> GameRecord:
        """Return the record of the game."""
        _, _, _, seed, _, start = self.setup
        return GameRecord.from_actions(self.game, seed, self.actions, self.setup.names, start)

    def _step_with(self, ahead: dict[int, int]) -> Step:
        """Return the step that carries out all choices in `ahead` whose turn has come."""
        state, step = self.position, Step([], [], ahead)
        while not state["over"] and int(state["player"]) in ahead:
            state, action = state.copy(), ahead.pop(int(state["player"]))
            self.game.apply(state, action)
            step.actions.append(action)
            step.positions.append(state)
        return step

    def choice_of(self, decision: int) -> int:
        """Return the first decision of the simultaneous choice that contains `decision`."""
        if self.game.simultaneous:
            while (self.positions[decision]["choice"] >= 0).any():
                decision -= 1
        return decision
