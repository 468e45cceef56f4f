import errno

import numpy as np
import pytest
from omegaconf import OmegaConf
from optuna.trial import TrialState

from hofspiele.training.cli.files import WriteError
from hofspiele.training.tuning.study import ended_trials, open_study, run_path, start_trials


def study_config(folder, **values):
    space = {"a": {"low": 0.1, "high": 10.0, "log": True}, "b": [1, 2, 3], "c": [0, 1]}
    given = {"results": str(folder), "seed": 1, "trials": 18, "at_once": 4, "space": space} | values
    return OmegaConf.create({"a": 1.0, "b": 2, "c": None, **given})


def score(trial):
    return trial.params["b"] - abs(np.log(trial.params["a"])) - trial.params["c"]


def carry_out(config, rng, cut_off=0.0, worth=score):
    """Run a study in random order with random interruptions.

    Returns:
        Number, state, result and values of each trial.
    """
    while True:
        with open_study(config) as study:
            while started := start_trials(study, config):
                for at in rng.permutation(len(started)):
                    if rng.random() < cut_off:
                        break
                    study.tell(started[at].number, worth(started[at]))
                else:
                    continue
                break
            else:
                return [(t.number, t.state, t.value, t.params) for t in study.get_trials()]


def test_a_study_does_not_depend_on_the_order_in_which_trials_end(tmp_path):
    found = [
        carry_out(study_config(tmp_path / str(seed)), np.random.default_rng(seed), cut_off)
        for seed, cut_off in enumerate([0.0, 0.0, 0.3])
    ]
    assert found[0] == found[1] == found[2]
    assert [number for number, *_ in found[0]] == [*range(18)]
    assert found[0][0][3] | {"c": None} == {"a": 1.0, "b": 2, "c": None}


def test_a_study_is_the_same_if_its_trials_are_run_by_several_commands(tmp_path):
    whole = carry_out(study_config(tmp_path / "whole"), np.random.default_rng(0))
    for trials in (1, 6, 15, 18):
        config = study_config(tmp_path / "extended", trials=trials)
        extended = carry_out(config, np.random.default_rng(1))
    assert extended == whole


def test_trials_depend_on_the_results_of_earlier_generations(tmp_path):
    params = []
    for name, worth in (("near", score), ("far", lambda trial: -score(trial))):
        study = carry_out(study_config(tmp_path / name), np.random.default_rng(0), worth=worth)
        params.append([values for *_, values in study])
    # Optuna draws the first trials at random, independent of results.
    assert params[0][:12] == params[1][:12]
    assert params[0][12:] != params[1][12:]


def test_a_study_is_locked_against_a_second_process(tmp_path):
    config = study_config(tmp_path)
    with open_study(config):
        second = open_study(config)
        with pytest.raises(ValueError, match="another process works there"):
            second.__enter__()
    with open_study(config) as study:
        assert study.get_trials() == []


def test_a_killed_study_can_be_resumed(tmp_path):
    config, log = study_config(tmp_path, at_once=2), tmp_path / "trials.log"
    with open_study(config):
        pass
    whole = log.read_bytes()
    log.write_bytes(whole + whole[:20])
    (tmp_path / "trials.log.lock").symlink_to(log)
    with open_study(config) as study:
        started = start_trials(study, config)
    unfinished = run_path(config, started[1])
    unfinished.mkdir()
    with open_study(config) as study:
        assert not unfinished.exists()
        restarted = start_trials(study, config)
        assert [trial.params for trial in restarted] == [trial.params for trial in started]
    assert log.read_bytes().startswith(whole)


def test_a_trial_from_another_space_fails_instead_of_restarting(tmp_path):
    config = study_config(tmp_path, at_once=2, trials=2)
    with open_study(config) as study:
        start_trials(study, config)
    unfinished = tmp_path / "trial-001" / "checkpoints" / ".steps-000000000256.tmp"
    unfinished.mkdir(parents=True)
    config.space.a.high = 20.0
    with open_study(config) as study:
        assert not unfinished.exists()
        assert [trial.number for trial in start_trials(study, config)] == [2, 3]
        assert len(study.get_trials(states=(TrialState.FAIL,))) == 2
        assert ended_trials(study) == []


@pytest.mark.parametrize("content", ["hello\n", "{}\n", '{"op_code": 99}\n'])
def test_a_log_that_is_not_optunas_is_reported(tmp_path, content):
    (tmp_path / "trials.log").write_text(content)
    study = open_study(study_config(tmp_path))
    with pytest.raises(ValueError, match=r"trials\.log is damaged: .*choose another results=…"):
        study.__enter__()
    assert (tmp_path / "trials.log").read_text() == content


def test_a_full_disk_is_reported_with_the_path(tmp_path):
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
