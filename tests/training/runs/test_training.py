"""Training as a function: its result, callbacks, and games given as objects."""

import pytest
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from stable_baselines3.common.callbacks import (
    BaseCallback,
    CheckpointCallback,
    EveryNTimesteps,
    LogEveryNTimesteps,
    StopTrainingOnMaxEpisodes,
)
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.logger import KVWriter

import hofspiele
from hofspiele.envs.agents import play_match
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.settings.train import Imitation, Measurement
from hofspiele.training.settings.variants import ExploitMeasurement

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
    settings = hofspiele.Train.plain(game=three_players, results=str(tmp_path), name="run", **SMALL)
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


class Recorded(KVWriter):
    """An output format without `close`, like those in the documentation of stable-baselines3."""

    def __init__(self):
        self.names = set()

    def write(self, key_values, key_excluded, step=0):
        self.names |= key_values.keys()


def learn(tmp_path, callbacks, steps=256, **others):
    settings = hofspiele.Train.plain(
        game="kou_ka_roi", results=str(tmp_path), name="run", **SMALL | {"steps": steps},
        algorithm={"n_steps": 8},
    )  # fmt: skip
    return hofspiele.train(settings, callbacks, **others)


def test_output_formats_receive_everything_by_the_usual_names(tmp_path):
    recorded = Recorded()
    result = learn(tmp_path, [LogEveryNTimesteps(100)], 512, output_formats=[recorded])
    assert {"train/entropy_loss", "train/learning_rate", "time/fps"} <= recorded.names
    assert {name for line in result.curve for name in line} == {"steps", *recorded.names}
    games = {name for name in recorded.names if name.startswith("games/")}
    assert all("win_share" in name or "outcome" in name for name in games)


@pytest.mark.filterwarnings("ignore:Training and eval env are not of the same type")
def test_callbacks_of_stable_baselines3_save_evaluate_and_stop(tmp_path):
    env = make_vec_env("hofspiele/KouKaRoi-v0", 2, env_kwargs={"opponents": "random"})
    best = MaskableEvalCallback(env, eval_freq=20, n_eval_episodes=2, best_model_save_path=tmp_path)
    saved = EveryNTimesteps(80, CheckpointCallback(1, str(tmp_path / "saved")))
    result = learn(tmp_path, [saved, best, StopTrainingOnMaxEpisodes(2)], 640)
    # The rollout in which the last game ended is discarded.
    (steps,) = {int(name.stem[6:]) for name in [max((result.folder / "checkpoints").iterdir())]}
    assert 0 < steps < 600
    assert steps % 64 == 0
    assert any("eval/mean_reward" in line for line in result.curve)
    assert SelfPlayPPO.load(tmp_path / "best_model.zip").num_timesteps > 0
    assert [*(tmp_path / "saved").iterdir()]
    resumed = hofspiele.train(hofspiele.Train(resume=str(result.folder), steps=704))
    assert resumed.curve[-1]["steps"] == 704
    with pytest.raises(ValueError, match=r"a resumed run keeps its settings; .*seed=3"):
        hofspiele.train(hofspiele.Train(resume=str(result.folder), seed=3))


def test_a_best_response_is_a_run(tmp_path):
    settings = hofspiele.Exploit(
        agent="greedy", game="kou_ka_roi", num_envs=8, steps=64, results=str(tmp_path),
        imitation=Imitation(decisions=100), evaluation=ExploitMeasurement(games=6),
    )  # fmt: skip
    result = hofspiele.exploit(settings)
    assert result.evaluations[0].agents[1:] == ["greedy", "greedy"]
