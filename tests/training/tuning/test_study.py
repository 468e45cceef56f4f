import errno
import io

import optuna
import pytest
from optuna.storages._rdb.models import BaseModel as RDBModel
from optuna.storages.journal import JournalFileOpenLock
from optuna.trial import TrialState, create_trial

from hofspiele.training.cli.console import make_console
from hofspiele.training.cli.files import WriteError
from hofspiele.training.settings.game import ChosenGame
from hofspiele.training.settings.train import Measurement, Opponents
from hofspiele.training.settings.tune import Tune
from hofspiele.training.tuning.study import completed_trials, ended_trials, next_trial, open_study
from tests.component_files import own_file

QUIET = make_console()
QUIET.quiet = True
SPACE = {
    "algorithm.clip_range": {"low": 0.1, "high": 10.0, "log": True},
    "algorithm.n_epochs": [1, 2, 3],
    "imitation.decisions": [0, 1],
}


def study_settings(folder, **values):
    game = ChosenGame("kou_ka_roi")
    return Tune(**{"results": str(folder), "seed": 1, "space": SPACE, "game": game, **values})


def add_trials(settings, count):
    """Add trials whose result is their number of epochs; return the values of all trials."""
    with open_study(settings) as study:
        for _ in range(count):
            trial = next_trial(study, settings, QUIET)
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
        trials = [
            next_trial(mine, one, QUIET),
            next_trial(theirs, other, QUIET),
            next_trial(mine, one, QUIET),
        ]
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
        study.tell(next_trial(study, settings, QUIET), state=TrialState.PRUNED)
        study.tell(next_trial(study, settings, QUIET), state=TrialState.FAIL)
        next_trial(study, settings, QUIET)  # The trial of a killed process stays running.
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


@pytest.mark.parametrize("kind", ["file", "database"])
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
        ({"steps": 5}, "steps is 5, but .* with steps 3000000"),
        ({"opponents": Opponents({"greedy": 1.0})}, "opponents.shares is "),
        ({"evaluation": Measurement(games=40)}, "evaluation.games is 40, but .* 1200"),
        ({"report_every": None}, "report_every is null, but .* 200000"),
        (
            {"space": {**SPACE, "algorithm.n_epochs": [2, 3]}},
            r"space.algorithm.n_epochs is \[2, 3], but .* \[1, 2, 3]",
        ),
        ({"space": {}}, r"space is \[], but .* \[.*\]"),
    ],
)
def test_a_study_is_not_resumed_with_another_recipe_or_space(
    tmp_path, monkeypatch, kind, values, message
):
    monkeypatch.setattr(ChosenGame, "make_all", lambda *_: [])
    storage = storages(tmp_path)[kind]
    add_trials(study_settings(tmp_path, storage=storage), 1)
    remedy = "; use that value, or another name=… and results=…$"
    with (
        pytest.raises(ValueError, match=f"^{message}.*{remedy}"),
        open_study(study_settings(tmp_path, storage=storage, **values)),
    ):
        pass


def test_settings_that_do_not_change_what_results_mean_may_change(tmp_path):
    storage = storages(tmp_path)["file"]
    for folder, values in {
        "one": {},
        "other": {
            "trials": 3,
            "device": "auto",
            "torch_threads": 2,
            "table_threads": 2,
            "checkpoint_every": 7,
            "trust": True,
        },
    }.items():
        trials = add_trials(study_settings(tmp_path / folder, storage=storage, **values), 1)
    assert len(trials) == 2


def test_a_study_is_not_resumed_with_other_components(tmp_path):
    file = tmp_path / "cards.toml"
    file.write_text(own_file("kou_ka_roi"), encoding="utf-8")
    settings = study_settings(tmp_path, game=ChosenGame("kou_ka_roi", {"components": str(file)}))
    add_trials(settings, 1)
    file.write_text(f"{own_file('kou_ka_roi')}# changed", encoding="utf-8")
    with (
        pytest.raises(ValueError, match=r"components_sha256.*cards\.toml is .*; restore the file"),
        open_study(settings),
    ):
        pass


@pytest.mark.parametrize(
    ("direction", "value", "attributes"),
    [
        ("maximize", 0.5, {}),
        ("maximize", 0.5, {"settings": 5}),
        ("minimize", None, {}),
    ],
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
    with (
        pytest.raises(
            ValueError, match=r"^study tune was not started by this version of tune; .*another name"
        ),
        open_study(study_settings(tmp_path, storage=url)),
    ):
        pass


def test_other_choices_of_a_finished_trial_are_refused(tmp_path):
    """Optuna refuses them, so they can't be ignored."""
    settings = study_settings(tmp_path)
    with open_study(settings) as study:
        choices = optuna.distributions.CategoricalDistribution([1, 2, 3, 4])
        study.add_trial(
            create_trial(
                value=0.5,
                params={"algorithm.n_epochs": 1},
                distributions={"algorithm.n_epochs": choices},
            )
        )
        with pytest.raises(
            ValueError, match=r"space differs from the space of the earlier trials .*another na"
        ):
            next_trial(study, settings, QUIET)
        assert study.get_trials()[-1].state is TrialState.FAIL


def finished(number=0.5, state=TrialState.COMPLETE, steps=None, **values):
    """Return a finished trial in the space, except for `values` by the last part of their name."""
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
        (finished(float("inf")), "its result is inf, expected a finite number"),
        (finished(None, TrialState.PRUNED, {1: float("inf")}), "its result is inf, expected a"),
        (finished(0.9, trust=True), "'trust' is not in the space"),
        (finished(0.9, clip_range=11.0), "algorithm.clip_range is 11.0, expected a value of the s"),
        (finished(0.9, n_epochs=None), "algorithm.n_epochs is missing"),
    ],
)
def test_finished_trials_that_are_not_of_the_space_are_ignored(tmp_path, foreign, reason):
    settings = study_settings(tmp_path)
    with open_study(settings) as study:
        study.tell(next_trial(study, settings, QUIET), 0.25)
        study.add_trial(foreign)
        study.add_trial(finished())
        ((number, found),) = study.ignored.items()
        assert (number, found[: len(reason)]) == (1, reason)
        assert [trial.number for trial in completed_trials(study)] == [2, 0]
        assert len(ended_trials(study)) == 2
        # The pruner does not see them, either.
        assert 1 not in [trial.number for trial in study.get_trials()]
        assert next_trial(study, settings, QUIET).number == 3


def test_ignored_trials_do_not_change_suggestions(tmp_path):
    suggested = []
    for other in (finished(9.0, clip_range=11.0), finished(None, TrialState.FAIL)):
        settings = study_settings(tmp_path / str(len(suggested)))
        with open_study(settings) as study:
            study.add_trial(other)
        suggested.append(add_trials(settings, 14)[-13:])
    assert suggested[0] == suggested[1]


def test_a_result_that_is_not_a_number_is_ignored(tmp_path):
    settings, log = study_settings(tmp_path), tmp_path / "trials.log"
    add_trials(settings, 1)
    log.write_text(log.read_text().replace("[3.0]", '["many"]'))
    with open_study(settings) as study:
        assert study.ignored == {0: "its result is 'many', expected a finite number"}
        assert completed_trials(study) == []


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
def test_waiting_trials_that_are_not_of_the_space_fail(tmp_path, fixed, reason):
    settings = study_settings(tmp_path)
    console = make_console()
    console.file = io.StringIO()
    with open_study(settings) as study:
        study.add_trial(
            create_trial(state=TrialState.WAITING, system_attrs={"fixed_params": fixed})
        )
        study.enqueue_trial({"algorithm.n_epochs": 1})
        trial = next_trial(study, settings, console)
        assert (trial.number, trial.params["algorithm.n_epochs"]) == (1, 1)
        assert study.get_trials()[0].state is TrialState.FAIL
    line = console.file.getvalue()
    assert line.startswith(f"trial 0 is marked as failed: {reason}")
    assert line.count("\n") == 1


def test_a_waiting_trial_that_already_has_values_outside_of_the_space_fails(tmp_path):
    settings = study_settings(tmp_path)
    with open_study(settings) as study:
        study.add_trial(finished(None, TrialState.WAITING, trust=True))
        trial = next_trial(study, settings, QUIET)
        assert (trial.number, trial.params.keys()) == (1, SPACE.keys())
        assert trial.params["algorithm.n_epochs"] == 3  # This is the recipe's own value.
