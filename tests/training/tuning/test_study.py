import errno

import pytest
from optuna.storages._rdb.models import BaseModel as RDBModel
from optuna.storages.journal import JournalFileOpenLock
from optuna.trial import TrialState

from hofspiele.training.cli.files import WriteError
from hofspiele.training.settings.tune import Tune
from hofspiele.training.tuning.study import completed_trials, ended_trials, next_trial, open_study

SPACE = {
    "algorithm.clip_range": {"low": 0.1, "high": 10.0, "log": True},
    "algorithm.n_epochs": [1, 2, 3],
    "imitation.decisions": [0, 1],
}


def study_settings(folder, **values):
    return Tune(**{"results": str(folder), "seed": 1, "space": SPACE, **values})


def add_trials(settings, count):
    """Add trials whose result is their number of epochs; return the values of all trials."""
    with open_study(settings) as study:
        for _ in range(count):
            trial = next_trial(study, settings)
            study.tell(trial, trial.params["algorithm.n_epochs"])
        return [trial.params for trial in study.get_trials()]


def storages(folder):
    return {"file": str(folder / "shared.log"), "database": f"sqlite:///{folder / 'study.db'}"}


def test_a_resumed_study_continues_as_if_it_had_not_been_interrupted(tmp_path):
    whole = add_trials(study_settings(tmp_path / "whole"), 14)
    assert (whole[0]["algorithm.clip_range"], whole[0]["algorithm.n_epochs"]) == (0.2, 3)
    for count in (1, 4, 9):
        resumed = add_trials(study_settings(tmp_path / "resumed"), count)
    assert resumed == whole
    assert len({params["algorithm.clip_range"] for params in whole}) == 14


@pytest.mark.parametrize("kind", ["file", "database"])
def test_processes_share_a_study(tmp_path, kind):
    one, other = (
        study_settings(tmp_path / name, storage=storages(tmp_path)[kind])
        for name in ("one", "other")
    )
    with open_study(one) as mine, open_study(other) as theirs:
        trials = [next_trial(mine, one), next_trial(theirs, other), next_trial(mine, one)]
        assert [trial.number for trial in trials] == [0, 1, 2]
        assert len({trial.params["algorithm.clip_range"] for trial in trials}) == 3
        theirs.tell(trials[1], 0.5)
        mine.tell(trials[0], 0.25)
        for study in (mine, theirs):
            assert [trial.value for trial in completed_trials(study)] == [0.5, 0.25]


def test_a_database_that_another_process_is_setting_up_is_opened_again(tmp_path, monkeypatch):
    """Both processes have found no tables; the other one was faster to create them."""
    pauses, create = [], RDBModel.metadata.create_all

    def create_late(engine, **arguments):
        monkeypatch.setattr(RDBModel.metadata, "create_all", create)
        create(engine)
        create(engine, checkfirst=False)

    monkeypatch.setattr(RDBModel.metadata, "create_all", create_late)
    monkeypatch.setattr("hofspiele.training.tuning.study.time.sleep", pauses.append)
    assert len(add_trials(study_settings(tmp_path, storage=storages(tmp_path)["database"]), 2)) == 2
    assert len(pauses) == 1


def test_names_keep_studies_of_one_storage_apart(tmp_path):
    for name in ("one", "other"):
        settings = study_settings(tmp_path, storage=storages(tmp_path)["database"], name=name)
        assert len(add_trials(settings, 2)) == 2


def test_only_pruned_trials_have_ended_without_a_result(tmp_path):
    settings = study_settings(tmp_path)
    with open_study(settings) as study:
        study.tell(next_trial(study, settings), state=TrialState.PRUNED)
        study.tell(next_trial(study, settings), state=TrialState.FAIL)
        next_trial(study, settings)  # The trial of a killed process stays running.
        assert len(ended_trials(study)) == 1
        assert completed_trials(study) == []


def test_an_incomplete_line_is_removed(tmp_path):
    settings, log = study_settings(tmp_path), tmp_path / "trials.log"
    add_trials(settings, 1)
    whole = log.read_bytes()
    log.write_bytes(whole + whole[:20])
    assert len(add_trials(settings, 1)) == 2
    assert log.read_bytes().startswith(whole)


@pytest.mark.parametrize("content", ["hello\n", "{}\n", '{"op_code": 99}\n'])
def test_a_log_that_is_not_optunas_is_reported(tmp_path, content):
    (tmp_path / "trials.log").write_text(content)
    study = open_study(study_settings(tmp_path))
    with pytest.raises(ValueError, match=r"trials\.log is corrupt: .*choose another storage=…"):
        study.__enter__()
    assert (tmp_path / "trials.log").read_text() == content


def test_a_result_that_is_not_a_number_is_reported_with_its_file(tmp_path):
    settings, log = study_settings(tmp_path), tmp_path / "trials.log"
    add_trials(settings, 1)
    log.write_text(log.read_text().replace("[3.0]", '["many"]'))
    with pytest.raises(ValueError, match=r"trials\.log is corrupt: .*'many'"), open_study(settings):
        pass


@pytest.mark.parametrize("url", ["sqlite:////proc/none/study.db", "nosuch://host/study", "://"])
def test_a_database_that_cannot_be_opened_is_reported(tmp_path, url):
    with (
        pytest.raises(ValueError, match=r"^storage can't be opened: [^\n]*$"),
        open_study(study_settings(tmp_path, storage=url)),
    ):
        pass


def test_an_at_sign_in_a_password_must_be_escaped(tmp_path):
    settings = study_settings(tmp_path, storage="mysql+pymysql://me:p@secret@host/study")
    with (
        pytest.raises(ValueError, match=r"^storage can't be opened: write %40 for @ in a"),
        open_study(settings),
    ):
        pass


def test_a_full_disk_is_reported_with_the_path(tmp_path):
    study = open_study(study_settings(tmp_path))
    study.__enter__()
    with pytest.raises(WriteError, match=r"trials\.log can't be written: No space left on device"):
        study.__exit__(OSError, OSError(errno.ENOSPC, "No space left on device"), None)


def test_an_error_while_a_database_is_open_does_not_show_its_password(tmp_path):
    settings = study_settings(tmp_path, storage=storages(tmp_path)["database"])
    with pytest.raises(OSError, match=r"^\[Errno 28\] No space left$"), open_study(settings):
        raise OSError(errno.ENOSPC, "No space left")


def test_an_interruption_that_the_log_lock_replaces_is_raised_again(tmp_path):
    lock = JournalFileOpenLock(str(tmp_path / "trials.log"))

    def release_again():
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            lock.release()  # This raises RuntimeError, because the lock is not held.

    with pytest.raises(KeyboardInterrupt), open_study(study_settings(tmp_path)):
        release_again()


def test_other_choices_need_another_study(tmp_path):
    settings = study_settings(tmp_path)
    add_trials(settings, 1)
    settings = study_settings(tmp_path, space={**SPACE, "algorithm.n_epochs": [2, 3]})
    with open_study(settings) as study:
        with pytest.raises(
            ValueError, match=r"space differs from the space of the earlier trials .*another na"
        ):
            next_trial(study, settings)
        assert study.get_trials()[-1].state is TrialState.FAIL
