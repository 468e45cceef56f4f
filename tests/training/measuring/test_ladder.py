import re

import numpy as np
import pytest
from openskill.models import PlackettLuce

from hofspiele.training.measuring.ladder import Ladder

PAIR = [(0, 1)]


def ladder_of(ranks, agents=("a", "b"), line_ups=PAIR):
    """Return a ladder after one round with `ranks`, (deals, line-ups, rotations, places)."""
    ladder = Ladder(agents, line_ups)
    ladder.add_round(np.array(ranks, np.int16))
    return ladder


def two_players(*results):
    """Return ranks with a deal for each pair of results: "a" or "b" won, "=" is a tie."""
    ranks = {"a": [1, 2], "b": [2, 1], "=": [1, 1]}
    return [[[ranks[result] for result in deal]] for deal in results]


def test_agents_that_win_more_are_rated_higher_and_listed_first():
    ladder = ladder_of(two_players("bb", "ab", "bb", "b="))
    best, worst = ladder.entries()
    assert (best.agent, worst.agent) == ("b", "a")
    assert best.rating > 25 > worst.rating
    assert best.win_share.mean == pytest.approx(6.5 / 8)
    assert best.games == 8
    columns, _, *rows = ladder.table().markdown().splitlines()
    assert columns == "| agent | rating | win share | games |"
    for row, agent, share in zip(rows, "ba", ("81.2", "18.8"), strict=True):
        assert re.fullmatch(rf"\| {agent} \| [\d.]+ ± [\d.]+ \| {share} % \[.+\] \| 8 \|", row)


def test_ratings_follow_plackett_luce_in_the_order_of_play():
    model = PlackettLuce(tau=0.0)
    a, b = model.rating(), model.rating()
    for ranks in ([1, 2], [1, 2], [2, 1], [1, 1]):
        [[a], [b]] = model.rate([[a], [b]], ranks=ranks)
    first, second = ladder_of(two_players("aa", "b=")).entries()
    assert (first.rating, second.rating) == (a.mu, b.mu)
    assert (first.uncertainty, second.uncertainty) == (a.sigma, b.sigma)


def test_uncertainty_only_shrinks():
    few = ladder_of(two_players(*["ab"] * 5)).entries()[0].uncertainty
    many = ladder_of(two_players(*["ab"] * 200)).entries()[0].uncertainty
    assert many < few / 4


def test_rounds_add_up_to_one_long_round():
    deals = two_players("ab", "aa", "b=", "bb")
    whole, parts = ladder_of(deals), ladder_of(deals[:3])
    parts.add_round(np.array(deals[3:], np.int16))
    assert parts.entries() == whole.entries()
    assert parts.deals == 4


def test_an_agent_on_two_seats_counts_by_its_pairs_of_seats():
    # The line-up is a, a, b. First b is between both a; then b is below both, in two games.
    ladder = ladder_of([[[[1, 3, 2], [1, 1, 3], [1, 2, 3]]]], line_ups=[(0, 0, 1)])
    assert ladder.above(0, 1).mean == pytest.approx((0.5 + 1 + 1) / 3)
    a, b = ladder.entries()
    assert a.win_share.mean == pytest.approx((0.5 + 0.5 + 0.5) / 3)
    assert b.win_share.mean == 0
    assert a.games == b.games == 3


def test_only_common_games_count_for_a_pair():
    # Three agents play in pairs: a beats b, b beats c, and c ties with a.
    line_ups = [(0, 1), (1, 2), (0, 2)]
    deal = [[[1, 2]] * 2, [[1, 2]] * 2, [[1, 1]] * 2]
    ladder = ladder_of([deal] * 3, ("a", "b", "c"), line_ups)
    matrix = ladder.matrix([0, 1, 2])
    expected = [[np.nan, 1, 0.5], [0, np.nan, 1], [0.5, 0, np.nan]]
    np.testing.assert_allclose(matrix, expected)


def test_a_clear_order_is_settled_and_a_close_one_is_not():
    clear = two_players(*["aa", "ab", "aa"] * 20)
    assert ladder_of(clear).settled(0.95)
    assert not ladder_of(two_players(*["aa", "bb", "ab"] * 20)).settled(0.95)
    assert not ladder_of(clear[:10]).settled(0.95)  # There are too few deals.


def test_more_confidence_and_more_looks_ask_for_more():
    deals = np.array(two_players(*(["aa"] * 3 + ["bb"] * 2) * 60), np.int16)
    one_look, many_looks = ladder_of(deals), Ladder(["a", "b"], PAIR)
    for part in np.split(deals, 30):
        many_looks.add_round(part)
    assert one_look.settled(0.95)
    assert not one_look.settled(0.9999)
    assert not many_looks.settled(0.95)


def test_equal_agents_are_hardly_ever_settled():
    """The stated chance of an error holds for all checks of a tournament together."""
    rng = np.random.default_rng(1)
    wrong = 0
    for _ in range(100):
        ladder = Ladder(["a", "b"], PAIR)
        for _ in range(6):
            first = rng.integers(1, 3, (20, 1, 2, 1))
            ladder.add_round(np.concatenate([first, 3 - first], 3).astype(np.int16))
            if ladder.settled(0.9):
                wrong += 1
                break
    assert wrong <= 10
