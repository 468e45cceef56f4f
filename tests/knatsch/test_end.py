"""The end of the game and its outcome."""

import pytest

from tests.knatsch.scenario import OTHER_THREE, POOR, THREE, Scenario, seed_of, stopped, thrown

YELLOW = [["yellow 333+5", "tournament"], ["tournament"]]

# --- four castles ------------------------------------------------------------------------------


def test_a_defended_castle_does_not_win():
    scenario = stopped(
        "castle white of 1", "444566", castles=[THREE, OTHER_THREE[:2]], seed=seed_of("555126")
    )
    assert not scenario.shown["over"]
    assert scenario.shown["castles"][0] == THREE


def test_the_game_is_over_before_guards_are_placed():
    scenario = thrown(
        "pile 1", "155566", "555566", castles=[THREE], piles=YELLOW,
        actions=[["castle guard 444+1", "action guard 333+1", "die 1 111+2"]],
    )  # fmt: skip
    assert scenario.winners() == [0]


# --- two castles and three tournaments ---------------------------------------------------------


@pytest.mark.parametrize(
    ("castles", "tournaments", "over"),
    [(2, 2, True), (3, 2, True), (1, 2, False), (1, 5, False), (2, 1, False), (3, 1, False)],
)
def test_a_tournament_wins_with_two_castles_as_the_third(castles, tournaments, over):
    about = {"beat": [3, 4, 3], "leader": 0}
    scenario = stopped(
        "tournament", POOR, 3, by=2, about=about, castles=[THREE[:castles]],
        tournaments=[tournaments], piles=[["tournament"], []],
    )  # fmt: skip
    assert scenario.shown["tournaments"] == [tournaments + 1, 0, 0]
    assert scenario.shown["over"] == over
    assert not over or scenario.winners() == [0]


@pytest.mark.parametrize(
    ("castles", "tournaments", "over"), [(1, 3, True), (1, 2, False), (0, 3, False), (2, 2, False)]
)
def test_the_second_castle_wins_with_three_tournaments(castles, tournaments, over):
    scenario = thrown(
        "pile 1", "155566", "555566", castles=[THREE[:castles]], piles=YELLOW,
        tournaments=[tournaments],
    )  # fmt: skip
    assert len(scenario.shown["castles"][0]) == castles + 1
    assert scenario.shown["over"] == over
    assert not over or scenario.winners() == [0]


def test_action_cards_win_nothing():
    cards = ["die 1 111+2", "die 2 222+1", "die 3 333+1", "catapult 555+1", "stack 222+4"]
    scenario = thrown("pile 1", "155566", "555566", actions=[cards], castles=[THREE],
                      tournaments=[2], piles=[["champion 444+3"], []])  # fmt: skip
    assert len(scenario.shown["actions"][0]) == 6
    assert not scenario.shown["over"]


def test_leading_a_tournament_does_not_win_it_yet():
    """The card, and with it the game, is won after all have thrown."""
    about = {"beat": [3, 4, 3], "leader": 0}
    scenario = stopped("tournament", "444566", 3, by=1, about=about, seed=seed_of("555126"),
                       castles=[[], THREE[:2]], tournaments=[0, 2])  # fmt: skip
    assert scenario.shown["tournaments"] == [0, 2, 1]
    assert not scenario.shown["over"]


@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_the_winner_takes_all(num_players):
    scenario = thrown("pile 1", "155566", "555566", num_players, castles=[THREE, ["white 333+1"]],
                      piles=YELLOW, tournaments=[1, 2])  # fmt: skip
    assert scenario.winners() == [0]
    others = num_players - 1
    assert scenario.game.ranks(scenario.state).tolist() == [1] + [2] * others
    assert scenario.game.outcome(scenario.state) == pytest.approx([1] + [-1 / others] * others)
    assert scenario.game.scores(scenario.state).tolist()[:2] == [5, 3]


# --- what it is worth --------------------------------------------------------------------------


def test_the_score_sheet_counts_cards_that_score():
    scenario = Scenario(3, castles=[THREE, [], OTHER_THREE[:1]], tournaments=[1, 4, 0],
                  actions=[[], ["die 1 111+2", "stack 222+4"], ["champion 444+3"]])  # fmt: skip
    assert scenario.game.score_sheet(scenario.state) == {
        "castles": [3, 0, 1], "tournaments": [1, 4, 0], "total": [4, 4, 1],
    }  # fmt: skip
    assert scenario.game.scores(scenario.state).tolist() == [4, 4, 1]
