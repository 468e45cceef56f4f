import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest
from rich.console import Console

from hofspiele.envs.agents import SolverAssistedAgent
from hofspiele.training.files.read_write import RunError
from hofspiele.training.players.loading import load_agent
from hofspiele.training.runs import warm_start
from hofspiele.training.runs.learner import Learner
from hofspiele.training.runs.warm_start import clone_teacher, initialise
from tests.training.models import noisy, write_agent


@pytest.fixture
def rates(monkeypatch):
    """Replace rounds by stubs with 100 decisions each; return their learning rates."""
    found = []

    def learn(model, optimizer, examples, rng, **flags):
        found.append(optimizer.param_groups[0]["lr"])
        return 0.5

    examples = SimpleNamespace(actions=range(100), observations=np.zeros((100, 1), np.float32))
    monkeypatch.setattr(warm_start, "play_examples", lambda *_, **__: examples)
    monkeypatch.setattr(warm_start, "learn_examples", learn)
    return found


@pytest.fixture
def settings(settings_of):
    return settings_of("imitation.agent=random", "imitation.decisions=950", "checkpoint_every=300")


def test_decisions_are_counted_and_saved_at_the_interval(settings, rates):
    parts, saved = Learner(settings, "run"), []
    clone_teacher(parts, lambda: saved.append(parts.cloned), Console())
    np.testing.assert_allclose(rates, 1e-3 * (1 - 0.9 * np.arange(0, 1000, 100) / 950))
    assert saved == [300, 600, 900]
    assert parts.cloned == 1000


@pytest.mark.parametrize(
    ("prior", "lesson"),
    [(None, "imitating greedy"), (1.0, "learning position values from greedy's games")],
)
def test_the_warm_start_says_what_it_learns(settings_of, rates, prior, lesson):
    settings = settings_of("imitation.agent=greedy", "imitation.decisions=9")
    settings = dataclasses.replace(
        settings, network=dataclasses.replace(settings.network, prior_temperature=prior)
    )
    console = Console()
    with console.capture() as shown:
        clone_teacher(Learner(settings, "run"), lambda: None, console)
    assert lesson in shown.get()


def test_cloned_decisions_are_not_cloned_again(settings, rates):
    parts, saved = Learner(settings, "run"), []
    for cloned in (950, 400):
        parts.cloned = cloned
        clone_teacher(parts, lambda: saved.append(parts.cloned), Console())
    assert len(rates) == 6
    assert saved == [700, 1000]


def test_diverged_weights_stop_the_warm_start_before_they_are_saved(settings, rates):
    parts, saved = Learner(settings, "run"), []
    next(parts.model.policy.parameters()).data.fill_(float("nan"))
    with pytest.raises(RunError, match=r"diverged after 100 decisions: imitation\.learning_rate"):
        clone_teacher(parts, lambda: saved.append(1), Console())
    assert saved == []


@pytest.mark.parametrize(
    ("own", "copied", "message"),
    [
        ({}, ("policy", "value"), "starting with the policy and value networks of file"),
        ({"value": [9, 9, 9]}, ("policy",), "starting with the policy network of file"),
        ({"policy": [9, 9]}, (), "file has another network, so learning starts from random"),
    ],
)
def test_weights_of_a_trained_teacher_are_copied(settings, rates, tmp_path, own, copied, message):
    parts, console = Learner(settings, "run"), Console()
    network = {"policy": [128, 128], "value": [128, 128]} | own
    game = parts.games[0]
    file = write_agent(tmp_path / "file.safetensors", noisy(game, **network), game, **network)
    teacher = load_agent(file, game)
    parts.teacher = SolverAssistedAgent(teacher)
    with console.capture() as shown:
        initialise(parts, console)
    assert shown.get().startswith(message)
    for name, weights in parts.model.policy.network.weights().items():
        expected = teacher.file.weights[name]
        is_copied = weights.shape == expected.shape and np.array_equal(weights, expected)
        assert is_copied == (name.startswith((*copied, "standardise") if copied else ())), name
    with console.capture() as shown:
        clone_teacher(parts, lambda: None, console)
    assert ("learning position values" in shown.get()) == (copied == ("policy",))
    assert len(rates) == (0 if "value" in copied else 10)
