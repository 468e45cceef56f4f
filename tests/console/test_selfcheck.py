"""`hofspiele selfcheck` notices an installation that plays wrongly."""

from hofspiele.console import selfcheck
from tests.training.commands import error_of, output_of


def test_a_line_about_each_game():
    printed = output_of("selfcheck")
    assert [line.split()[0] for line in printed.splitlines()[3:]] == [*selfcheck.KNOWN_POINTS]
    assert printed.count("correct after") == printed.count("trained: ready") == 3
    assert max(map(len, printed.splitlines())) <= 80


def test_wrong_points_are_reported(monkeypatch):
    monkeypatch.setitem(selfcheck.KNOWN_POINTS, "kardinal", 7)
    error = error_of("selfcheck")
    assert "kardinal: the points of known games add up to" in error
    assert "expected 7" in error


def test_a_missing_library_for_the_bundled_agents_is_named_once(monkeypatch):
    def fail(self, game):
        raise ValueError("agent trained needs onnxruntime")

    monkeypatch.setattr("hofspiele.training.players.shipped.ShippedAgent.check", fail)
    printed = output_of("selfcheck")
    assert printed.count("trained: missing") == 3
    assert printed.count("agent trained needs onnxruntime") == 1
