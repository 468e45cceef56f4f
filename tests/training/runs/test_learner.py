from dataclasses import replace

import numpy as np
import pytest
import torch

from hofspiele.envs.agents import GreedyAgent
from hofspiele.training.runs.checkpoints import Checkpoint
from hofspiele.training.runs.learner import Learner, find_device, model_state_of, seed_after
from hofspiele.training.settings.train import Opponents


def weights_of(parts):
    return torch.cat([weights.ravel() for weights in parts.model.policy.parameters()])


def test_all_parts_play_one_game(settings_of, tmp_path):
    parts = Learner(settings_of("num_players=[2,3]", "imitation.agent=greedy"), "run")
    assert [game.num_players for game in parts.games] == [2, 3]
    assert parts.env.games == parts.games
    assert parts.model.get_env() is parts.env
    assert parts.env.num_envs == 16
    assert isinstance(parts.teacher, GreedyAgent)
    assert [agent.name for agent in parts.evaluation_opponents] == ["random", "greedy"]
    assert (parts.cloned, parts.model.num_timesteps) == (0, 0)
    assert not any(tmp_path.iterdir())


def test_options_may_have_several_values_too(settings_of):
    values = ["game=kardinal", "num_players=[3,5]", "game.options.vatikan=[false,true]"]
    parts = Learner(settings_of(*values), "run")
    tables = [(game.num_players, game.options["vatikan"]) for game in parts.games]
    assert tables == [(3, False), (3, True), (5, False), (5, True)]
    assert not any(game.options["two_countries"] for game in parts.games)


def test_the_league_plays_with_the_policy_that_learns(settings_of):
    parts = Learner(settings_of(), "run")
    current = parts.env.learner_tables[0].opponents[0]
    assert current.name == "current"
    network, inputs = parts.model.policy.network, parts.env.reset()
    with torch.no_grad():
        for weights in network.parameters():
            weights.normal_()
        logits, values = network(torch.from_numpy(inputs))
    parts.league.catch_up()
    np.testing.assert_allclose(current.forwards.policy(inputs), logits, rtol=1e-4, atol=1e-2)
    np.testing.assert_allclose(current.forwards.value(inputs), values, rtol=1e-4, atol=1e-2)


def test_same_seed_same_parts(settings_of):
    one, two, other = (Learner(settings_of(f"seed={seed}"), "run") for seed in (3, 3, 4))
    torch.testing.assert_close(weights_of(one), weights_of(two), rtol=0, atol=0)
    np.testing.assert_array_equal(one.env.reset(), two.env.reset())
    assert not torch.equal(weights_of(one), weights_of(other))
    assert one.env.reset().tobytes() != other.env.reset().tobytes()


def test_resumed_run_plays_other_games(settings_of):
    settings = settings_of()
    before = Learner(settings, "run")
    before.model.num_timesteps = 256
    before.league.take_snapshot(7)
    pool = before.league.pool.state_dict()
    whole = Checkpoint(model_state_of(before.model), pool, cloned=99).to_bytes()
    parts = Learner(settings, "run", Checkpoint.of_bytes(whole))
    assert (parts.model.num_timesteps, parts.cloned) == (256, 99)
    assert parts.league.pool.steps.tolist() == before.league.pool.steps.tolist()
    torch.testing.assert_close(weights_of(parts), weights_of(before), rtol=0, atol=0)
    assert parts.env.reset().tobytes() != before.env.reset().tobytes()


def test_seeds_of_long_runs_stay_valid():
    seed = seed_after(2**31 - 1, 10**12)
    assert 0 <= seed < 2**32
    assert seed != seed_after(2**31 - 1, 10**12 - 1)
    assert seed_after(5, 256) == 261


def test_checkpoint_of_something_else_is_refused(settings_of):
    another = model_state_of(Learner(settings_of("network.policy=[8]"), "run").model)
    for learnt in (another, {}, {"policy": 1}, [1], None):
        with pytest.raises(ValueError, match="does not match the configuration"):
            Learner(settings_of(), "run", Checkpoint(learnt, None, 0))


def test_the_solver_is_used_where_the_game_has_one(settings_of):
    for game, given, used in (
        ("kou_ka_roi", True, False),
        ("knatsch", True, True),
        ("knatsch", False, False),
    ):
        settings = settings_of(f"game={game}", f"use_solver={given}")
        shares = {"current": 1.0, "past": 1.0, "greedy": 1.0}
        parts = Learner(replace(settings, opponents=Opponents(shares, 1)), "run")
        assert parts.use_solver is used
        assisted = {
            agent.name: type(agent).__name__ == "SolverAssistedAgent"
            for agent in parts.league.agents
        }
        assert assisted == {"current": used, "greedy": False, "past": used}


@pytest.mark.parametrize(
    ("name", "there", "found"),
    [("cpu", True, "cpu"), ("auto", True, "cuda"), ("auto", False, "cpu"), ("cuda", True, "cuda")],
)
def test_auto_uses_the_gpu_if_there_is_one(monkeypatch, name, there, found):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: there)
    assert find_device(name).type == found


def test_missing_gpu_is_reported_with_advice(settings_of, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ValueError, match=r"device is cuda, but .* use device=cpu"):
        Learner(settings_of("device=cuda"), "run")


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
@pytest.mark.parametrize("game", ["kou_ka_roi", "knatsch"])
def test_everything_is_learnt_on_the_gpu(settings_of, game):
    parts = Learner(settings_of("device=cuda", f"game={game}"), "run")
    parts.league.take_snapshot(0)
    parts.env.set_shares(parts.league.draw_shares())
    parts.model.learn(512)
    assert {weights.device.type for weights in parts.model.policy.network.parameters()} == {"cuda"}
