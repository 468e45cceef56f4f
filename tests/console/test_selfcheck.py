"""`hofspiele selfcheck` notices an installation that plays wrongly."""

import pytest

from hofspiele.console import selfcheck


def test_a_line_about_each_game(run):
    status, printed, _ = run("selfcheck")
    assert status == 0
    assert [line.split()[0] for line in printed.splitlines()[3:]] == [*selfcheck.KNOWN_POINTS]
    assert printed.count("correct after") == printed.count("trained: ready") == 3
    assert max(map(len, printed.splitlines())) <= 80


def test_wrong_points_are_reported(run, monkeypatch):
    monkeypatch.setitem(selfcheck.KNOWN_POINTS, "kardinal", 7)
    status, _, error = run("selfcheck")
    assert status == 2
    assert "kardinal: the points of known games add up to" in error
    assert "expected 7" in error


def test_a_missing_library_for_the_bundled_agents_is_named_once(run, monkeypatch):
    def fail(self, game):
        raise ValueError("agent trained needs onnxruntime")

    monkeypatch.setattr("hofspiele.training.players.shipped.ShippedAgent.check", fail)
    _, printed, _ = run("selfcheck")
    assert printed.count("trained: missing") == 3
    assert printed.count("agent trained needs onnxruntime") == 1


@pytest.mark.parametrize("arguments", [["knatsch"], ["fast=true"]])
def test_arguments_are_refused(run, arguments):
    status, _, error = run("selfcheck", *arguments)
    assert status == 2
    assert error.count("\n") == 1
