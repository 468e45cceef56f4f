"""Suggestions, percentages and commands in messages."""

from importlib import metadata
from pathlib import Path

import pytest

from hofspiele import envs
from hofspiele.envs.core.text.installed import install_command
from hofspiele.envs.core.text.suggest import nearest
from hofspiele.envs.core.text.words import percent

KNOWN = ("num_players", "vatikan", "two_countries", "reward")


@pytest.mark.parametrize(
    ("name", "meant"),
    [("vatican", "vatikan"), ("num_player", "num_players"), ("colour", None)],
)
def test_the_nearest_name_is_suggested_if_one_is_similar(name, meant):
    assert nearest(name, KNOWN) == (f"; did you mean {meant!r}?" if meant else "")


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0 %"), (0.001, "<1 %"), (0.424, "42 %"), (0.9999, ">99 %"), (1, "100 %")],
)
def test_only_certainty_is_rounded_to_0_or_100_percent(chance, words):
    assert percent(chance) == words


@pytest.mark.parametrize("installed", [True, False])
def test_extras_are_added_to_the_installation(monkeypatch, installed):
    def distribution(name):
        if not installed:
            raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", distribution)
    checkout = Path(envs.__file__).resolve().parents[1]
    expected = "'hofspiele[train]'" if installed else f"-e '{checkout}[train]'"
    assert install_command("train") == f"pip install {expected}"
