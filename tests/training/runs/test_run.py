import json
import signal

import pytest
from omegaconf import OmegaConf
from rich.console import Console

from hofspiele.training.players.agent_file import read_agent
from hofspiele.training.runs.checkpoints import Checkpoints
from hofspiele.training.runs.opening import new_run, resumed_run
from hofspiele.training.selfplay.ppo import SelfPlayPPO


@pytest.fixture
def run_of(config_of):
    def make(*values):
        return new_run(config_of(*values), Console())

    return make


def test_entropy_and_margin_count_for_less_from_rollout_to_rollout(run_of, monkeypatch):
    run = run_of("margin_reward=0.04", "algorithm.ent_coef.end=0.002")
    seen = []
    train = SelfPlayPPO.train

    def record_and_train(model):
        seen.append((model.ent_coef, model.get_env().margin_reward))
        train(model)

    monkeypatch.setattr(SelfPlayPPO, "train", record_and_train)
    run.learn()
    assert seen == [pytest.approx((0.01, 0.04)), pytest.approx((0.006, 0.02))]


@pytest.mark.parametrize("update", [1, 2])
def test_an_interruption_waits_until_the_policy_has_learnt(run_of, monkeypatch, update):
    """The first step of an optimizer, cut off, leaves a state that can't be gone on with."""
    run = run_of()
    updates, optimizer = [], run.parts.model.policy.optimizer
    step, train = optimizer.step, SelfPlayPPO.train

    def interrupted_step(*arguments):
        if len(updates) == update:
            signal.raise_signal(signal.SIGINT)
        return step(*arguments)

    def record_and_train(model):
        updates.append(model.num_timesteps)
        train(model)

    monkeypatch.setattr(optimizer, "step", interrupted_step)
    monkeypatch.setattr(SelfPlayPPO, "train", record_and_train)
    with pytest.raises(KeyboardInterrupt):
        run.learn()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert run.parts.model.num_timesteps == updates[-1] == 256 * update
    assert all(len(state) == 3 for state in optimizer.state.values())
    assert str(256 * update) in Checkpoints(run.folder.checkpoints).newest().name


def test_a_resumed_run_learns_from_where_its_checkpoint_is(run_of, config_of):
    run = run_of("name=run", "imitation.agent=greedy", "imitation.decisions=500")
    run.warm_start()
    run.learn()
    run.config.steps = 768
    resumed = resumed_run(run.config, run.folder, Console())
    assert OmegaConf.load(run.folder.config).steps == 768
    parts = resumed.parts
    assert (parts.model.num_timesteps, parts.cloned) == (512, run.parts.cloned)
    assert parts.cloned >= 500
    resumed.warm_start()
    assert parts.cloned == run.parts.cloned
    resumed.learn()
    assert parts.model.num_timesteps == 768
    assert "768" in Checkpoints(run.folder.checkpoints).newest().name


def test_a_run_that_can_not_be_resumed_keeps_its_configuration(run_of):
    run = run_of("name=run")
    run.config.opponents.shares.greedy = -1
    with pytest.raises(ValueError, match="the share of 'greedy' is -1"):
        resumed_run(run.config, run.folder, Console())
    assert OmegaConf.load(run.folder.config).opponents.shares.greedy == 0.2


@pytest.mark.parametrize(("game", "used"), [("kou_ka_roi", False), ("knatsch", True)])
def test_an_agent_says_whether_a_solver_decided_beside_it(run_of, game, used):
    run = run_of(f"game={game}")
    run.save_agent()
    assert run.config.use_solver
    agent = read_agent(run.folder.agent)
    assert agent.use_solver is used
    assert agent.commit == json.loads(run.folder.versions.read_text())["git_commit"]
