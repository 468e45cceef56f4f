"""Checks that errors are clear, and that games still follow their rules and end in time."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from hofspiele.envs.core import Game
from hofspiele.envs.core.rng import derived_seed
from tests import contract
from tests.games import RACES
from tests.play import play_on

# Maximum number of decisions in a game, several times the length of a normal random game.
_MOST_PLIES = 30_000
# Time in seconds after which an attempt counts as hanging. Other programs may slow it down.
_SECONDS = 1800


class TooSlowError(Exception):
    """A timeout. Python's TimeoutError is an OSError, which the attacked code may catch."""


@contextmanager
def in_time() -> Iterator[None]:
    """Raise TooSlowError if the `with` block hangs."""

    def stop(*_: object) -> None:
        raise TooSlowError(f"took more than {_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def clear_refusals(kind: type[Exception], start: str) -> Iterator[None]:
    """Suppress exceptions of a kind, after a check that their message begins with `start`."""
    message = start
    try:
        yield
    except kind as error:
        message = str(error)
    assert message.startswith(start), message


def check_position(game: Game, state: np.record, seed: int) -> None:
    """Check everything that must hold for a position and for its redeals with `seed`."""
    contract.apply_accepts_exactly_the_legal_actions(game, state)
    contract.comes_back_from_writing(game, state)
    contract.observations_stay_within_the_layout(game, state)
    contract.legal_actions_have_a_worth(game, state)
    ranks = game.ranks(state)
    contract.outcomes_follow_the_ranks(ranks, game.outcome(state))
    if game.name not in RACES:
        contract.ranks_follow_the_points(game.scores(state), ranks)
    assert game.draw(game.to_dict(state))
    for seat in range(game.num_players):
        redealt = game.redeal(state, seat, seed)
        contract.looks_the_same_to(game, seat, state, redealt)
        assert game.redeal(redealt, seat, seed).tobytes() == redealt.tobytes()


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
