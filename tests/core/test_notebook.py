"""The HTML that notebooks show for games, records, matches, tables and environments."""

from dataclasses import replace
from html import escape

import pytest

from hofspiele.envs import kou_ka_roi_v0
from hofspiele.envs.agents import RandomAgent, play_match
from hofspiele.envs.core import Table
from hofspiele.envs.pictures.presentation import presentation_of
from tests.games import CASES

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def match():
    game = CASES[0].make()
    return play_match(game, [RandomAgent()] * game.num_players, 1, keep_records=True)


def test_a_game_shows_its_title_options_and_sizes(game):
    shown = game._repr_html_()
    assert f"<p>{game.spec.title.replace('&', '&amp;')}</p>" in shown
    assert all(f">{name}</td>" in shown for name in game.options)
    assert f"{game.num_actions} actions, {game.observation_size} numbers" in shown


def test_a_record_shows_players_points_and_last_position(match):
    record = replace(match.records[0], players=["first", "last"])
    game, last = record.replay()
    shown = record._repr_html_()
    assert ">first</td>" in shown
    for category, points in game.score_sheet(last).items():
        row = "".join(f'<td style="text-align: right">{value}</td>' for value in points)
        assert f"{category}</td>{row}" in shown
    assert "write_replay(record" in shown
    assert f"<code>{escape(game.draw(last))}</code>" in shown


@pytest.mark.parametrize(
    "changes",
    [
        {"players": [HOSTILE, HOSTILE]},
        {"game": HOSTILE},
        {"options": {HOSTILE: HOSTILE}},
        {"actions": [HOSTILE]},
        {"where": HOSTILE, "scores": []},
    ],
)
def test_entries_of_records_and_names_of_agents_are_escaped(match, changes):
    record = replace(match.records[0], **changes)
    for shown in (record, replace(match, agents=[HOSTILE, "b"])):
        assert "&lt;script&gt;" in shown._repr_html_()
        assert "<script" not in shown._repr_html_()


def test_a_picture_is_shown_as_svg_alone_that_fits_the_page(game):
    presentation = presentation_of(game)
    picture = presentation.picture(game.new(1))
    shrinking = '<svg style="max-width: 100%; height: auto" '
    assert picture._repr_svg_() == picture.svg().replace("<svg ", shrinking, 1)
    assert picture._repr_svg_().startswith(shrinking)
    assert not hasattr(picture, "_repr_html_")  # Notebooks would prefer HTML.


def test_a_table_shows_its_first_games(game):
    table = Table(game, 10, seed=5)
    before = table.states.copy()
    shown = table._repr_html_()
    assert table.states.tobytes() == before.tobytes()
    assert shown.count("<tr>") == 1 + 8
    assert len(shown) < 100_000
    assert "the first 8 of 10 games" in shown


@pytest.mark.parametrize(
    "make", [kou_ka_roi_v0.env, kou_ka_roi_v0.raw_env, kou_ka_roi_v0.parallel_env]
)
def test_an_environment_shows_its_game_before_the_first_deal_and_then_its_position(make):
    env = make(num_players=2)
    assert repr(env).startswith("<kou_ka_roi_v0 with KouKaRoi(num_players=2")
    assert ">num_players</td>" in env._repr_html_()
    assert env._repr_svg_() is None
    env.reset(seed=1)
    assert env._repr_html_() is None
    assert env._repr_svg_() == presentation_of(env.game).picture(env.game_state)._repr_svg_()
