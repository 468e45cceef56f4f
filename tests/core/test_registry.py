import pytest

from hofspiele import envs
from tests.games import CASES


def test_all_games_are_tested():
    assert envs.game_names() == sorted({case.name for case in CASES})


def test_an_unknown_game():
    with pytest.raises(ValueError, match=r"no game is called 'chess'; games: .*kou_ka_roi"):
        envs.make("chess")


def test_an_unknown_option(game):
    with pytest.raises(TypeError, match=r"make\(\) got an unexpected keyword argument 'colour'"):
        envs.make(game.name, colour="red")


@pytest.mark.parametrize("number", [0, 1, 7, "3", None])
def test_a_wrong_number_of_players(game, number):
    with pytest.raises(ValueError, match=r"num_players is .*, expected"):
        envs.make(game.name, num_players=number)


def test_games_are_equal_by_their_options():
    made = [case.make() for case in CASES]
    assert len(set(made)) == len(CASES)
    assert made == [case.make() for case in CASES]
    assert made[0] != "kou_ka_roi"


def test_repr_names_the_options(game):
    assert repr(game).startswith(type(game).__name__ + "(num_players=")
