import errno

import optuna
import pytest
from optuna.storages.journal import JournalFileOpenLock
from optuna.trial import TrialState, create_trial

from hofspiele.envs.command_line.game import ChosenGame
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.files.read_write import WriteError
from hofspiele.training.settings.train import Opponents, Train
from hofspiele.training.settings.variants import Tune
from hofspiele.training.tuning.space import check_space, entries, suggest, values_in
from hofspiele.training.tuning.stored_study import open_study, storage_errors
from tests.component_files import own_file

SPACE = {
    "algorithm.clip_range": {"low": 0.1, "high": 10.0, "log": True},
    "algorithm.n_epochs": [1, 2, 3],
    "imitation.decisions": [0, 1],
}


def study_settings(folder, **values):
    game = ChosenGame("kou_ka_roi")
    return Tune.plain(**{"results": str(folder), "seed": 1, "space": SPACE, "game": game, **values})


def add_trial(study, value=0.5):
    trial = study.ask()
    suggest(trial, SPACE)
    study.tell(trial, value)


@pytest.fixture
def database(tmp_path):
    return f"sqlite:///{tmp_path / 'study.db'}"


def test_processes_share_a_study(tmp_path, database):
    """Settings that do not change what results mean may differ."""
    others = {"device": "auto", "torch_threads": 2, "table_threads": 2, "checkpoint_every": 7}
    for storage in (database, str(tmp_path / "shared.log")):
        one = open_study(study_settings(tmp_path / "one", storage=storage))
        other = open_study(
            study_settings(tmp_path / "other", storage=storage, trials=3, trust=True, **others)
        )
        trials = [one.ask(), other.ask(), one.ask()]
        assert [trial.number for trial in trials] == [0, 1, 2]
        for study in (one, other):
            add_trial(study)
            assert len(study.get_trials()) == len(one.get_trials())


def test_an_incomplete_line_is_removed(tmp_path):
    settings, log = study_settings(tmp_path), tmp_path / "trials.log"
    add_trial(open_study(settings))
    whole = log.read_bytes()
    log.write_bytes(whole + whole[:20])
    add_trial(open_study(settings))
    assert len(open_study(settings).get_trials()) == 2
    assert log.read_bytes().startswith(whole)


@pytest.mark.parametrize("content", ["hello\n", "{}\n", '{"op_code": 99}\n', "[1]\nhello"])
def test_a_log_that_is_not_optunas_is_reported_and_kept(tmp_path, content):
    (tmp_path / "trials.log").write_text(content)
    with pytest.raises(ValueError, match=r"trials\.log can't be opened: .*another storage=…"):
        open_study(study_settings(tmp_path))
    assert (tmp_path / "trials.log").read_text() == content


@pytest.mark.parametrize("url", ["sqlite:////proc/none/study.db", "nosuch://me:pw@host/study"])
def test_errors_of_a_database_do_not_show_its_url(tmp_path, url):
    settings = study_settings(tmp_path / "runs", storage=url)
    with pytest.raises(ValueError, match=r"^the database can't be opened: [^\n]*$") as raised:
        open_study(settings)
    assert url not in str(raised.value)
    with (
        pytest.raises(WriteError, match=r"^[^:]*runs can't be written: No space left"),
        storage_errors(settings),
    ):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_an_interruption_that_the_lock_of_a_log_replaces_is_raised_again(tmp_path):
    lock = JournalFileOpenLock(str(tmp_path / "trials.log"))

    def release_again():
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            lock.release()  # This raises RuntimeError, because the lock is not held.

    with pytest.raises(KeyboardInterrupt), storage_errors(study_settings(tmp_path)):
        release_again()


def test_a_study_is_not_resumed_with_another_recipe_or_space(tmp_path, monkeypatch):
    monkeypatch.setattr(ChosenGame, "make_all", lambda *_: [])
    open_study(study_settings(tmp_path))
    for name, value in {
        "game": ChosenGame("kou_ka_roi", {"x": 1}), "num_players": [4], "seed": 2, "steps": 5,
        "opponents": Opponents({"greedy": 1.0}), "evaluation": {"games": 40},
        "report_every": None, "space": {**SPACE, "algorithm.n_epochs": [2, 3]},
    }.items():  # fmt: skip
        message = rf"^{name}\S* is .*, but study tune .*; use that value, or another name=…"
        with pytest.raises(ValueError, match=message):
            open_study(study_settings(tmp_path, **{name: value}))


def test_a_study_is_not_resumed_with_other_components(tmp_path, write):
    file = write(own_file("kou_ka_roi"))
    settings = study_settings(tmp_path, game=ChosenGame("kou_ka_roi", {"components": str(file)}))
    open_study(settings)
    write(f"{own_file('kou_ka_roi')}# changed")
    with pytest.raises(ValueError, match=r"components_sha256.*\.toml is .*; restore the file"):
        open_study(settings)


def test_a_study_that_another_program_has_started_is_refused(tmp_path, database):
    for number, attributes in enumerate(({}, {"settings": 5}, None)):
        direction = "minimize" if attributes is None else "maximize"
        name = f"tune{number}"
        study = optuna.create_study(study_name=name, storage=database, direction=direction)
        for attribute, content in (attributes or {}).items():
            study.set_user_attr(attribute, content)
        if attributes is not None:
            study.add_trial(create_trial(value=0.5))
        with pytest.raises(ValueError, match=rf"^study {name} was not started by this version of "):
            open_study(study_settings(tmp_path, storage=database, name=name))


def trial_of(number=0.5, state=TrialState.COMPLETE, steps=None, **values):
    """Return a trial in the space, except for `values` by the last part of their name."""
    params = {"algorithm.clip_range": 0.5, "algorithm.n_epochs": 2, "imitation.decisions": 0}
    params |= {next((n for n in params if n.endswith(key)), key): values[key] for key in values}
    distributions = {
        "algorithm.clip_range": optuna.distributions.FloatDistribution(1e-3, 100, log=True),
        "algorithm.n_epochs": optuna.distributions.CategoricalDistribution([1, 2, 3]),
        "imitation.decisions": optuna.distributions.CategoricalDistribution([0, 1]),
        "trust": optuna.distributions.CategoricalDistribution([True]),
    }
    params = {name: value for name, value in params.items() if value is not None}
    return create_trial(
        state=state,
        value=number,
        params=params,
        distributions={name: distributions[name] for name in params},
        intermediate_values=steps or {},
    )


@pytest.mark.parametrize(
    ("foreign", "reason"),
    [
        (trial_of(float("inf")), "its result is inf, expected a finite number"),
        (trial_of(None, TrialState.PRUNED, {1: float("inf")}), "its result is inf, expected a"),
        (trial_of(0.9, trust=True), "'trust' is not in the space"),
        (trial_of(0.9, clip_range=11.0), "algorithm.clip_range is 11.0, expected a value of the s"),
        (trial_of(0.9, n_epochs=None), "algorithm.n_epochs is missing"),
    ],
)
def test_ended_trials_that_are_not_of_the_space_are_ignored(tmp_path, foreign, reason):
    study = open_study(study_settings(tmp_path))
    for trial in (trial_of(0.25), foreign, trial_of(0.5)):
        study.add_trial(trial)
    ((number, found),) = study.ignored().items()
    assert (number, found[: len(reason)]) == (1, reason)
    assert [trial.number for trial in study.get_trials()] == [0, 2]  # The pruner calls this, too.
    assert study.best_trial.number == 2


def test_a_result_that_is_not_a_number_is_ignored(tmp_path):
    settings, log = study_settings(tmp_path), tmp_path / "trials.log"
    add_trial(open_study(settings), 3.0)
    log.write_text(log.read_text().replace("[3.0]", '["many"]'))
    study = open_study(settings)
    assert study.ignored() == {0: "its result is 'many', expected a finite number"}
    assert study.get_trials() == []


@pytest.mark.parametrize(
    ("fixed", "reason"),
    [
        ({"trust": True}, "'trust' is not in the space"),
        ({"\x1b[2J": 1}, r"'\x1b[2J' is not in the space"),
        ({"algorithm.n_epochs": 4}, "algorithm.n_epochs is 4, expected a value of the space"),
        ({"algorithm.n_epochs": True}, "algorithm.n_epochs is True, expected a value"),
        ({"algorithm.clip_range": float("nan")}, "algorithm.clip_range is nan, expected a value"),
        ({"algorithm.clip_range": 10**400}, "algorithm.clip_range is "),
        ({"algorithm.clip_range": [0.5]}, "algorithm.clip_range is [0.5], expected a value"),
        (["trust"], "its values are ['trust'], expected a mapping"),
    ],
)
def test_waiting_trials_that_are_not_of_the_space_are_ignored(tmp_path, fixed, reason):
    study = open_study(study_settings(tmp_path))
    study.add_trial(create_trial(state=TrialState.WAITING, system_attrs={"fixed_params": fixed}))
    study.add_trial(trial_of(None, TrialState.WAITING, trust=True))
    study.enqueue_trial({"algorithm.n_epochs": 1})
    faults = study.ignored((TrialState.WAITING,))
    assert faults.keys() == {0, 1}
    assert faults[0].startswith(reason)
    assert "\n" not in faults[0]


def test_suggested_values_lie_in_the_space():
    space = {"a.b": {"low": 1e-4, "high": 1e-2, "log": True}, "c": [1, 2]}
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1))
    found = [suggest(study.ask(), space) for _ in range(40)]
    assert all(1e-4 <= values["a.b"] <= 1e-2 for values in found)
    # On a linear scale, it would be about 4 of 40.
    assert sum(values["a.b"] < 1e-3 for values in found) > 8
    assert {values["c"] for values in found} == {1, 2}


def test_nested_names_from_the_command_line_take_precedence():
    space = {
        "algorithm.n_epochs": [1, 2],
        "algorithm.batch_size": [64, 2048],
        "algorithm": {"n_epochs": [5], "gamma": {"low": 0, "high": 1}},
    }
    found = entries(space)
    assert found == {
        "algorithm.n_epochs": [5],
        "algorithm.batch_size": [64, 2048],
        "algorithm.gamma": {"low": 0, "high": 1},
    }
    assert values_in(found, Train()) == {"algorithm.batch_size": 2048, "algorithm.gamma": 1.0}


@pytest.mark.parametrize(
    "entry",
    [
        3, [], {"low": 1}, {"low": 1, "high": 2, "step": 1}, {"low": 2, "high": 1},
        {"low": "a", "high": "b"}, {"low": 0, "high": 1, "log": True},
        {"low": 1, "high": 2, "log": 7}, {"low": 1, "high": 10**400},
    ],
)  # fmt: skip
def test_malformed_entries_are_refused(entry):
    with pytest.raises(ValueError, match=r"space: 'margin_reward' is"):
        check_space({"margin_reward": entry}, Train())


@pytest.mark.parametrize(
    ("name", "entry", "message"),
    [
        *((name, [1], "unknown setting") for name in ("speed", "algorithm.speed", "steps.more")),
        *(
            (name, {"low": 2, "high": 3}, "a range is not allowed for {name}; use a list")
            for name in ("algorithm.n_epochs", "num_players", "network.policy")
        ),
    ],
)
def test_impossible_names_are_refused(name, entry, message):
    recipe = CommandLine(Train, ["experiment=plain"]).settings()
    with pytest.raises(ValueError, match=message.format(name=name)):
        check_space({name: entry}, recipe)


def test_recipe_values_outside_the_space_are_left_out():
    space = {
        "algorithm.clip_range": {"low": 0.1, "high": 1.0, "log": True},
        "algorithm.n_epochs": [1, 2, 3],
        "network.prior_temperature": {"low": 0.0, "high": 1.0},
        "steps": {"low": 0.0, "high": 1.0},
        "nothing": [1],
    }
    assert values_in(space, Train()) == {"algorithm.clip_range": 0.2, "algorithm.n_epochs": 3}
