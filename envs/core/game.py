"""The interface of all games: their rules in Python, one decision at a time."""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hofspiele.envs.core.checks import is_integer, shown, whole_number
from hofspiele.envs.core.engine import Kernels, engine_of, nothing_hidden
from hofspiele.envs.core.game_methods import GameMethods
from hofspiele.envs.core.layout import Layout
from hofspiele.envs.core.read_only import read_only
from hofspiele.envs.core.rng import as_seed, seed_generator
from hofspiele.envs.core.spec import COMPONENTS
from hofspiele.envs.core.state import NON_POSITION_FIELDS, SETUP
from hofspiele.envs.core.text import html
from hofspiele.envs.core.text.data_file import digest_of_file
from hofspiele.envs.core.text.suggest import nearest
from hofspiele.envs.core.text.written import EntryError, PositionReader

# Maximum number of legal actions that a message lists.
_LISTED = 12

# Number of values of the field that tells the positions of different setups apart; 0 is not used.
_SETUPS = 2**15 - 1

# Types of positions. `np.asarray` shares their memory, except that of unpickled records, which
# numpy can't change.
_POSITIONS = (np.void, np.ndarray)


class IllegalActionError(ValueError):
    """An action that the rules forbid in this position; the position is unchanged."""


def check_game(game: Any) -> None:
    """Raise ValueError if `game` is not a `Game` but, for example, the name of a game."""
    if not isinstance(game, Game):
        raise ValueError(f"game is {shown(game)}, expected a Game, for example from `make`")


class Game(GameMethods):
    """The rules of a game with fixed options, in Python.

    A position is a numpy record of `state_dtype`. ``state.copy()`` is an exact copy, including
    future random numbers; ``state.tobytes()`` serialises it; N games are a 1-D array of records.
    Kernels do not check positions: a value that cannot occur in a game (such as player 99) can make
    them read and write memory outside of arrays. `from_dict` checks positions that people or other
    programs wrote. The field ``setup`` tells positions of games with different options apart.

    All methods raise TypeError if `state` is not a position of this game, or `states` is not an
    array of positions, (M,) records. They raise ValueError if `player` is not a seat from 0 to
    num_players - 1, or a seed is not an integer from 0 to 2**64 - 1.

    A `Game` never changes, so threads may share it. Positions are not locked: while one thread
    changes a position, for example in `apply`, no other thread may use it.

    Pictures, and sentences about actions, are in `envs.pictures.presentation`, not in the rules.

    Attributes:
        num_players, num_actions, observation_size: numbers of players, actions, observed values.
        options: all options; ``envs.make(game.name, **game.options)`` makes an equal game.
        state_dtype: dtype of a position.
        empty: array of one position in which nothing has been dealt or placed yet; read-only.
        layout: the named slices of an observation, and the kinds of entities in it.
        components_sha256: SHA-256 of the component file, None for the bundled components.
        params: array of one record with all components, for kernels; read-only.
        kernels: the rules as functions on one position.
        engine: compiled drivers that run the kernels over arrays of games.
    """

    def __init__(
        self,
        *,
        options: Mapping[str, Any],
        kernels: Kernels,
        params: np.ndarray,
        empty: np.ndarray,
        layout: Layout,
        action_names: Sequence[str],
    ):
        hides = kernels.redeal is not nothing_hidden
        if hides and type(self).visible_part is GameMethods.visible_part:
            raise TypeError(
                f"{type(self).__name__} has a kernel redeal, so something is hidden; define "
                "visible_part, which leaves it out of written positions"
            )
        self.name = self.spec.name
        self.simultaneous = self.spec.simultaneous
        self.options = dict(options)
        self.num_players: int = options["num_players"]
        self.params = read_only(params)
        self.state_dtype = empty.dtype
        self.layout = layout
        self.observation_size = layout.size
        self.num_actions = len(action_names)
        self.kernels = kernels
        self.engine = engine_of(kernels)
        self.components_sha256 = digest_of_file(options.get(COMPONENTS))
        empty = empty.copy()
        # Games with other options may have the same dtype, but their positions could make kernels
        # read outside of arrays or never return.
        empty[SETUP] = 1 + zlib.crc32(repr(self._identity[1]).encode()) % _SETUPS
        self._setup = empty[0][SETUP]
        self.empty = read_only(empty)
        self._action_names = tuple(action_names)
        self._action_numbers = {name: number for number, name in enumerate(action_names)}

    @property
    def has_solver(self) -> bool:
        """Whether the heuristic makes some decisions optimally; see `is_solved`."""
        return self.kernels.is_solved is not None

    # --- play ----------------------------------------------------------------------------------

    def new(self, seed: int) -> np.record:
        """Deal a game and return its first position; `seed` determines all chance in the game."""
        states = self.empty.copy()
        self.engine.deal(self.params, self.empty, states, np.array([as_seed(seed)]))
        return states[0]

    def is_over(self, state: np.record) -> bool:
        """Return whether the game has ended."""
        return bool(self._array(state)[0]["over"])

    def current_player(self, state: np.record) -> int | None:
        """Return the seat that decides, or None if the game is over."""
        position = self._array(state)[0]
        return None if position["over"] else int(position["player"])

    def seats_to_decide(self, state: np.record) -> list[int]:
        """Return the seats that have a decision to make, in ascending order.

        In a simultaneous choice, all seats that take part and have not chosen yet are returned.
        """
        position = self._array(state)[0]
        if position["over"]:
            return []
        if not self.simultaneous:
            return [int(position["player"])]
        return np.flatnonzero((position["undecided"] == 1) & (position["choice"] < 0)).tolist()

    def first_to_decide(self, state: np.record, seat: int) -> np.record:
        """Return a copy of `state` where `seat` decides first; raise ValueError if it can't."""
        if self.check_seat(seat) not in (seats := self.seats_to_decide(state)):
            deciding = ", ".join(map(str, seats))
            expected = f"a seat that decides: {deciding}" if seats else "none: the game is over"
            raise ValueError(f"player is {seat}, expected {expected}")
        states = self._array(state).copy()
        states[0]["player"] = seat
        return states[0]

    def legal_mask(self, state: np.record, seat: int | None = None) -> np.ndarray:
        """Return the legal actions of `seat`, by default the deciding seat: bool, (num_actions,).

        Raise ValueError if `seat` has nothing to decide.
        """
        if seat is not None:
            state = self.first_to_decide(state, seat)
        masks = np.zeros((1, self.num_actions), np.bool_)
        if not self.is_over(state):
            self.engine.legal(self.params, self._array(state), masks)
        return masks[0]

    def legal_actions(self, state: np.record, seat: int | None = None) -> list[int]:
        """Return the indices of the actions that `legal_mask` allows, in ascending order."""
        return np.flatnonzero(self.legal_mask(state, seat)).tolist()

    def apply(self, state: np.record, action: int | str) -> None:
        """Apply an action (index or name) to `state` in place, and continue to the next decision.

        Raises:
            IllegalActionError: `action` is not legal here; `state` is unchanged.
            ValueError: `action` is an unknown name or has a wrong type, or `state` is read-only;
                `state` is unchanged.
        """
        number = self.action_number(action)
        mask = self.legal_mask(state)
        if not 0 <= number < self.num_actions or not mask[number]:
            raise IllegalActionError(self.describe_illegal(number, mask))
        self.engine.apply(self.params, self._array(state, write=True), np.array([number]))

    # --- knowledge -----------------------------------------------------------------------------

    def observe(self, state: np.record, player: int) -> np.ndarray:
        """Return the observation of any `player`: a new array, float32 in [-1, 1].

        Its shape is (observation_size,), and `layout` names its parts.
        """
        observations = self.layout.empty(1)
        views = self.layout.records(observations)
        players = np.array([self.check_seat(player)])
        self.engine.observe(self.params, self._array(state), players, views)
        return observations[0]

    def redeal(self, state: np.record, player: int, seed: int) -> np.record:
        """Return a random position that `player` can't distinguish from `state`: a determinisation.

        Everything that the player cannot know, future random numbers included, is drawn at random;
        the new record depends only on what they know and on `seed`.
        """
        states = self._array(state).copy()
        players = np.array([self.check_seat(player)])
        self.engine.redeal(self.params, states, players, np.array([as_seed(seed)]))
        return states[0]

    def state_vector(self, state: np.record) -> np.ndarray:
        """Return the fields of the position as a float32 vector, without the random generator."""
        position = self._array(state)[0]
        names = [name for name in position.dtype.names if name not in NON_POSITION_FIELDS]
        return np.concatenate([np.ravel(position[name]) for name in names]).astype(np.float32)

    # --- heuristic -----------------------------------------------------------------------------

    def action_values(self, state: np.record) -> np.ndarray:
        """Return the heuristic's worth of each action, -inf if illegal: float64, (num_actions,)."""
        worths = np.zeros((1, self.num_actions))
        if not self.is_over(state):
            self.engine.action_values(self.params, self._array(state), worths)
        return np.where(self.legal_mask(state), worths[0], -np.inf)

    def is_solved(self, states: np.ndarray) -> np.ndarray:
        """Return whether the heuristic decides optimally in each position: (M,) bool."""
        self.check_states(states)
        found = np.zeros(len(states), np.bool_)
        if self.has_solver:
            self.engine.is_solved(self.params, states, found)
        return found

    # --- points --------------------------------------------------------------------------------

    def scores(self, state: np.record) -> np.ndarray:
        """Return the points of each seat as if the game ended now: float64, (num_players,)."""
        return self._standing(state)[0]

    def ranks(self, state: np.record) -> np.ndarray:
        """Return ranks as if the game ended now, int16: 1 = best, ties share the better rank."""
        return self._standing(state)[1]

    def outcome(self, state: np.record) -> np.ndarray:
        """Return the players' utilities as if the game ended now: float64, (num_players,).

        They come from the kernel `utilities` of the game. By default, they are zero-sum and in
        [-1, 1]: each of k winners among n players gets (n/k - 1)/(n - 1), all others -1/(n - 1).
        """
        return self._standing(state)[2]

    def returns(self, state: np.record) -> np.ndarray:
        """Return `outcome` if the game is over, else zeros: float64, (num_players,)."""
        return self.outcome(state) if self.is_over(state) else np.zeros(self.num_players)

    def score_sheet(self, state: np.record) -> dict[str, list[int]]:
        """Return each seat's points by category, and their ``total``, as if the game ended now."""
        return self.count_points(self._array(state)[0])

    def truncated(self, states: np.ndarray) -> np.ndarray:
        """Return whether each game has ended because it took too long: (M,) bool, by default False.

        A game with such a limit overrides this method.
        """
        self.check_states(states, may_be_empty=True)
        return np.zeros(len(states), np.bool_)

    def _standing(self, state: np.record) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        scores, outcomes = np.zeros((2, 1, self.num_players))
        ranks = np.zeros((1, self.num_players), np.int16)
        self.engine.score_and_rank(self.params, self._array(state), scores, ranks, outcomes)
        return scores[0], ranks[0], outcomes[0]

    # --- written positions ---------------------------------------------------------------------

    def to_dict(self, state: np.record) -> dict[str, Any]:
        """Return the complete position in the rulebook's words, as JSON-serialisable values."""
        header = {"game": self.name, "num_players": self.num_players}
        return header | self.write_fields(self._array(state)[0])

    def from_dict(self, position: Mapping[str, Any], seed: int = 0) -> np.record:
        """Return the position that `to_dict` or a person wrote; `seed` determines future chance.

        Only ``game`` is required; other missing fields are as if nothing had been dealt or placed.
        Raise ValueError if a field, which the message names, is unknown or has an invalid value; or
        the game is not over, but the deciding player has no legal action.
        """
        states = self.empty.copy()
        seed_generator(states[0], as_seed(seed))
        fields = ["game", "num_players", *self.write_fields(self.empty[0])]
        reader = PositionReader(position, self.name, fields, self.num_players)
        self.read_fields(reader, states[0])
        if not states[0]["over"] and not self.legal_mask(states[0]).any():
            seat = states[0]["player"]
            raise EntryError(
                f"player {seat} has no legal action, but the game is not over; set over to true or "
                f"correct the fields so that player {seat} can act"
            )
        return states[0]

    def as_record(self, position: np.record | Mapping[str, Any]) -> np.record:
        """Return `position`, a record or a written position, as a record."""
        return self.from_dict(position) if isinstance(position, Mapping) else position

    def draw(
        self, position: np.record | Mapping[str, Any], point_of_view: int | None = None
    ) -> str:
        """Return a position, a record or written, as text for a seat or a spectator (None).

        Cards that are hidden from the seat are only counted; a spectator sees all hands, but no
        face-down cards. Raise ValueError if a field is invalid, or `point_of_view` is not a seat.
        """
        seat = None if point_of_view is None else self.check_seat(point_of_view)
        return self.draw_visible(self.visible_part(self.to_dict(self.as_record(position)), seat))

    # --- names of actions ----------------------------------------------------------------------

    def action_name(self, action: int) -> str:
        """Return the rulebook's name of `action`; raise ValueError if there is no such action."""
        return self._action_names[whole_number("action", action, 0, self.num_actions - 1)]

    def action_index(self, name: str) -> int:
        """Return the index of the action `name`; raise ValueError if it is unknown."""
        if not isinstance(name, str) or name not in self._action_numbers:
            names = self._action_names
            advice = f"{nearest(name, names)} (action names look like {names[0]!r})"
            raise ValueError(f"unknown action {shown(name)}{advice}")
        return self._action_numbers[name]

    def action_number(self, action: int | str) -> int:
        """Return the index of an action given by index or name; an index may be out of range."""
        if isinstance(action, str):
            return self.action_index(action)
        if not is_integer(action):
            raise ValueError(
                f"action is {shown(action)}, expected an integer from 0 to {self.num_actions - 1}, "
                f"or the name of an action, like {self._action_names[0]!r}"
            )
        return int(action)

    def describe_illegal(self, action: int, mask: np.ndarray) -> str:
        """Return a message that says why `action` is illegal and lists the actions in `mask`."""
        if not mask.any():
            return f"action {shown(action)} is not possible: the game is over"
        legal = [f"{index} ({self._action_names[index]})" for index in np.flatnonzero(mask)]
        listed = ", ".join(legal[:_LISTED]) + (" …" if len(legal) > _LISTED else "")
        name = f" ({self._action_names[action]})" if 0 <= action < self.num_actions else ""
        return f"action {shown(action)}{name} is illegal here; legal actions: {listed}"

    # --- checks --------------------------------------------------------------------------------

    @property
    def bystander(self) -> int:
        """The number of seats, which is the point of view of a person who sees no hands."""
        return self.num_players

    def check_seat(self, player: int) -> int:
        """Return `player` as an int; raise ValueError if there is no such seat."""
        return whole_number("player", player, 0, self.num_players - 1)

    def check_states(self, states: np.ndarray, *, may_be_empty: bool = False) -> None:
        """Raise TypeError unless `states` are M positions of this game: (M,) records.

        With `may_be_empty`, zeros are accepted, as in `Table.final_states` before a game has ended.
        """
        is_row = isinstance(states, np.ndarray) and states.ndim == 1
        if not is_row or states.dtype != self.state_dtype:
            raise TypeError(self._expected("states", "an array of positions", states))
        others = states[SETUP] != self._setup
        if may_be_empty:
            others &= states[SETUP] != 0
        if others.any():
            raise self._other_setup(states[SETUP][others][0])

    def _array(self, state: np.record, *, write: bool = False) -> np.ndarray:
        """Return the record as an array of one record, which is faster to pass to kernels.

        The array shares the memory of the record, or is a copy if the record is read-only or was
        unpickled. With `write`, raise ValueError then.
        """
        is_record = isinstance(state, _POSITIONS) and state.dtype == self.state_dtype
        if not is_record or state.size != 1:
            raise TypeError(self._expected("state", "a position", state))
        if state[SETUP] != self._setup:
            raise self._other_setup(state[SETUP])
        states = np.asarray(state)
        is_copy = isinstance(state, np.void) and states.flags.owndata
        if write and (is_copy or not states.flags.writeable):
            kind = "was unpickled" if is_copy else "is read-only"
            raise ValueError(f"this position {kind}; copy it first: state = state.copy()")
        if not states.flags.writeable:
            states = states.copy()
        return states.reshape(1)

    def _other_setup(self, found: int) -> TypeError:
        if found == 0:
            return TypeError(
                "this record holds no position yet; reset the environment, or call Game.new"
            )
        return TypeError(
            f"the position belongs to a game with other options, expected a position of {self!r}"
        )

    def _expected(self, name: str, what: str, found: Any) -> str:
        got = shown(found)
        if fields := getattr(getattr(found, "dtype", None), "names", None):
            got = f"an array of size {found.size} with the fields {shown(fields)}"
        advice = "; for one position, pass np.atleast_1d(state)" if name == "states" else ""
        return f"{name} is {got}, expected {what} of {self!r}{advice}"

    # --- identity: games are equal if they have the same class, options and components ----------

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[Any, ...]:
        options = dict(self.options)
        if self.components_sha256 is not None:
            options[COMPONENTS] = self.components_sha256  # The path may be written in several ways.
        return type(self), tuple(sorted(options.items()))

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"{type(self).__name__}({options})"

    def _repr_html_(self) -> str:
        columns = ("option", "value", "meaning")
        rows = [
            (option.name, self.options[option.name], option.meaning.replace("`", ""))
            for option in self.spec.options
        ]
        return html.table(self.spec.title, columns, rows, align="left") + html.line(
            f"{self.num_actions} actions, {self.observation_size} numbers in an observation, "
            f"{self.state_dtype.itemsize} bytes in a position"
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (type(self), self.options, self.components_sha256)


def _unpickle(kind: type[Game], options: dict[str, Any], components_sha256: str | None) -> Game:
    """Return the game; raise ValueError if its component file has changed since it was pickled."""
    game = kind(**options)
    if game.components_sha256 != components_sha256:
        raise ValueError(
            f"{options[COMPONENTS]} has changed since the game was pickled; restore it (SHA-256 "
            f"{components_sha256})"
        )
    return game
