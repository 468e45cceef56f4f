"""Comparisons of runs, whose files are written by hand."""

import json
import math

import pytest
import yaml

import hofspiele
from hofspiele.envs.reports.estimates import Estimate
from tests.training.commands import error_of, output_of

CURVES = {
    "a": [(100, 0.4), (200, 0.6)],
    "b": [(100, 0.5), (200, 0.7)],
    "stopped": [(100, 0.9), (150, 0.7)],
}


def write_run(folder, seed, epochs, points, **more):
    folder.mkdir()
    settings = {"seed": seed, "name": folder.name, "algorithm": {"n_epochs": epochs}, **more}
    (folder / "config.yaml").write_text(yaml.safe_dump(settings))
    lines = [
        {"steps": steps, "games/win_share_greedy": share, "games/win_share_current": 0.5}
        for steps, share in points
    ]
    (folder / "curve.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


@pytest.fixture
def runs(tmp_path):
    same = [write_run(tmp_path / name, k, 3, CURVES[name]) for k, name in enumerate(CURVES)]
    other = write_run(tmp_path / "other", 0, 1, CURVES["a"], network={"policy": [64, 64]})
    return [*same, other]


def test_seeds_are_averaged_and_settings_are_told_apart(runs, tmp_path):
    picture = tmp_path / "curves.png"
    comparison = hofspiele.compare(hofspiele.Compare(runs=runs, plot=str(picture)))
    first, second = comparison.groups
    assert (first.folders, second.folders) == (runs[:3], runs[3:])
    assert first.settings == {"algorithm.n_epochs": "3", "network.policy": "–"}
    assert second.settings == {"algorithm.n_epochs": "1", "network.policy": "[64,64]"}
    (start, early), (end, late) = first.curves["greedy"]
    assert (start, end) == (100, 150)
    assert early.mean == pytest.approx(0.6)
    # At 150 steps, the shares are 0.5, 0.6 and 0.7; the quantile of Student's t is 4.303.
    half = 4.3027 * 0.1 / math.sqrt(3)
    assert late.mean == pytest.approx(0.6)
    assert (late.low, late.high) == pytest.approx((0.6 - half, 0.6 + half), abs=1e-5)
    assert second.curves == {"greedy": [(s, Estimate(x, x, x)) for s, x in CURVES["a"]]}
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_command_prints_settings_and_win_shares(runs):
    printed = output_of("compare", *runs)
    assert max(map(len, printed.splitlines())) <= 80
    rows = [" ".join(line.split()) for line in printed.splitlines()]
    assert "algorithm.n_epochs=3 3 150 greedy 60.0 % ± 24.8" in rows
    assert "algorithm.n_epochs=1 1 200 greedy 60.0 %" in rows
    assert {"network.policy=–", "network.policy=[64,64]"} <= {*rows}
    for run in runs:  # A run that has met only its own policies.
        curve = run / "curve.jsonl"
        curve.write_text(curve.read_text().replace("greedy", "past"))
    alone = output_of("compare", *runs[:3])
    assert "network.policy" not in alone
    assert "current 50.0 % ± 0.0" in " ".join(alone.split())


def test_wrong_values_are_refused(runs, tmp_path):
    assert "runs is missing" in error_of("compare")
    assert f"{tmp_path / 'config.yaml'} is missing" in error_of("compare", tmp_path)
    again = write_run(tmp_path / "again", 0, 3, CURVES["a"])
    assert f"{runs[0]} and {again} have the same settings" in error_of("compare", *runs, again)
    strange = write_run(tmp_path / "strange", 4, 3, [])
    (strange / "curve.jsonl").write_text('{"steps": 1, "games/win_share_search-9": 0.5}\n')
    assert "met no opponent in common" in error_of("compare", *runs, strange)
    empty = write_run(tmp_path / "empty", 5, 3, [])
    assert "curve.jsonl has no win shares yet" in error_of("compare", empty)
    assert "expected a file that ends in .png" in error_of("compare", *runs, "plot=a.txt")
