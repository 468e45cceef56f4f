"""A game as OpenSpiel sees it: what can be known before it is played."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import pyspiel

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import shown, whole_number
from hofspiele.envs.core.rewards import reward_of
from hofspiele.envs.core.spec import GameSpec
from hofspiele.envs.open_spiel import parameters as names
from hofspiele.envs.open_spiel.moment import Moment, array_of
from hofspiele.envs.open_spiel.observer import SpielObserver
from hofspiele.envs.open_spiel.state import SpielState

PREFIX = "hofspiele_"

# explicit chance draws the 64 bits of a deal's seed one byte after the other
_BYTES_OF_SEED, _BYTES = 8, 256

# decisions: the contract of games knows no bound, and none of ours comes near
_LONGEST_GAME = 1_000_000


def game_type(spec: GameSpec, explicit_chance: bool = False, in_turns: bool = False) -> Any:
    """What OpenSpiel lists of a game."""
    kinds, counts = pyspiel.GameType, names.player_counts(spec)
    return kinds(
        short_name=PREFIX + spec.name,
        long_name=spec.title,
        dynamics=(
            kinds.Dynamics.SIMULTANEOUS
            if spec.simultaneous and not in_turns
            else kinds.Dynamics.SEQUENTIAL
        ),
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC
            if explicit_chance
            else kinds.ChanceMode.SAMPLED_STOCHASTIC
        ),
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=names.parameters_of(spec),
    )


class SpielGame(pyspiel.Game):
    """A game with its parameters fixed; each registered game has a class of its own.

    Attributes:
        spec: what the game says about itself.
        game: the `Game` that is played.
        all_at_once: whether simultaneous choices are one joint action, not made in turns.
        reward: what finished games pay, see `reward_of`.

    Raises:
        ValueError: a parameter has a value that is not allowed.
    """

    spec: ClassVar[GameSpec]

    def __init__(self, parameters: Mapping[str, Any]):
        spec = self.spec
        self.game: Game = spec.load()(**names.options_of(spec, parameters))
        self.reward = reward_of(parameters[names.REWARD])
        self.all_at_once = spec.simultaneous and not parameters[names.IN_TURNS]
        self._explicit_chance = parameters[names.EXPLICIT_CHANCE]
        seed = whole_number(names.RNG_SEED, parameters[names.RNG_SEED], least=-1)
        self._rng = np.random.default_rng(None if seed == -1 else seed)
        super().__init__(
            game_type(spec, self._explicit_chance, spec.simultaneous and not self.all_at_once),
            pyspiel.GameInfo(
                num_distinct_actions=self.game.num_actions,
                max_chance_outcomes=_BYTES if self._explicit_chance else 1,
                num_players=self.game.num_players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=_LONGEST_GAME,
            ),
            dict(parameters),
        )

    def new_initial_state(self) -> SpielState:
        """A game that is still to be dealt."""
        return SpielState(self)

    def state_at(self, position: np.record) -> SpielState:
        """A game in play at a position of `game`; what led to it is not known.

        Raises:
            TypeError: it is none of this game.
        """
        states = array_of(position)
        self.game.check_states(states)
        return SpielState(self, Moment(self.game, states.copy()))

    def deal(self, chance: Sequence[int]) -> Moment | None:
        """What has been dealt after these chance outcomes; None if more are to follow."""
        if not self._explicit_chance:
            return self._dealt(int(self._rng.integers(2**64, dtype=np.uint64)))
        if len(chance) < _BYTES_OF_SEED:
            return None
        return self._dealt(int.from_bytes(bytes(chance), "big"))

    def _dealt(self, seed: int) -> Moment:
        return Moment(self.game, array_of(self.game.new(seed)))

    def max_chance_nodes_in_history(self) -> int:
        return _BYTES_OF_SEED if self._explicit_chance else 1

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver | None:
        """What sees all that one seat may know; None for other kinds, which games don't tell apart.

        Raises:
            ValueError: `params` are given; there are none.
        """
        if params:
            raise ValueError(f"params of the observer are {shown(dict(params))}, expected none")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.game, kind.perfect_recall)

    # OpenSpiel's own way has no place for the random numbers of a game that is written in Python
    def __reduce__(self) -> tuple[Callable[..., "SpielGame"], tuple[Any, ...]]:
        return _restored, (str(self), self._rng)


def _restored(text: str, rng: np.random.Generator) -> SpielGame:
    game = pyspiel.load_game(text)
    game._rng = rng
    return game
