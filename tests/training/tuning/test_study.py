import errno

import numpy as np
import pytest
from omegaconf import OmegaConf
from optuna.trial import TrialState

from hofspiele.training.cli.files import WriteError
from hofspiele.training.tuning.study import begin_trials, ended_trials, open_study, run_path


def study_config(folder, **values):
    space = {"a": {"low": 0.1, "high": 10.0, "log": True}, "b": [1, 2, 3], "c": [0, 1]}
    given = {"results": str(folder), "seed": 1, "trials": 18, "at_once": 4, "space": space} | values
    return OmegaConf.create({"a": 1.0, "b": 2, "c": None, **given})


def near_one(trial):
    return trial.params["b"] - abs(np.log(trial.params["a"])) - trial.params["c"]


def carry_out(config, rng, cut_off=0.0, worth=near_one):
    """Run trials in any order, cut off now and then: number, state, result, values of each."""
    while True:
        with open_study(config) as study:
            while begun := begin_trials(study, config):
                for at in rng.permutation(len(begun)):
                    if rng.random() < cut_off:
                        break
                    study.tell(begun[at].number, worth(begun[at]))
                else:
                    continue
                break
            else:
                return [(t.number, t.state, t.value, t.params) for t in study.get_trials()]


def test_a_study_is_the_same_in_whatever_order_its_trials_end(tmp_path):
    found = [
        carry_out(study_config(tmp_path / str(seed)), np.random.default_rng(seed), cut_off)
        for seed, cut_off in enumerate([0.0, 0.0, 0.3])
    ]
    assert found[0] == found[1] == found[2]
    assert [number for number, *_ in found[0]] == [*range(18)]
    assert found[0][0][3] | {"c": None} == {"a": 1.0, "b": 2, "c": None}


def test_a_study_is_the_same_whether_its_trials_were_asked_for_at_once_or_not(tmp_path):
    whole = carry_out(study_config(tmp_path / "whole"), np.random.default_rng(0))
    for trials in (1, 6, 15, 18):
        config = study_config(tmp_path / "by_and_by", trials=trials)
        by_and_by = carry_out(config, np.random.default_rng(1))
    assert by_and_by == whole


def test_trials_follow_from_what_came_of_the_generations_before(tmp_path):
    params = []
    for name, worth in (("near", near_one), ("far", lambda trial: -near_one(trial))):
        study = carry_out(study_config(tmp_path / name), np.random.default_rng(0), worth=worth)
        params.append([values for *_, values in study])
    # the first of optuna's are drawn at random, whatever came of them
    assert params[0][:12] == params[1][:12]
    assert params[0][12:] != params[1][12:]


def test_one_process_at_a_time_works_in_a_study(tmp_path):
    config = study_config(tmp_path)
    with open_study(config):
        second = open_study(config)
        with pytest.raises(ValueError, match="another process works there"):
            second.__enter__()
    with open_study(config) as study:
        assert study.get_trials() == []


def test_what_a_killed_study_left_does_not_stop_the_next(tmp_path):
    config, log = study_config(tmp_path, at_once=2), tmp_path / "trials.log"
    with open_study(config):
        pass
    whole = log.read_bytes()
    log.write_bytes(whole + whole[:20])
    (tmp_path / "trials.log.lock").symlink_to(log)
    with open_study(config) as study:
        begun = begin_trials(study, config)
    half = run_path(config, begun[1])
    half.mkdir()
    with open_study(config) as study:
        assert not half.exists()
        assert [trial.params for trial in begin_trials(study, config)] == [t.params for t in begun]
    assert log.read_bytes().startswith(whole)


def test_a_trial_of_another_space_is_not_begun_anew(tmp_path):
    config = study_config(tmp_path, at_once=2, trials=2)
    with open_study(config) as study:
        begin_trials(study, config)
    half = tmp_path / "trial-001" / "checkpoints" / ".steps-000000000256.tmp"
    half.mkdir(parents=True)
    config.space.a.high = 20.0
    with open_study(config) as study:
        assert not half.exists()
        assert [trial.number for trial in begin_trials(study, config)] == [2, 3]
        assert len(study.get_trials(states=(TrialState.FAIL,))) == 2
        assert ended_trials(study) == []


@pytest.mark.parametrize("content", ["hello\n", "{}\n", '{"op_code": 99}\n'])
def test_a_log_of_something_else_is_told(tmp_path, content):
    (tmp_path / "trials.log").write_text(content)
    study = open_study(study_config(tmp_path))
    with pytest.raises(ValueError, match=r"trials\.log is damaged: .*choose another results=…"):
        study.__enter__()
    assert (tmp_path / "trials.log").read_text() == content


def test_a_full_disk_is_told_with_what_could_not_be_written(tmp_path):
    study = open_study(study_config(tmp_path))
    study.__enter__()
    with pytest.raises(WriteError, match=r"trials\.log can't be written: No space left on device"):
        study.__exit__(OSError, OSError(errno.ENOSPC, "No space left on device"), None)


def test_result_that_is_not_a_number_is_reported_with_its_file(tmp_path):
    config, log = study_config(tmp_path, trials=1), tmp_path / "trials.log"
    carry_out(config, np.random.default_rng(0), worth=lambda _: 0.25)
    log.write_text(log.read_text().replace("[0.25]", '["many"]'))
    with pytest.raises(ValueError, match=r"trials\.log is damaged: .*'many'"), open_study(config):
        pass
