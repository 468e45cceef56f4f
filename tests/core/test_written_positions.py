"""Written positions of all games: missing, surplus and wrong entries.

test_contract.py checks that complete ones are read back, and the tests of each game check which
entries contradict each other.
"""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hofspiele.envs.core.text.written import EntryError
from tests.cards import CARDS_OF
from tests.games import OWN_CASES
from tests.play import positions, written_fields


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
