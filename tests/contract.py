"""Checks that every position of every game must pass, however a test reached it."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

import numpy as np
import pytest

from hofspiele.envs.core import Game, IllegalActionError
from tests import fourth_game
from tests.kardinal.scenario import cards_of as cards_of_kardinal
from tests.knatsch.scenario import cards_of as cards_of_knatsch
from tests.kou_ka_roi.scenario import cards_of as cards_of_kou_ka_roi
from tests.play import written_fields, written_pieces

# Functions that return all cards of a written position, by game. No action changes these cards.
CARDS_OF: dict[str, Callable[[dict[str, Any]], Counter[Any]]] = {
    "kardinal": cards_of_kardinal,
    "knatsch": cards_of_knatsch,
    "kou_ka_roi": cards_of_kou_ka_roi,
    fourth_game.SPEC.name: lambda shown: Counter([*shown["seen"], *chain(*shown["hands"])]),
}


def apply_accepts_exactly_the_legal_actions(game: Game, state: np.record) -> None:
    mask = game.legal_mask(state)
    assert mask.any() == (not state["over"])
    for action in range(-1, game.num_actions + 1):
        trial = state.copy()
        if 0 <= action < game.num_actions and mask[action]:
            game.apply(trial, action)
            assert trial.tobytes() != state.tobytes()
        else:
            with pytest.raises(IllegalActionError):
                game.apply(trial, action)
            assert trial.tobytes() == state.tobytes()


def comes_back_from_writing(game: Game, state: np.record) -> None:
    position = game.to_dict(state)
    assert position["game"] == game.name
    back = game.from_dict(json.loads(json.dumps(position)))
    assert game.to_dict(back) == position
    assert (game.legal_mask(back) == game.legal_mask(state)).all()
    assert game.score_sheet(back) == game.score_sheet(state)
    for seat in range(game.num_players):
        seen = [written_pieces(game, game.observe(one, seat)) for one in (back, state)]
        _alike(*seen)
    _alike(written_fields(game, back), written_fields(game, state))


def _alike(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    different = [name for name in one if one[name] != other[name]]
    assert not different, different


def observations_stay_within_the_layout(game: Game, state: np.record) -> None:
    for seat in range(game.num_players):
        observation = game.observe(state, seat)
        assert observation.shape == (game.observation_size,)
        assert observation.dtype == np.float32
        assert (observation >= game.layout.low()).all()
        assert (observation <= game.layout.high()).all()


def legal_actions_have_a_worth(game: Game, state: np.record) -> None:
    values, mask = game.action_values(state), game.legal_mask(state)
    assert (np.isfinite(values) == mask).all()
    assert (values[~mask] == -np.inf).all()


def outcomes_follow_the_ranks(game: Game, state: np.record) -> None:
    ranks, outcome, facts = game.ranks(state), game.outcome(state), game.spec.utilities
    n, winners = len(ranks), ranks == 1
    k = winners.sum()
    if game.kernels.utilities is None:
        assert outcome == pytest.approx(np.where(winners, (n / k - 1) / (n - 1), -1 / (n - 1)))
    assert ((facts.low <= outcome) & (outcome <= facts.high)).all()
    assert not facts.zero_sum or outcome.sum() == pytest.approx(0)
    assert ranks.tolist() == [1 + int((ranks < own).sum()) for own in ranks]


def ranks_follow_the_points(scores: np.ndarray, ranks: np.ndarray) -> None:
    better = scores[:, None] > scores
    assert (better <= (ranks[:, None] < ranks)).all()  # A tie-break may separate equal points.


def looks_the_same_to(game: Game, seat: int, state: np.record, redealt: np.record) -> None:
    """Check that `seat` can't distinguish `state` and `redealt` by anything that it may see."""
    assert redealt["player"] == state["player"]
    assert redealt["over"] == state["over"]
    assert (game.observe(redealt, seat) == game.observe(state, seat)).all()
    assert game.score_sheet(redealt) == game.score_sheet(state)
    drawn, as_before = (game.draw(position, seat) for position in (redealt, state))
    assert drawn == as_before
    if state["player"] == seat:
        assert (game.legal_mask(redealt) == game.legal_mask(state)).all()
        assert (game.action_values(redealt) == game.action_values(state)).all()
