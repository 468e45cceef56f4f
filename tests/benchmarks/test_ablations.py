"""The ablations accept their variants, and their table and file show all runs."""

import json
import time

import pytest

from benchmarks.ablations.__main__ import measure, row, table
from benchmarks.ablations.rows import read_rows, write_rows
from benchmarks.ablations.stock import StopAfter
from benchmarks.ablations.variants import RECIPE, VARIANTS
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.runs.folder import RunFolder
from hofspiele.training.settings.train import Train


def settings_of(variant):
    values = [value.replace("{response}", "results/response") for value in variant.values]
    return CommandLine(Train, ["experiment=quick", *values]).settings()


def test_each_variant_changes_the_recipe():
    recipe = settings_of(RECIPE)
    assert recipe.algorithm.n_epochs == 1  # The page of ablations says so.
    for variant in VARIANTS[1:]:
        assert settings_of(variant) != recipe, variant
    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS)


def finished(path, shares):
    path.mkdir()
    content = [{"agents": [{"win_share": {"mean": share}}]} for share in shares]
    folder = RunFolder(path)
    folder.evaluation.write_text(json.dumps(content))
    folder.curve.write_text('{"steps": 5, "win_share_greedy": 0.25}\n{"steps": 1000}\n')
    return folder


def test_table_and_file_show_all_seeds(tmp_path):
    runs = [finished(tmp_path / "a", [0.5, 0.1]), finished(tmp_path / "b", [0.7, 0.2])]
    found = row("recipe", runs)
    assert found.steps == [1000, 1000]
    assert found.shares == [[0.5, 0.7], [0.1, 0.2]]
    assert found.curve == [[5, 0.25, 0.25]]
    expected = "| recipe | 1,000 | 60.0 % (50.0 to 70.0) | 15.0 % (10.0 to 20.0) |"
    assert table([found]).splitlines()[-1] == expected
    write_rows(tmp_path / "rows.jsonl", [found, found])
    assert read_rows(tmp_path / "rows.jsonl") == [found, found]


def test_stock_class_stops_after_its_processor_time():
    callback = StopAfter(0.01)
    assert callback._on_step()
    end = time.process_time() + 0.02
    while time.process_time() < end:
        pass
    assert not callback._on_step()


@pytest.mark.parametrize("typed", [["steps=0"], ["variant=recipe"]])
def test_wrong_arguments_are_refused_before_training(tmp_path, typed):
    with pytest.raises(ValueError, match=r"steps|variant"):
        measure([*typed, f"results={tmp_path}"])
    assert not list(tmp_path.iterdir())
