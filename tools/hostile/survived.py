"""Checks after an attack: a game still follows its rules and ends in reasonable time."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.core.rng import derived_seed
from tests import contract
from tests.games import RACES
from tests.play import play_on

# Maximum number of decisions in a game, several times the length of a normal random game.
_MOST_PLIES = 30_000


Given = TypeVar("Given")
Refusals = type[Exception] | tuple[type[Exception], ...]


def attempt(call: Callable[[], Given], refusals: Refusals) -> tuple[Given | None, Exception | None]:
    """Return the result of `call` and None, or None and the documented exception it raised."""
    try:
        return call(), None
    except refusals as error:
        return None, error


class TooSlowError(Exception):
    """A timeout. Python's TimeoutError is an OSError, which the attacked code may catch."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TooSlowError if the `with` block takes more than `seconds`."""

    def stop(*_: object) -> None:
        raise TooSlowError(f"took more than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def check_position(game: Game, state: np.record, seed: int) -> None:
    """Check everything that must hold for a position and for its redeals with `seed`."""
    contract.apply_accepts_exactly_the_legal_actions(game, state)
    contract.comes_back_from_writing(game, state)
    contract.observations_stay_within_the_layout(game, state)
    contract.legal_actions_have_a_worth(game, state)
    check_result(game, game.scores(state), game.ranks(state), game.outcome(state))
    assert game.draw(game.to_dict(state))
    for seat in range(game.num_players):
        redealt = game.redeal(state, seat, seed)
        contract.looks_the_same_to(game, seat, state, redealt)
        assert game.redeal(redealt, seat, seed).tobytes() == redealt.tobytes()


def check_result(game: Game, scores: np.ndarray, ranks: np.ndarray, outcome: np.ndarray) -> None:
    """Check that outcomes follow the ranks and, except in races, that ranks follow the points."""
    contract.outcomes_follow_the_ranks(ranks, outcome)
    if game.name not in RACES:
        contract.ranks_follow_the_points(scores, ranks)


def check_to_the_end(game: Game, state: np.record, seed: int) -> None:
    """Play `state` to the end at random; check cards at each step, and everything at some steps."""
    cards_of = contract.CARDS_OF[game.name]
    check_position(game, state, seed)
    cards = cards_of(game.to_dict(state))
    for ply, _ in enumerate(play_on(game, state, seed)):
        assert ply < _MOST_PLIES, f"the game has not ended after {_MOST_PLIES} decisions"
        assert cards_of(game.to_dict(state)) == cards
        if derived_seed(seed, ply) % 64 == 0:
            check_position(game, state, seed)
    check_position(game, state, seed)
