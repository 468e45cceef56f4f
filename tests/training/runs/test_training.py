"""Training as a function: its result, callbacks, and games given as objects."""

import pytest
from stable_baselines3.common.callbacks import BaseCallback

import hofspiele
from hofspiele.envs.agents import play_match
from hofspiele.training.settings.train import Measurement

SMALL = {
    "num_envs": 8, "steps": 256, "evaluation": Measurement(opponents=["random"], games=6),
}  # fmt: skip


class Counting(BaseCallback):
    steps = 0

    def _on_step(self):
        self.steps += 1
        return True


def test_a_run_returns_its_agent_curve_and_evaluations(tmp_path, three_players):
    counting = Counting()
    settings = hofspiele.Train(game=three_players, results=str(tmp_path), name="run", **SMALL)
    result = hofspiele.train(settings, callbacks=[counting])
    assert counting.steps == 256 // 8
    assert result.curve[-1]["steps"] == 256
    (evaluation,) = result.evaluations
    assert evaluation.agents == ["run", "random", "random"]
    assert result.folder == tmp_path / "run"
    match = play_match(three_players, [result.agent] * 3, 1, seed=1)
    assert match.agents[0] == "run"
    again = hofspiele.train(hofspiele.Train(resume=str(result.folder)))
    assert again.evaluations[0].to_dict() == evaluation.to_dict()


def test_a_best_response_is_a_run(tmp_path):
    settings = hofspiele.Exploit(
        agent="greedy", game="kou_ka_roi", num_envs=8, steps=64, results=str(tmp_path)
    )
    result = hofspiele.exploit(settings)
    assert result.evaluations[0].agents[1:] == ["greedy", "greedy"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"game": "kou_ka_rio"}, "unknown game 'kou_ka_rio'"),
        ({"game": "knatsch", "steps": -1}, "steps is -1, expected an integer from 1"),
        ({}, "game is null, expected one of"),
    ],
)
def test_wrong_settings_are_refused(values, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        hofspiele.train(hofspiele.Train(results=str(tmp_path), **values))
    assert not [*tmp_path.iterdir()]
