"""Random legal play through the Game contract, for tests of any game."""

from collections.abc import Iterator
from itertools import count

import numpy as np
from hypothesis import strategies as st

from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.random_play import choose_random, random_legal
from hofspiele.envs.core.rng import derived_seed
from hofspiele.envs.core.state import NON_POSITION_FIELDS

seeds = st.integers(0, 2**64 - 1)


def random_action(game: Game, state: np.record, seed: int) -> int:
    """Return a random legal action of the deciding player."""
    return int(random_legal(game.legal_mask(state), np.uint64(seed)))


def play_on(game: Game, state: np.record, seed: int) -> Iterator[int]:
    """Play `state` to the end at random, in place; yield each action after it is carried out."""
    for ply in count():
        if state["over"]:
            return
        action = random_action(game, state, derived_seed(seed, ply))
        game.apply(state, action)
        yield action


def continuation(game: Game, state: np.record, seed: int = 0) -> list[bytes]:
    """Return all later positions of a copy of `state` that is played to the end at random."""
    state = state.copy()
    return [state.tobytes() for _ in play_on(game, state, seed)]


def random_game(game: Game, seed: int) -> list[np.record]:
    """Return all positions of a random game, from the deal to the end."""
    state = game.new(seed)
    return [state.copy(), *(state.copy() for _ in play_on(game, state, seed))]


def changes(game: Game, seed: int) -> Iterator[tuple[np.record, int, np.record]]:
    """Yield each position of a random game, the action that is played there, and the next one."""
    state = game.new(seed)
    before = state.copy()
    for action in play_on(game, state, seed):
        yield before, action, state
        before = state.copy()


@st.composite
def positions(draw: st.DrawFn, game: Game) -> np.record:
    """Draw a position of a random game; Hypothesis shrinks it to an early one."""
    history = random_game(game, draw(seeds))
    return history[draw(st.integers(0, len(history) - 1))]


@st.composite
def decisions(draw: st.DrawFn, game: Game) -> np.record:
    """Draw a position of a random game in which a player has to decide."""
    history = random_game(game, draw(seeds))
    return history[draw(st.integers(0, len(history) - 2))]


def written_fields(game: Game, state: np.record) -> dict[str, bytes]:
    """Return all fields of the record that a written position contains, by name."""
    left_out = (*NON_POSITION_FIELDS, *game.unwritten_fields)
    names = game.state_dtype.names or ()
    return {name: state[name].tobytes() for name in names if name not in left_out}


def random_actions(action_masks: np.ndarray, seed: int) -> np.ndarray:
    """Return a random legal action for each row of masks."""
    actions = np.zeros(len(action_masks), np.int64)
    choose_random(action_masks, np.uint64(seed), actions)
    return actions


def table_after(game: Game, num_games: int, plies: int, seed: int) -> Table:
    """Return a table after this number of random decisions in every game."""
    table = Table(game, num_games, seed)
    for number in range(plies):
        table.step(random_actions(table.action_masks, number))
    return table
