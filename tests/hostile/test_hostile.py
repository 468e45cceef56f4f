"""One trial of each attack; `make hostile` runs many."""

import pickle

import pytest
import torch
import yaml

from tools.hostile.attacks import ATTACKS
from tools.hostile.bombs import bombs
from tools.hostile.tasks import TASKS, undisturbed

# With this seed, attacks on commands draw a training run that starts with imitation.
SEED = 54


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_one_trial_of_every_attack_is_survived(attack):
    assert attack.run(SEED) > 0


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.command)
def test_commands_execute_the_tasks_that_attacks_interrupt(task):
    assert undisturbed(task).writes


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("pickle", pickle.load),
        ("torch", lambda file: torch.load(file, weights_only=False)),
        ("yaml-apply", yaml.unsafe_load),
    ],
)
def test_malicious_files_run_code_if_they_are_trusted(tmp_path, name, read):
    file, marker = tmp_path / name, tmp_path / "marker"
    file.write_bytes(bombs(marker)[name])
    with file.open("rb") as opened:
        read(opened)
    assert marker.is_dir()
