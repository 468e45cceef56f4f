"""Wrong arguments of the methods of a game: one clear error, and nothing changes."""

import pickle
import re

import numpy as np
import pytest

from hofspiele.envs.agents import GreedyAgent, think_about
from hofspiele.envs.core.registry import make
from hofspiele.envs.core.text.written import EntryError
from hofspiele.envs.pictures.presentation import presentation_of
from tests.games import CASES, FOREIGN_CASES
from tests.hostile.contents import nested

NO_NUMBERS = [
    0.0, 0.9, float("nan"), True, np.True_, None, b"0", [0], {}, (0,), np.array(0), np.array([0]),
    np.array([[0]]), np.array([0], object), np.float32(0),
]  # fmt: skip


@pytest.fixture(scope="module")
def own():
    return FOREIGN_CASES[0].make()


@pytest.mark.parametrize(
    "value", [*NO_NUMBERS, "0", -1, 2**64, 10**5000], ids=lambda v: str(type(v))
)
def test_wrong_actions_seats_and_seeds_are_refused_and_change_nothing(own, value):
    state = own.new(1)
    before = state.tobytes()
    for message, call, *arguments in (
        (r"action .*, expected an integer|illegal here|unknown action", own.apply, state, value),
        (r"action is .*, expected an integer from 0", own.action_name, value),
        ("unknown action", own.action_index, value),
        (r"player is .*, expected", own.observe, state, value),
        (r"player is .*, expected", own.redeal, state, value, 0),
        (r"seed is .*, expected an integer from 0 to 2", own.new, value),
        (r"seed is .*, expected an integer from 0 to 2", own.redeal, state, 0, value),
        (r"seed is .*, expected an integer from 0 to 2", own.from_dict, {}, value),
    ):
        with pytest.raises(ValueError, match=message) as error:
            call(*arguments)
        assert len(str(error.value)) < 500
    assert state.tobytes() == before


ASKED = (
    "is_over", "current_player", "legal_mask", "legal_actions", "returns", "action_values",
    "scores", "ranks", "outcome", "score_sheet", "state_vector", "to_dict",
)  # fmt: skip


@pytest.mark.parametrize("asked", ASKED)
def test_values_that_are_not_positions_are_refused(own, asked):
    others = CASES[0].make().new(1)
    for state in (None, 3, "x", {}, b"x", others, np.zeros(2, own.state_dtype), [own.new(1)]):
        with pytest.raises(TypeError, match="expected a position of HighCard") as error:
            getattr(own, asked)(state)
        assert len(str(error.value)) < 500


def test_values_that_are_not_arrays_of_positions_are_refused():
    solved = next(game for game in (case.make() for case in CASES) if game.has_solver)
    foreign = CASES[-1].make().empty
    for states in (None, 3, "x", solved.new(1), [solved.new(1)], np.zeros(3), foreign):
        for ask in (solved.is_solved, solved.truncated, CASES[0].make().truncated):
            with pytest.raises(TypeError, match=r"expected .*positions of (Knatsch|KouKaRoi)"):
                ask(states)


def test_only_positions_are_drawn(own):
    state = own.new(1)
    assert own.draw(state) == own.draw(own.to_dict(state))
    for drawn in (own.draw, presentation_of(own).picture):
        for position in (None, 3, "x", [state], CASES[0].make().new(1)):
            with pytest.raises(TypeError, match="expected a position of HighCard"):
                drawn(position)
        for position in ({}, {"game": own.name, "cards": 3}, own.to_dict(state) | {"played": 3}):
            with pytest.raises(ValueError, match=r"game is|unknown field|played is"):
                drawn(position)


@pytest.mark.parametrize(
    ("name", "option", "values"),
    [
        ("kardinal", "num_players", (2, 3.0, [3], np.array([3]))),
        ("kou_ka_roi", "num_players", (0, "3", None, True)),
        ("kardinal", "vatikan", (1, "no")),
        ("knatsch", "max_turns", (0, 10_001, 50.0, True)),
    ],
)
def test_values_that_no_option_allows_are_refused(name, option, values):
    for value in values:
        with pytest.raises(ValueError, match=re.escape(f"{option} is {value!r}, expected ")):
            make(name, **{option: value})


@pytest.mark.parametrize(
    "value",
    [nested(100_000), {"a": nested(100_000)}, 10**5000, float("nan"), np.array([1, 2]),
     ["x" * 10**6], {"x" * 10**6: 1}],
    ids=["list", "dict", "digits", "nan", "array", "long in a list", "long in a dict"],
)  # fmt: skip
def test_strange_values_in_written_positions_are_refused(game, value):
    """Try every field of the game, and an entry of each."""
    position = game.to_dict(game.new(1))
    for field in position:
        for strange in (value, [value], {"0": value}):
            with pytest.raises(EntryError, match=rf"\b{field}\b") as error:
                game.from_dict(position | {field: strange})
            message = str(error.value)
            assert len(message) < 1500
            assert "\n" not in message
    with pytest.raises(ValueError, match=r"position is|unknown field|game is"):
        game.from_dict({"x": value})
    with pytest.raises(ValueError, match="position is"):
        game.from_dict([value])


def test_a_position_without_a_legal_action_is_over_or_refused(own):
    before = pickle.dumps(own.empty)
    stuck = own.to_dict(own.new(1)) | {"player": 1, "hands": [[1], [], [2]]}
    with pytest.raises(ValueError, match="player 1 has no legal action, but the game is not over"):
        own.from_dict(stuck)
    assert own.is_over(own.from_dict(stuck | {"over": True}))
    assert pickle.dumps(own.empty) == before


def test_the_arrays_that_kernels_read_are_read_only(game):
    for array in (game.params, game.empty):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[0]
        with pytest.raises(ValueError, match="cannot resize this array"):
            array.resize(2, refcheck=False)


@pytest.mark.parametrize(
    ("name", "options"),
    [("knatsch", {"max_turns": 9}), ("kardinal", {"vatikan": True})],
)
def test_positions_of_other_setups_are_refused(name, options):
    game, other = make(name), make(name, **options)
    state = other.new(1)
    message = "the position belongs to a game with other options, expected a position of"
    with pytest.raises(TypeError, match=message):
        game.observe(state, 0)
    with pytest.raises(TypeError, match=message):
        think_about(game, np.atleast_1d(state), GreedyAgent())
