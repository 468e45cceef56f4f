"""Games in OpenSpiel's form, their parameters and observations, and their registration."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, get_args

import numpy as np
import pyspiel

from hofspiele.envs.core import Game
from hofspiele.envs.core.checks import check_choice, whole_number
from hofspiele.envs.core.rewards import RewardName, reward_of
from hofspiele.envs.core.spec import NUM_PLAYERS, GameSpec, Utilities
from hofspiele.envs.open_spiel.state import SharedPosition, SpielState, as_array

_PREFIX = "hofspiele_"

# Names of parameters. A parameter is a number, a bool or a string. The number of players is called
# `players`, as in OpenSpiel's own games.
PLAYERS, REWARD, RNG_SEED, IN_TURNS = "players", "reward", "rng_seed", "in_turns"

# Value of a parameter whose option is None, because OpenSpiel has no None.
_NONE = ""

# Upper bound on the number of decisions, which OpenSpiel requires. All games are far shorter.
_LONGEST_GAME = 1_000_000


def _parameters_of(spec: GameSpec) -> dict[str, Any]:
    """Return all parameters of a game with their defaults, as OpenSpiel's game types list them."""
    own = {
        _parameter(option.name): _NONE if option.default is None else option.default
        for option in spec.options
    }
    shared = {REWARD: "outcome", RNG_SEED: -1}
    return own | shared | ({IN_TURNS: False} if spec.simultaneous else {})


def _parameter(option: str) -> str:
    return PLAYERS if option == NUM_PLAYERS else option


def game_type(spec: GameSpec, *, in_turns: bool = False, utilities: Utilities | None = None) -> Any:
    """Return the type of a game that pays `utilities`; README.md explains `in_turns`."""
    zero_sum, at_once = (utilities or spec.utilities).zero_sum, spec.simultaneous and not in_turns
    kinds, counts = pyspiel.GameType, spec.options[0].allowed
    assert counts is not None
    return kinds(
        short_name=_PREFIX + spec.name,
        long_name=spec.title,
        dynamics=getattr(kinds.Dynamics, "SIMULTANEOUS" if at_once else "SEQUENTIAL"),
        chance_mode=kinds.ChanceMode.SAMPLED_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters_of(spec),
    )


class SpielObserver:
    """An observer of what a seat may know, as OpenSpiel's ``observation.py`` expects it.

    `tensor`, (observation_size,) float32 in [-1, 1], holds everything that a seat may know now, but
    not the order in which the seat learnt it; `dict` has its pieces by name, each in its shape.
    With `perfect_recall`, `string_from` distinguishes all histories that differ for the seat.
    """

    def __init__(self, game: Game, *, perfect_recall: bool):
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {piece.name: self.tensor[at].reshape(piece.shape) for piece, at in game.layout}
        self._names = [
            piece.name + (f"[{','.join(map(str, index))}]" if index else "")
            for piece in game.layout.pieces
            for index in np.ndindex(piece.shape)
        ]
        self._perfect_recall = perfect_recall

    def set_from(self, state: Any, player: int) -> None:
        position: SharedPosition | None = state.position
        self.tensor[:] = 0.0 if position is None else position.observation(player)

    def string_from(self, state: Any, player: int) -> str:
        """Return the observation's nonzero numbers and, with perfect recall, a history digest."""
        position: SharedPosition | None = state.position
        if position is None:
            return f"player {player}"
        seen = [f"has seen {position.history_digest(player).hex()}"] if self._perfect_recall else []
        observation = position.observation(player)
        numbers = [f"{self._names[at]}={observation[at]!s}" for at in np.flatnonzero(observation)]
        return " ".join([f"player {player}", *seen, *numbers])


class SpielGame(pyspiel.Game):
    """A game with fixed parameters; each registered game has its own subclass.

    Its type says that chance is sampled: the chance node before the deal has one outcome, which
    leads to another deal each time. Algorithms that traverse the complete tree, such as
    exploitability or CFR, do not check this, and their results are not meaningful.

    `game` is the `Game` that is played, `objective` what it pays at its end (see `reward_of`), and
    `all_at_once` says whether simultaneous choices are one joint action. Raise ValueError if a
    parameter has a value that is not allowed.
    """

    spec: ClassVar[GameSpec]

    def __init__(self, parameters: Mapping[str, Any]):
        spec = self.spec
        given = {option.name: parameters[_parameter(option.name)] for option in spec.options}
        options = {name: None if value == _NONE else value for name, value in given.items()}
        self.game: Game = spec.load()(**spec.complete(options))
        # Names of functions are not imported, because parameters may come from a file.
        check_choice(REWARD, parameters[REWARD], get_args(RewardName))
        self.objective = reward_of(parameters[REWARD], self.game)
        payoffs = self.objective.facts
        self.all_at_once = spec.simultaneous and not parameters[IN_TURNS]
        seed = whole_number(RNG_SEED, parameters[RNG_SEED], least=-1)
        self._rng = np.random.default_rng(None if seed == -1 else seed)
        super().__init__(
            game_type(spec, in_turns=not self.all_at_once, utilities=payoffs),
            pyspiel.GameInfo(
                num_distinct_actions=self.game.num_actions,
                max_chance_outcomes=1,
                num_players=self.game.num_players,
                min_utility=payoffs.low,
                max_utility=payoffs.high,
                utility_sum=0.0 if payoffs.zero_sum else None,
                max_game_length=_LONGEST_GAME,
            ),
            dict(parameters),
        )

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def state_at(self, position: np.record) -> SpielState:
        """Return the state at a position of `game`, with an empty history."""
        states = as_array(position)
        self.game.check_states(states)
        return SpielState(self, SharedPosition(self.game, states.copy()))

    def deal(self) -> SharedPosition:
        """Return a new deal, drawn with the game's own random numbers."""
        seed = int(self._rng.integers(2**64, dtype=np.uint64))
        return SharedPosition(self.game, as_array(self.game.new(seed)))

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver | None:
        """Return an observer of what one seat may know, or None for other types of observation."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.game, perfect_recall=kind.perfect_recall)

    # OpenSpiel's own pickling would lose the random generator of a game written in Python.
    def __reduce__(self) -> tuple[Callable[..., "SpielGame"], tuple[str], np.random.Generator]:
        return pyspiel.load_game, (str(self),), self._rng

    def __setstate__(self, rng: np.random.Generator) -> None:
        self._rng = rng


def register(spec: GameSpec) -> None:
    """Register a game with OpenSpiel as ``hofspiele_<name>``."""
    # The class is registered instead of a function that creates games, because Python aborts at
    # exit if OpenSpiel's list holds the last reference to a registered object.
    own_class = type(f"{spec.gymnasium_name}SpielGame", (SpielGame,), {"spec": spec})
    pyspiel.register_game(game_type(spec), own_class)


def spiel_game(game: Game, **parameters: Any) -> SpielGame:
    """Return a registered `game` in OpenSpiel's form, with parameters like ``in_turns=True``.

    Raise pyspiel.SpielError if there is no such parameter or game, ValueError for a wrong value.
    """
    options = {_parameter(name): own for name, own in game.options.items() if own is not None}
    return pyspiel.load_game(_PREFIX + game.name, options | parameters)
