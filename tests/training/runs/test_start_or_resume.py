import sys
from dataclasses import asdict, replace
from functools import partial, reduce

import pytest
import yaml
from rich.console import Console

from hofspiele.envs.command_line.values import read_value
from hofspiele.training.files.yaml_file import read_yaml
from hofspiele.training.players.agent_file import AgentFile
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.start_or_resume import new_run, stored_settings
from hofspiele.training.settings import own_networks
from hofspiele.training.settings.train import Train
from tests.training.commands import SMALL, error_of, output_of


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["evaluation.games=3"], "evaluation.games is 3, expected more than 3: each deal takes 3"),
        (["opponents.shares.clever=1"], "clever"),
        (["name=greedy"], "both called 'greedy'"),
        (["game=null"], "game is null, expected one of .*kardinal"),
        (["num_players=9"], "num_players is 9"),
        (["num_players=[2,2]"], "num_players is .2, 2., expected one value, or a list of"),
        (["game=kardinal", "game.options.vatikan=[]"], "vatikan is .., expected one value, or a"),
        (["num_envs=1", "num_players=[2,3]"], "num_envs is 1, expected at least 2"),
        (["evaluation.opponents=[clever]"], "unknown agent 'clever'"),
        (["evaluation.games=1_000_000_000_000"], "evaluation.games is 1000000000000"),
    ],
)
def test_refused_settings_leave_no_folder(settings_of, tmp_path, values, message):
    settings = settings_of(*values)
    with pytest.raises(ValueError, match=message):
        new_run(settings, Console())
    assert not any(tmp_path.iterdir())


def test_a_new_run_has_its_configuration_and_versions_and_keeps_others_out(settings_of, tmp_path):
    named = new_run(settings_of("num_players=[2,3]", "seed=7"), Console()).folder.path.name
    assert named.startswith("kou_ka_roi-2-3p-seed7-")
    run = new_run(settings_of("name=run", "seed=7"), Console())
    assert stored_settings(run.folder, {}, Train()) == run.settings
    assert run.folder.versions.exists()
    with pytest.raises(ValueError, match=r"run already exists; .*resume="):
        new_run(settings_of("name=run"), Console())
    run.folder.versions.unlink()  # A run resumes without it.
    run.folder._lock.lock.release()
    assert RunFolder.existing(run.folder.path).commit is None


@pytest.fixture
def resumed_settings(settings_of, tmp_path):
    """Return a function that writes settings with `changes` and resumes them with overrides."""

    def resume(changes=None, *overrides):
        values = asdict(settings_of())
        for name, value in (changes or {}).items():
            *sections, last = name.split(".")
            reduce(dict.__getitem__, sections, values)[last] = value
        (tmp_path / "config.yaml").write_text(yaml.safe_dump(values))
        folder = RunFolder(tmp_path)
        given = {name: read_value(text) for name, _, text in (o.partition("=") for o in overrides)}
        return stored_settings(folder, {"resume": "x", **given}, settings_of(*overrides))

    return resume


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe", b"[]", b"a: !!python/name:os.system", b"[" * 200_000, b"a: &a [1]\nb: *a",
        b"a: 2024-01-01", b"1: a", b"a: " + b"b" * 2**16,
    ],
)  # fmt: skip
def test_corrupt_configuration_is_reported(settings_of, tmp_path, content):
    (tmp_path / "config.yaml").write_bytes(content)
    folder = RunFolder.existing(str(tmp_path))
    with pytest.raises(ValueError, match=r"config\.yaml (is corrupt|can't be read): [^\n]+$"):
        stored_settings(folder, {}, settings_of())


def test_only_steps_and_trust_may_change_when_a_run_is_resumed(resumed_settings):
    kept = resumed_settings()
    assert (kept.steps, kept.seed) == (512, 0)
    assert resumed_settings(None, "steps=900") == replace(kept, steps=900)
    with pytest.raises(ValueError, match="not seed=3"):
        resumed_settings(None, "seed=3")


def test_fewer_steps_than_have_been_learnt_are_refused(resumed_settings, tmp_path):
    (tmp_path / "checkpoints" / "steps-000000000768").mkdir(parents=True)
    message = r"steps is 600, but .* has already trained for 768 steps; set a larger"
    with pytest.raises(ValueError, match=message):
        resumed_settings(None, "steps=600")
    assert resumed_settings(None, "steps=768").steps == 768
    # Unchanged steps are accepted, although the last rollout went beyond them.
    assert resumed_settings({"steps": 700}, "steps=700").steps == 700


def test_a_run_with_own_code_is_resumed_only_if_the_user_names_or_trusts_it(tmp_path, monkeypatch):
    (tmp_path / "own_of_run.py").write_text(
        "from hofspiele.training.networks.modules import Mlp\nclass Net(Mlp): pass\n"
        "def points(scores, ranks):\n    return scores / 100\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    small = [*SMALL, "steps=256", f"results={tmp_path}", "name=run"]
    assert "reward is 'fame', expected one of: outcome, win" in error_of(
        "train", *small, "reward=fame"
    )
    output_of("train", *small, "network.architecture=own_of_run:Net", "reward=own_of_run:points")
    file = AgentFile.read(tmp_path / "run" / "agent.safetensors")
    assert (file.reward, file.has_values) == ("own_of_run:points", True)
    assert not file.predicts_outcomes
    resume = [f"resume={tmp_path / 'run'}", "steps=512"]
    # The command to resume runs in another process, where the network is not known.
    monkeypatch.setattr(own_networks, "_registered", {})
    monkeypatch.delitem(sys.modules, "own_of_run")
    error = error_of("train", *resume)
    assert "reward is own_of_run:points, which would be imported" in error
    assert error.endswith("type trust=true\n")
    config = tmp_path / "run" / "config.yaml"
    config.write_text(config.read_text().replace("own_of_run:points", "outcome"))
    error = error_of("train", *resume)
    assert error.endswith("type networks=[own_of_run:Net] or trust=true\n")
    assert "own_of_run" not in sys.modules
    assert "saved the agent" in output_of("train", *resume, "networks=[own_of_run:Net]")
    config.write_text(config.read_text().replace("reward: outcome", "reward: own_of_run:points"))
    assert "saved the agent" in output_of("train", resume[0], "steps=768", "trust=true")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seeds": 1}, "it was written by a different version of hofspiele: unknown .* 'seeds'"),
        ({"evaluation": {"games": 12}}, "it was .*: evaluation.opponents is missing"),
        ({"seed": -1}, "seed is -1, expected an integer"),
    ],
)
def test_refused_settings_are_named_with_their_file(resumed_settings, changes, message):
    with pytest.raises(ValueError, match=rf"config\.yaml: {message}"):
        resumed_settings(changes)


@pytest.mark.parametrize(
    "left", [[], [".lock"], [".lock", "versions.json"], [".config.yaml.7-7.tmp"]]
)
def test_run_that_was_killed_at_its_start_is_restarted_by_its_name(settings_of, tmp_path, left):
    (tmp_path / "run").mkdir()
    for name in left:
        (tmp_path / "run" / name).touch()
    with pytest.raises(ValueError, match="was killed before it was set up, start a new"):
        RunFolder.existing(tmp_path / "run")
    run = new_run(settings_of("name=run"), Console())
    assert stored_settings(run.folder, {}, Train()) == run.settings
    assert not list(run.folder.path.glob(".*.tmp"))


def test_the_first_of_two_runs_with_one_name_gets_the_folder(settings_of, tmp_path, monkeypatch):
    """Both runs have found the name free before the first creates the folder."""
    monkeypatch.setattr(RunFolder, "new", lambda _: RunFolder(tmp_path / "run"))
    first = new_run(settings_of("name=run", "seed=1"), Console())
    with pytest.raises(ValueError, match="in use by another process"):
        new_run(settings_of("name=run", "seed=2"), Console())
    first.folder._lock.lock.release()
    with pytest.raises(ValueError, match="run already exists"):
        new_run(settings_of("name=run", "seed=2"), Console())
    assert read_yaml(first.folder.config)["seed"] == 1


def test_a_folder_of_something_else_is_left_alone(settings_of, tmp_path):
    for _ in range(2):
        with pytest.raises(ValueError, match=r"run/config\.yaml is missing, .* nothing to resume"):
            RunFolder.existing(str(tmp_path / "run"))
        (tmp_path / "run").mkdir(exist_ok=True)
        (tmp_path / "run" / "diary.txt").touch()
    with pytest.raises(ValueError, match=r"run already exists; choose another name=…$"):
        new_run(settings_of("name=run"), Console())
    assert [file.name for file in (tmp_path / "run").iterdir()] == ["diary.txt"]


def points(scores, ranks):
    return scores


def test_a_function_is_stored_by_its_name():
    assert Train(game="kou_ka_roi", reward=points).reward == f"{__name__}:points"
    for nameless in (lambda scores, ranks: scores, partial(points, ranks=None)):
        with pytest.raises(ValueError, match="expected a function with a name"):
            Train(game="kou_ka_roi", reward=nameless)
