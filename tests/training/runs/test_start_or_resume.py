from functools import reduce

import pytest
import yaml
from filelock import FileLock
from omegaconf import OmegaConf
from rich.console import Console

from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.runs.start_or_resume import check_complete, new_run, stored_config


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["steps=many"], "steps is many, expected an integer from 1"),
        (
            ["evaluation.games=3"],
            "evaluation.games is 3, expected more than 3: each deal is played",
        ),
        (["num_players=9"], "num_players is 9"),
        (["opponents.shares.clever=1"], "clever"),
        (["num_envs=1", "num_players=[2,3]"], "num_envs is 1"),
        (["name=greedy"], "both called 'greedy'"),
    ],
)
def test_what_is_refused_leaves_no_folder(config_of, tmp_path, values, message):
    config = config_of()
    OmegaConf.set_struct(config, False)
    config.merge_with_dotlist(values)
    with pytest.raises(ValueError, match=message):
        new_run(config, Console())
    assert not any(tmp_path.iterdir())


def test_a_new_run_has_its_configuration_and_versions_and_keeps_others_out(config_of, tmp_path):
    run = new_run(config_of("name=run", "seed=7"), Console())
    assert OmegaConf.load(run.folder.config) == run.config
    assert run.folder.versions.exists()
    with pytest.raises(ValueError, match="another process works there"):
        RunFolder.existing(str(tmp_path / "run"))
    with pytest.raises(ValueError, match=r"run is there already; .*resume="):
        new_run(config_of("name=run"), Console())


def test_a_folder_is_named_by_game_players_and_seed(config_of):
    run = new_run(config_of("num_players=[2,3]", "seed=7"), Console())
    assert run.folder.path.name.startswith("kou_ka_roi-2-3p-seed7-")


def test_results_that_are_no_folder_are_told(config_of, tmp_path):
    (tmp_path / "file").write_text("")
    config = config_of("name=run")
    config.results = str(tmp_path / "file")
    with pytest.raises(
        ValueError, match=r"file/run can't be made or written to: Not a .*; choose another results="
    ):
        new_run(config, Console())


def stored_in(path, **values):
    OmegaConf.save(OmegaConf.create(values), path / "config.yaml")
    return RunFolder.existing(str(path))


@pytest.fixture
def resumed_config(config_of, tmp_path):
    """Write a configuration, changed by dotted names, and resume it with these overrides."""

    def resume(changes=None, *overrides):
        values = OmegaConf.to_container(config_of())
        for name, value in (changes or {}).items():
            *sections, last = name.split(".")
            reduce(dict.__getitem__, sections, values)[last] = value
        (tmp_path / "config.yaml").write_text(yaml.safe_dump(values))
        folder = RunFolder(tmp_path)
        return stored_config(folder, "train", ["resume=x", *overrides], config_of(*overrides))

    return resume


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe", b"\0", b"[]", b"5", b"a: !!python/name:os.system", b"a: ${b}\nb: ${a}",
        b"[" * 200_000, b"a: [", b"seed: ${no.such}", b"a: &a [1]\nb: *a", b"a: 2024-01-01",
        b"1: a", b"a: !!set {b}", b"a: [{'${b}': 1}]", b"a: \\${b}", b"a: " + b"b" * 2**16,
    ],
)  # fmt: skip
def test_damaged_configuration_is_reported(config_of, tmp_path, content):
    (tmp_path / "config.yaml").write_bytes(content)
    folder = RunFolder.existing(str(tmp_path))
    with pytest.raises(ValueError, match=r"config\.yaml (is damaged|can't be read): [^\n]+$"):
        stored_config(folder, "train", [], config_of())


@pytest.mark.parametrize(
    "text",
    [
        "${oc.env:SECRET}", "${seed}", "a ${oc.create:[]} b", r"\${seed}", "${", "${oc.select:a,b}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["note", "opponents.shares", "evaluation.opponents", "game.name"])
def test_stored_interpolation_is_refused_and_never_resolved(
    resumed_config, tmp_path, monkeypatch, name, text
):
    monkeypatch.setenv("SECRET", "canary")
    with pytest.raises(ValueError, match=r"config\.yaml is damaged: .*without \$\{$") as refused:
        resumed_config({name: [text] if name.endswith("opponents") else text})
    assert "canary" not in str(refused.value)


def test_lines_that_double_each_other_are_refused_at_once(resumed_config):
    doubling = {f"a{n + 1}": f"${{a{n}}}${{a{n}}}" for n in range(40)}
    with pytest.raises(ValueError, match=r"a1 is .*, expected a text without"):
        resumed_config({"a0": "text", **doubling})


def test_checked_configuration_is_the_one_that_is_used(resumed_config, monkeypatch):
    """A resolver that answers otherwise the second time has nothing to answer."""
    monkeypatch.setenv("NAME", "greedy")
    with pytest.raises(ValueError, match=r"opponents\.shares is .*, expected a text without"):
        resumed_config(
            {"safe_greedy": {"greedy": 1.0}, "opponents.shares": "${safe_${oc.env:NAME}}"}
        )


def test_stored_value_that_is_refused_is_reported_with_its_file(resumed_config):
    with pytest.raises(ValueError, match=r"config\.yaml: seed is -1, expected an integer"):
        resumed_config({"seed": -1})


def test_only_steps_and_trust_may_change_when_a_run_is_resumed(resumed_config):
    kept = resumed_config()
    assert (kept.steps, kept.seed) == (512, 0)
    assert resumed_config(None, "steps=900") == {**kept, "steps": 900}
    with pytest.raises(ValueError, match="not seed=3"):
        resumed_config(None, "seed=3")


def test_fewer_steps_than_have_been_learnt_are_refused(resumed_config, tmp_path):
    (tmp_path / "checkpoints" / "steps-000000000768").mkdir(parents=True)
    message = (
        r"steps is 600, but .* has learnt for 768 steps already; give more, or leave steps out"
    )
    with pytest.raises(ValueError, match=message):
        resumed_config(None, "steps=600")
    assert resumed_config(None, "steps=768").steps == 768
    # the steps of before, beyond which the last rollout went
    assert resumed_config({"steps": 700}, "steps=700").steps == 700


@pytest.mark.parametrize(
    "naming",
    [
        {"imitation.agent": "mine:First"},
        {"evaluation.opponents": ["greedy", "mine:First"]},
        {"evaluation.opponents": "mine:First"},
        {"opponents.shares": {"mine:First": 0.5}},
    ],
)
def test_a_run_that_names_code_goes_on_only_if_the_user_trusts_it(resumed_config, naming):
    stored = {"trust": True, **naming}
    with pytest.raises(ValueError, match=r"agents that are imported, mine:First; .* trust=true"):
        resumed_config(stored)
    trusted = resumed_config(stored, "trust=true")
    assert trusted.trust
    assert all(OmegaConf.select(trusted, name) == value for name, value in naming.items())


def test_what_an_older_run_lacks_is_named(tmp_path):
    folder = stored_in(tmp_path, seed=1)
    defaults = OmegaConf.create({"seed": 0, "steps": 1, "num_envs": 2})
    with pytest.raises(ValueError, match=r"older version and has no steps, num_envs; it can"):
        check_complete(OmegaConf.load(folder.config), defaults, folder)


@pytest.mark.parametrize(
    "left", [[], [".lock"], [".lock", "versions.json"], [".config.yaml.7-7.tmp"]]
)
def test_run_that_was_killed_at_its_start_is_restarted_by_its_name(config_of, tmp_path, left):
    (tmp_path / "run").mkdir()
    for name in left:
        (tmp_path / "run" / name).touch()
    with pytest.raises(ValueError, match="was cut off at its start: begin it again, with the same"):
        RunFolder.existing(tmp_path / "run")
    run = new_run(config_of("name=run"), Console())
    assert OmegaConf.load(run.folder.config) == run.config
    assert not list(run.folder.path.glob(".*.tmp"))


def test_a_folder_of_something_else_is_left_alone(config_of, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "diary.txt").touch()
    with pytest.raises(ValueError, match=r"run is there already; choose another name=…$"):
        new_run(config_of("name=run"), Console())
    assert [file.name for file in (tmp_path / "run").iterdir()] == ["diary.txt"]


def test_of_two_runs_of_one_name_the_first_has_the_folder(config_of, tmp_path, monkeypatch):
    """Both have found it free before one of them made it."""
    monkeypatch.setattr(
        "hofspiele.training.runs.start_or_resume.new_path", lambda _: tmp_path / "run"
    )
    first = new_run(config_of("name=run", "seed=1"), Console())
    with pytest.raises(ValueError, match="another process works there"):
        new_run(config_of("name=run", "seed=2"), Console())
    first.folder._lock.lock.release()
    with pytest.raises(ValueError, match="run is there already"):
        new_run(config_of("name=run", "seed=2"), Console())
    assert OmegaConf.load(first.folder.config).seed == 1


@pytest.mark.parametrize("content", [None, "", "[]", "{}"])
def test_without_its_versions_a_run_goes_on(config_of, content):
    folder = new_run(config_of("name=run"), Console()).folder
    folder.versions.unlink()
    if content is not None:
        folder.versions.write_text(content)
    folder._lock.lock.release()
    assert RunFolder.existing(folder.path).commit is None


def test_there_is_nothing_to_resume(tmp_path):
    with pytest.raises(ValueError, match="nowhere: there is no such folder"):
        RunFolder.existing(str(tmp_path / "nowhere"))
    (tmp_path / "diary.txt").touch()
    with pytest.raises(ValueError, match=r"config\.yaml is missing, .* nothing to resume$"):
        RunFolder.existing(str(tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["diary.txt"]


def test_a_folder_that_is_trained_in_is_locked(tmp_path):
    stored_in(tmp_path, seed=1)
    with (
        FileLock(tmp_path / ".lock"),
        pytest.raises(ValueError, match="another process works there"),
    ):
        RunFolder.existing(str(tmp_path))
