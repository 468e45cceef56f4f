import pickle

import pytest

from hofspiele import envs
from tests.component_files import own_file
from tests.games import CASES


def test_all_games_are_tested():
    assert envs.game_names() == sorted({case.name for case in CASES})


@pytest.mark.parametrize(
    ("name", "message"),
    [("chess", r"expected .*kou_ka_roi"), ("kardnal", "did you mean 'kardinal'")],
)
def test_an_unknown_game_is_refused(name, message):
    with pytest.raises(ValueError, match=f"unknown game '{name}'.*{message}"):
        envs.make(name)


@pytest.mark.parametrize(
    ("option", "message"),
    [("colour", "; it takes: num_players"), ("num_player", "; did you mean 'num_players'")],
)
def test_an_unknown_option_is_refused(game, option, message):
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{option}'{message}"):
        envs.make(game.name, **{option: 3})


@pytest.mark.parametrize("path", ["", 3, True, b"cards.toml", ["cards.toml"]])
def test_components_that_are_not_a_path_are_refused(game, path):
    with pytest.raises(ValueError, match=r"components is .*, expected the path of a component"):
        envs.make(game.name, components=path)


def test_games_are_equal_by_their_options():
    made = [case.make() for case in CASES]
    assert len(set(made)) == len(CASES)
    assert made == [case.make() for case in CASES]
    assert made[0] != "kou_ka_roi"


def test_games_with_different_components_are_not_equal(tmp_path):
    path = tmp_path / "components.toml"
    text = own_file("kou_ka_roi")
    path.write_text(text, encoding="utf-8")
    before, same = (envs.make("kou_ka_roi", components=path) for _ in range(2))
    content = pickle.dumps(before)
    assert before == same == pickle.loads(content)
    path.write_text(f"{text}# changed", encoding="utf-8")
    assert before != envs.make("kou_ka_roi", components=path)
    with pytest.raises(ValueError, match=r"components\.toml has changed since the game was"):
        pickle.loads(content)
