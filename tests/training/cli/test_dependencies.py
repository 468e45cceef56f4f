from hofspiele.training.cli.dependencies import PACKAGES, extras_of, lack_of


def test_missing_packages_of_an_extra_are_reported(monkeypatch):
    assert lack_of("agent a.pt", ("train",)) is None
    monkeypatch.setitem(PACKAGES, "tune", ("no_such_package",))
    assert lack_of("hofspiele train", extras_of("train")) is None
    lack = lack_of("hofspiele tune", extras_of("tune"))
    assert lack is not None
    assert lack.startswith("hofspiele tune needs no_such_package; install the tune extra: pip ")
