import json
import shlex
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from hofspiele.envs.agents import Agent
from hofspiele.envs.core import read_records
from hofspiele.training.files.read_write import RunError
from hofspiele.training.files.yaml_file import read_yaml
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.runs import measure, warm_start
from hofspiele.training.runs.curve import read_curve
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.run import carry_out
from hofspiele.training.runs.start_or_resume import new_run, resumed_run, stored_settings
from hofspiele.training.selfplay.ppo import SelfPlayPPO
from hofspiele.training.settings.train import Opponents, Train
from tests.component_files import own_file
from tests.own_agents import Last


@pytest.fixture
def run_of(settings_of):
    def make(*values):
        return new_run(settings_of(*values), Console(soft_wrap=True))

    return make


def test_the_weight_of_the_margin_decreases_with_each_rollout(run_of, monkeypatch):
    run = run_of("margin_reward=0.04")
    seen = []
    train = SelfPlayPPO.train

    def record_and_train(model):
        seen.append(model.get_env().margin_reward)
        train(model)

    monkeypatch.setattr(SelfPlayPPO, "train", record_and_train)
    run.learn()
    assert seen == [pytest.approx(0.04), pytest.approx(0.02)]


@pytest.mark.parametrize("update", [1, 2])
def test_an_interruption_waits_until_the_policy_has_learnt(run_of, monkeypatch, update):
    """An optimizer that is interrupted in its first step leaves a state that can't be resumed."""
    run = run_of()
    updates, model = [], run.model
    step, learn = SelfPlayPPO._take_step, model._learn

    def interrupted_step(*arguments):
        if updates == [1] * update:
            updates.append(0)
            signal.raise_signal(signal.SIGINT)
        return step(*arguments)

    def record_and_learn(*arguments):
        updates.append(1)
        return learn(*arguments)

    monkeypatch.setattr(SelfPlayPPO, "_take_step", interrupted_step)
    monkeypatch.setattr(model, "_learn", record_and_learn)
    with pytest.raises(KeyboardInterrupt):
        run.learn()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    learnt = run.checkpoints.read_newest().learnt
    assert model.num_timesteps == learnt["steps"] == 256 * update
    assert learnt["updates"] == update * run.settings.algorithm.n_epochs
    assert all(len(state) == 3 for state in learnt["optimizer"]["state"].values())
    assert str(256 * update) in run.checkpoints.newest().name


def test_resumed_runs_continue_from_their_checkpoint_and_are_equal(run_of, tmp_path):
    values = ("imitation.agent=greedy", "imitation.decisions=500", "snapshot_every=256")
    run = run_of("name=run", *values)
    run.warm_start()
    run.learn()
    found = []
    for name in ("one", "two"):
        folder = RunFolder.existing(shutil.copytree(run.folder.path, tmp_path / name))
        again = resumed_run(replace(run.settings, steps=768), folder, Console())
        assert read_yaml(folder.config)["steps"] == 768
        assert again.model.num_timesteps == 512
        again.warm_start()
        assert again.cloned == run.cloned >= 500
        again.learn()
        curve = read_curve(folder.curve)
        timeless = [{key: line[key] for key in line if "time/" not in key} for line in curve]
        assert [line["steps"] for line in curve] == [256, 512, 768]
        # A checkpoint has the weights, the state of the optimiser and the league's pool.
        found.append((again.checkpoints.newest().read_bytes(), timeless))
    assert found[0] == found[1]
    assert found[0][0] != run.checkpoints.newest().read_bytes()


def test_a_run_that_cannot_be_resumed_keeps_its_configuration(run_of):
    run = run_of("name=run")
    refused = replace(run.settings, opponents=Opponents({"greedy": -1}))
    with pytest.raises(ValueError, match=r"opponents\.shares: 'greedy' is -1"):
        resumed_run(refused, run.folder, Console())
    assert read_yaml(run.folder.config)["opponents"]["shares"]["greedy"] == 0.2


@pytest.mark.parametrize(("game", "used"), [("kou_ka_roi", False), ("knatsch", True)])
def test_an_agent_records_whether_a_solver_assisted_it(run_of, game, used):
    run = run_of(f"game={game}")
    run.save_agent()
    assert run.settings.use_solver
    agent = AgentFile.read(run.folder.agent)
    assert agent.use_solver is used
    assert agent.commit == json.loads(run.folder.versions.read_text())["git_commit"]


def resumed(run):
    """Return the run, resumed as in another process."""
    run.folder._lock.lock.release()
    return resumed_run(run.settings, RunFolder.existing(run.folder.path), Console())


def test_run_resumes_after_files_could_not_be_written(run_of):
    run = run_of("name=run", "steps=256", "evaluation.opponents=[random]")
    nothing = "there is no checkpoint yet, so the run restarts from the beginning"
    for name, kept in (
        ("curve.jsonl", nothing),
        ("checkpoints", nothing),
        ("agent.safetensors", "256 steps done, last checkpoint: .*steps-000000000256"),
        ("evaluation.json", r".*agent\.safetensors is saved but not yet evaluated"),
    ):
        in_its_place = run.folder.path / name
        create, remove = (Path.mkdir, Path.rmdir) if "." in name else (Path.touch, Path.unlink)
        create(in_its_place)
        message = (
            f"{name}.* can't be written: .*; {kept}; after fixing this, resume with: "
            f"hofspiele train resume={run.folder.path}$"
        )
        with pytest.raises(RunError, match=message):
            carry_out(run)
        remove(in_its_place)
        assert not list(run.folder.path.rglob(".*.tmp"))
        run = resumed(run)
    assert len(carry_out(run)) == 1


def test_an_interrupted_measurement_is_repeated_alone(run_of, monkeypatch, capsys):
    run = run_of("name='ü (1)'")

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(measure, "play_match", interrupted)
        with pytest.raises(SystemExit) as ended:
            carry_out(run)
    assert ended.value.code == 130
    output = capsys.readouterr().out
    assert f"{run.folder.agent} is saved but not yet evaluated; resume with:" in output.replace(
        "\n", ""
    )
    pasted = shlex.split(output.splitlines()[-1])
    assert pasted == ["hofspiele", "train", f"resume={run.folder.path}"]
    again = resumed(run)
    monkeypatch.setattr(again.model, "learn", None)  # It must not be called.
    assert len(carry_out(again)) == 2


@pytest.mark.parametrize("interrupted", ["learning", "playing"])
def test_ctrl_c_in_the_warm_start_keeps_whole_rounds(run_of, monkeypatch, interrupted):
    monkeypatch.setattr(warm_start, "_GAMES_PER_ROUND", 16)
    run = run_of("name=run", "imitation.agent=greedy", "imitation.decisions=100_000")
    play, learn, learnt = warm_start.play_examples, warm_start.learn_examples, []

    def interrupted_play(*arguments, **flags):
        if learnt:
            signal.raise_signal(signal.SIGINT)
        return play(*arguments, **flags)

    def interrupted_learn(model, optimizer, examples, *others, **flags):
        if interrupted == "learning":
            signal.raise_signal(signal.SIGINT)
        agreement = learn(model, optimizer, examples, *others, **flags)
        learnt.append(len(examples.actions))
        return agreement

    monkeypatch.setattr(warm_start, "play_examples", interrupted_play)
    monkeypatch.setattr(warm_start, "learn_examples", interrupted_learn)
    with pytest.raises(KeyboardInterrupt):
        run.warm_start()
    assert [run.cloned] == learnt
    assert run.checkpoints.newest().name == f"imitation-{run.cloned:012d}"
    assert resumed(run).cloned == run.cloned


def test_steps_are_kept_if_an_agent_fails(run_of, monkeypatch):
    shares = r"opponents.shares={tests.own_agents\:Last:1,current:0,past:0,greedy:0,random:0}"
    run = run_of("name=run", "steps=5120", shares)
    act, calls = Last.act, []

    def failing(agent, views, rng):
        calls.append(1)
        if len(calls) > 1000:
            raise RuntimeError("no idea")
        return act(agent, views, rng)

    monkeypatch.setattr(Last, "act", failing)
    message = (
        r"RuntimeError\('no idea'\) .*steps done, .*; after fixing this, resume with: .* trust"
    )
    with pytest.raises(RunError, match=message):
        carry_out(run)
    assert 0 < run.checkpoints.steps() == run.model.num_timesteps < 5120


def test_changed_components_are_refused_when_a_run_is_resumed(run_of, write):
    path = write(own_file("kou_ka_roi"))
    run = run_of("name=run", f"components={path}")
    resumed_run(run.settings, run.folder, Console())
    write(f"{own_file('kou_ka_roi')}# changed")
    with pytest.raises(ValueError, match=r"components\.toml has changed since this run started"):
        resumed_run(run.settings, run.folder, Console())


def test_a_finished_agent_is_measured_again_from_its_folder_alone(run_of, tmp_path, monkeypatch):
    monkeypatch.setattr(Agent, "games_at_once", 6)  # Several parts, which threads can share.
    monkeypatch.setattr(measure, "usable_cores", lambda: 1)
    run = run_of("name=run", "num_players=[2,3]")
    run.warm_start()
    run.learn()
    run.save_agent()
    console = Console(record=True, soft_wrap=True)
    first = measure.measure(run.settings, run.folder, run.evaluation_opponents, console)
    assert [measured.agents[:2] for measured in first] == [
        ["run", "random"], ["run", "greedy"], ["run", "random"], ["run", "greedy"],
    ]  # fmt: skip
    assert [len(measured.agents) for measured in first] == [2, 2, 3, 3]
    written = run.folder.evaluation.read_text()
    for content, measured in zip(json.loads(written), first, strict=True):
        assert content.pop("options")["num_players"] == len(measured.agents)
        assert content.pop("seed") == 2**32 + run.settings.seed
        assert content == measured.to_dict()
    records = read_records(run.folder.games)
    for record, measured in zip(records, first, strict=True):
        assert sorted(record.players) == sorted(measured.agents)
        record.replay()
    games = run.folder.games.read_bytes()
    assert f"hofspiele replay {run.folder.games} game=4 to=html" in console.export_text()
    assert run.folder.curve_plot.read_bytes().startswith(b"\x89PNG")

    folder = RunFolder(tmp_path / "run")
    stored = stored_settings(folder, {}, Train())
    folder.evaluation.unlink()
    folder.games.write_bytes(games[:50])
    monkeypatch.setattr(measure, "usable_cores", lambda: 2)
    again = measure.measure(stored, folder, run.evaluation_opponents, Console())
    assert [match.to_dict() for match in again] == [match.to_dict() for match in first]
    assert folder.evaluation.read_text() == written
    assert folder.games.read_bytes() == games
