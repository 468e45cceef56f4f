"""RLlib's PPO learns with our games, networks and league."""

import signal
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console
from stable_baselines3.common.callbacks import ConvertCallback

pytest.importorskip("ray", reason="make test-ray has an environment with Ray")

from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.cluster.ray_executor import RayExecutor
from hofspiele.training.networks.architectures import evaluator_of
from hofspiele.training.rllib.run import RLlibRun, ppo_config
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.run import Run
from hofspiele.training.runs.start_or_resume import (
    new_run,
    resumed_run,
    stored_settings,
    train,
)
from hofspiele.training.settings.variants import RLlib
from tests.training.commands import SMALL, interrupted, output_of, run_process

QUIET = Console(quiet=True)
# RLlib registers the same name again whenever it creates environments.
pytestmark = pytest.mark.filterwarnings("ignore:.*Overriding environment rllib")


@pytest.fixture
def settings_of(tmp_path, cluster):
    def make(*values):
        ours = ["steps=512", "num_env_runners=0", f"cluster='{cluster.address}'"]
        given = [*SMALL, *ours, f"results={tmp_path}", "name=run", *values]
        return CommandLine(RLlib, given).settings()

    return make


def weights_of(parts):
    return {name: tensor.clone() for name, tensor in parts.model.policy.state_dict().items()}


def assert_same(one, two):
    assert one.keys() == two.keys()
    for name in one:
        torch.testing.assert_close(one[name], two[name], rtol=0, atol=0)


def test_training_with_rllib_is_a_function(settings_of):
    with pytest.raises(ValueError, match="expected kind=RLlibRun"):
        train(settings_of())
    result = train(settings_of(), kind=RLlibRun)
    assert result.curve[-1]["steps"] >= 512
    assert result.agent.name == result.evaluations[0].agents[0] == "run"


def test_opponents_reach_the_env_runners_and_results_come_back(settings_of):
    settings = settings_of("num_env_runners=1")
    parts = RLlibRun(settings, RunFolder(Path("run")), QUIET)
    league, env, network = parts.league, parts.env, parts.model.policy.network
    for weights in network.parameters():
        torch.nn.init.normal_(weights)
    inputs = np.ones((2, parts.inputs.size(parts.games[0])), np.float32)
    expected = evaluator_of(parts.games[0], settings.network, network)(network.weights())

    def look(runner):
        if runner.env is None:
            return None
        league, games = runner.env.unwrapped.league, runner.env.unwrapped.games
        agents = league.agents[0], league.pool.agents[0]
        policies = [agent.forwards.policy(inputs) for agent in agents]
        return policies, games.margin_reward, games.learner_tables[0]._cumulated_shares

    with RayExecutor(settings.cluster):
        env.algorithm = ppo_config(settings, parts).build_algo()
        for weights in network.parameters():
            torch.nn.init.normal_(weights)
        league.take_snapshot(7)
        past = evaluator_of(parts.games[0], settings.network, network)(network.weights())
        env.margin_reward = 0.25
        env.set_shares(league.draw_shares())
        assert len(env.ended_games().wins) == 0
        (seen,) = filter(None, env.algorithm.env_runner_group.foreach_env_runner(look))
        env.algorithm.train()
        ended = env.ended_games()
        env.set_shares(league.draw_shares())
        assert len(env.ended_games().wins) == 0
    (current, snapshot), margin_reward, shares = seen
    np.testing.assert_array_equal(current, expected.policy(inputs))
    np.testing.assert_array_equal(snapshot, past.policy(inputs))
    assert margin_reward == 0.25
    # Shares: 40 % current policy, 20 % greedy, 10 % random, and 30 % for the only snapshot.
    np.testing.assert_allclose(shares[:4], [0.4, 0.6, 0.7, 1.0])
    assert len(ended.wins) == len(ended.opponents) > 0
    assert 0 <= ended.wins.mean() <= 1


def test_a_resumed_run_has_the_same_weights_steps_and_optimizer(settings_of, tmp_path, monkeypatch):
    first, calls = new_run(settings_of(), QUIET, RLlibRun), []
    first.learn([ConvertCallback(lambda *_: not calls.append(first.model.num_timesteps))])
    first.save_agent()
    steps, weights = first.model.num_timesteps, weights_of(first)
    assert calls[-1] == steps >= 512
    # The other place of the games changes the form of RLlib's state.
    changes = [f"steps={steps + 1}", "num_env_runners=1"]
    given = settings_of(*changes)
    first.folder._lock.lock.release()
    folder = RunFolder.existing(tmp_path / "run")
    given_values = {"steps": steps + 1, "num_env_runners": 1}
    stored = stored_settings(folder, given_values, given, ["num_env_runners"])
    assert stored == given
    resumed = resumed_run(stored, folder, QUIET, RLlibRun)
    assert resumed.model.num_timesteps == steps
    assert_same(weights_of(resumed), weights)
    states = []
    monkeypatch.setattr(Run, "learn", lambda run: states.append(run.env.algorithm.get_state()))
    resumed.learn()
    (state,) = states
    learner = {name: torch.tensor(array) for name, array in module_of(state).items()}
    assert_same(learner, weights)
    assert optimizer_of(state)["step"] == optimizer_of(first.env.state)["step"] > 0


def module_of(state):
    return state["learner_group"]["learner"]["rl_module"]["default_policy"]


def optimizer_of(state):
    (optimizer,) = state["learner_group"]["learner"]["optimizer"].values()
    return optimizer["state"]["state"][0]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["num_env_runners=-1"], "num_env_runners is -1, expected an integer from 0"),
        (["cluster=nowhere"], r"cluster is nowhere, expected local .* or HOST:PORT"),
        (["num_env_runners=3"], "num_envs is 16, expected a multiple of num_env_runners=3"),
        (["num_env_runners=16", "num_players=[2,3]"], "at least 32 to play all"),
        (["algorithm.target_kl=0.1"], "algorithm.target_kl is 0.1, expected null, because"),
    ],
)
def test_wrong_settings_leave_nothing(settings_of, tmp_path, values, message):
    with pytest.raises(ValueError, match=message):
        new_run(settings_of(*values), QUIET, RLlibRun)
    assert not any(tmp_path.iterdir())


def test_more_env_runners_than_cores_are_refused(settings_of):
    run = new_run(settings_of("num_env_runners=16", "num_envs=16"), QUIET, RLlibRun)
    with pytest.raises(ValueError, match="num_env_runners is 16, expected 0 to 3: each env runner"):
        run.learn()


def test_an_interrupted_run_resumes_and_leaves_an_ordinary_agent(cluster, tmp_path):
    values = [*SMALL, "num_env_runners=1", f"cluster='{cluster.address}'"]
    folder = tmp_path / "run"
    curve = folder / "curve.jsonl"
    printed = interrupted(
        lambda: curve.exists() and curve.read_text().count("\n") > 2,
        signal.SIGINT,
        "rllib", "steps=1_000_000", f"results={tmp_path}", "name=run", *values,
    )  # fmt: skip
    assert "resume with:\n  hofspiele rllib resume=" in printed
    (*_, newest) = sorted((folder / "checkpoints").iterdir())
    steps = int(newest.name.removeprefix("steps-"))
    assert steps > 0
    resumed = run_process("rllib", f"resume={folder}", f"steps={steps + 100}")
    assert resumed.returncode == 0, resumed.stderr
    (*_, newest) = sorted((folder / "checkpoints").iterdir())
    assert int(newest.name.removeprefix("steps-")) >= steps + 100
    evaluated = output_of("evaluate", f"agent={folder}", "opponents=[random]", "games=12")
    assert "2 × random" in evaluated
