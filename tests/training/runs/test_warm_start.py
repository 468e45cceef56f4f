import dataclasses
from copy import deepcopy

import pytest
import torch
from rich.console import Console

from hofspiele.envs.agents import SolverAssistedAgent
from hofspiele.training.cli.files import RunError
from hofspiele.training.players.network_agent import NetworkAgent
from hofspiele.training.runs import warm_start
from hofspiele.training.runs.build import build
from hofspiele.training.runs.warm_start import clone_teacher, initialise
from tests.training.models import untrained


@pytest.fixture
def rounds_of(monkeypatch):
    """Replace cloning by a stub that reports every 100 decisions; return the requested ranges."""
    asked = []

    def clone(model, games, teacher, decisions, *others, **flags):
        asked.append(decisions)
        report = others[-1]
        for done in range(decisions.start + 100, decisions.stop + 100, 100):
            report(done, 0.5)

    monkeypatch.setattr(warm_start, "clone_behaviour", clone)
    return asked


@pytest.fixture
def settings(settings_of):
    return settings_of("imitation.agent=random", "imitation.decisions=950", "checkpoint_every=300")


def test_decisions_are_counted_and_saved_at_the_interval(settings, rounds_of):
    parts, saved = build(settings, "run"), []
    clone_teacher(parts, settings, lambda: saved.append(parts.cloned), Console())
    assert rounds_of == [range(950)]
    assert saved == [300, 600, 900]
    assert parts.cloned == 1000


@pytest.mark.parametrize(
    ("prior", "lesson"),
    [(None, "imitating greedy"), (1.0, "learning position values from greedy's games")],
)
def test_the_warm_start_says_what_it_learns(settings_of, rounds_of, prior, lesson):
    settings = settings_of("imitation.agent=greedy", "imitation.decisions=9")
    settings = dataclasses.replace(
        settings, network=dataclasses.replace(settings.network, prior_temperature=prior)
    )
    console = Console()
    with console.capture() as shown:
        clone_teacher(build(settings, "run"), settings, lambda: None, console)
    assert lesson in shown.get()


def test_cloned_decisions_are_not_cloned_again(settings, rounds_of):
    parts, saved = build(settings, "run"), []
    for cloned in (950, 400):
        parts.cloned = cloned
        clone_teacher(parts, settings, lambda: saved.append(parts.cloned), Console())
    assert rounds_of == [range(400, 950)]
    assert saved == [700, 1000]


def test_a_trained_teacher_has_the_name_that_the_user_gave(settings, three_players):
    teacher = SolverAssistedAgent(NetworkAgent("file", untrained(three_players)))
    teacher.name = "trained"
    parts = dataclasses.replace(build(settings, "run"), teacher=teacher)
    console = Console()
    with console.capture() as shown:
        initialise(parts, settings, console)
    assert shown.get() == "starting from random weights: trained has a different network\n"


def test_a_teacher_whose_weights_cannot_be_copied_is_named(settings):
    console = Console()
    with console.capture() as shown:
        initialise(build(settings, "run"), settings, console)
    assert shown.get() == "starting from random weights: random has no weights to copy\n"


def test_diverged_weights_stop_the_warm_start_before_they_are_saved(settings, rounds_of):
    parts, saved = build(settings, "run"), []
    next(parts.model.policy.parameters()).data.fill_(float("nan"))
    with pytest.raises(
        RunError, match=r"diverged after 100 decisions: imitation\.learning_rate is"
    ):
        clone_teacher(parts, settings, lambda: saved.append(1), Console())
    assert saved == []


def test_nothing_is_imitated_if_the_critic_is_copied_too(settings, rounds_of):
    parts = build(settings, "run")
    policy = parts.model.policy
    teacher = NetworkAgent("teacher", deepcopy(policy.actor), deepcopy(policy.critic))
    for weights in (*teacher.actor.parameters(), *teacher.critic.parameters()):
        weights.data += 1.0
    parts = dataclasses.replace(parts, teacher=teacher)
    initialise(parts, settings, Console())
    clone_teacher(parts, settings, lambda: None, Console())
    assert rounds_of == []
    for network, copied in ((policy.actor, teacher.actor), (policy.critic, teacher.critic)):
        for one, other in zip(network.parameters(), copied.parameters(), strict=True):
            assert torch.equal(one, other)
