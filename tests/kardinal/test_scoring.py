"""The scorings; the rulebooks' own examples come first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kardinal import reference_scoring as reference
from tests.kardinal.scenario import BOARD, MONASTERIES, Scenario, abbeys_for, every_game, owned
from tests.play import positions
from tests.processes import in_plain_python


def sheet(num_players=3, /, *, advisors=None, **fields):
    if advisors:
        fields |= {"advisors": advisors, "abbeys": abbeys_for(advisors)}
    scenario = Scenario(num_players, **fields)
    return scenario.game.score_sheet(scenario.state)


# --- abbeys ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("country", "counts", "expected"),
    [
        ("Franken", [1, 2, 4], [2, 4, 7]),
        ("Lothringen", [2, 2, 1], [5, 5, 2]),
        ("Bayern", [3, 0, 0], [3, 0, 0]),
        ("Bayern", [2, 2, 2], [6, 6, 6]),
        ("Bayern", [1, 1, 4], [4, 4, 6]),
        ("Bayern", [3, 2, 0], [5, 3, 0]),
        ("Frankreich", [3, 2, 2], [7, 3, 3]),
        ("Frankreich", [3, 2, 1, 1, 1], [8, 3, 2, 2, 2]),
    ],
)
def test_the_abbeys_of_a_country_score_as_in_the_rulebook(country, counts, expected):
    assert sheet(len(counts), abbeys=owned(**{country: counts}))["abbeys"] == expected
    assert reference.country_points(counts) == expected


# --- advisors: blue 0, red 1, yellow 2 ---------------------------------------------------------


def test_the_second_scoring_is_added_to_the_first():
    found = sheet(abbeys=owned(Franken=[3, 2, 1]), scores=[6, 3, 2], stage="second pile")
    assert found["abbeys"] == found["total"] == [12, 6, 4]


def test_italien_burgund_and_italien_bayern_score_as_in_the_rulebook():
    """Alliance 14 gives blue a point for each of six advisors; alliance 15 gives no points."""
    advisors = {"Italien": [2, 1, 1], "Burgund": [1, 1], "Bayern": [0, 2, 1]}
    scenario = Scenario(3, advisors=advisors, abbeys=abbeys_for(advisors))
    numbers = BOARD.alliance_numbers
    assert BOARD.alliances[numbers.index(14)] == ("Italien", "Burgund")
    assert BOARD.alliances[numbers.index(15)] == ("Italien", "Bayern")
    points = scenario.state["alliance_points"]
    assert points[:, numbers.index(14)].tolist() == [6, 0, 0, 0, 0]
    assert points[:, numbers.index(15)].tolist() == [0, 0, 0, 0, 0]
    assert scenario.game.score_sheet(scenario.state)["advisors"] == [6, 0, 0]


def test_an_alliance_scores_those_with_the_most_in_each_country():
    assert sheet(advisors={"Italien": [1, 1, 0], "Burgund": [2, 2, 1]})["advisors"] == [7, 7, 0]
    assert sheet(advisors={"Italien": [3, 1], "Burgund": [1, 2]})["advisors"] == [0, 0, 0]


# --- Der Vatikan: A is 0, B is 1 ---------------------------------------------------------------


def test_a_scores_7_and_b_scores_4():
    """A's seal of Aragon on the council table doubles Aragon's advisors for A alone."""
    advisors = {"Aragon": [1, 1], "England": [2, 1], "Italien": [0, 2]}
    fields = {"advisors": advisors, "vatikan": True}
    found = sheet(council_table={"Aragon": 0}, **fields)
    assert found["advisors"] == [2 * 2 + 3, 2 + 2, 0]
    assert sheet(council_table={}, **fields)["advisors"] == [5, 4, 0]
    assert sheet(council_table={"Aragon": 2}, **fields)["advisors"] == [5, 4, 0]
    assert sheet(cloister_table={"Aragon": 0}, **fields)["advisors"] == [5, 4, 0]


def test_the_cloister_table_doubles_its_owners_abbeys():
    fields = {"vatikan": True, "abbeys": owned(Franken=[4, 2, 1])}
    assert sheet(cloister_table={"Franken": 1}, **fields)["abbeys"] == [7, 2 * 4, 2]
    assert sheet(cloister_table={"Aragon": 1}, **fields)["abbeys"] == [7, 4, 2]
    assert sheet(council_table={"Franken": 1}, **fields)["abbeys"] == [7, 4, 2]


# --- any position ------------------------------------------------------------------------------


def check_derived(game, state):
    """Check everything that the record contains about pieces against the written position."""
    shown = game.to_dict(state)
    seats = range(game.num_players)
    for index, country in enumerate(BOARD.countries):
        counts = reference.abbeys_in(shown, country)
        assert state["abbeys"][index][: len(counts)].tolist() == counts
        points = reference.country_points(counts)
        assert state["country_points"][: len(counts), index].tolist() == points
        for seat in seats:
            gains = (state["abbey_gain"][seat, index], state["advisor_gain"][seat, index])
            found = [gain / (game.num_players - 1) for gain in gains]
            assert found[0] == pytest.approx(reference.abbey_gain(shown, country, seat))
            assert found[1] == pytest.approx(reference.advisor_gain(shown, country, seat))
        assert state["free"][index] == len(MONASTERIES[country]) - sum(counts)
        room = max(counts) - sum(reference.advisors_in(shown, country))
        assert state["room"][index] == room
    for index, alliance in enumerate(BOARD.alliances):
        points = [reference.alliance_points(shown, alliance, seat) for seat in seats]
        assert state["alliance_points"][: len(points), index].tolist() == points
    chains = [reference.chain_points(shown, seat) for seat in seats]
    assert state["chain_points"][: len(chains)].tolist() == chains
    assert not state["abbeys"][:, len(seats) :].any()
    points = ("country_points", "alliance_points", "chain_points", "abbey_gain", "advisor_gain")
    assert not any(state[field][len(seats) :].any() for field in points)


def check_sheet(game, state):
    """Check the score sheet against the written position."""
    shown, found = game.to_dict(state), game.score_sheet(state)
    for seat in range(game.num_players):
        final = reference.final_points(shown, seat)
        total = shown["scores"][seat] + (0 if shown["over"] else final)
        assert found["total"][seat] == total
        assert found["advisors"][seat] == reference.advisor_points(shown, seat)
        assert found["chains"][seat] == reference.chain_points(shown, seat)
        rest = found["advisors"][seat] + found["chains"][seat]
        assert found["abbeys"][seat] == total - rest


@every_game
@given(data=st.data())
def test_points_of_random_games_match_the_reference(game, data):
    state = data.draw(positions(game))
    check_derived(game, state)
    check_sheet(game, state)


@st.composite
def boards(draw, num_players):
    """Draw a board with far more abbeys than random games place, and any advisors they allow."""
    seats = st.integers(0, num_players - 1)
    abbeys: dict[str, int] = {}
    for names in MONASTERIES.values():
        for name in names:
            seat = draw(st.none() | seats)
            if seat is not None and list(abbeys.values()).count(seat) < 20:
                abbeys[name] = seat
    left = [8] * num_players
    fields: dict = {"abbeys": abbeys, "advisors": {}, "cloister_table": {}, "council_table": {}}
    for table in ("cloister_table", "council_table"):
        for column in BOARD.vatikan[table]:
            seat = draw(st.none() | seats)
            if seat is not None:
                fields[table][draw(st.sampled_from(column))] = seat
                left[seat] -= 1
    for country, names in MONASTERIES.items():
        owners = [abbeys[name] for name in names if name in abbeys]
        room = max(map(owners.count, owners), default=0)
        seated = [0] * num_players
        for seat in draw(st.permutations(range(num_players))):
            seated[seat] = draw(st.integers(0, min(left[seat], room)))
            room, left[seat] = room - seated[seat], left[seat] - seated[seat]
        fields["advisors"][country] = seated
    return fields


@pytest.mark.parametrize("num_players", [3, 4, 5])
@given(data=st.data())
def test_points_of_any_pieces_match_the_reference(num_players, data):
    scenario = Scenario(num_players, vatikan=True, **data.draw(boards(num_players)))
    check_derived(scenario.game, scenario.state)
    check_sheet(scenario.game, scenario.state)


def many_points():
    """Return scores and ranks of players with many points, before the end and after it."""
    found = []
    for over in (False, True):
        scenario = Scenario(
            3, stage="last round", abbeys=owned(Franken=[1]), scores=[600, 601, 9999], over=over
        )
        game, state = scenario.game, scenario.state
        found.append([game.scores(state).tolist(), game.ranks(state).tolist()])
    return found


def test_many_points_are_counted_in_plain_python_too():
    """In plain Python, calculations with 16-bit numbers stay 16-bit, so they could overflow."""
    expected = [[[601, 601, 9999], [3, 2, 1]], [[600, 601, 9999], [3, 2, 1]]]
    assert many_points() == in_plain_python(many_points) == expected
