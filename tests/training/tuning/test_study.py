import errno

import pytest
from omegaconf import OmegaConf
from optuna.trial import TrialState

from hofspiele.training.cli.files import WriteError
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.tuning.study import (
    claim,
    completed_trials,
    ended_trials,
    next_trial,
    open_study,
    run_path,
)


def study_config(folder, **values):
    space = {"a": {"low": 0.1, "high": 10.0, "log": True}, "b": [1, 2, 3], "c": [0, 1]}
    given = {"results": str(folder), "seed": 1, "storage": None, "name": "tune", "space": space}
    return OmegaConf.create({"a": 1.0, "b": 2, "c": None, **given, **values})


def add_trials(config, count):
    """Add trials of which each is worth its value b; return the values of all trials."""
    with open_study(config) as study:
        for _ in range(count):
            trial = next_trial(study, config)
            study.tell(trial, trial.params["b"])
        return [trial.params for trial in study.get_trials()]


def storages(folder):
    return {"file": str(folder / "shared.log"), "database": f"sqlite:///{folder / 'study.db'}"}


def test_a_resumed_study_continues_as_if_it_had_not_been_interrupted(tmp_path):
    whole = add_trials(study_config(tmp_path / "whole"), 14)
    assert whole[0] | {"c": None} == {"a": 1.0, "b": 2, "c": None}
    for count in (1, 4, 9):
        resumed = add_trials(study_config(tmp_path / "resumed"), count)
    assert resumed == whole
    assert len({params["a"] for params in whole}) == 14


@pytest.mark.parametrize("kind", ["file", "database"])
def test_processes_share_a_study(tmp_path, kind):
    one, other = (
        study_config(tmp_path / name, storage=storages(tmp_path)[kind]) for name in ("one", "other")
    )
    with open_study(one) as mine, open_study(other) as theirs:
        trials = [next_trial(mine, one), next_trial(theirs, other), next_trial(mine, one)]
        assert [trial.number for trial in trials] == [0, 1, 2]
        assert len({trial.params["a"] for trial in trials}) == 3
        theirs.tell(trials[1], 0.5)
        mine.tell(trials[0], 0.25)
        for study in (mine, theirs):
            assert [trial.value for trial in completed_trials(study)] == [0.5, 0.25]


def test_names_keep_studies_of_one_storage_apart(tmp_path):
    for name in ("one", "other"):
        config = study_config(tmp_path, storage=storages(tmp_path)["database"], name=name)
        assert len(add_trials(config, 2)) == 2


def test_pruned_trials_have_ended_without_a_result(tmp_path):
    config = study_config(tmp_path)
    with open_study(config) as study:
        study.tell(next_trial(study, config), state=TrialState.PRUNED)
        study.tell(next_trial(study, config), state=TrialState.FAIL)
        assert len(ended_trials(study)) == 1
        assert completed_trials(study) == []


@pytest.mark.parametrize("moved", [False, True])
def test_a_trial_whose_process_was_killed_has_failed(tmp_path, moved):
    results = tmp_path / "study"
    config = study_config(results)
    with open_study(config) as study:
        killed, alive, elsewhere = (next_trial(study, config) for _ in range(3))
        folders = [RunFolder(run_path(config, trial)) for trial in (killed, alive)]
        for trial, folder in zip((killed, alive), folders, strict=True):
            folder.lock()
            claim(trial)
        claim(elsewhere)
        folders[0]._lock.lock.release()
        left = folders[0].checkpoints / ".steps-000000000256.tmp"
        left.mkdir(parents=True)
    if moved:
        config.results = str(results.rename(tmp_path / "moved"))
    with open_study(config) as study:
        states = {trial.number: trial.state for trial in study.get_trials()}
    assert not list(tmp_path.rglob(left.name))
    assert states == {
        killed.number: TrialState.FAIL,
        alive.number: TrialState.RUNNING,
        elsewhere.number: TrialState.RUNNING,
    }


def test_a_line_that_was_cut_off_is_removed(tmp_path):
    config, log = study_config(tmp_path), tmp_path / "trials.log"
    add_trials(config, 1)
    whole = log.read_bytes()
    log.write_bytes(whole + whole[:20])
    assert len(add_trials(config, 1)) == 2
    assert log.read_bytes().startswith(whole)


@pytest.mark.parametrize("content", ["hello\n", "{}\n", '{"op_code": 99}\n'])
def test_a_log_that_is_not_optunas_is_reported(tmp_path, content):
    (tmp_path / "trials.log").write_text(content)
    study = open_study(study_config(tmp_path))
    with pytest.raises(ValueError, match=r"trials\.log is damaged: .*choose another storage=…"):
        study.__enter__()
    assert (tmp_path / "trials.log").read_text() == content


def test_a_result_that_is_not_a_number_is_reported_with_its_file(tmp_path):
    config, log = study_config(tmp_path), tmp_path / "trials.log"
    add_trials(config, 1)
    log.write_text(log.read_text().replace("[2.0]", '["many"]'))
    with pytest.raises(ValueError, match=r"trials\.log is damaged: .*'many'"), open_study(config):
        pass


@pytest.mark.parametrize("url", ["sqlite:////proc/none/study.db", "nosuch://host/study", "://"])
def test_a_database_that_can_not_be_opened_is_reported(tmp_path, url):
    with (
        pytest.raises(ValueError, match=r"^storage can't be opened: [^\n]*$"),
        open_study(study_config(tmp_path, storage=url)),
    ):
        pass


def test_a_full_disk_is_reported_with_the_path(tmp_path):
    study = open_study(study_config(tmp_path))
    study.__enter__()
    with pytest.raises(WriteError, match=r"trials\.log can't be written: No space left on device"):
        study.__exit__(OSError, OSError(errno.ENOSPC, "No space left on device"), None)


def test_other_choices_need_another_study(tmp_path):
    config = study_config(tmp_path)
    add_trials(config, 1)
    config.space.b = [2, 3]
    with open_study(config) as study:
        with pytest.raises(
            ValueError, match=r"space is not that of the trials so far .*another na"
        ):
            next_trial(study, config)
        assert study.get_trials()[-1].state is TrialState.FAIL
