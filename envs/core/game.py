"""The one contract behind all games: one decision at a time."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from hofspiele.envs.core.checks import is_integer, shown
from hofspiele.envs.core.engine import Kernels, engine_of, never_solved
from hofspiele.envs.core.layout import Layout
from hofspiele.envs.core.read_only import read_only
from hofspiele.envs.core.rng import as_seed, seed_generator
from hofspiele.envs.core.spec import GameSpec
from hofspiele.envs.core.state import NON_POSITION_FIELDS
from hofspiele.envs.core.suggest import nearest
from hofspiele.envs.core.written import PositionError, PositionReader
from hofspiele.envs.pictures import html
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.scene import Scene
from hofspiele.envs.pictures.written import written_picture

# what shares its memory with an array that is made of it
_POSITIONS = (np.void, np.ndarray)


class IllegalActionError(ValueError):
    """An action that the rules forbid in this position; the position is untouched."""


def check_game(game: Any) -> None:
    """ValueError if `game` is none, as where its name was given."""
    if not isinstance(game, Game):
        raise ValueError(f"game is {shown(game)}, expected a Game, as `make` makes them")


class Game(ABC):
    """A game with its options fixed: what the rules say, in Python.

    A position is a numpy record of `state_dtype`. ``state.copy()`` copies the game exactly, random
    numbers to come included; ``state.tobytes()`` is a snapshot; N games are a 1-D array of records.
    Kernels trust its fields: a value written into one that no game comes to (a player 99) reads and
    writes memory beyond arrays. `from_dict` checks what people or other programs wrote.

    Attributes:
        spec: what the game says about itself; name and simultaneous are its own. A simultaneous
            game is asked one player after the other too, but shows no choice before all are made;
            its record has the fields ``undecided`` (who takes part in the present choice) and
            ``choice`` (-1: none yet), and one more action, `wait_action`, for those who take no
            part.
        greedy_temperature: points of worth by which an action must be better for the heuristic's
            player to choose it e times as often; 0 where it always takes the best.
        action_value_unit: what the heuristic's worths are: "points", in a race "chance".
        num_players, num_actions, observation_size: sizes.
        options: what the game was made with; ``envs.make(game.name, **game.options)`` repeats it.
        state_dtype: dtype of a position.
        empty: array of one position in which nothing has been dealt or placed yet; read-only.
        layout: the named slices of an observation, and the things that are alike in it.
        params: array of one record with all components, for kernels; read-only.
        kernels: the rules for one game; engine: compiled drivers of them over arrays of games.
    """

    spec: ClassVar[GameSpec]
    greedy_temperature: ClassVar[float] = 0.0
    action_value_unit: ClassVar[str] = "points"

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
        self.name = self.spec.name
        self.simultaneous = self.spec.simultaneous
        self.options = dict(options)
        self.num_players: int = options["num_players"]
        self.params = read_only(params)
        self.empty = read_only(empty)
        self.state_dtype = empty.dtype
        self.layout = layout
        self.observation_size = layout.size
        self.num_actions = len(action_names)
        self.kernels = kernels
        self.engine = engine_of(kernels)
        self._action_names = tuple(action_names)
        self._action_indices = {name: index for index, name in enumerate(action_names)}

    @property
    def has_solver(self) -> bool:
        """Whether there are decisions that the heuristic plays exactly."""
        return self.kernels.is_solved is not never_solved

    # --- play ----------------------------------------------------------------------------------

    def new(self, seed: int) -> np.record:
        """A freshly dealt game; all its chance follows from `seed`, an integer in [0, 2**64)."""
        states = self.empty.copy()
        self.engine.deal(self.params, self.empty, states, np.array([as_seed(seed)]))
        return states[0]

    def is_over(self, state: np.record) -> bool:
        """Whether the game has ended."""
        return bool(self._array(state)[0]["over"])

    def current_player(self, state: np.record) -> int | None:
        """The seat that decides, None once the game is over."""
        position = self._array(state)[0]
        return None if position["over"] else int(position["player"])

    def seats_to_decide(self, state: np.record) -> list[int]:
        """The seats that have still to decide, in rising order; none once the game is over.

        In a simultaneous choice these are all who have not made it; else it is one.
        """
        position = self._array(state)[0]
        if position["over"]:
            return []
        if not self.simultaneous:
            return [int(position["player"])]
        return np.flatnonzero((position["undecided"] == 1) & (position["choice"] < 0)).tolist()

    def legal_mask(self, state: np.record, seat: int | None = None) -> np.ndarray:
        """Legal actions of the player who decides: bool, shape (num_actions,).

        Args:
            state: the position.
            seat: one of those `seats_to_decide`, as if it were asked first; None is who decides.

        Raises:
            ValueError: this seat is asked for nothing.
        """
        if seat is not None:
            state = self._asked_first(state, seat)
        masks = np.zeros((1, self.num_actions), np.bool_)
        if not self.is_over(state):
            self.engine.legal(self.params, self._array(state), masks)
        return masks[0]

    def legal_actions(self, state: np.record, seat: int | None = None) -> list[int]:
        """The same as numbers of actions in rising order; none once the game is over."""
        return np.flatnonzero(self.legal_mask(state, seat)).tolist()

    def apply(self, state: np.record, action: int | str) -> None:
        """Carry one decision out in place, chance included, up to the next decision.

        Args:
            state: the position; it is changed.
            action: its number or its name.

        Raises:
            IllegalActionError: `action` is not legal here; `state` is untouched.
            ValueError: there is no such action; likewise.
        """
        number = self._number_of(action)
        mask = self.legal_mask(state)
        if not 0 <= number < self.num_actions or not mask[number]:
            raise IllegalActionError(self.describe_illegal(number, mask))
        self.engine.apply(self.params, self._array(state, write=True), np.array([number]))

    def returns(self, state: np.record) -> np.ndarray:
        """Return what the game has paid to each seat: its `outcome` once it is over, zeros before.

        Args:
            state: the position, a record of `state_dtype`.

        Returns:
            float64, shape (num_players,), in [-1, 1]; they add up to 0.

        Raises:
            TypeError: `state` is not one position of this game.
        """
        return self.outcome(state) if self.is_over(state) else np.zeros(self.num_players)

    # --- knowledge -----------------------------------------------------------------------------

    def observe(self, state: np.record, player: int) -> np.ndarray:
        """Return what `player` may know, whoever decides.

        Args:
            state: the position, a record of `state_dtype`.
            player: the seat, 0 to num_players - 1.

        Returns:
            float32 in [-1, 1], shape (observation_size,), a new array; `layout` names its parts.

        Raises:
            TypeError: `state` is not one position of this game.
            ValueError: there is no such seat.
        """
        observations = self.layout.empty(1)
        views = self.layout.records(observations)
        players = np.array([self._seat(player)])
        self.engine.observe(self.params, self._array(state), players, views)
        return observations[0]

    def redeal(self, state: np.record, player: int, seed: int) -> np.record:
        """Return a position that `player` cannot tell apart from `state`: a determinisation.

        All that the player cannot know is drawn again, consistent with what they do know, the
        random numbers to come included.

        Args:
            state: the position, a record of `state_dtype`; it stays as it is.
            player: the seat, 0 to num_players - 1.
            seed: what is drawn follows from it and from what the player knows, from 0 to 2**64 - 1.

        Returns:
            A new record of `state_dtype`.

        Raises:
            TypeError: `state` is not one position of this game.
            ValueError: there is no such seat, or `seed` is not such an integer.
        """
        states = self._array(state).copy()
        players = np.array([self._seat(player)])
        self.engine.redeal(self.params, states, players, np.array([as_seed(seed)]))
        return states[0]

    def action_values(self, state: np.record) -> np.ndarray:
        """The heuristic's worth of each legal action, in `action_value_unit`: float64.

        Illegal ones have -inf.
        """
        worths = np.zeros((1, self.num_actions))
        if not self.is_over(state):
            self.engine.action_values(self.params, self._array(state), worths)
        return np.where(self.legal_mask(state), worths[0], -np.inf)

    def is_solved(self, states: np.ndarray) -> np.ndarray:
        """Whether the heuristic plays the decision in each of `states` exactly: (M,) bool.

        Args:
            states: (M,) records.

        Raises:
            TypeError: they are none of this game.
        """
        self.check_states(states)
        found = np.zeros(len(states), np.bool_)
        if self.has_solver:
            self.engine.is_solved(self.params, states, found)
        return found

    def check_states(self, states: np.ndarray) -> None:
        """TypeError unless `states` are M positions of this game: (M,) records."""
        if not isinstance(states, np.ndarray) or states.ndim != 1:
            raise TypeError(self._expected("an array of positions", states))
        if states.dtype != self.state_dtype:
            raise TypeError(self._expected("positions", states))

    def scores(self, state: np.record) -> np.ndarray:
        """Final points of each seat as if the game ended now: float64, shape (num_players,)."""
        return self._standing(state)[0]

    def ranks(self, state: np.record) -> np.ndarray:
        """Ranks of the seats as if the game ended now: 1 = best, ties share the better rank."""
        return self._standing(state)[1]

    def outcome(self, state: np.record) -> np.ndarray:
        """Zero-sum utilities in [-1, 1] as if the game ended now: float64, shape (num_players,).

        With n players and k winners a winner gets (n/k - 1)/(n - 1), everyone else -1/(n - 1).
        """
        return self._standing(state)[2]

    def truncated(self, states: np.ndarray) -> np.ndarray:
        """Which of these positions are over only because they took too long: bool, shape (M,).

        No game is ever broken off, unless its rules page says so.

        Args:
            states: (M,) records.

        Raises:
            TypeError: they are none of this game.
        """
        self.check_states(states)
        return self.broken_off(states)

    def score_sheet(self, state: np.record) -> dict[str, list[int]]:
        """What each player has come to, by category, as if the game ended now.

        Where points win, they are points, and ``total`` is what they come to.
        """
        return self.count_points(self._array(state)[0])

    def state_vector(self, state: np.record) -> np.ndarray:
        """All that the record holds but the random generator: float32, for centralised critics."""
        position = self._array(state)[0]
        names = self.state_dtype.names or ()
        fields = [name for name in names if name not in NON_POSITION_FIELDS]
        return np.concatenate([np.ravel(position[name]) for name in fields]).astype(np.float32)

    def _asked_first(self, state: np.record, seat: int) -> np.record:
        """A copy of a position in which `seat`, one of those asked, decides."""
        if self._seat(seat) not in (asked := self.seats_to_decide(state)):
            raise ValueError(f"player {seat} is asked for nothing here, expected one of {asked}")
        states = self._array(state).copy()
        states[0]["player"] = seat
        return states[0]

    def _standing(self, state: np.record) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        scores, outcomes = np.zeros((2, 1, self.num_players))
        ranks = np.zeros((1, self.num_players), np.int16)
        self.engine.score_and_rank(self.params, self._array(state), scores, ranks, outcomes)
        return scores[0], ranks[0], outcomes[0]

    def _seat(self, player: int) -> int:
        if not is_integer(player) or not 0 <= player < self.num_players:
            raise ValueError(
                f"player is {shown(player)}, expected a seat from 0 to {self.num_players - 1}"
            )
        return int(player)

    def _number_of(self, action: int | str) -> int:
        if isinstance(action, str):
            return self.action_index(action)
        if not is_integer(action):
            raise ValueError(
                f"action is {shown(action)}, expected a number from 0 to {self.num_actions - 1}, "
                f"or the name of an action, like {self._action_names[0]!r}"
            )
        return int(action)

    def _array(self, state: np.record, write: bool = False) -> np.ndarray:
        """The record as an array of one game: the same memory, which costs kernels less to take."""
        if not isinstance(state, _POSITIONS):
            raise TypeError(self._expected("one position", state))
        states = np.asarray(state)
        if states.dtype != self.state_dtype or states.size != 1:
            raise TypeError(self._expected("one position", state))
        if not states.flags.writeable:
            if write:
                raise ValueError("this position is read-only; apply to state.copy()")
            states = states.copy()
        return states.reshape(1)

    def _expected(self, what: str, found: Any) -> str:
        fields = getattr(getattr(found, "dtype", None), "names", None)
        got = f"{found.size} with the fields {shown(fields)}" if fields else shown(found)
        return f"expected {what} of this game, {self!r}, got {got}"

    # --- written positions ---------------------------------------------------------------------

    def to_dict(self, state: np.record) -> dict[str, Any]:
        """The whole position in rulebook words, JSON-ready."""
        header = {"game": self.name, "num_players": self.num_players}
        return header | self.write_fields(self._array(state)[0])

    def from_dict(self, position: Mapping[str, Any], seed: int = 0) -> np.record:
        """The position that `to_dict` or a person wrote; chance to come follows from `seed`.

        Missing fields take the values of an empty table.

        Raises:
            ValueError: names the field whose value is unknown, impossible or too large; or nobody
                has a legal action, though the game is not over.
        """
        states = self.empty.copy()
        seed_generator(states[0], as_seed(seed))
        fields = ["game", "num_players", *self.write_fields(self.empty[0])]
        reader = PositionReader(position, self.name, fields, self.num_players)
        self.read_fields(reader, states[0])
        if not states[0]["over"] and not self.legal_mask(states[0]).any():
            seat = states[0]["player"]
            raise PositionError(f"player {seat} has no legal action, but the game is not over")
        return states[0]

    # --- drawings ------------------------------------------------------------------------------

    def draw(
        self, position: np.record | Mapping[str, Any], point_of_view: int | None = None
    ) -> str:
        """The position as text of some lines.

        Args:
            position: a record, or written as `to_dict` gives it or a person wrote it.
            point_of_view: the seat that looks at it: of what it can't see, there are numbers. None
                is an onlooker, who sees all hands but nothing that lies face down.

        Raises:
            TypeError, ValueError: there is no such position or seat; it says what is wrong.
        """
        seat = None if point_of_view is None else self._seat(point_of_view)
        return self.draw_visible(self.visible_part(self.to_dict(self._record(position)), seat))

    def svg(
        self,
        position: np.record | Mapping[str, Any],
        point_of_view: int | None = None,
        *,
        before: np.record | Mapping[str, Any] | None = None,
        action: int | str | None = None,
        dark: bool = False,
    ) -> str:
        """The position as a picture, an SVG document.

        Args:
            position: a record, or written as `to_dict` gives it or a person wrote it.
            point_of_view: the seat that looks at it: what it can't see lies face down. None is an
                onlooker, who sees all hands but nothing that lies face down.
            before: an earlier position: what has changed since is marked.
            action: the one that led from `before` to `position`.
            dark: whether the background is dark.

        Raises:
            TypeError, ValueError: there is no such position, seat or action; it says what is wrong.
        """
        return self.picture(position, point_of_view, before=before, action=action, dark=dark).svg()

    def picture(
        self,
        position: np.record | Mapping[str, Any],
        point_of_view: int | None = None,
        *,
        before: np.record | Mapping[str, Any] | None = None,
        action: int | str | None = None,
        dark: bool = False,
    ) -> Canvas:
        """Return the same as `svg`, as a picture that notebooks show.

        Args:
            position, point_of_view, before, action, dark: as of `svg`.

        Returns:
            A `Canvas`; its ``svg()`` is the document, ``width`` and ``height`` its size in pixels.

        Raises:
            TypeError, ValueError: there is no such position, seat or action; it says what is wrong.
        """
        return self.paint(
            self.scene(position, point_of_view, before=before, action=action, dark=dark)
        )

    def scene(
        self,
        position: np.record | Mapping[str, Any],
        point_of_view: int | None = None,
        *,
        before: np.record | Mapping[str, Any] | None = None,
        action: int | str | None = None,
        dark: bool = False,
    ) -> Scene:
        """What `picture` paints, and `describe_event` says in words; of the same arguments."""
        seat = None if point_of_view is None else self._seat(point_of_view)
        state = self._record(position)
        written, earlier, decision = self.to_dict(state), None, {}
        if before is not None:
            written_before = self.to_dict(self._record(before))
            earlier = self.visible_part(written_before, seat)
            if action is not None:
                name = self.action_name(self._number_of(action))
                decision = self.visible_decision(written_before, name, written, seat)
        visible = self.visible_part(written, seat)
        standing = self.score_sheet(state), self.ranks(state).tolist()
        return Scene(visible, earlier, decision, *standing, seat, dark)

    def _record(self, position: np.record | Mapping[str, Any]) -> np.record:
        return self.from_dict(position) if isinstance(position, Mapping) else position

    # --- words ---------------------------------------------------------------------------------

    def prompt(self, state: np.record, seat: int | None = None) -> str:
        """What a player is asked to do, of what is legal: "place an abbey or end placing".

        Args:
            state: the position.
            seat: one of those `seats_to_decide`; None is who decides.

        Returns:
            A sentence that goes on after "you are asked to"; empty once the game is over.

        Raises:
            ValueError: this seat is asked for nothing.
        """
        names = map(self.action_name, self.legal_actions(state, seat))
        *deeds, last = dict.fromkeys(map(self.action_phrase, names)) or [""]
        return f"{', '.join(deeds)} or {last}" if deeds else last

    def why_not(self, state: np.record, target: str, seat: int | None = None) -> str:
        """Why no legal action points at something, in a sentence; empty if one does.

        Args:
            state: the position.
            target: the name of a target of the picture of this seat.
            seat: one of those `seats_to_decide`; None is who decides.

        Raises:
            ValueError: this seat is asked for nothing.
        """
        if seat is not None:
            state = self._asked_first(state, seat)
        if self.is_over(state):
            return "the game is over"
        position = self.to_dict(state)
        names = [self.action_name(action) for action in self.legal_actions(state)]
        if any(target in self.targets(position, name) for name in names):
            return ""
        return self.why_no_action(state, target) or f"you are asked to {self.prompt(state)}"

    # --- names ---------------------------------------------------------------------------------

    def action_name(self, action: int) -> str:
        """The action in rulebook words."""
        if not is_integer(action) or not 0 <= action < self.num_actions:
            raise ValueError(f"action is {shown(action)}, expected 0 to {self.num_actions - 1}")
        return self._action_names[action]

    def action_index(self, name: str) -> int:
        """The action that is written `name`."""
        if not isinstance(name, str) or name not in self._action_indices:
            raise ValueError(
                f"no action is called {shown(name)}{nearest(name, self._action_names)} (actions "
                f"are called like {self._action_names[0]!r})"
            )
        return self._action_indices[name]

    def describe_illegal(self, action: int, mask: np.ndarray) -> str:
        """A sentence on why `action` was refused, with what `mask` allows."""
        if not mask.any():
            return f"action {shown(action)} is refused: nobody has anything to decide here any more"
        legal = [f"{index} ({self._action_names[index]})" for index in np.flatnonzero(mask)]
        listed = ", ".join(legal[:12]) + (" …" if len(legal) > 12 else "")
        name = f" ({self._action_names[action]})" if 0 <= action < self.num_actions else ""
        return f"action {shown(action)}{name} is illegal here; legal: {listed}"

    # --- what each game writes itself ----------------------------------------------------------

    @property
    def wait_action(self) -> int:
        """The action of a player who takes no part in a simultaneous choice."""
        raise TypeError(f"{self.name} has no simultaneous choices")

    @abstractmethod
    def write_fields(self, state: np.record) -> dict[str, Any]:
        """The fields of the written position, without name of the game and number of players."""

    @abstractmethod
    def read_fields(self, reader: PositionReader, state: np.record) -> None:
        """Fill the empty position `state` from what `write_fields` or a person wrote.

        Raises:
            PositionError: names the field whose value is unknown, impossible or too large.
        """

    @abstractmethod
    def count_points(self, state: np.record) -> dict[str, list[int]]:
        """What `score_sheet` gives, of a position of this game."""

    def broken_off(self, states: np.ndarray) -> np.ndarray:
        """What `truncated` gives, of positions of this game."""
        return np.zeros(len(states), np.bool_)

    @abstractmethod
    def visible_part(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, Any]:
        """What a seat or an onlooker (None) sees of a position that `to_dict` gave.

        It is the same for all positions that the seat can't tell apart.
        """

    @abstractmethod
    def draw_visible(self, position: Mapping[str, Any]) -> str:
        """What `draw` gives, of what `visible_part` leaves of a position."""

    def paint(self, scene: Scene) -> Canvas:
        """The picture of a scene, as large for every scene of this game; by default its text.

        Its targets are all that `targets` may name and that is to be seen, named as it does: for a
        seat that decides these are those of all its legal actions.
        """
        return written_picture(self.draw_visible(scene.position), self.spec.title, scene.dark)

    def targets(self, position: Mapping[str, Any], action: str) -> frozenset[str]:
        """What an action points at: names of targets of the deciding seat's picture.

        No two legal actions have the same, but for those that point at nothing, as to pass. Without
        a picture, none points at anything.

        Args:
            position: as `to_dict` gives it, or `visible_part` to the seat that decides.
            action: by its name.
        """
        return frozenset()

    def describe_action(self, position: Mapping[str, Any], action: str) -> str:
        """A legal action in words that people understand at once: its name, where that says all.

        Args:
            position: as `visible_part` gives it to the seat that decides.
            action: by its name.
        """
        return action

    def action_phrase(self, action: str) -> str:
        """What an action does, in the words in which one is asked for it: "place an abbey".

        Actions that differ only in what they point at have the same.
        """
        return "choose an action"

    def why_no_action(self, state: np.record, target: str) -> str:
        """Why the player who decides can't choose a target, in a sentence; empty: ask `why_not`.

        Only what that player may know is in it. No legal action points at the target.
        """
        return ""

    def hidden_cards(
        self, position: Mapping[str, Any], point_of_view: int | None
    ) -> dict[str, dict[str, int]]:
        """Where cards lie that a seat or an onlooker (None) can't see.

        Args:
            position: the whole one, as `to_dict` gives it.
            point_of_view: the seat.

        Returns:
            How many of each card lie at each place, a place being called as players would say:
            "pile", "hand of player 1". A place may be part of another: "next card of the pile".
            By default none, as for a game without cards.
        """
        return {}

    def describe_event(self, scene: Scene) -> str:
        """What led to a scene, in a sentence; empty if that is not to be told."""
        if not scene.decision:
            return ""
        return f"player {scene.decision['player']}: {scene.decision['action'] or 'a secret choice'}"

    def visible_decision(
        self,
        before: Mapping[str, Any],
        action: str,
        after: Mapping[str, Any],
        point_of_view: int | None,
    ) -> dict[str, Any]:
        """Who did what, as a seat or an onlooker (None) may know it: ``player``, ``action``."""
        return {"player": before["player"], "action": action}

    # --- identity: a game is its name and options ----------------------------------------------

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (type(self), self.options) == (
            type(other),
            other.options,
        )

    def __hash__(self) -> int:
        return hash((type(self), tuple(sorted(self.options.items()))))

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
        return self  # immutable

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), self.options)


def _remake(game_class: type[Game], options: dict[str, Any]) -> Game:
    return game_class(**options)
