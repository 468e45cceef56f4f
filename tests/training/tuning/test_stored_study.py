import errno

import optuna
import pytest
from optuna.storages.journal import JournalFileOpenLock
from optuna.trial import TrialState, create_trial

from hofspiele.envs.command_line.game import ChosenGame
from hofspiele.training.cli.files import WriteError
from hofspiele.training.settings.train import Opponents
from hofspiele.training.settings.variants import Tune
from hofspiele.training.tuning.space import suggest
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


def storages(folder):
    return {"file": str(folder / "shared.log"), "database": f"sqlite:///{folder / 'study.db'}"}


@pytest.mark.parametrize("kind", ["file", "database"])
def test_processes_share_a_study(tmp_path, kind):
    storage = storages(tmp_path)[kind]
    one, other = (
        open_study(study_settings(tmp_path / name, storage=storage)) for name in ("one", "other")
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
def test_a_database_that_cannot_be_opened_is_reported_without_its_url(tmp_path, url):
    with pytest.raises(ValueError, match=r"^the database can't be opened: [^\n]*$") as raised:
        open_study(study_settings(tmp_path, storage=url))
    assert url not in str(raised.value)


@pytest.mark.parametrize(("kind", "named"), [("file", "shared.log"), ("database", "runs")])
def test_a_full_disk_is_reported_without_the_url_of_a_database(tmp_path, kind, named):
    settings = study_settings(tmp_path / "runs", storage=storages(tmp_path)[kind])
    with (
        pytest.raises(WriteError, match=rf"^[^:]*{named} can't be written: No space left"),
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


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"game": ChosenGame("knatsch"), "num_players": [4]},
            'game.name is "knatsch", but study tune was started with game.name "kou_ka_roi"',
        ),
        ({"game": ChosenGame("kou_ka_roi", {"x": 1})}, "game.options is "),
        ({"num_players": [4]}, r"num_players is \[4], but .* with num_players \[3]"),
        ({"seed": 2}, "seed is 2, but .* with seed 1"),
        ({"steps": 5}, "steps is 5, but .* with steps 500000"),
        ({"opponents": Opponents({"greedy": 1.0})}, "opponents.shares is "),
        ({"evaluation": {"games": 40}}, "evaluation.games is 40, but .* 1000"),
        ({"report_every": None}, "report_every is null, but .* 200000"),
        (
            {"space": {**SPACE, "algorithm.n_epochs": [2, 3]}},
            r"space.algorithm.n_epochs is \[2, 3], but .* \[1, 2, 3]",
        ),
        ({"space": {}}, r"space is \[], but .* \[.*\]"),
    ],
)
def test_a_study_is_not_resumed_with_another_recipe_or_space(
    tmp_path, monkeypatch, values, message
):
    monkeypatch.setattr(ChosenGame, "make_all", lambda *_: [])
    open_study(study_settings(tmp_path))
    remedy = "; use that value, or another name=… and results=…$"
    with pytest.raises(ValueError, match=f"^{message}.*{remedy}"):
        open_study(study_settings(tmp_path, **values))


def test_settings_that_do_not_change_what_results_mean_may_change(tmp_path):
    storage = storages(tmp_path)["database"]
    open_study(study_settings(tmp_path / "one", storage=storage))
    others = {"device": "auto", "torch_threads": 2, "table_threads": 2, "checkpoint_every": 7}
    open_study(study_settings(tmp_path / "other", storage=storage, trials=3, trust=True, **others))


def test_a_study_is_not_resumed_with_other_components(tmp_path):
    file = tmp_path / "cards.toml"
    file.write_text(own_file("kou_ka_roi"), encoding="utf-8")
    settings = study_settings(tmp_path, game=ChosenGame("kou_ka_roi", {"components": str(file)}))
    open_study(settings)
    file.write_text(f"{own_file('kou_ka_roi')}# changed", encoding="utf-8")
    with pytest.raises(ValueError, match=r"components_sha256.*cards\.toml is .*; restore the file"):
        open_study(settings)


@pytest.mark.parametrize(
    ("direction", "value", "attributes"),
    [("maximize", 0.5, {}), ("maximize", 0.5, {"settings": 5}), ("minimize", None, {})],
)
def test_a_study_that_another_program_has_started_is_refused(
    tmp_path, direction, value, attributes
):
    url = storages(tmp_path)["database"]
    study = optuna.create_study(study_name="tune", storage=url, direction=direction)
    for name, content in attributes.items():
        study.set_user_attr(name, content)
    if value is not None:
        study.add_trial(create_trial(value=value))
    with pytest.raises(ValueError, match=r"^study tune was not started by this version of tune; "):
        open_study(study_settings(tmp_path, storage=url))


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


def test_ignored_trials_do_not_change_suggestions(tmp_path):
    suggested = []
    for number, other in enumerate(
        (trial_of(9.0, clip_range=11.0), trial_of(None, TrialState.FAIL))
    ):
        study = open_study(study_settings(tmp_path / str(number)))
        study.sampler = optuna.samplers.TPESampler(seed=1)
        study.add_trial(other)
        for value in range(13):
            add_trial(study, value)
        suggested.append([trial.params for trial in study.get_trials()[-13:]])
    assert suggested[0] == suggested[1]


def test_a_result_that_is_not_a_number_is_ignored(tmp_path):
    settings, log = study_settings(tmp_path), tmp_path / "trials.log"
    add_trial(open_study(settings), 3.0)
    log.write_text(log.read_text().replace("[3.0]", '["many"]'))
    study = open_study(settings)
    assert study.ignored() == {0: "its result is 'many', expected a finite number"}
    with pytest.raises(ValueError, match="empty"):
        _ = study.best_trial


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
