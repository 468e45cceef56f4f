"""Positions with changed or missing entries are refused, or can be played to the end."""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from hofspiele.envs.core import Game
from hofspiele.envs.core.text.written import EntryError
from tests.cards import CARDS_OF
from tests.games import OWN_CASES, RACES, Case
from tests.play import play_on, positions, seeds, written_fields

# Values for numbers of any kind, such as seats, counts, rows and cards.
NUMBERS = st.integers(-1, 7) | st.sampled_from([12, 512, 9999, 10_000])


@st.composite
def tampered_positions(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    """Draw a written position of a random game with a few entries changed or missing."""
    written, other = (game.to_dict(draw(positions(game))) for _ in range(2))
    for _ in range(draw(st.integers(1, 5))):
        field = draw(st.sampled_from(sorted({*written} - {"game"}) or ["player"]))
        way = draw(st.sampled_from(["drop", "empty", "take", "change"]))
        if way == "drop":
            written.pop(field, None)
        elif way == "empty":
            written[field] = type(other[field])()
        elif way == "take":
            written[field] = copy.deepcopy(other[field])
        else:
            written[field] = draw(changed(written.get(field)))
    return written


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """Draw a changed number, or a copy of `value` with one entry changed, missing or repeated."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return draw(NUMBERS)
    if not value or isinstance(value, str):
        return draw(st.sampled_from([value, None, 0]))
    entries = dict(value) if isinstance(value, Mapping) else dict(enumerate(value))
    key = draw(st.sampled_from([*entries]))
    way = draw(st.sampled_from(["change", "leave out", "swap", "repeat"]))
    if way == "change":
        entries[key] = draw(changed(entries[key]))
    elif way == "leave out":
        del entries[key]
    elif way == "swap":
        other = draw(st.sampled_from([*entries]))
        entries[key], entries[other] = entries[other], entries[key]
    elif not isinstance(value, Mapping):
        return [*value, value[key]]
    return entries if isinstance(value, Mapping) else [*entries.values()]


def play_what_is_accepted(game: Game, written: dict[str, Any], seed: int) -> None:
    """Play a position to the end at random if it is accepted; otherwise reject the example.

    Check at each ply that there is a legal action, that the position would be accepted, that the
    cards are the same as before, and that agents can observe it.
    """
    try:
        state = game.from_dict(written, seed)
    except EntryError:
        reject()
    cards_of = CARDS_OF[game.name]
    cards = cards_of(game.to_dict(state))
    check(game, state)
    for _ in play_on(game, state, seed):
        check(game, state)
        assert cards_of(game.to_dict(state)) == cards


def check(game: Game, state: np.record) -> None:
    """Check a position: reading, legal actions, their values, observations and redeals."""
    shown = game.to_dict(state)
    assert game.to_dict(game.from_dict(shown)) == shown
    mask = game.legal_mask(state)
    assert mask.any() == (not state["over"])
    assert np.isfinite(game.action_values(state)[mask]).all()
    for seat in range(game.num_players):
        seen = game.observe(state, seat)
        assert (np.abs(seen) <= 1).all()
        assert (game.observe(game.redeal(state, seat, 0), seat) == seen).all()


SHORT_RACES = [
    Case(name, {"num_players": number, "max_turns": 15}) for name in RACES for number in (2, 6)
]


@pytest.mark.parametrize(
    "case", [*SHORT_RACES, *(case for case in OWN_CASES if case.name not in RACES)], ids=str
)
@given(data=st.data(), seed=seeds)
def test_accepted_positions_can_be_played_to_the_end(case, data, seed):
    game = case.make()
    written = data.draw(tampered_positions(game))
    play_what_is_accepted(game, written, seed)


@pytest.mark.parametrize("case", OWN_CASES, ids=str)
@given(data=st.data())
def test_differences_that_a_seat_may_see_are_in_its_observation(case, data):
    """Observations are complete: they tell all positions apart that look different."""
    game = case.make()
    shown = game.to_dict(data.draw(positions(game)))
    left_out = {"game", "over", *game.options}
    if game.simultaneous:  # Pictures show who has chosen, and observations do not.
        left_out |= {"player", "choices"}
    field = data.draw(st.sampled_from(sorted(shown.keys() - left_out)))
    try:
        other = game.from_dict(shown | {field: data.draw(changed(shown[field]))})
    except EntryError:
        reject()
    state = game.from_dict(shown)
    for seat in range(game.num_players):
        seen, others = (
            game.visible_part(game.to_dict(position), seat) for position in (state, other)
        )
        assert seen == others or (game.observe(state, seat) != game.observe(other, seat)).any()


@pytest.fixture(scope="module", params=OWN_CASES, ids=str)
def game(request):
    return request.param.make()


def test_without_fields_the_table_is_empty(game):
    shown = game.to_dict(game.from_dict({"game": game.name}))
    for name in game.options.keys() & shown.keys():
        assert shown[name] == game.options[name]
    assert (shown["player"], shown["over"]) == (0, False)
    assert CARDS_OF[game.name](shown).total() == 0
    assert game.score_sheet(game.from_dict(shown))["total"] == [0] * game.num_players


@given(data=st.data())
def test_entries_of_an_empty_table_may_be_left_out(game, data):
    """This holds for whole fields and at the end of lists with an entry for each seat."""
    state = data.draw(positions(game))
    empty, shown = game.to_dict(game.from_dict({"game": game.name})), game.to_dict(state)
    short = {name: value for name, value in shown.items() if value != empty[name]}
    for name, value in short.items():
        if isinstance(value, list) and len(value) == len(empty[name]):
            kept = [at for at, entry in enumerate(value) if entry != empty[name][at]]
            short[name] = value[: kept[-1] + 1]
    back = game.from_dict({"game": game.name, **short})
    assert written_fields(game, back) == written_fields(game, state)


def wrong_entries(value: Any) -> Iterator[Any]:
    """Yield copies of an entry in which a number, a name or a length is wrong in every game."""
    if isinstance(value, str):
        yield "Camelot"
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (-1, 10**6, 1.0)
    elif isinstance(value, list | dict):
        if isinstance(value, list) and value:
            yield [*value, *[copy.copy(value[0])] * 200]
        for key in [*value] if isinstance(value, dict) else range(len(value)):
            for wrong in wrong_entries(value[key]):
                changed = copy.copy(value)
                changed[key] = wrong
                yield changed
            if isinstance(value, dict):
                yield {"Camelot" if other == key else other: value[other] for other in value}


@given(data=st.data())
def test_a_wrong_entry_is_refused_under_its_name(game, data):
    shown = game.to_dict(data.draw(positions(game)))
    sets = ("undecided",)  # In sets, an entry may be repeated.
    field = data.draw(st.sampled_from([name for name in shown if name not in ("over", *sets)]))
    for wrong in wrong_entries(shown[field]):
        with pytest.raises(EntryError, match=rf"\b{field}\b"):
            game.from_dict({**shown, field: wrong})
