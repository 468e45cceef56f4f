"""Properties of all positions of all games. Every check raises `BrokenContractError`."""

import copy
import json
import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np

from hofspiele.envs.core.game import Game, IllegalActionError
from hofspiele.envs.core.state import NON_POSITION_FIELDS

# Tolerance for sums of utilities.
_ROUNDING = 1e-9


class BrokenContractError(AssertionError):
    """Raised if a position lacks a property that positions of all games have."""


def expect(held: Any, message: str) -> None:
    """Raise BrokenContractError with this message unless `held` is true."""
    if not held:
        raise BrokenContractError(message)


def check_position(game: Game, state: np.record, seed: int) -> None:
    """Check all properties of a position; `seed` determines the redeals."""
    check_actions(game, state)
    check_writing(game, state)
    check_copies(game, state)
    check_observations(game, state)
    check_worths(game, state)
    check_outcomes(game, state)
    check_score_sheet(game, state)
    if not state["over"]:
        for seat in range(game.num_players):
            check_redeal(game, seat, state, seed)


def check_actions(game: Game, state: np.record) -> None:
    """Check that exactly the legal actions can be applied, and that they change the position."""
    mask = game.legal_mask(state)
    expect(mask.any() or state["over"], "no action is legal, but the game is not over")
    for action in range(-1, game.num_actions + 1):
        trial = state.copy()
        try:
            game.apply(trial, action)
        except IllegalActionError:
            expect(trial.tobytes() == state.tobytes(), f"refusing action {action} changed the game")
            is_legal = 0 <= action < game.num_actions and mask[action]
            expect(not is_legal, f"action {action} is legal, but refused")
        else:
            name = game.action_name(action)
            expect(mask[action], f"action {action} ({name}) is applied, but not legal")
            expect(trial.tobytes() != state.tobytes(), f"action {action} ({name}) changes nothing")


def check_writing(game: Game, state: np.record) -> None:
    """Check that positions can be written as JSON, and read if the game reads positions."""
    position = game.to_dict(state)
    written = json.dumps(position)
    if type(game).read_fields is Game.read_fields:  # Positions of this game can't be read.
        return
    back = game.from_dict(json.loads(written))
    for name in game.state_dtype.names or ():
        if name not in (*NON_POSITION_FIELDS, *game.unwritten_fields):
            _equal(f"field {name}", state[name], back[name])
    _equal("what to_dict writes", position, game.to_dict(back))
    _equal("the mask", game.legal_mask(state), game.legal_mask(back))
    _equal("the score sheet", game.score_sheet(state), game.score_sheet(back))
    for seat in range(game.num_players):
        before, after = (game.layout.decode(game.observe(one, seat)) for one in (state, back))
        for name in before.keys() - set(game.unwritten_pieces):
            _equal(f"piece {name} of seat {seat}'s observation", before[name], after[name])


def _equal(what: str, before: Any, after: Any) -> None:
    same = np.array_equal(before, after) if isinstance(before, np.ndarray) else before == after
    message = f"after writing and reading the position, {what} is {after!r}, expected {before!r}"
    expect(same, message)


def check_copies(game: Game, state: np.record) -> None:
    """Check that copies have the same bytes, and the same next position."""
    copies = {
        "state.copy()": state.copy(),
        "copy.deepcopy": copy.deepcopy(state),
        "tobytes": np.frombuffer(state.tobytes(), game.state_dtype)[0].copy(),
        "pickle": pickle.loads(pickle.dumps(state)).copy(),
    }
    following = {way: one.tobytes() for way, one in copies.items()}
    expect(set(following.values()) == {state.tobytes()}, f"copies differ: {following}")
    if not state["over"]:
        action = game.legal_actions(state)[-1]
        for one in copies.values():
            game.apply(one, action)
        same = len({one.tobytes() for one in copies.values()}) == 1
        expect(same, f"action {action} leads to different positions from copies of one position")


def check_observations(game: Game, state: np.record) -> None:
    """Check that the observations of all seats have the sizes and ranges of the layout."""
    for seat in range(game.num_players):
        observation = game.observe(state, seat)
        low, high = game.layout.low(), game.layout.high()
        wrong = np.flatnonzero(~((low <= observation) & (observation <= high)))
        if wrong.size:
            number = int(wrong[0])
            raise BrokenContractError(
                f"number {number} of seat {seat}'s observation is {observation[number]}, expected "
                f"a number from {low[number]} to {high[number]}"
            )


def check_worths(game: Game, state: np.record) -> None:
    """Check that exactly the legal actions have a finite worth."""
    worths, mask = game.action_values(state), game.legal_mask(state)
    wrong = np.flatnonzero(np.isfinite(worths) != mask)
    if wrong.size:
        raise BrokenContractError(
            f"the worth of action {int(wrong[0])} is {worths[wrong[0]]}, expected finite numbers "
            "for legal actions only"
        )


def check_outcomes(game: Game, state: np.record) -> None:
    """Check that ranks are a ranking, and that utilities agree with them or with the spec."""
    ranks, outcome, facts = game.ranks(state), game.outcome(state), game.spec.utilities
    ranking = [1 + int((ranks < own).sum()) for own in ranks]
    expect(ranks.tolist() == ranking, f"ranks are {ranks}, expected {ranking}")
    n, winners = len(ranks), ranks == 1
    if game.kernels.utilities is None:
        expected = np.where(winners, (n / winners.sum() - 1) / (n - 1), -1 / (n - 1))
        expect(np.allclose(outcome, expected), f"outcome is {outcome}, expected {expected}")
    in_range = (facts.low <= outcome) & (outcome <= facts.high)
    expect(in_range.all(), f"outcome is {outcome}, expected {facts.low} to {facts.high}")
    if facts.zero_sum:
        expect(abs(outcome.sum()) < _ROUNDING, f"outcome is {outcome}, expected a sum of 0")


def check_score_sheet(game: Game, state: np.record) -> None:
    """Check that the points of all categories add up to the total."""
    sheet = game.score_sheet(state)
    total = sheet.pop("total")
    sums = [sum(points) for points in zip(*sheet.values(), strict=True)]
    expect(not sheet or sums == total, f"the score sheet adds up to {sums}, its total is {total}")


def check_redeal(game: Game, seat: int, state: np.record, seed: int) -> None:
    """Check that redeals for `seat` stay in its information set, and depend only on that set."""
    redealt = game.redeal(state, seat, seed)
    check_looks_the_same(game, seat, state, redealt)
    again = game.redeal(game.redeal(state, seat, seed + 1), seat, seed)
    same = again.tobytes() == redealt.tobytes()
    expect(same, f"redeals for seat {seat} depend on what is hidden from it, not only on the seed")


def check_looks_the_same(game: Game, seat: int, state: np.record, redealt: np.record) -> None:
    """Check that `seat` can't distinguish two positions by anything that it may see."""

    def seen(position: np.record) -> Mapping[str, Any]:
        found: dict[str, Any] = {
            "the deciding player": int(position["player"]),
            "over": bool(position["over"]),
            "the observation": game.observe(position, seat).tolist(),
            "the score sheet": game.score_sheet(position),
            "the drawing": game.draw(position, seat),
        }
        if position["player"] == seat and not position["over"]:
            found["the mask"] = game.legal_mask(position).tolist()
            found["the heuristic"] = game.action_values(position).tolist()
        return found

    before, after = seen(state), seen(redealt)
    changed = [name for name, value in before.items() if after.get(name) != value]
    expect(not changed, f"{' and '.join(changed)} of seat {seat} shows something that is hidden")
