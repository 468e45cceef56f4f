"""Mistakes on the command line, which end a command before it creates anything."""

import shlex

import pytest

from tests.training.commands import error_of


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("train num_players=9", "num_players is 9"),
        ("train resume=nowhere seed=3", "nothing to resume"),
        ("train network.activation=Sine", "activation is 'Sine', expected one of ReLU"),
        ("train hydra.run.dir=x", "unknown setting 'hydra.run.dir'; --help lists all"),
        ("train --cfg job opponents=lege", "opponents is lege, expected one of league"),
        ("train --help game=chess", "game is chess, expected one of "),
        ("evaluate agent=greedy", "set game=NAME, one of"),
        ("evaluate agent=greedy opponents=", "opponents is '', expected a name, or a list"),
        ("evaluate agent=greedy game=chess", "game is chess, expected one of"),
        ("evaluate agent=nowhere game=kou_ka_roi", "no file or folder of that name"),
        ("evaluate agent=greedy game=kou_ka_roi games=1", "expected more than 3"),
        ("evaluate agent=greedy game=kou_ka_roi games=1000000000000", "000000, which takes"),
        ("evaluate agent=greedy game=kou_ka_roi json=no/x", "json is no/x, expected"),
        ("evaluate agent=greedy game=knatsch json=x plot=x", "are x, x, expected different files"),
        ("evaluate agent=greedy game=knatsch game.options.vatikan=true", "argument 'vatikan'"),
        ("evaluate agent=greedy game=knatsch options=20", "unknown setting 'options'"),
        ("evaluate agent=a threads=0", "threads is 0, expected an integer"),
        ("tournament game=kou_ka_roi agents=[greedy,clever]", "clever"),
        ("tournament game=kou_ka_roi agents=greedy", "at least two different"),
        ("tournament agents=[greedy,random]", "set game=NAME, one of"),
        ("tournament agents=[]", "agents is [], expected a name, or a list"),
        ("dataset 'agents=[greedy,'\\'\\'']' to=data", "agents is [greedy,''], expected a name"),
        ("exploit", "agent is missing"),
        ("exploit agent=clever game=kou_ka_roi", "unknown agent 'clever'"),
        ("exploit agent=greedy game=knatsch opponents.shares.greedy=1", "takes no opponents="),
        ("tune +space.algorithm.speed=[1]", "unknown setting 'algorithm.speed'"),
        ("tune ~space", "space is missing, expected a mapping"),
        ("tune +space.algorithm.n_epochs={low:1,high:3}", "so a range is not allowed"),
        ("tune +space.algorithm.clip_range=[0.2,0]", "value 0 of algorithm.clip_range is"),
        ("tune space.margin_reward=[0,0.1]", "margin_reward=[0,0.1] has a list where the"),
        ("tune trials=0", "trials is 0, expected an integer from 1"),
        ("tune report_every=0", "report_every is 0, expected an integer from 1"),
        ("tune \"storage=''\"", "storage is '', expected a name, or null"),
        ("tune space=3", "space is 3, expected a mapping"),
        ("tune resume=results/run", "tune takes no resume=…; repeat"),
        ("tune steps=0", "steps is 0, expected an integer from 1"),
        ("tune evaluation.opponents=[clever]", "unknown agent 'clever'"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_and_leaves_nothing(tmp_path, monkeypatch, line, message):
    monkeypatch.chdir(tmp_path)
    error = error_of(*shlex.split(line))
    assert message in error
    assert not any(tmp_path.iterdir())
